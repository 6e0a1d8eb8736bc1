#include "testbench/features/barrier/ways_round_failures.hpp"

#include <catch2/catch.hpp>

#include "testbench/routing/in_tree.hpp"
#include "testbench/routing/up_down.hpp"
#include "testbench/topology/shape.hpp"

using namespace slackline;

namespace {

/// A 3x3 mesh; the links of its switch 0 are dead from edge 100 on, that to switch 1 up to edge 300.
network::Netlist mesh_with_failures() {
  network::Netlist netlist;
  topology::Mesh mesh;
  mesh.size = {3, 3};
  topology::build(mesh, netlist);
  for (std::uint32_t c = 0; c < netlist.channels.size(); ++c) {
    const network::Channel& channel = netlist.channels[c];
    if (channel.from.kind != network::InstanceKind::any_switch || channel.from.instance != 0) continue;
    LinkFault fault;
    fault.kind = LinkFaultKind::dead;
    fault.from = Cycle(100);
    if (channel.to.instance == 1) fault.to = Cycle(300);
    netlist.faults.push_back({c, fault});  // that to its host is none of theirs
  }
  LinkFault other;
  other.kind = LinkFaultKind::drop;
  other.from = Cycle(200);
  netlist.faults.push_back({0, other});
  return netlist;
}

}  // namespace

TEST_CASE("ways change after each failure and each end of one, and join the remaining switches", "[quick]") {
  const network::Netlist netlist = mesh_with_failures();
  const routing::SwitchGraph graph(netlist);
  const std::vector<std::uint32_t> order = routing::order_from_root(graph, 0);
  const std::vector<barrier_unit::Ways> ways = barriers::ways_round_failures(netlist, order, 0, 20);
  REQUIRE(ways.size() == 3);
  CHECK(ways[0].from == Cycle(0));
  CHECK(ways[1].from == Cycle(120));
  CHECK(ways[1].change == Cycle(100));
  CHECK(ways[2].from == Cycle(320));
  CHECK(ways[2].change == Cycle(300));
  CHECK(ways[0].ports == routing::legal_ports(graph, order));
  for (std::uint32_t from = 0; from < 9; ++from)
    for (std::uint32_t to = 0; to < 9; ++to) {
      INFO(from << " to " << to);
      CHECK((ways[1].ports[from * 9 + to] != 0) == (from != to && from != 0 && to != 0));
      CHECK((ways[2].ports[from * 9 + to] != 0) == (from != to));
      if (to == 0 && from == 3) CHECK(ways[2].ports[from * 9 + to] != ways[0].ports[from * 9 + to]);
    }
}
