#include "testbench/studies/vary.hpp"

#include <catch2/catch.hpp>

using namespace slackline;
using Catch::Matchers::Contains;
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
  CHECK_THAT(error("trafic.load=0.1"), Contains("trafic.load: unknown key") && Contains("did you mean traffic.load?"));
  CHECK_THAT(error("switches[0].bufer.flits=9"), Contains("switches[0].bufer.flits: unknown key"));
  CHECK_THAT(error("run[0].seed=9"), Contains("run[0].seed: unknown key"));
  CHECK_THAT(error("traffic.load"), Contains("no values; expected key=value,value,... or key=from:to:step"));
  CHECK_THAT(error("traffic.load="), Contains("an empty value"));
  CHECK_THAT(error("traffic.load=0.1,,0.2"), Contains("an empty value"));
  CHECK_THAT(error("traffic.load=0.1,0.1"), Contains("0.1 is given twice"));
  CHECK_THAT(error("traffic.load=0.1:0.2"), Contains("a range is from:to:step"));
  CHECK_THAT(error("traffic.load=0.1:x:0.1"), Contains("x is no decimal number"));
  CHECK_THAT(error("traffic.load=0.1:0.2:0"), Contains("its step is not above 0"));
  CHECK_THAT(error("traffic.load=0.3:0.2:0.1"), Contains("it ends below its beginning"));
  CHECK_THAT(error("traffic.load=0:1:0.0001"), Contains("it has more than 10000 values"));
  CHECK_THAT(error("link.delay=1 ns:2 us:1 ns"), Contains("different units"));
}

TEST_CASE("a key is varied only once") {
  settings::InputErrors errors;
  parse_vary(std::vector<std::string>{"run.seed=1", "traffic.load=0.1", "run.seed=2"}, errors);
  REQUIRE(errors.size() == 1);
  CHECK_THAT(settings::to_string(errors.front()), Contains("run.seed: is varied twice"));
}
