#include <catch2/catch.hpp>

#include "rtl_models/wormhole_switch/wormhole_switch_module.hpp"

using namespace slackline;

namespace {

/// A switch of three ports of which only the left input and the right output are wired.
struct Bench {
  Bench() {
    wormhole_switch::Params p;
    p.ports = 3;
    p.route.dimensions = 1;
    p.route.size = {3, 1, 1, 1};
    p.header_delay = 2;
    wormhole_switch::Place place;
    place.route = {{1, 0, 0, 0}};
    module = std::make_unique<wormhole_switch::Module>("wormhole_switch", p, place);
    module->clk(clk);
    module->rst_n(rst_n);
    module->flit_in[1](flit_in);
    module->flit_out[0](flit_out);
    module->stop_in[0](stop_in);
    rst_n = true;
  }
  void cycle() { sc_core::sc_start(10, sc_core::SC_NS); }

  sc_core::sc_clock clk{"clk", 10, sc_core::SC_NS, 0.5, 5, sc_core::SC_NS, true};
  sc_core::sc_signal<bool> rst_n{"rst_n"};
  sc_core::sc_signal<std::uint64_t> flit_in{"flit_in"}, flit_out{"flit_out"};
  sc_core::sc_signal<std::uint32_t> stop_in{"stop_in"};
  std::unique_ptr<wormhole_switch::Module> module;
};

const Flit single(FlitKind::single, VcId(0), 2, 9);

}  // namespace

TEST_CASE("pins: a flit sampled at edge N is on flit_out in cycle N + header_delay, for one cycle", "[quick]") {
  Bench bench;
  bench.cycle();
  bench.flit_in = single.word();
  bench.cycle();  // edge 1 writes it into the buffer
  bench.flit_in = 0;
  REQUIRE(bench.flit_out.read() == 0);
  bench.cycle();
  REQUIRE(bench.flit_out.read() == 0);
  bench.cycle();  // edge 3
  REQUIRE(bench.flit_out.read() == single.word());
  bench.cycle();
  REQUIRE(bench.flit_out.read() == 0);
}

TEST_CASE("pins: a link delay of d writes the flit d - 1 edges later") {
  Bench bench;
  bench.module->set_link_delay(PortId(1), 4);
  bench.flit_in = single.word();
  bench.cycle();  // edge 0
  bench.flit_in = 0;
  for (int edge = 1; edge <= 4; ++edge) {
    bench.cycle();
    REQUIRE(bench.flit_out.read() == 0);
  }
  bench.cycle();  // edge 5 = 0 + 3 + 2
  REQUIRE(bench.flit_out.read() == single.word());
}

TEST_CASE("pins: reset clears the buffers and the outputs") {
  Bench bench;
  bench.stop_in = 1;
  bench.cycle();
  bench.flit_in = single.word();
  bench.cycle();
  bench.flit_in = 0;
  bench.cycle();
  REQUIRE(bench.module->state().in[1].buffer.count == 1);
  bench.rst_n = false;
  bench.cycle();
  bench.rst_n = true;
  bench.stop_in = 0;
  REQUIRE(bench.module->state().in[1].buffer.count == 0);
  for (int edge = 0; edge < 10; ++edge) {
    bench.cycle();
    REQUIRE(bench.flit_out.read() == 0);
  }
}

TEST_CASE("pins: reset empties a long link") {
  Bench bench;
  bench.module->set_link_delay(PortId(1), 8);
  bench.flit_in = single.word();
  bench.cycle();
  bench.flit_in = 0;
  bench.cycle();
  bench.rst_n = false;
  bench.cycle();
  bench.rst_n = true;
  for (int edge = 0; edge < 20; ++edge) {
    bench.cycle();
    REQUIRE(bench.flit_out.read() == 0);
  }
}

TEST_CASE("pins: reset empties a long STOP wire, which then holds no flit back") {
  Bench bench;
  bench.module->set_stop_delay(PortId(0), 8);
  bench.stop_in = 1;
  for (int edge = 0; edge < 10; ++edge) bench.cycle();  // the STOPs of the last 7 edges are on the wire's registers
  bench.rst_n = false;
  bench.cycle();
  bench.rst_n = true;
  bench.stop_in = 0;
  bench.flit_in = single.word();
  bench.cycle();  // written here, and on the output 2 edges later
  bench.flit_in = 0;
  bench.cycle();
  REQUIRE(bench.flit_out.read() == 0);
  bench.cycle();
  REQUIRE(bench.flit_out.read() == single.word());
}

TEST_CASE("pins: a port without a link counts as not wired", "[quick]") {
  Bench bench;
  bench.flit_in = Flit(FlitKind::single, VcId(0), 0, 9).word();  // towards the left output, which is unbound
  bench.cycle();
  bench.flit_in = 0;
  for (int edge = 0; edge < 5; ++edge) bench.cycle();
  REQUIRE(bench.module->state().errors.misrouted == 1);
}

TEST_CASE("illegal parameters are refused when the module is constructed") {
  wormhole_switch::Params p;
  p.crossbar = 0;
  REQUIRE_THROWS_WITH(wormhole_switch::Module("wormhole_switch", p, {}), Catch::Contains("crossbar = 0"));
}
