// packet_switch.sv in lockstep with its core.
#include "testbench/cosim/packet_switch/packet_switch_stimulus.hpp"
#include "testbench/cosim/packet_switch/verilated_packet_switch.hpp"
#include "tests/testbench/cosim/twin_bench.hpp"

using namespace slackline;
using namespace slackline::cosim;

namespace {

using Bench = TwinBench<PacketSwitchCore>;

PacketSwitchInputs of_input(unsigned input, FlitKind kind, std::uint32_t data) {
  PacketSwitchInputs in;
  in.flit_in[input] = Flit(kind, VcId(0), data, 0);
  return in;
}

std::uint64_t dropped(const Bench& b, unsigned input, packet_switch::Drop cause) {
  return b.core().state.counters[input].dropped[static_cast<std::size_t>(cause)];
}

}  // namespace

TEST_CASE("lockstep: a frame passes, and two for one output go one after the other", "[quick]") {
  for_each_parameter_set<Bench>(packet_switch_models(), [](Bench& b) {
    for (const FlitKind kind : {FlitKind::head, FlitKind::tail}) {
      PacketSwitchInputs in;
      for (unsigned i = 0; i < 2; ++i) in.flit_in[i] = Flit(kind, VcId(0), kind == FlitKind::head ? 2 : i, 0);
      b.edge(in);
    }
    for (unsigned n = 0; n < 60; ++n) b.edge({});
    CHECK(b.core().state.counters[2].frames_out == 2);
  });
}

TEST_CASE("lockstep: random frames, stops and resets, from idle to overload", "[quick]") {
  using packet_switch::Drop;
  std::array<std::uint64_t, packet_switch::drop_causes> drops{};
  std::uint64_t out = 0, pauses = 0;
  for_each_parameter_set<Bench>(packet_switch_models(), [&](Bench& first) {
    for (const PacketSwitchProfile& profile : packet_switch_profiles()) {
      INFO(first.model.name << ", " << profile.name);
      Bench b(first.model);
      PacketSwitchStimulus stimulus(profile, b.model.params, 1);
      for (unsigned cycle = 0; cycle < 3000; ++cycle) {
        b.edge(stimulus.next());
        pauses += b.core().pause_out(0);
      }
      for (unsigned i = 0; i < b.model.params.ports; ++i) {
        out += b.core().state.counters[i].frames_out;
        for (std::size_t cause = 0; cause < drops.size(); ++cause)
          drops[cause] += dropped(b, i, static_cast<Drop>(cause));
      }
    }
  });
  // A comparison that meets nothing proves nothing.
  CHECK(out > 5000);
  CHECK(pauses > 1000);
  for (std::size_t cause = 0; cause < drops.size(); ++cause) {
    INFO(packet_switch::to_string(static_cast<Drop>(cause)));
    CHECK(drops[cause] > 100);
  }
}

TEST_CASE("lockstep: all pins, registers and counters of a packet switch are compared") {
  const Bench b(model_named(packet_switch_models(), "at_inputs"));
  CHECK(b.comparison().pins() == 2 * 3);
  const unsigned slots = 3 * (1 + 2 + 1 + 1), counters = 3 * (8 + packet_switch::drop_causes) + 1;
  CHECK(b.comparison().registers() == 3 * (16 + 11) + slots * 8 + 6 + counters);
  // And a pair of ports where streams are counted.
  const Bench of_streams(model_named(packet_switch_models(), "few_streams"));
  const unsigned slots_of_streams = 3 + 2 + 2 + 4;
  CHECK(of_streams.comparison().registers() == 3 * (16 + 11) + slots_of_streams * 8 + 3 * 3 + 6 + counters);
}

TEST_CASE("lockstep: every fault planted into packet_switch.sv is found by random inputs") {
  find_every_fault(
      "packet_switch", packet_switch_models(), packet_switch_profiles(),
      [](const PacketSwitchProfile& profile, const auto& params) { return PacketSwitchStimulus(profile, params, 1); });
}

TEST_CASE("lockstep: a fault's report names cycle and register of the packet switch, and both values") {
  CHECK_THAT(
      report_of(packet_switch_models(), "no_lookup", {of_input(0, FlitKind::head, 2), of_input(0, FlitKind::tail, 9)}),
      Catch::StartsWith("packet_switch, 3 ports, buffers at inputs, 2 frames: core and RTL differ in cycle 1\n") &&
          Catch::Contains("slot[1].ready") && Catch::Contains("core 2       rtl 0\n"));
}
