#include <catch2/catch.hpp>

#include "tests/rtl_models/wormhole_switch/bench.hpp"

using namespace slackline;

TEST_CASE("legal parameters have no violations, also at their limits") {
  wormhole_switch::Params p = test::middle_switch();
  REQUIRE(p.violations().empty());
  p.crossbar = 64;
  p.data_delay = 1000;
  p.header_delay = 1000;
  REQUIRE(p.violations().empty());
}

TEST_CASE("all violations of a switch's parameters are reported at once", "[quick]") {
  wormhole_switch::Params p = test::middle_switch();
  p.ports = 1;
  p.buffer.flits = 0;
  p.flow.fc_cycles = 64;
  p.crossbar = 3;
  p.data_delay = 2;
  p.arbitration = 1;
  p.header_delay = 2;
  const std::string text = to_string(p.violations());
  CHECK_THAT(text, Catch::Contains("flits = 0: expected 1 to 32768"));
  CHECK_THAT(text, Catch::Contains("fc_cycles = 64: expected 0 to 63"));
  CHECK_THAT(text, Catch::Contains("ports = 1: expected 2 to 256"));
  CHECK_THAT(text, Catch::Contains("data_delay = 2: expected 3 to 1000"));
  CHECK_THAT(text, Catch::Contains("header_delay = 2: expected 3 to 1000"));
  CHECK_THAT(text, Catch::Contains("stop_at = 29: expected 1 to flits (0)"));
  CHECK_THAT(text, Catch::Contains("ports = 1: expected 2 x dimensions + hosts_per_switch (3)"));
}
