#include "rtl_models/barrier/padding_generator/padding_generator_module.hpp"

#include <catch2/catch.hpp>

#include "rtl_models/common/random_stream.hpp"
#include "tests/support/edge_clock.hpp"

using namespace slackline;
using namespace slackline::padding_generator;

namespace {

/// A module of two ports and its pins.
struct Bench {
  explicit Bench(std::uint8_t delay) : module("padding_generator", Params{2, delay}), clock(module) {
    module.requests(requests);
    module.ends(ends);
    module.flits(flits);
    module.opens(opens);
    module.closes(closes);
    module.room(room);
    module.padding(padding);
  }
  void edge(const Inputs& in) {
    requests = in.requests;
    ends = in.ends;
    flits = in.flits;
    opens = in.opens;
    closes = in.closes;
    room = in.room;
    clock.edge();
  }

  Module module;
  slackline::test::EdgeClock clock;
  sc_core::sc_signal<PortMask> requests, ends, flits, opens, closes, room, padding;
};

Inputs idle() {
  Inputs in;
  in.room = 0b11;
  return in;
}

}  // namespace

TEST_CASE("the pin of padding_generator shows padding from `delay` after the request to `delay` after the end") {
  Bench b(3);
  Inputs header = idle(), request = idle(), end = idle();
  header.flits = header.opens = 0b10;
  request.requests = end.ends = 0b10;
  b.edge(header);
  b.edge(request);
  for (unsigned n = 1; n < 3; ++n) {
    b.edge(idle());
    REQUIRE(b.padding.read() == 0);
  }
  b.edge(idle());
  REQUIRE(b.padding.read() == 0b10);
  b.edge(end);
  REQUIRE(b.padding.read() == 0b10);
  b.edge(Inputs());  // no room
  REQUIRE(b.padding.read() == 0);
  b.edge(idle());
  REQUIRE(b.padding.read() == 0b10);
  b.edge(idle());
  REQUIRE(b.padding.read() == 0);
  CHECK(b.module.state().flits == 3);
}

TEST_CASE("the padding_generator module equals its core under random inputs and resets") {
  Bench b(2);
  Instance core({2, 2});
  RandomStream random(1, 0, RandomPurpose::test);
  const auto mask = [&](unsigned one_in) {
    return PortMask{random.below(one_in) == 0} | PortMask{random.below(one_in) == 0} << 1;
  };
  unsigned padding = 0;
  for (unsigned edge = 0; edge < 5000; ++edge) {
    const Inputs in{mask(4), mask(8), mask(6), mask(2), mask(4), mask(2) | mask(2)};
    const bool reset = random.below(200) == 0;
    b.clock.rst_n = !reset;
    b.edge(in);
    reset ? core.reset() : core.step(in);
    REQUIRE(b.padding.read() == core.padding);
    REQUIRE(b.module.state().open == core.state.open);
    REQUIRE(b.module.state().requested == core.state.requested);
    REQUIRE(b.module.state().flits == core.state.flits);
    padding += core.padding != 0;
  }
  CHECK(padding > 500);
}

TEST_CASE("illegal parameters of a padding generator are named, all at once", "[quick]") {
  CHECK(Params().violations().empty());
  CHECK(Params{1, 1}.violations().empty());
  CHECK(Params{64, 16}.violations().empty());
  CHECK_THROWS_WITH(Instance({0, 17}),
                    Catch::Contains("ports = 0: expected 1 to 64") && Catch::Contains("delay = 17: expected 1 to 16"));
}
