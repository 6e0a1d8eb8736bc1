// Networks in which links fail, for a while or for ever: flits reported as stuck never move again, and flits that never
// move again are reported as stuck.
#include <algorithm>
#include <catch2/catch.hpp>

#include "rtl_models/common/random_stream.hpp"
#include "testbench/monitors/watchdog.hpp"
#include "tests/support/line_network.hpp"
#include "tests/testbench/monitors/standing.hpp"

using namespace slackline;
using monitors::Stuck;

namespace {

constexpr std::uint64_t interval = 1500;

network::Netlist network_with_faults(std::uint64_t seed) {
  RandomStream random(seed, 0, RandomPurpose::test);
  const auto any = [&](std::uint32_t least, std::uint32_t most) { return least + random.below(most - least + 1); };
  test::Settings settings = test::with_delays(any(0, test::delay_variants - 1));
  settings.size = {static_cast<std::uint16_t>(any(2, 4)), static_cast<std::uint16_t>(any(1, 4))};
  settings.virtual_channels = static_cast<std::uint8_t>(any(1, 2));
  if (any(0, 1) == 0) settings.flow_control = flow_controller::Kind::credit;
  settings.packet_flits = static_cast<std::uint16_t>(any(1, 30));
  settings.packets_per_cycle = (any(0, 1) == 0 ? 0.9 : 0.2) / settings.packet_flits;
  network::Netlist netlist = test::mesh_network(settings);
  netlist.workloads[0].traffic.pattern = generator::Pattern::uniform;
  netlist.workloads[0].traffic.seed = seed;
  const LinkFaultKind kinds[] = {
      LinkFaultKind::drop, LinkFaultKind::dead,
      settings.flow_control == flow_controller::Kind::credit ? LinkFaultKind::credit_lost : LinkFaultKind::stop_stuck};
  const unsigned first_kind = any(0, 1) * 2;  // no flit gets lost in half of them
  for (unsigned n = any(1, 3); n != 0; --n) {
    LinkFault fault = test::fault_of(kinds[any(first_kind, 2)], any(0, 3000), any(1, 20));
    if (any(0, 2) != 0) fault.to = fault.from + any(1, 6000);
    netlist.faults.push_back({any(0, static_cast<std::uint32_t>(netlist.channels.size()) - 1), fault});
  }
  return netlist;
}

std::size_t place_of(const network::Netlist& netlist, const Stuck& s) {
  return s.lane.sw * std::size_t{netlist.switch_kinds[0].lanes()} +
         crossbar::lane_index(s.lane.lane, netlist.switch_kinds[0].virtual_channels);
}

}  // namespace

TEST_CASE("where links fail, for a while or for ever, exactly the flits that never move again are found") {
  unsigned found = 0, not_found = 0, checked = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    INFO("seed " << seed);
    network::Fabric fabric(network::elaborate(network_with_faults(seed), network::Check::structure));
    monitors::Watchdog watchdog(fabric.netlist());
    std::vector<Stuck> stuck;
    for (unsigned look = 0; look < 12 && stuck.empty(); ++look) {
      fabric.run_until(fabric.now() + interval);
      stuck = watchdog.look(fabric);
    }
    const Cycle looked = fabric.now();
    const test::Pointers before = test::pointers(fabric);
    std::vector<std::uint64_t> sent;
    for (std::size_t h = 0; h < fabric.netlist().endpoints.size(); ++h) sent.push_back(fabric.port_state(h).flits_sent);
    const std::vector<std::size_t> standing = test::standing_buffers(fabric, 20 * interval);
    const test::Pointers now = test::pointers(fabric);
    // A link that dies later takes flits that waited for it.
    const bool more_to_come = std::any_of(
        fabric.netlist().faults.begin(), fabric.netlist().faults.end(),
        [&](const network::ChannelFault& f) { return f.fault.kind == LinkFaultKind::dead && f.fault.from >= looked; });
    // Flits without a tail do not always stay: the next flits behind such a worm push it on.
    const bool lost_a_tail = std::any_of(stuck.begin(), stuck.end(), [](const Stuck& s) {
      return s.stall.what.find("the rest of a worm does not come") != std::string::npos;
    });
    if (stuck.empty()) REQUIRE(standing.empty());
    ++(stuck.empty() ? not_found : found);
    if (lost_a_tail || more_to_come) continue;
    checked += !stuck.empty();
    for (const Stuck& s : stuck) {
      INFO(s.stall.where << ": " << s.stall.what);
      if (s.kind == Stuck::Kind::lane)
        REQUIRE(now[place_of(fabric.netlist(), s)] == before[place_of(fabric.netlist(), s)]);
      else
        REQUIRE(fabric.port_state(s.host).flits_sent == sent[s.host]);
    }
  }
  REQUIRE(found > 100);
  REQUIRE(not_found > 50);
  REQUIRE(checked > 20);
}
