#include <catch2/catch.hpp>

#include "rtl_models/relay_station/relay_station_module.hpp"
#include "tests/support/edge_clock.hpp"

using namespace slackline;

namespace {

struct Bench {
  explicit Bench(const relay_station::Params& params) : relay("relay", params), clock(relay) {
    relay.flit_in(flit_in);
    relay.stop_out(stop_out);
    relay.flit_out(flit_out);
    relay.stop_in(stop_in);
    relay.count(count);
    relay.overflow(overflow);
  }
  void edge(Flit flit, std::uint32_t stop) {
    flit_in = flit.word();
    stop_in = stop;
    clock.edge();
  }

  relay_station::Module relay;
  test::EdgeClock clock;
  sc_core::sc_signal<std::uint64_t> flit_in, flit_out;
  sc_core::sc_signal<std::uint32_t> stop_in, stop_out;
  sc_core::sc_signal<std::uint16_t> count;
  sc_core::sc_signal<bool> overflow;
};

Flit flit(std::uint32_t n) { return Flit(FlitKind::single, VcId(1), n, n); }

}  // namespace

TEST_CASE("relay_station drives a flit one cycle after the cycle that sampled it, tag included") {
  Bench b({{4}, {3, 1, 0}});
  b.edge(flit(9), 0);
  REQUIRE(b.flit_out.read() == 0);
  REQUIRE(b.count.read() == 1);
  b.edge(Flit(), 0);
  REQUIRE(b.flit_out.read() == flit(9).word());
  b.edge(Flit(), 0);
  REQUIRE(b.flit_out.read() == 0);
}

TEST_CASE("two equal flits in a row are two flits: flit_out carries the word for two cycles") {
  Bench b({{4}, {3, 1, 0}});
  b.edge(flit(9), 0);
  b.edge(flit(9), 0);
  REQUIRE(b.flit_out.read() == flit(9).word());
  b.edge(Flit(), 0);
  REQUIRE(b.flit_out.read() == flit(9).word());
  b.edge(Flit(), 0);
  REQUIRE(b.flit_out.read() == 0);
}

TEST_CASE("relay_station passes STOP on when its buffer reaches stop_at, and overflows if the sender ignores STOP",
          "[quick]") {
  Bench b({{4}, {3, 1, 0}});
  b.edge(Flit(), 1);
  for (std::uint32_t n = 1; n <= 3; ++n) b.edge(flit(n), 1);
  REQUIRE(b.count.read() == 3);
  REQUIRE(b.stop_out.read() == 0);
  b.edge(flit(4), 1);
  REQUIRE(b.stop_out.read() == 1);
  REQUIRE_FALSE(b.overflow.read());
  b.edge(flit(5), 1);
  REQUIRE(b.overflow.read());
  REQUIRE(b.flit_out.read() == 0);
}

TEST_CASE("reset in the middle empties relay_station") {
  Bench b({{4}, {1, 0, 1}});
  for (std::uint32_t n = 1; n <= 3; ++n) b.edge(flit(n), 1);
  b.clock.rst_n = false;
  b.edge(flit(4), 1);
  b.clock.rst_n = true;
  for (unsigned i = 0; i < 4; ++i) {
    REQUIRE(b.count.read() == 0);
    REQUIRE(b.flit_out.read() == 0);
    REQUIRE(b.stop_out.read() == 0);
    b.edge(Flit(), 0);
  }
}

TEST_CASE("a relay_station module with illegal parameters is refused, naming all of them") {
  REQUIRE_THROWS_WITH(relay_station::Module("relay", relay_station::Params{{2}, {3, 3, 0}}),
                      Catch::Contains("go_at = 3") && Catch::Contains("stop_at = 3: expected 1 to flits (2)"));
}
