// Networks judged to have a cycle lock up in the fabric, and those proved do not.
#include <catch2/catch.hpp>

#include "testbench/deadlock/deadlock.hpp"
#include "tests/support/totals.hpp"
#include "tests/testbench/deadlock/ring_table.hpp"

using namespace slackline;
using network::Netlist;

namespace {

/// Whether flits are in flight and none of them moves, when every host sends as much as it can to the host `up` ahead.
bool locks_up(Netlist netlist, unsigned up) {
  const auto hosts = static_cast<std::uint32_t>(netlist.endpoints.size());
  generator::TrafficParams& traffic = netlist.workloads[0].traffic;
  traffic.pattern = generator::Pattern::permutation;
  traffic.packet_flits = 8;
  traffic.packets_per_cycle = 1;  // all begin at once
  for (std::uint32_t i = 0; i < hosts; ++i) netlist.workloads[0].traffic.set_partner(i, NodeId((i + up) % hosts));
  network::Fabric fabric(network::elaborate(netlist));
  fabric.run_until(Cycle(20'000));
  const test::Totals before = test::totals(fabric);
  fabric.run_until(Cycle(22'000));
  const test::Totals after = test::totals(fabric);
  REQUIRE(after.conserved());
  return after.in_buffers > 0 && after.switch_flits == before.switch_flits && after.received == before.received;
}

}  // namespace

TEST_CASE("a ring whose routes come from a table locks up, with several virtual channels too", "[quick]") {
  for (const unsigned switches : {5, 6, 8})
    for (const unsigned vcs : {1, 2, 4}) {  // packets from distant hosts hold all of them
      const Netlist netlist = test::ring_with_table(switches, vcs, test::Way::up);
      CHECK_FALSE(deadlock::judge(routing::Routes(netlist)).deadlock_free());
      CHECK(locks_up(netlist, switches - 1));
    }
}

TEST_CASE("the same ring with dateline classes does not", "[quick]") {
  for (const std::uint16_t switches : {5, 6, 8})
    for (const std::uint8_t vcs : {2, 4}) {
      test::Settings settings;
      settings.size = {switches};
      settings.wraps = true;
      settings.virtual_channels = vcs;
      const Netlist netlist = test::mesh_network(settings);
      CHECK(deadlock::judge(routing::Routes(netlist)).deadlock_free());
      CHECK_FALSE(locks_up(netlist, 2));
    }
}
