#include "rtl_models/packet_switch/packet_switch_module.hpp"

#include <catch2/catch.hpp>

#include "tests/rtl_models/packet_switch/bench.hpp"
#include "tests/support/edge_clock.hpp"

using namespace slackline;
using namespace slackline::packet_switch;

namespace {

struct ModuleBench {
  explicit ModuleBench(const Params& p)
      : device("packet_switch", p, a_port_each(p), bit(1)),
        clock(device),
        flit_in("in", p.ports),
        flit_out("out", p.ports),
        pause("pause", p.ports),
        stop("stop", p.ports) {
    device.flit_in(flit_in);
    device.flit_out(flit_out);
    device.stop_out(pause);
    device.stop_in(stop);
  }
  void edge(Flit flit) {
    flit_in[0] = flit.word();
    clock.edge();
  }

  Module device;
  slackline::test::EdgeClock clock;
  sc_core::sc_vector<sc_core::sc_signal<std::uint64_t>> flit_in, flit_out;
  sc_core::sc_vector<sc_core::sc_signal<std::uint32_t>> pause, stop;
};

}  // namespace

TEST_CASE("the pins of packet_switch show a frame and PAUSE in the cycles of the contract, and reset drops frames") {
  Params p;
  p.ports = 3;
  p.pause_at = 1;
  p.held = 0;
  ModuleBench b(p);
  b.stop[2] = 1;
  b.edge(flit_of(0, 2, 2, 1));
  REQUIRE(b.pause[0].read() == 0);
  b.edge(flit_of(1, 2, 2, 1));
  REQUIRE(b.pause[0].read() == 1);
  b.edge(Flit());  // the transfer begins
  REQUIRE(b.pause[0].read() == 1);
  b.edge(Flit());  // and has ended
  REQUIRE(b.pause[0].read() == 0);
  b.edge(Flit());
  REQUIRE(b.flit_out[2].read() == 0);
  b.stop[2] = 0;
  for (unsigned n = 0; n < 2; ++n) {
    b.edge(Flit());
    REQUIRE(Flit(b.flit_out[2].read()) == flit_of(n, 2, 2, 1));
  }
  // Output 2 ends a frame that it has begun, and output 1, whose receiver stops flits, does not.
  for (const unsigned output : {1u, 2u}) {
    for (unsigned n = 0; n < 2; ++n) b.edge(flit_of(n, 2, output, 3));
    for (unsigned n = 0; n < 20 && b.flit_out[output].read() == 0; ++n) b.edge(Flit());
    REQUIRE(Flit(b.flit_out[output].read()) == flit_of(0, 2, output, 3));
    b.stop[output] = 1;
    b.edge(Flit());
    REQUIRE((b.flit_out[output].read() == 0) == (output == 1));
    b.stop[output] = 0;
    for (unsigned n = 0; n < 20; ++n) b.edge(Flit());
  }
  b.edge(flit_of(0, 2, 2, 2));
  b.edge(flit_of(1, 2, 2, 2));
  b.clock.rst_n = false;
  b.edge(Flit());
  b.clock.rst_n = true;
  for (unsigned n = 0; n < 10; ++n) {
    b.edge(Flit());
    REQUIRE(b.flit_out[2].read() == 0);
  }
}
