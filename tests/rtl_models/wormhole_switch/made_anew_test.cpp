// A switch made anew from the registers that visitors name goes on as if nothing had been: what a checkpoint needs.
#include <catch2/catch.hpp>
#include <memory>

#include "rtl_models/common/random_stream.hpp"
#include "tests/rtl_models/wormhole_switch/bench.hpp"

using namespace slackline;
using flow_controller::Kind;
using test::SwitchBench;

namespace {

wormhole_switch::Params busy_switch(Kind kind, std::uint8_t vcs, std::uint8_t crossbar, std::uint8_t fc) {
  wormhole_switch::Params p = test::middle_switch_with_vcs(vcs, route_unit::VcAssignment::any);
  p.crossbar = p.data_delay = p.header_delay = crossbar;
  p.buffer.flits = 12;
  p.flow = {6, 3, fc, kind};
  return p;
}

/// What the pins of two switches get: packets of 1 to 6 flits where a buffer has room, every other 32 edges, so that
/// buffers fill and run empty; STOP for a while, or credits for what was sent.
class Pins {
 public:
  Pins(const wormhole_switch::Params& p, std::uint64_t seed)
      : p_(p), random_(seed, 0, RandomPurpose::test), left_(p.lanes()) {}

  void drive(SwitchBench& one, SwitchBench& other, std::uint64_t edge) {
    for (unsigned port = 0; port < p_.ports && edge % 64 < 32; ++port) {
      const auto vc = static_cast<std::uint8_t>(draw(p_.virtual_channels));
      if (one.state.in[lane(port, vc)].buffer.count + 1u >= p_.buffer.flits) continue;
      const Flit flit = next_flit(port, vc);
      one.put(edge, port, flit);
      other.put(edge, port, flit);
    }
    const unsigned vc = draw(p_.virtual_channels);
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

  /// Of a VC, for half of the outputs that have spent some.
  PortMask credits_back(const SwitchBench& bench, unsigned vc) {
    PortMask credits = 0;
    for (unsigned port = 0; port < p_.ports; ++port)
      if (bench.state.vc[vc].flow.credits[port] < p_.flow.credits && draw(2) == 0) credits |= bit(port);
    return credits;
  }

  const wormhole_switch::Params p_;
  RandomStream random_;
  std::vector<unsigned> left_;  ///< flits of the packet under way on each input lane
};

}  // namespace

TEST_CASE("a switch made anew from the registers that visitors name goes on as if nothing had been", "[quick]") {
  const Kind kind = GENERATE(Kind::stop_go, Kind::credit);
  const std::uint8_t vcs = GENERATE(std::uint8_t{1}, std::uint8_t{3});
  const auto [crossbar, fc] = GENERATE(table<std::uint8_t, std::uint8_t>({{1, 0}, {3, 2}}));
  const wormhole_switch::Params p = busy_switch(kind, vcs, crossbar, fc);
  INFO("credits " << (kind == Kind::credit) << ", VCs " << unsigned{vcs} << ", crossbar " << unsigned{crossbar});
  SwitchBench whole(p);
  auto parts = std::make_unique<SwitchBench>(p);
  Pins pins(whole.params, 5);
  unsigned stops = 0;
  for (std::uint64_t edge = 0; edge < 3000; ++edge) {
    if (edge % 3 == 2) {
      auto anew = std::make_unique<SwitchBench>(p);
      anew->go_on_for(*parts);
      parts = std::move(anew);
    }
    pins.drive(whole, *parts, edge);
    whole.edge();
    parts->edge();
    INFO("edge " << edge);
    REQUIRE(parts->awake == whole.awake);
    REQUIRE(parts->stop_changed == whole.stop_changed);
    for (unsigned port = 0; port < p.ports; ++port) REQUIRE(parts->out(port) == whole.out(port));
    if (edge % 16 == 0) REQUIRE(parts->registers().values == whole.registers().values);
    stops += whole.stop_changed != 0;
  }
  REQUIRE(stops > 20);
  for (unsigned port = 0; port < p.ports; ++port) REQUIRE(whole.state.out[port].flits > 100);
}
