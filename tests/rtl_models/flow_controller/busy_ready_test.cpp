// BUSY and READY: one watermark.
#include <catch2/catch.hpp>

#include "rtl_models/flow_controller/flow_controller_instance.hpp"

using namespace slackline;
using namespace slackline::flow_controller;

namespace {

Params busy_at(std::uint16_t flits, std::uint8_t fc = 0) {
  return {flits, static_cast<std::uint16_t>(flits - 1), fc, Kind::busy_ready};
}

}  // namespace

TEST_CASE("BUSY follows the watermark up and down: on at stop_at, off right below it") {
  Instance flow(busy_at(5));
  for (const std::uint16_t count : {4, 5, 4, 5, 6, 5, 4, 0}) {
    flow.step({count, false});
    REQUIRE(flow.stop_out() == (count >= 5));
  }
}

TEST_CASE("BUSY is driven 1 + fc edges after the count, and not after fc") {
  for (const std::uint8_t fc : {0, 1, 3}) {
    Instance flow(busy_at(2, fc));
    for (const bool busy : {true, false}) {
      const std::uint16_t count = busy ? 2 : 1;
      for (unsigned n = 0; n < fc; ++n) {
        flow.step({count, false});
        REQUIRE(flow.stop_out() != busy);
      }
      flow.step({count, false});
      REQUIRE(flow.stop_out() == busy);
    }
  }
}

TEST_CASE("a BUSY sampled at edge N stops the sender in cycle N + fc") {
  for (const std::uint8_t fc : {0, 2}) {
    Instance flow(busy_at(2, fc));
    for (unsigned n = 0; n < fc; ++n) {
      flow.step({0, true});
      REQUIRE_FALSE(flow.stopped());
    }
    flow.step({0, true});
    REQUIRE(flow.stopped());
  }
}

TEST_CASE("busy_ready has one watermark: another go_at than stop_at - 1 is refused", "[quick]") {
  REQUIRE(busy_at(1).violations().empty());
  REQUIRE(to_string(Params{5, 3, 0, Kind::busy_ready}.violations()) == "go_at = 3: expected 4 to 4");
  REQUIRE(to_string(Params{5, 5, 0, Kind::busy_ready}.violations()) == "go_at = 5: expected 4 to 4");
}
