#include <catch2/catch.hpp>

#include "rtl_models/crossbar/crossbar_module.hpp"
#include "tests/support/edge_clock.hpp"

using namespace slackline;

namespace {

struct Bench {
  explicit Bench(std::uint8_t ports, std::uint8_t vcs = 1)
      : crossbar("crossbar", crossbar::Params{ports, vcs}),
        clock(crossbar),
        connected("connected", vcs),
        held("held", vcs),
        output_of("out", ports * vcs),
        input_of("in", ports * vcs) {
    crossbar.connect(connect);
    crossbar.input(input);
    crossbar.output(output);
    crossbar.release(release);
    crossbar.connected(connected);
    crossbar.held(held);
    crossbar.output_of(output_of);
    crossbar.input_of(input_of);
  }
  void edge(bool ask, std::uint8_t in, std::uint8_t out, std::uint64_t done) {
    connect = ask;
    input = in;
    output = out;
    release = done;
    clock.edge();
  }

  crossbar::Module crossbar;
  test::EdgeClock clock;
  sc_core::sc_signal<bool> connect;
  sc_core::sc_signal<std::uint8_t> input, output;
  sc_core::sc_signal<std::uint64_t> release;
  sc_core::sc_vector<sc_core::sc_signal<std::uint64_t>> connected, held;
  sc_core::sc_vector<sc_core::sc_signal<std::uint8_t>> output_of, input_of;
};

/// With the pins that only several virtual channels need.
struct LanesBench : Bench {
  LanesBench(std::uint8_t ports, std::uint8_t vcs) : Bench(ports, vcs) {
    crossbar.input_vc(input_vc);
    crossbar.output_vc(output_vc);
    crossbar.release_vc(release_vc);
  }

  sc_core::sc_signal<std::uint8_t> input_vc, output_vc, release_vc;
};

}  // namespace

TEST_CASE("the pins of crossbar show a connect at its edge and a release at its edge") {
  Bench b(64);
  b.edge(false, 0, 0, 0);
  REQUIRE(b.connected[0].read() == 0);
  b.edge(true, 63, 1, 0);
  REQUIRE(b.connected[0].read() == bit(63));
  REQUIRE(b.held[0].read() == bit(1));
  REQUIRE(b.output_of[63].read() == 1);
  REQUIRE(b.input_of[1].read() == 63);
  b.edge(true, 2, 1, bit(63));
  REQUIRE(b.connected[0].read() == 0);
  b.edge(true, 2, 1, 0);
  REQUIRE(b.input_of[1].read() == 2);
}

TEST_CASE("the pins of crossbar with virtual channels: a connection of two lanes, and its release") {
  LanesBench b(2, 3);
  b.input_vc = 2;
  b.output_vc = 1;
  b.edge(true, 1, 1, 0);
  REQUIRE(b.connected[2].read() == bit(1));
  REQUIRE(b.connected[1].read() == 0);
  REQUIRE(b.held[1].read() == bit(1));
  REQUIRE(b.held[2].read() == 0);
  REQUIRE(b.output_of[1 * 3 + 2].read() == 1);
  REQUIRE(b.input_of[1 * 3 + 1].read() == 1);

  b.release_vc = 1;  // holds nothing there
  b.edge(false, 1, 1, bit(1));
  REQUIRE(b.connected[2].read() == bit(1));
  b.release_vc = 2;
  b.edge(false, 1, 1, bit(1));
  REQUIRE(b.connected[2].read() == 0);
  REQUIRE(b.held[1].read() == 0);
}

TEST_CASE("reset of crossbar releases everything") {
  Bench b(2);
  b.edge(true, 0, 1, 0);
  b.clock.rst_n = false;
  b.edge(true, 1, 0, 0);
  REQUIRE(b.connected[0].read() == 0);
  REQUIRE(b.held[0].read() == 0);
}

TEST_CASE("a crossbar module with illegal parameters is refused, naming them", "[quick]") {
  REQUIRE_THROWS_WITH(crossbar::Module("crossbar", crossbar::Params{65}),
                      Catch::Contains("ports = 65: expected up to 64 with pins"));
}
