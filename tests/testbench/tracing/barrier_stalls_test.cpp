// Flits delayed by barrier messages, and padding, in a dump, against the registers on both sides of an edge.
#include <catch2/catch.hpp>

#include <optional>

#include "testbench/tracing/words.hpp"
#include "tests/rtl_models/barrier/barrier_network.hpp"
#include "tests/testbench/tracing/dump.hpp"
#include "tests/testbench/tracing/vcd_reader.hpp"

using namespace slackline;
using preemption_unit::Architecture;
using tracing::Stall;

namespace {

struct BarrierStallsSeen {
  std::uint64_t cut = 0, padding = 0, dropped = 0, hosts_behind_barriers = 0;
};

struct LaneFrontBefore {
  Flit front;
  std::uint16_t read = 0;
  bool connected = false, promote = false;
};

/// The expected stall of a lane, where barriers are involved.
std::optional<Stall> expected(const LaneFrontBefore& before, const wormhole_switch::State& s, unsigned index,
                              bool barred) {
  if (!before.front.valid()) return std::nullopt;
  const bool moved = s.in[index].buffer.read != before.read;
  if (moved && before.front.kind() == FlitKind::padding) return before.promote ? Stall::discarded : Stall::padding;
  if (!moved && before.connected && barred) return Stall::cut_by_barrier;
  return std::nullopt;
}

class BarrierStallCheck {
 public:
  BarrierStallCheck(const network::Netlist& netlist, std::uint64_t end)
      : written_(network::elaborate(netlist)),
        fabric_(network::elaborate(netlist)),
        p_(fabric_.netlist().switch_kinds[0]),
        vcd_(test::dump_of(written_, Cycle(end)).text) {}

  void check(std::uint64_t cycle, BarrierStallsSeen& seen) {
    fabric_.run_until(Cycle(cycle + 1));
    REQUIRE(vcd_.next());
    before_.clear();
    hosts_before_.clear();
    each_lane([this](const wormhole_switch::State& s, std::size_t, unsigned i, unsigned v, unsigned index) {
      const slack_buffer::State& buffer = s.in[index].buffer;
      before_.push_back({buffer.count == 0 ? Flit() : slack_buffer::front(buffer), buffer.read,
                         has(s.crossbar.connected[v], i), s.in[index].promote != 0});
    });
    for (std::size_t i = 0; i < fabric_.netlist().endpoints.size(); ++i)
      hosts_before_.push_back(fabric_.port_state(i).barrier->sent);
    fabric_.run_until(Cycle(cycle + 2));
    std::size_t n = 0;
    each_lane([&](const wormhole_switch::State& s, std::size_t sw, unsigned i, unsigned v, unsigned index) {
      check_lane(before_[n++], s, sw, i, v, index, seen);
    });
    for (std::size_t i = 0; i < fabric_.netlist().endpoints.size(); ++i) {
      const auto stall = static_cast<Stall>(vcd_.value(fabric_.netlist().endpoints[i].name + ".stall").number);
      REQUIRE(stall != Stall::no_tag);
      if (stall != Stall::lost_arbitration) continue;
      REQUIRE(fabric_.port_state(i).barrier->sent == hosts_before_[i] + 1);
      ++seen.hosts_behind_barriers;
    }
  }

 private:
  template <class Body>
  void each_lane(Body&& body) {
    for (std::size_t sw = 0; sw < fabric_.netlist().switches.size(); ++sw)
      for (unsigned i = 0; i < p_.ports; ++i)
        for (unsigned v = 0; v < p_.virtual_channels; ++v)
          body(fabric_.switch_state(sw), sw, i, v, crossbar::lane_index(i, v, p_.virtual_channels));
  }

  void check_lane(const LaneFrontBefore& before, const wormhole_switch::State& s, std::size_t sw, unsigned i,
                  unsigned v, unsigned index, BarrierStallsSeen& seen) {
    const std::string port = fabric_.netlist().switches[sw].name + ".port" + std::to_string(i);
    const std::string path = port + ".vc" + std::to_string(v) + ".in_stall";
    if (!vcd_.has(path)) return;
    INFO(path << " in cycle " << fabric_.now().value - 2);
    const auto shown = static_cast<Stall>(vcd_.value(path).number);
    const crossbar::Lane output = s.crossbar.output_of[index];
    const preemption_unit::Port& preemption = s.barrier->preemption[output.port];
    const bool barred = preemption.phase != preemption_unit::Phase::idle &&
                        preemption.phase != preemption_unit::Phase::give && preemption.vc == output.vc;
    const std::optional<Stall> must = expected(before, s, index, barred);
    const bool of_barriers = shown == Stall::cut_by_barrier || shown == Stall::padding;
    if (must) REQUIRE(to_string(shown) == std::string(to_string(*must)));
    if (!must) REQUIRE_FALSE(of_barriers);
    seen.cut += shown == Stall::cut_by_barrier;
    seen.padding += shown == Stall::padding;
    seen.dropped += must == Stall::discarded;
  }

  network::Fabric written_, fabric_;
  const wormhole_switch::Params& p_;
  test::VcdReader vcd_;
  std::vector<LaneFrontBefore> before_;
  std::vector<std::uint64_t> hosts_before_;
};

}  // namespace

TEST_CASE("a worm that a barrier message has cut shows cut_by_barrier, padding that leaves shows padding",
          "[barrier][quick]") {
  BarrierStallsSeen seen;
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    INFO("seed " << seed);
    test::BarrierSettings settings;
    settings.architecture = static_cast<Architecture>(1 + seed % 3);
    settings.switches = 6;
    settings.virtual_channels = static_cast<std::uint8_t>(1 + seed % 2);
    settings.flow_control = seed == 3 ? flow_controller::Kind::credit : flow_controller::Kind::stop_go;
    BarrierStallCheck stalls(test::barrier_network(settings, seed), 2000);
    for (std::uint64_t cycle = 0; cycle + 1 < 2000; ++cycle) stalls.check(cycle, seen);
  }
  CHECK(seen.cut > 1000);
  CHECK(seen.padding > 1000);
  CHECK(seen.hosts_behind_barriers > 20);
}
