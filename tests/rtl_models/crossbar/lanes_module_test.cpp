#include <catch2/catch.hpp>

#include "rtl_models/crossbar/crossbar_module.hpp"
#include "tests/support/edge_clock.hpp"

using namespace slackline;

TEST_CASE("the pins of crossbar with virtual channels: a connection of two lanes, and its release", "[quick]") {
  constexpr std::uint8_t ports = 2, vcs = 3;
  crossbar::Module crossbar("crossbar", crossbar::Params{ports, vcs});
  test::EdgeClock clock(crossbar);
  sc_core::sc_signal<bool> connect;
  sc_core::sc_signal<std::uint8_t> input, output, input_vc, output_vc, release_vc;
  sc_core::sc_signal<std::uint64_t> release;
  sc_core::sc_vector<sc_core::sc_signal<std::uint64_t>> connected("connected", vcs), held("held", vcs);
  sc_core::sc_vector<sc_core::sc_signal<std::uint8_t>> output_of("out", ports * vcs), input_of("in", ports * vcs);
  crossbar.connect(connect);
  crossbar.input(input);
  crossbar.output(output);
  crossbar.input_vc(input_vc);
  crossbar.output_vc(output_vc);
  crossbar.release(release);
  crossbar.release_vc(release_vc);
  crossbar.connected(connected);
  crossbar.held(held);
  crossbar.output_of(output_of);
  crossbar.input_of(input_of);

  connect = true;
  input = 1;
  input_vc = 2;
  output = 1;
  output_vc = 1;
  clock.edge();
  REQUIRE(connected[2].read() == bit(1));
  REQUIRE(connected[1].read() == 0);
  REQUIRE(held[1].read() == bit(1));
  REQUIRE(held[2].read() == 0);
  REQUIRE(output_of[1 * vcs + 2].read() == 1);
  REQUIRE(input_of[1 * vcs + 1].read() == 1);

  connect = false;
  release = bit(1);
  release_vc = 1;  // holds nothing there
  clock.edge();
  REQUIRE(connected[2].read() == bit(1));
  release_vc = 2;
  clock.edge();
  REQUIRE(connected[2].read() == 0);
  REQUIRE(held[1].read() == 0);
}
