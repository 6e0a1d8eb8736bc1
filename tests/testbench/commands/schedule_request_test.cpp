#include "testbench/commands/schedule_request.hpp"

#include <catch2/catch.hpp>
#include <iostream>
#include <memory>
#include <sstream>

#include "testbench/run/experiment.hpp"
#include "testbench/run/network.hpp"

using namespace slackline;

namespace {

struct Answer {
  std::optional<std::vector<std::uint32_t>> hosts;  ///< none: refused
  std::string says;
};

/// What `slackline schedule --kind sss --hosts LIST` makes of a switch with four hosts.
Answer answer_to(const std::string& list) {
  const features::ExperimentReading reading = features::read_experiment(std::make_shared<const settings::Source>(
      "four.yaml", "schema_version: 1\ntopology: { kind: single_switch, hosts_per_switch: 4 }\n"));
  REQUIRE(reading.errors.empty());
  commands::ScheduleOptions options;
  options.kind = "sss";
  options.hosts = list;
  std::ostringstream says;
  std::streambuf* const before = std::cerr.rdbuf(says.rdbuf());
  const auto request =
      commands::schedule_request(options, reading.experiment, features::network_of(reading.experiment));
  std::cerr.rdbuf(before);
  if (!request) return {std::nullopt, says.str()};
  return {request->hosts, says.str()};
}

}  // namespace

TEST_CASE("a list of hosts has names, patterns and numbers, in any order", "[quick]") {
  using Hosts = std::vector<std::uint32_t>;
  CHECK(answer_to("host2").hosts == Hosts{2});
  CHECK(answer_to("3,host1").hosts == Hosts{1, 3});
  CHECK(answer_to("host3,?ost[0]").hosts == std::nullopt);
  CHECK(answer_to("2,host?").hosts == Hosts{0, 1, 2, 3});
  CHECK(answer_to("0,0").hosts == std::nullopt);
}

TEST_CASE("a list of hosts in which a host is missing is refused, also at its end") {
  for (const std::string list : {"", ",", ",host1", "host1,,2", "host1,", "host1,2,"}) {
    INFO('"' << list << '"');
    const Answer answer = answer_to(list);
    CHECK_FALSE(answer.hosts);
    CHECK_THAT(answer.says,
               Catch::Matchers::StartsWith(
                   "--hosts: expected names of hosts, patterns with * and ?, or numbers from 0 to 3, found nothing"));
  }
}
