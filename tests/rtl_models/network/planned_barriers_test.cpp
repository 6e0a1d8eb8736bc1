// Barriers on trees that stand in the switches' tables from the start, with and without acknowledgements.
#include <algorithm>
#include <catch2/catch.hpp>

#include "rtl_models/common/random_stream.hpp"
#include "testbench/routing/barrier_trees.hpp"
#include "testbench/statistics/run_totals.hpp"
#include "tests/rtl_models/network/barrier_network.hpp"
#include "tests/rtl_models/network/quiet_barriers.hpp"

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

/// Edges at which the hosts have left a round.
std::vector<std::uint64_t> left(const network::Fabric& fabric, unsigned round) {
  std::vector<std::uint64_t> edges;
  for (std::size_t i = 0; i < fabric.netlist().endpoints.size(); ++i)
    edges.push_back(fabric.endpoint_state(i).members[0].left[round].value);
  return edges;
}

std::vector<std::uint32_t> first_hosts(std::uint32_t count) {
  std::vector<std::uint32_t> hosts(count);
  for (std::uint32_t h = 0; h < count; ++h) hosts[h] = h;
  return hosts;
}

}  // namespace

TEST_CASE("on a planned tree the first barrier combines already: on a line of three to the cycle") {
  for (const unsigned reliability : {0u, 4u}) {
    INFO("reliability " << reliability);
    QuietSettings settings{mesh({3}), TreeKind::planned_on_grid};
    settings.architecture = Architecture::waiting;
    settings.reliability = static_cast<std::uint8_t>(reliability);
    settings.think = 100;
    network::Fabric fabric(test::quiet_barriers(settings, {0, 1, 2}, 1));
    fabric.run_until(Cycle(1000));
    // Host to switch 3; on to the middle 5; the second of two taken there 2 edges behind it; one child told an edge, from
    // the edge behind that on, and 4 edges to the next buffer; 5 from the outer switches on. Each message of the five
    // (one of two on the way to the middle host) is handled once.
    const std::uint64_t r = reliability;
    CHECK(left(fabric, 0) == std::vector<std::uint64_t>{21 + 3 * r, 17 + 2 * r, 20 + 3 * r});
    CHECK_THAT(test::fault_of_barriers(fabric), Catch::Equals(""));
  }
}

TEST_CASE("acknowledgements come together at the root, and the barrier is counted as acknowledged with the last one") {
  QuietSettings settings{mesh({3}), TreeKind::planned_on_grid, true, Architecture::waiting, 4, 1};
  network::Fabric fabric(test::quiet_barriers(settings, {0, 1, 2}, 1));
  // Host 0 has left at 33: its acknowledgement is in the buffer of its switch at 36, in that of the middle at 45.
  fabric.run_until(Cycle(46));
  CHECK(left(fabric, 0)[0] == 33);
  CHECK(fabric.switch_state(1).barrier->unit.acknowledged == 0);
  fabric.run_until(Cycle(47));
  CHECK(fabric.switch_state(1).barrier->unit.acknowledged == 1);
  CHECK_THAT(test::fault_of_barriers(fabric), Catch::Equals(""));
}

TEST_CASE("planned trees are those that messages build on the same ways") {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    INFO("seed " << seed);
    test::BarrierSettings settings;
    settings.load = 0;
    settings.rounds = 2;
    network::Netlist netlist = test::barrier_network(settings, seed);
    network::Fabric fabric(netlist);
    fabric.run_until(Cycle(5000));
    REQUIRE_THAT(test::fault_of_barriers(fabric), Catch::Equals(""));
    endpoint::BarrierTraffic traffic = *netlist.endpoint_params.barriers;
    routing::plan_trees(routing::SwitchGraph(netlist), {}, false, netlist.barrier_ways, traffic);
    const barrier_unit::Params& p = fabric.netlist().switch_params.barrier.unit;
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
        CHECK(traffic.hosts[node][g].parent == fabric.endpoint_state(i).members[g].parent);
    }
  }
}

TEST_CASE(
    "acknowledged barriers on one tree over all switches complete beside heavy traffic, and nobody leaves early") {
  std::uint64_t barriers = 0;
  for (std::uint64_t seed = 0; seed < 16; ++seed) {
    INFO("seed " << seed);
    test::BarrierSettings settings;
    settings.architecture = seed % 4 == 0 ? Architecture::any_channel : Architecture::waiting;
    settings.planned = true;
    settings.reliability = 4;
    settings.rounds = 20;
    settings.virtual_channels = static_cast<std::uint8_t>(1 + seed % 2);
    settings.flow_control = static_cast<flow_controller::Kind>(seed / 2 % 3);
    network::Fabric fabric(test::barrier_network(settings, seed));
    fabric.run_until(Cycle(100'000));
    CHECK_THAT(test::fault_of_barriers(fabric), Catch::Equals(""));
    CHECK_FALSE(statistics::collect(fabric).faulty());
    CHECK(test::completed(fabric) == settings.groups * settings.rounds);
    CHECK(test::acknowledged(fabric) == settings.groups * settings.rounds);
    barriers += test::completed(fabric);
  }
  CHECK(barriers == 16 * 3 * 20);
}

TEST_CASE("without congestion the tree of X-Y ways of a mesh is as quick as the one that messages build on them") {
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
    network::Fabric planned(test::quiet_barriers(settings, members, members[0]));
    settings.tree = TreeKind::built_on_grid;
    settings.architecture = Architecture::any_channel;
    network::Fabric built(test::quiet_barriers(settings, members, members[0]));
    planned.run_until(Cycle(5000));
    built.run_until(Cycle(5000));
    const auto of_planned = test::latencies(planned), of_built = test::latencies(built);
    CHECK(of_planned[0] == of_planned[1]);
    CHECK(of_planned[1] == of_built[1]);
    CHECK(of_planned[2] == of_built[2]);
    CHECK(of_built[0] <= 2 * of_built[1]);  // the one that builds the tree; of few members it may be the quicker one
  }
}

TEST_CASE("a barrier of all hosts of a 10x10 mesh takes so many cycles, by the tree") {
  const auto latency = [](TreeKind kind) {
    QuietSettings settings{mesh({10, 10}), kind};
    settings.think = 200;
    network::Fabric fabric(test::quiet_barriers(settings, first_hosts(100), 44));
    fabric.run_until(Cycle(5000));
    return test::latencies(fabric);
  };
  CHECK(latency(TreeKind::planned_on_grid) == std::vector<std::uint64_t>{137, 137});
  CHECK(latency(TreeKind::built_on_grid) == std::vector<std::uint64_t>{194, 137});
  CHECK(latency(TreeKind::built) == std::vector<std::uint64_t>{192, 133});
}

TEST_CASE("a path picks up the members on its way, and is absorbed by each on its way back, to the cycle") {
  for (const unsigned overhead : {0u, 20u}) {
    INFO("overhead " << overhead);
    QuietSettings settings{mesh({4}), TreeKind::paths_on_grid};
    settings.think = 100;
    settings.overhead = overhead;
    network::Fabric fabric(test::quiet_barriers(settings, {0, 1, 2, 3}, 0));
    fabric.run_until(Cycle(1000));
    // Up: host to switch 3; a node takes it an edge later, sends it from the edge behind that on, 4 to the next buffer: 6 for
    // each of three; then 5 past the centre's switch. Back: 3 and 5 to the first node, taken an edge later; it tells the next
    // node first, and its host an edge behind, 4 each.
    const std::uint64_t told = overhead + 3 + 3 * 6 + 5 + 2 * overhead, first = told + 3 + 5 + 1;
    const std::uint64_t o = overhead;
    CHECK(left(fabric, 0) ==
          std::vector<std::uint64_t>{told, first + 2 + 4 + o, first + 6 + 2 + 4 + o, first + 12 + 1 + 4 + o});
    CHECK_THAT(test::fault_of_barriers(fabric), Catch::Equals(""));
  }
}

TEST_CASE("paths of a mesh are not combined: the centre counts each, and tells one after the other, to the cycle") {
  QuietSettings settings{mesh({3, 3}), TreeKind::paths_on_grid};
  settings.think = 200;
  settings.overhead = 30;
  network::Fabric fabric(test::quiet_barriers(settings, first_hosts(9), 4));
  fabric.run_until(Cycle(2000));
  // Six paths: 0 and 1, 2, 6 and 7, 8, 3, 5, by their first switches' distances. The first worm, of 3 or 5, comes at 44; when
  // the software has heard all six it tells them, 30 cycles each. To the first switch of a path 3 and 5, to one across a
  // corner 5 more; taken an edge later; a host behind another child is told an edge later than one that is the only one.
  const std::uint64_t tells = 44 + 6 * 30 + 30, near = 3 + 5 + 1 + 1 + 4 + 30, corner = near + 5;
  CHECK(left(fabric, 0) == std::vector<std::uint64_t>{
                               tells + near + 6, tells + near + 1, tells + 30 + corner, tells + 120 + near, tells + 150,
                               tells + 150 + near, tells + 60 + near + 6, tells + 60 + near + 1, tells + 90 + corner});
  CHECK_THAT(test::fault_of_barriers(fabric), Catch::Equals(""));
}

TEST_CASE("members of one switch share a node of their path, and those beside the centre are on one, too") {
  topology::Mesh shape = mesh({2});
  shape.hosts_per_switch = 3;
  for (const std::vector<std::uint32_t>& members :
       {std::vector<std::uint32_t>{0, 1}, {0, 1, 2}, {0, 4, 5}, {0, 1, 2, 3, 4, 5}}) {
    QuietSettings settings{shape, TreeKind::paths_on_grid};
    settings.rounds = 5;
    network::Fabric fabric(test::quiet_barriers(settings, members, 0));
    const auto& traffic = *fabric.netlist().endpoint_params.barriers;
    CHECK(traffic.partners.at(3).size() == 1);
    fabric.run_until(Cycle(2000));
    CHECK_THAT(test::fault_of_barriers(fabric), Catch::Equals(""));
  }
}

TEST_CASE("barriers on paths complete beside heavy traffic, in all architectures, and nobody leaves early") {
  std::uint64_t barriers = 0;
  for (std::uint64_t seed = 0; seed < 24; ++seed) {
    INFO("seed " << seed);
    test::BarrierSettings settings;
    settings.architecture = static_cast<Architecture>(1 + seed % 4);
    settings.paths = true;
    settings.rounds = 20;
    settings.virtual_channels = static_cast<std::uint8_t>(1 + seed / 4 % 2);
    settings.flow_control = static_cast<flow_controller::Kind>(seed / 8 % 3);
    const network::Netlist netlist = test::barrier_network(settings, seed);
    network::Fabric fabric(netlist);
    fabric.run_until(Cycle(150'000));
    CHECK_THAT(test::fault_of_barriers(fabric), Catch::Equals(""));
    CHECK_FALSE(statistics::collect(fabric).faulty());
    for (const auto& of : netlist.endpoint_params.barriers->hosts) barriers += of.size();
  }
  CHECK(barriers > 24 * 3);
}
