// A switch rebuilt from the registers that visitors name continues unchanged, as a checkpoint requires.
#include <catch2/catch.hpp>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

#include "rtl_models/common/random_stream.hpp"
#include "tests/rtl_models/wormhole_switch/bench.hpp"
#include "tests/support/none_stale.hpp"

using namespace slackline;
using test::SwitchBench;

namespace {

wormhole_switch::Params busy_switch(flow_controller::Kind kind, std::uint8_t vcs, std::uint8_t crossbar,
                                    std::uint8_t fc) {
  wormhole_switch::Params p = test::middle_switch_with_vcs(vcs, route_unit::VcAssignment::any);
  p.crossbar = p.data_delay = p.header_delay = crossbar;
  p.buffer.flits = 12;
  p.flow = {6, flow_controller::go_at_for(kind, 6, 3), fc, kind};
  return p;
}

flow_controller::Kind any_kind() {
  return flow_controller::all_kinds[GENERATE(range(0, static_cast<int>(std::size(flow_controller::all_kinds))))].kind;
}

/// Its barrier unit passes the messages of a group that other switches combine; they cut worms.
wormhole_switch::Params busy_switch_with_barriers(flow_controller::Kind kind, std::uint8_t vcs,
                                                  preemption_unit::Architecture architecture) {
  wormhole_switch::Params p = busy_switch(kind, vcs, 1, 1);
  p.barrier.preemption.architecture = architecture;
  p.barrier.hold = 8;
  return p;
}

/// The inputs of two switches: packets of 1 to 6 flits if a buffer has room, every other 32 edges, so that buffers fill
/// and run empty; STOP for a while, or credits for sent flits; with barriers messages that pass, and requests for
/// padding.
class Pins {
 public:
  Pins(const wormhole_switch::Params& p, std::uint64_t seed)
      : p_(p), random_(seed, 0, RandomPurpose::test), left_(p.lanes()), second_(p.ports), padded_(p.ports, none) {}

  void drive(SwitchBench& one, SwitchBench& other, std::uint64_t edge) {
    for (unsigned port = 0; port < p_.ports; ++port) {
      if (p_.barrier.is_on() && port != SwitchBench::host)
        if (const Flit flit = next_barrier_flit(one, port); flit.valid()) {
          one.put(edge, port, flit);
          other.put(edge, port, flit);
          continue;
        }
      if (edge % 64 >= 32) continue;
      const auto vc = static_cast<std::uint8_t>(draw(p_.virtual_channels));
      if (one.state.in[lane(port, vc)].buffer.count + 1u >= p_.buffer.flits || padded_[port] == vc) continue;
      const Flit flit = next_flit(port, vc);
      one.put(edge, port, flit);
      other.put(edge, port, flit);
    }
    const unsigned vc = draw(p_.flow_channels());
    if (p_.has_credits()) {
      const PortMask credits = credits_back(one, vc);
      one.credit(edge, credits, vc);
      other.credit(edge, credits, vc);
    } else if (draw(6) == 0) {
      const PortMask stop = draw(8);
      one.stop(stop, vc);
      other.stop(stop, vc);
    }
  }

 private:
  unsigned draw(unsigned below) { return static_cast<unsigned>(random_.below(below)); }
  unsigned lane(unsigned port, unsigned vc) const { return crossbar::lane_index(port, vc, p_.virtual_channels); }

  Flit next_flit(unsigned port, std::uint8_t vc) {
    unsigned& left = left_[lane(port, vc)];
    const bool begins = left == 0;
    if (begins) left = 1 + draw(6);
    --left;
    const FlitKind ends = begins ? FlitKind::single : FlitKind::tail;
    return Flit(left == 0 ? ends : begins ? FlitKind::head : FlitKind::body, VcId(vc), draw(3), 0);
  }

  /// A flit of a message to the switch on the other side, or to the padding generator; idle: none.
  Flit next_barrier_flit(const SwitchBench& one, unsigned port) {
    const auto order = [](FlitKind kind, unsigned vc) { return Flit(kind, VcId(static_cast<std::uint8_t>(vc)), 0, 0); };
    if (second_[port].valid()) return std::exchange(second_[port], Flit());
    if (padded_[port] == none && draw(25) == 0) {
      padded_[port] = draw(p_.virtual_channels);
      return order(FlitKind::padding_request, padded_[port]);
    }
    if (padded_[port] != none && draw(15) == 0) return order(FlitKind::padding_end, std::exchange(padded_[port], none));
    if (one.state.barrier->unit.in[port].count + 1u >= p_.barrier.unit.buffer || draw(9) != 0) return {};
    barrier_unit::Message m;
    m.type = barrier_unit::Type::reduce;
    m.to = barrier_unit::Address::of_switch(port == SwitchBench::left ? 2 : 0);
    second_[port] = Flit(FlitKind::barrier_second, VcId(0), m.flits()[1], 0);
    return Flit(FlitKind::barrier_first, VcId(0), m.flits()[0], 0);
  }

  /// Credits of a VC for half of the outputs that have spent some.
  PortMask credits_back(const SwitchBench& bench, unsigned vc) {
    PortMask credits = 0;
    for (unsigned port = 0; port < p_.ports; ++port)
      if (bench.state.vc[vc].flow.credits[port] < credits_of(vc) && draw(2) == 0) credits |= bit(port);
    return credits;
  }

  unsigned credits_of(unsigned vc) const {
    return vc == p_.virtual_channels ? p_.barrier.flow.credits : p_.flow.credits;
  }

  static constexpr unsigned none = 99;
  const wormhole_switch::Params p_;
  RandomStream random_;
  std::vector<unsigned> left_;    ///< remaining flits of the packet on each input lane
  std::vector<Flit> second_;      ///< per port: second flit of a message whose first one has come
  std::vector<unsigned> padded_;  ///< per port: the VC that is padded, or `none`
};

/// Two switches get the same inputs; one of them is rebuilt every few edges, with its counters or without. Calls
/// look(whole) after each edge.
template <class Look>
void compare(const wormhole_switch::Params& p, bool with_counters, Look&& look) {
  const auto make = [&] {
    auto made = std::make_unique<SwitchBench>(p);
    if (p.barrier.is_on()) made->join_barriers();
    return made;
  };
  const auto whole = make();
  auto parts = make();
  Pins pins(whole->params, 5);
  for (std::uint64_t edge = 0; edge < 3000; ++edge) {
    if (edge % 3 == 2) {
      auto anew = make();
      anew->go_on_for(*parts, with_counters);
      parts = std::move(anew);
    }
    pins.drive(*whole, *parts, edge);
    whole->edge();
    parts->edge();
    INFO("edge " << edge);
    REQUIRE(parts->awake == whole->awake);
    REQUIRE(parts->stop_changed == whole->stop_changed);
    for (unsigned port = 0; port < p.ports; ++port) REQUIRE(parts->out(port) == whole->out(port));
    test::require_none_stale(whole->stale());
    if (edge % 16 == 0) {
      REQUIRE(parts->registers().values == whole->registers().values);
      if (with_counters) REQUIRE(parts->registers_and_counters().values == whole->registers_and_counters().values);
    }
    look(*whole);
  }
}

}  // namespace

TEST_CASE("a switch rebuilt from the registers that visitors name continues unchanged, with its counters or without",
          "[quick]") {
  const bool with_counters = GENERATE(true, false);
  const flow_controller::Kind kind = any_kind();
  const std::uint8_t vcs = GENERATE(std::uint8_t{1}, std::uint8_t{3});
  const auto [crossbar, fc] = GENERATE(table<std::uint8_t, std::uint8_t>({{1, 0}, {3, 2}}));
  const wormhole_switch::Params p = busy_switch(kind, vcs, crossbar, fc);
  INFO(named(kind).word << ", VCs " << unsigned{vcs} << ", crossbar " << unsigned{crossbar} << ", counters "
                        << with_counters);
  unsigned stops = 0;
  std::vector<std::uint64_t> flits(p.ports);
  compare(p, with_counters, [&](const SwitchBench& whole) {
    stops += whole.stop_changed != 0;
    for (unsigned port = 0; port < p.ports; ++port) flits[port] = whole.state.out[port].flits;
  });
  REQUIRE(stops > 20);
  for (const std::uint64_t count : flits) REQUIRE(count > 100);
}

TEST_CASE("a switch with barrier units rebuilt from its registers continues unchanged, with its counters or without") {
  const bool with_counters = GENERATE(true, false);
  using preemption_unit::Architecture;
  const flow_controller::Kind kind = any_kind();
  const std::uint8_t vcs = GENERATE(std::uint8_t{1}, std::uint8_t{3});
  const Architecture architecture = GENERATE(Architecture::any_channel, Architecture::fixed_channel,
                                             Architecture::moving_channel, Architecture::waiting);
  INFO(named(kind).word << ", VCs " << unsigned{vcs} << ", architecture " << unsigned(architecture) << ", counters "
                        << with_counters);
  std::uint64_t cut = 0, passed = 0, padding = 0;
  compare(busy_switch_with_barriers(kind, vcs, architecture), with_counters, [&](const SwitchBench& whole) {
    const barrier::SwitchState& b = *whole.state.barrier;
    cut = b.counters[SwitchBench::left].preemptions + b.counters[SwitchBench::right].preemptions;
    passed = b.counters[SwitchBench::left].passed + b.counters[SwitchBench::right].passed;
    padding = 0;
    for (unsigned vc = 0; vc < vcs; ++vc) padding += b.padding[vc].flits;
  });
  CHECK(passed > 20);
  if (architecture == Architecture::waiting) return;
  CHECK(cut > 20);
  CHECK(padding > 20);
}
