// Barriers on trees that are in the switches' tables from the start, with and without acknowledgements.
#include <algorithm>
#include <catch2/catch.hpp>
#include <map>

#include "rtl_models/common/random_stream.hpp"
#include "testbench/features/barrier/trees.hpp"
#include "testbench/statistics/run_totals.hpp"
#include "tests/rtl_models/barrier/barrier_network.hpp"
#include "tests/rtl_models/barrier/quiet_barriers.hpp"

using namespace slackline;
using preemption_unit::Architecture;
using test::QuietSettings;
using test::TreeKind;

namespace {

topology::Mesh mesh(std::vector<std::uint16_t> size) {
  topology::Mesh shape;
  shape.size = std::move(size);
  return shape;
}

/// The edges at which the hosts left a round.
std::vector<std::uint64_t> left(const network::Fabric& fabric, unsigned round) {
  std::vector<std::uint64_t> edges;
  for (std::size_t i = 0; i < fabric.netlist().endpoints.size(); ++i)
    edges.push_back(fabric.generator_state(i).members[0].left[round].value);
  return edges;
}

/// The edges at which the hosts of a mesh, one per switch, leave a barrier, by the timing contract of barrier_unit.hpp.
/// The tree is made of the routes to a root; each switch with more than one input is a node. A message is in the buffer
/// of the next switch 3 edges after its host sends it, and 5 edges later where a switch only passes it on. A node takes
/// one message per edge, the first one edge after it arrives, and sends at the next edge: to its parent, or to one
/// child per edge in the order of ports. From there it takes 4 edges to the next buffer or to the host.
class ByTree {
 public:
  ByTree(const network::Netlist& netlist, std::uint32_t root) : root_(root), children_(netlist.switches.size()) {
    for (const network::Channel& channel : netlist.channels) {
      const std::uint32_t from = channel.from.instance, to = channel.to.instance;
      if (channel.to.kind == network::InstanceKind::endpoint)
        children_[from][channel.from.port.value] = own_host;
      else if (channel.from.kind == network::InstanceKind::any_switch && from != root &&
               netlist.barrier_ways.ports_to_switch[from * children_.size() + root] == channel.from.port.value)
        children_[to][channel.to.port.value] = from;
    }
  }
  std::vector<std::uint64_t> left(const std::vector<std::uint64_t>& entered) {
    left_.resize(entered.size());
    release(root_, complete(root_, entered));
    return left_;
  }

 private:
  static constexpr std::uint32_t own_host = ~0u;

  /// The edge at which a switch has taken the last of its messages.
  std::uint64_t complete(std::uint32_t at, const std::vector<std::uint64_t>& entered) const {
    std::vector<std::uint64_t> come;
    for (const auto& [port, child] : children_[at])
      come.push_back(child == own_host ? entered[at] + 3 : sent_on(child, entered));
    std::sort(come.begin(), come.end());
    std::uint64_t taken = 0;
    for (const std::uint64_t edge : come) taken = std::max(taken, edge) + 1;
    return taken;
  }
  std::uint64_t sent_on(std::uint32_t at, const std::vector<std::uint64_t>& entered) const {
    return children_[at].size() == 1 ? entered[at] + 3 + 5 : complete(at, entered) + 1 + 4;
  }
  void release(std::uint32_t at, std::uint64_t taken) {
    for (const auto& [port, child] : children_[at]) {
      const std::uint64_t come = ++taken + 4;
      if (child == own_host)
        left_[at] = come;
      else if (children_[child].size() == 1)
        left_[child] = come + 5;
      else
        release(child, come + 1);
    }
  }

  std::uint32_t root_;
  std::vector<std::map<unsigned, std::uint32_t>> children_;  ///< per switch and port
  std::vector<std::uint64_t> left_;
};

std::vector<std::uint64_t> entered(const network::Fabric& fabric, unsigned round) {
  std::vector<std::uint64_t> edges;
  for (std::size_t i = 0; i < fabric.netlist().endpoints.size(); ++i)
    edges.push_back(fabric.generator_state(i).members[0].entered[round].value);
  return edges;
}

std::vector<std::uint32_t> first_hosts(std::uint32_t count) {
  std::vector<std::uint32_t> hosts(count);
  for (std::uint32_t h = 0; h < count; ++h) hosts[h] = h;
  return hosts;
}

}  // namespace

TEST_CASE("on a planned tree already the first barrier combines: on a line of three, to the cycle", "[quick]") {
  for (const unsigned reliability : {0u, 4u}) {
    INFO("reliability " << reliability);
    QuietSettings settings{mesh({3}), TreeKind::planned_on_grid};
    settings.architecture = Architecture::waiting;
    settings.reliability = static_cast<std::uint8_t>(reliability);
    settings.think = 100;
    network::Fabric fabric(network::elaborate(test::quiet_barriers(settings, {0, 1, 2}, 1)));
    fabric.run_until(Cycle(1000));
    // Host to switch 3; on to the middle 5; the second of two is taken there 2 edges later; one child is notified per
    // edge from the next edge on, and 4 edges to the next buffer; 5 from the outer switches on. Each message of the
    // five (one of two on the way to the middle host) is handled once.
    const std::uint64_t r = reliability;
    CHECK(left(fabric, 0) == std::vector<std::uint64_t>{21 + 3 * r, 17 + 2 * r, 20 + 3 * r});
    CHECK_THAT(test::error_of_barriers(fabric), Catch::Equals(""));
  }
}

TEST_CASE("acknowledgements meet at the root, and the barrier is counted as acknowledged with the last one",
          "[quick]") {
  QuietSettings settings{mesh({3}), TreeKind::planned_on_grid, true, Architecture::waiting, 4, 1};
  network::Fabric fabric(network::elaborate(test::quiet_barriers(settings, {0, 1, 2}, 1)));
  // Host 0 has left at 33: its acknowledgement is in the buffer of its switch at 36, in that of the middle at 45.
  fabric.run_until(Cycle(46));
  CHECK(left(fabric, 0)[0] == 33);
  CHECK(fabric.switch_state(1).barrier->unit.acknowledged == 0);
  fabric.run_until(Cycle(47));
  CHECK(fabric.switch_state(1).barrier->unit.acknowledged == 1);
  CHECK_THAT(test::error_of_barriers(fabric), Catch::Equals(""));
}

TEST_CASE("planned trees are equal to those that messages build on the same ways") {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    INFO("seed " << seed);
    test::BarrierSettings settings;
    settings.load = 0;
    settings.rounds = 2;
    network::Netlist netlist = test::barrier_network(settings, seed);
    network::Fabric fabric(network::elaborate(netlist));
    fabric.run_until(Cycle(5000));
    REQUIRE_THAT(test::error_of_barriers(fabric), Catch::Equals(""));
    barrier::Traffic traffic = *netlist.barriers;
    barriers::plan_trees(routing::SwitchGraph(netlist), {}, false, netlist.barrier_ways, traffic);
    const barrier_unit::Params& p = fabric.netlist().switch_kinds[0].barrier.unit;
    for (std::size_t s = 0; s < netlist.switches.size(); ++s) {
      const barrier_unit::State& unit = fabric.switch_state(s).barrier->unit;
      for (unsigned n = 0; n < settings.groups; ++n) {
        const barrier_unit::Entry* built = barrier_unit::find(p, unit, static_cast<std::uint8_t>(n));
        const auto& planned = netlist.barrier_ways.planned[s];
        const auto found = std::find_if(planned.begin(), planned.end(),
                                        [n](const barrier_unit::Planned& entry) { return entry.entry.group == n; });
        REQUIRE((found != planned.end()) == (built != nullptr && built->node));
        if (found == planned.end()) continue;
        CHECK(found->entry.children == built->children);
        CHECK(found->entry.parent == built->parent);
        CHECK(found->entry.root == built->root);
        for (const auto& [port, child] : found->children)
          CHECK(child == barrier_unit::children_of(p, unit, *built)[port]);
      }
    }
    for (std::size_t i = 0; i < netlist.endpoints.size(); ++i) {
      const std::uint32_t node = netlist.endpoints[i].place.node.value;
      for (std::size_t g = 0; g < traffic.hosts[node].size(); ++g)
        CHECK(traffic.hosts[node][g].parent == fabric.generator_state(i).members[g].parent);
    }
  }
}

TEST_CASE(
    "acknowledged barriers on one tree over all switches complete next to heavy traffic, and no host leaves early") {
  for (std::uint64_t seed = 0; seed < 16; ++seed) {
    INFO("seed " << seed);
    test::BarrierSettings settings;
    settings.architecture = seed % 4 == 0 ? Architecture::any_channel : Architecture::waiting;
    settings.planned = true;
    settings.reliability = 4;
    settings.rounds = 20;
    settings.virtual_channels = static_cast<std::uint8_t>(1 + seed % 2);
    settings.flow_control = flow_controller::all_kinds[seed / 2 % std::size(flow_controller::all_kinds)].kind;
    network::Fabric fabric(network::elaborate(test::barrier_network(settings, seed)));
    fabric.run_until(Cycle(100'000));
    CHECK_THAT(test::error_of_barriers(fabric), Catch::Equals(""));
    CHECK_FALSE(statistics::collect(fabric).failed());
    CHECK(test::completed(fabric) == settings.groups * settings.rounds);
    CHECK(test::acknowledged(fabric) == settings.groups * settings.rounds);
  }
}

TEST_CASE("without congestion the tree of X-Y ways of a mesh is as fast as the one that messages build on them") {
  RandomStream random(9, 0, RandomPurpose::test);
  for (unsigned n = 0; n < 12; ++n) {
    std::vector<std::uint32_t> members = first_hosts(100);
    for (std::uint32_t h = 0; h < 99; ++h) std::swap(members[h], members[h + random.below(100 - h)]);
    members.resize(n == 0 ? 100 : 2 + random.below(98));
    INFO(members.size() << " members, centre " << members[0]);
    QuietSettings settings{mesh({10, 10}), TreeKind::planned_on_grid};
    settings.architecture = Architecture::waiting;
    settings.rounds = 3;
    settings.think = 200;
    network::Fabric planned(network::elaborate(test::quiet_barriers(settings, members, members[0])));
    settings.tree = TreeKind::built_on_grid;
    settings.architecture = Architecture::any_channel;
    network::Fabric built(network::elaborate(test::quiet_barriers(settings, members, members[0])));
    planned.run_until(Cycle(5000));
    built.run_until(Cycle(5000));
    const auto of_planned = test::latencies(planned), of_built = test::latencies(built);
    CHECK(of_planned[0] == of_planned[1]);
    CHECK(of_planned[1] == of_built[1]);
    CHECK(of_planned[2] == of_built[2]);
    CHECK(of_built[0] <= 2 * of_built[1]);  // the barrier that builds the tree; may be faster with few members
  }
}

TEST_CASE("each host of a 10x10 mesh leaves a barrier of all at the edge computed from the tree, planned or built") {
  for (const TreeKind kind : {TreeKind::planned_on_grid, TreeKind::built_on_grid, TreeKind::built}) {
    INFO("kind " << static_cast<int>(kind));
    QuietSettings settings{mesh({10, 10}), kind};
    settings.think = 200;
    settings.rounds = 3;
    network::Fabric fabric(network::elaborate(test::quiet_barriers(settings, first_hosts(100), 44)));
    fabric.run_until(Cycle(5000));
    ByTree tree(fabric.netlist(), 44);
    const bool planned = kind == TreeKind::planned_on_grid;
    for (unsigned round = planned ? 0 : 1; round < 3; ++round)  // the first barrier builds the others
      CHECK(left(fabric, round) == tree.left(entered(fabric, round)));
    const std::vector<std::uint64_t> latencies = test::latencies(fabric);
    // On the grid, up from host 99: to its switch and past it, four nodes along the row, five along the column. Down:
    // it is the third child of the root and of four nodes in the column, the first child of the nodes in the row, then
    // one switch.
    const std::uint64_t up = 3 + 5 + 4 * 6 + 5 * 6, down = 5 * 8 + 5 * 6 + 5;
    if (kind != TreeKind::built) CHECK(latencies[1] == up + down);
    if (planned) CHECK(latencies[0] == up + down);
    // In the first barrier every member's message goes to the centre. Those of half of the mesh, two flits each, use
    // the same link; the first arrives at edge 8.
    if (kind == TreeKind::built_on_grid) CHECK(latencies[0] >= 8 + 2 * 49 + down);
    CHECK(latencies[0] <= 2 * latencies[1]);
  }
}

TEST_CASE("a path picks up the members on its way, and is absorbed by each on its way back, to the cycle") {
  for (const unsigned overhead : {0u, 20u}) {
    INFO("overhead " << overhead);
    QuietSettings settings{mesh({4}), TreeKind::paths_on_grid};
    settings.think = 100;
    settings.overhead = overhead;
    network::Fabric fabric(network::elaborate(test::quiet_barriers(settings, {0, 1, 2, 3}, 0)));
    fabric.run_until(Cycle(1000));
    // Up: host to switch 3; a node takes it an edge later, sends it from the next edge on, 4 to the next buffer: 6 for
    // each of three; then 5 past the centre's switch. Back: 3 and 5 to the first node, taken an edge later; it notifies
    // the next node first, and its host an edge later, 4 each.
    const std::uint64_t told = overhead + 3 + 3 * 6 + 5 + 2 * overhead, first = told + 3 + 5 + 1;
    const std::uint64_t o = overhead;
    CHECK(left(fabric, 0) ==
          std::vector<std::uint64_t>{told, first + 2 + 4 + o, first + 6 + 2 + 4 + o, first + 12 + 1 + 4 + o});
    CHECK_THAT(test::error_of_barriers(fabric), Catch::Equals(""));
  }
}

TEST_CASE("paths of a mesh are not combined: the centre counts each, and releases one after the other, to the cycle",
          "[quick]") {
  QuietSettings settings{mesh({3, 3}), TreeKind::paths_on_grid};
  settings.think = 200;
  settings.overhead = 30;
  network::Fabric fabric(network::elaborate(test::quiet_barriers(settings, first_hosts(9), 4)));
  fabric.run_until(Cycle(2000));
  // Six paths: 0 and 1, 2, 6 and 7, 8, 3, 5, by their first switches' distances. The first worm, of 3 or 5, comes at
  // 44; when all six have reached the software it releases them, 30 cycles each. To the first switch of a path 3 and 5,
  // to one across a corner 5 more; taken an edge later; a host after another child is released an edge later than an
  // only child.
  const std::uint64_t tells = 44 + 6 * 30 + 30, near = 3 + 5 + 1 + 1 + 4 + 30, corner = near + 5;
  CHECK(left(fabric, 0) == std::vector<std::uint64_t>{
                               tells + near + 6, tells + near + 1, tells + 30 + corner, tells + 120 + near, tells + 150,
                               tells + 150 + near, tells + 60 + near + 6, tells + 60 + near + 1, tells + 90 + corner});
  CHECK_THAT(test::error_of_barriers(fabric), Catch::Equals(""));
}

TEST_CASE("members at one switch share a node of their path, and those at the centre's switch are on one, too") {
  topology::Mesh shape = mesh({2});
  shape.hosts_per_switch = 3;
  for (const std::vector<std::uint32_t>& members :
       {std::vector<std::uint32_t>{0, 1}, {0, 1, 2}, {0, 4, 5}, {0, 1, 2, 3, 4, 5}}) {
    QuietSettings settings{shape, TreeKind::paths_on_grid};
    settings.rounds = 5;
    network::Fabric fabric(network::elaborate(test::quiet_barriers(settings, members, 0)));
    const auto& traffic = *fabric.netlist().barriers;
    CHECK(traffic.partners.at(3).size() == 1);
    fabric.run_until(Cycle(2000));
    CHECK_THAT(test::error_of_barriers(fabric), Catch::Equals(""));
  }
}

TEST_CASE("barriers on paths complete next to heavy traffic, in all architectures, and no host leaves early") {
  for (std::uint64_t seed = 0; seed < 24; ++seed) {
    INFO("seed " << seed);
    test::BarrierSettings settings;
    settings.architecture = static_cast<Architecture>(1 + seed % 4);
    settings.paths = true;
    settings.rounds = 20;
    settings.virtual_channels = static_cast<std::uint8_t>(1 + seed / 4 % 2);
    settings.flow_control = flow_controller::all_kinds[seed / 8 % std::size(flow_controller::all_kinds)].kind;
    const network::Netlist netlist = test::barrier_network(settings, seed);
    network::Fabric fabric(network::elaborate(netlist));
    fabric.run_until(Cycle(150'000));
    CHECK_THAT(test::error_of_barriers(fabric), Catch::Equals(""));
    CHECK_FALSE(statistics::collect(fabric).failed());
    std::uint64_t memberships = 0;
    for (const auto& of : netlist.barriers->hosts) memberships += of.size();
    CHECK(memberships >= settings.groups);
    CHECK(test::barriers_left(fabric) == memberships * settings.rounds);
  }
}

namespace {

/// A later barrier of so many members in a row, one a switch, whose software takes 100 cycles on either side.
std::uint64_t latency_of_members(std::uint16_t count, bool in_hardware = false) {
  QuietSettings settings{mesh({count})};
  settings.tree = TreeKind::of_members;
  settings.architecture = Architecture::waiting;
  settings.overhead = 100;
  settings.combines_in_hardware = in_hardware;
  std::vector<std::uint32_t> members(count);
  for (std::uint32_t host = 0; host < count; ++host) members[host] = host;
  network::Fabric fabric(network::elaborate(test::quiet_barriers(settings, members, 0)));
  fabric.run_until(Cycle(20'000));
  return test::latencies(fabric).at(1);
}

/// Without the software a message over `hops` links between switches takes so long: 3 edges to the first buffer, 5 for
/// each further switch, 5 to the host.
std::uint64_t message(std::uint64_t hops) { return 3 + 5 * hops + 5; }

}  // namespace

TEST_CASE("members in a tree report when their children have, and leave after their children have been released") {
  // Two members: the entry's software, a message, the receiver's software; the release's, a message, the receiver's.
  const std::uint64_t two = latency_of_members(2);
  CHECK(two == 100 + message(1) + 100 + 100 + message(1) + 100);
  // Four: 2 reports to 0 when 3 has reported to it; each further step of the way costs software on both sides.
  const std::uint64_t four = latency_of_members(4);
  CHECK(four == 100 + message(1) + 200 + message(2) + 200 + message(2) + 200 + message(1) + 100);
}

TEST_CASE("members that combine in hardware pay for the software once, on entering and on leaving") {
  CHECK(latency_of_members(2, true) == 100 + message(1) + message(1) + 100);
  CHECK(latency_of_members(4, true) == 100 + message(1) + message(2) + message(2) + message(1) + 100);
}
