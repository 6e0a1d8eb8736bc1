#include "testbench/studies/vary.hpp"

#include <catch2/catch.hpp>

using namespace slackline;
using Catch::Matchers::Contains;
using Catch::Matchers::EndsWith;
using studies::parse_vary;
using Values = std::vector<std::string>;

namespace {

Values values(const std::string& option) {
  settings::InputErrors errors;
  const studies::Varied varied = parse_vary(option, errors);
  for (const settings::InputError& error : errors) FAIL_CHECK(settings::to_string(error));
  return varied.values;
}

std::string error(const std::string& option) {
  settings::InputErrors errors;
  parse_vary(option, errors);
  REQUIRE(errors.size() == 1);
  return settings::to_string(errors.front());
}

}  // namespace

TEST_CASE("a list gives its values unchanged") {
  CHECK(values("traffic.load=0.1,0.20, 0.4") == Values{"0.1", "0.20", "0.4"});
  CHECK(values("switch.arbiter=matrix") == Values{"matrix"});
  CHECK(values("topology.size=[4, 4],[8,8]") == Values{"[4, 4]", "[8,8]"});
  CHECK(values("switches[0].buffer.flits=8:24:8") == Values{"8", "16", "24"});
  CHECK(values("hosts[12].nic.dma.latency=1,10 ns") == Values{"1", "10 ns"});
  CHECK(values("name=\"a,b\",c:d") == Values{"\"a,b\"", "c:d"});
}

TEST_CASE("a range gives exact steps, and its end only when a step falls on it") {
  CHECK(values("traffic.load=0.1:0.3:0.1") == Values{"0.1", "0.2", "0.3"});
  CHECK(values("traffic.load=0.1:0.35:0.1") == Values{"0.1", "0.2", "0.3"});
  CHECK(values("switch.buffer.flits=8:24:8") == Values{"8", "16", "24"});
  CHECK(values("link.delay=10 ns:30 ns:10 ns") == Values{"10 ns", "20 ns", "30 ns"});
  CHECK(values("run.seed=3:3:1") == Values{"3"});
}

TEST_CASE("errors of an option are reported", "[quick]") {
  CHECK(error("trafic.load=0.1") == "--vary trafic.load=0.1: trafic.load: unknown key; did you mean traffic.load?");
  CHECK_THAT(error("switches[0].bufer.flits=9"), Contains("switches[0].bufer.flits: unknown key"));
  CHECK_THAT(error("run[0].seed=9"), Contains("run[0].seed: unknown key"));
  CHECK_THAT(error("zzzzzzzz=9"), Contains("zzzzzzzz: unknown key; expected schema_version, name, "));
  CHECK_THAT(error("run=9"), Contains("run: a group of keys; expected engine, seed, "));
  CHECK_THAT(error("run.packet_log=a"),
             EndsWith("has no effect: points write no waveforms and no packet log; vary another key"));
  CHECK_THAT(error("traffic.load"), EndsWith("no values; expected key=value,value,... or key=from:to:step"));
  CHECK_THAT(error("traffic.load="), EndsWith("expected values separated by commas, found nothing"));
  CHECK_THAT(error("traffic.load=0.1,,0.2"),
             EndsWith("expected values separated by commas, found 0.1,,0.2 (an empty value)"));
  CHECK_THAT(error("traffic.load=0.1,0.1"), EndsWith("expected each value once, found 0.1 (a second time)"));
  CHECK_THAT(error("traffic.load=0.1:0.2"), EndsWith("expected range from:to:step, found 0.1:0.2"));
  CHECK_THAT(error("traffic.load=0.1:x:0.1"),
             EndsWith("expected decimal number of at most nine digits before and after the point, found x (in "
                      "0.1:x:0.1)"));
  CHECK_THAT(error("traffic.load=0.1:0.2:0"), EndsWith("expected step of more than 0, found 0 (in 0.1:0.2:0)"));
  CHECK_THAT(error("traffic.load=0.3:0.2:0.1"),
             EndsWith("expected range that ends at or above its first value, found 0.3:0.2:0.1"));
  CHECK_THAT(error("traffic.load=0:1:0.0001"), EndsWith("expected range of up to 10000 values, found 0:1:0.0001"));
  CHECK_THAT(error("link.delay=1 ns:2 us:1 ns"), EndsWith("expected range with one unit, found 1 ns:2 us:1 ns"));
}

TEST_CASE("a key is varied only once") {
  settings::InputErrors errors;
  parse_vary(std::vector<std::string>{"run.seed=1", "traffic.load=0.1", "run.seed=2"}, errors);
  REQUIRE(errors.size() == 1);
  CHECK_THAT(settings::to_string(errors.front()), EndsWith("run.seed: varied twice; expected each key once"));
}
