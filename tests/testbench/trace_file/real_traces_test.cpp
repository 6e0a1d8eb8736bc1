// Traces of real programs, read in place and replayed on one switch: every message is delivered and matched.
#include <catch2/catch.hpp>
#include <filesystem>
#include <iostream>

#include "rtl_models/network/fabric.hpp"
#include "testbench/config/experiment_network.hpp"
#include "testbench/config/meaning.hpp"
#include "testbench/replay/replay.hpp"
#include "testbench/trace_file/trace_file.hpp"

using namespace slackline;

namespace {

/// Empty where there is no such file.
std::string input(const std::string& name) {
  const std::filesystem::path path = std::filesystem::path(SLACKLINE_SOURCE_FOLDER) / "../shared/inputs/traces" / name;
  if (std::filesystem::exists(path)) return path.string();
  std::cout << "skipped: ../shared/inputs/traces/" << name << " is not there\n";
  return "";
}

replay::Answers replayed(const std::string& trace, unsigned hosts, unsigned flit_bits) {
  const std::string text =
      "schema_version: 1\nclock: { period: 1 ns }\ntopology: { kind: single_switch, hosts_per_switch: " +
      std::to_string(hosts) + " }\nlink: { flit_bits: " + std::to_string(flit_bits) + " }\ntraffic: { trace: \"" +
      trace + "\", packet: { flits: 33 } }\n";
  config::Reading reading = config::read_experiment(std::make_shared<const config::Source>("test.yaml", text));
  trace_file::read_trace(reading);
  config::check_meaning(reading);
  for (const config::Fault& fault : reading.faults) UNSCOPED_INFO(config::to_string(fault));
  REQUIRE(reading.faults.empty());
  network::Fabric fabric(config::network_of(reading.experiment));
  const auto& replay = dynamic_cast<const replay::Replay&>(*fabric.netlist().endpoint_params.program);
  for (Cycle end(1000); !replay.finished() && end < Cycle(1ull << 40); end = Cycle(end.value * 2))
    fabric.run_until(end);
  return replay.answers(fabric.now(), false);
}

std::uint64_t arrived(const replay::Answers& answers) {
  std::uint64_t messages = 0;
  for (const replay::SizeClass& size : answers.sizes) messages += size.messages;
  return messages;
}

}  // namespace

TEST_CASE("NAS IS, class S, of 16 ranks is replayed from a list of files: every message is delivered and matched") {
  const std::string trace = input("nas-is-s16/is_S_16.trace");
  if (trace.empty()) return;
  const replay::Answers a = replayed(trace, 16, 64);
  CHECK(a.finished);
  CHECK(a.ranks.size() == 16);
  CHECK(a.never_received == 0);
  CHECK(arrived(a) == a.messages);
  // 11 iterations of alltoall and alltoallv to 15 others, 11 allreduces of 4 rounds and 2 reduces, 15 messages.
  CHECK(a.messages == 16 * 11 * (15 + 15 + 4) + 2 * 15 + 15);
}

TEST_CASE("a trace of 32 ranks is replayed from a folder of files: every message is delivered and matched") {
  const std::string trace = input("ti-32ranks");
  if (trace.empty()) return;
  const replay::Answers a = replayed(trace, 32, 4096);
  CHECK(a.finished);
  CHECK(a.ranks.size() == 32);
  CHECK(a.never_received == 0);
  CHECK(arrived(a) == a.messages);
}
