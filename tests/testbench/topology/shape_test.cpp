// Properties of every topology, whatever its kind.
#include "testbench/topology/shape.hpp"

#include <catch2/catch.hpp>

#include "testbench/topology/metrics.hpp"
#include "tests/testbench/topology/built.hpp"

using namespace slackline;
using namespace slackline::topology;
using network::InstanceKind;
using test::built;

namespace {

Mesh grid(std::vector<std::uint16_t> size, bool wraps, std::uint8_t hosts = 1) {
  return {std::move(size), hosts, 1, 1, wraps};
}

const std::vector<Shape> shapes{SingleSwitch{2},
                                SingleSwitch{64},
                                SingleSwitch{200},
                                Ring{2, 1},
                                Ring{9, 3},
                                grid({4, 3}, false),
                                grid({2, 1, 3, 2, 2}, false, 2),
                                grid({3, 4, 2, 2, 2, 1, 2, 3}, true),
                                Hypercube{1, 1},
                                Hypercube{5, 3},
                                FatTree{2, 1},
                                FatTree{3, 3},
                                FatTree{4, 2},
                                FullTree{3, 2},
                                FullTree{4, 4},
                                StarOfStars{2, 63},
                                StarOfStars{2, 130},
                                StarOfStars{5, 2},
                                Dragonfly{4, 2, 9, 2},
                                Dragonfly{1, 3, 4, 1},
                                Dragonfly{3, 2, 5, 1},
                                Dragonfly{6, 1, 2, 3},
                                RandomGraph{2, 1, 1, 1},
                                RandomGraph{15, 5, 3, 7}};

}  // namespace

TEST_CASE("a shape gives its numbers of switches, hosts and ports, and its diameter if there is a formula") {
  for (const Shape& shape : shapes) {
    INFO(text(shape));
    const network::Netlist netlist = built(shape).netlist;
    CHECK(switches(shape) == netlist.switches.size());
    CHECK(hosts(shape) == netlist.endpoints.size());
    CHECK(hosts(shape) == netlist.workloads[0].traffic.nodes);
    CHECK(ports(shape) == netlist.switch_kinds[0].ports);
    CHECK(netlist.routing.ports() == netlist.switch_kinds[0].ports);
    const Metrics found = metrics(netlist);
    CHECK(found.connected());
    CHECK(diameter(shape).value_or(found.diameter) == found.diameter);
  }
}

TEST_CASE("every port has at most one link, every link two directions, and every channel a unique name") {
  for (const Shape& shape : shapes) {
    INFO(text(shape));
    const test::Built b = built(shape);
    CHECK(b.channel_names().size() == b.netlist.channels.size());  // names have both ends and their ports
    std::set<std::string> outputs;
    for (std::size_t i = 0; i < b.netlist.channels.size(); i += 2) {
      const network::Channel &there = b.netlist.channels[i], &back = b.netlist.channels[i + 1];
      CHECK(there.from == back.to);
      CHECK(there.to == back.from);
      for (const network::PortRef& port : {there.from, there.to})
        CHECK(outputs.insert(b.netlist.name(port) + " " + std::to_string(port.port.value)).second);
    }
  }
}

TEST_CASE("hosts are numbered switch by switch, each its own partner") {
  for (const Shape& shape : shapes) {
    INFO(text(shape));
    const network::Netlist netlist = built(shape).netlist;
    std::uint32_t next = 0, before = 0;
    for (const network::Channel& channel : netlist.channels) {
      if (channel.from.kind != InstanceKind::endpoint) continue;
      CHECK(channel.from.instance == next);
      CHECK(netlist.endpoints[next].name == "host" + std::to_string(next));
      CHECK(netlist.endpoints[next].place.node == NodeId(next));
      CHECK(netlist.workloads[0].traffic.partner_of(NodeId(next)) == NodeId(next));
      CHECK(channel.to.instance >= before);
      before = channel.to.instance;
      ++next;
    }
    CHECK(next == netlist.endpoints.size());
  }
}

TEST_CASE("the structure gives the kind, the wrap-around of grids, and the levels and groups of all switches") {
  CHECK(built(SingleSwitch{3}).structure.kind == Kind::single_switch);
  CHECK(built(RandomGraph{5, 2, 1, 1}).structure.kind == Kind::random);
  const Structure ring = built(Ring{5, 1}).structure, mesh = built(grid({2, 3}, false)).structure,
                  torus = built(grid({4, 3, 2, 2, 2}, true)).structure, cube = built(Hypercube{3, 1}).structure;
  CHECK((ring.kind == Kind::ring && ring.wraps && ring.size == std::vector<std::uint16_t>{5}));
  CHECK((mesh.kind == Kind::mesh && !mesh.wraps && mesh.size == std::vector<std::uint16_t>{2, 3}));
  CHECK((torus.kind == Kind::torus && torus.wraps && torus.size == std::vector<std::uint16_t>{4, 3, 2, 2, 2}));
  CHECK((cube.kind == Kind::hypercube && !cube.wraps && cube.size == std::vector<std::uint16_t>{2, 2, 2}));
  const Structure fat = built(FatTree{2, 3}).structure, full = built(FullTree{3, 3}).structure,
                  star = built(StarOfStars{3, 1}).structure, fly = built(Dragonfly{2, 1, 3, 1}).structure;
  CHECK((fat.kind == Kind::fat_tree && fat.level == std::vector<std::uint8_t>{0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2}));
  CHECK((full.kind == Kind::full_tree && full.level == std::vector<std::uint8_t>{0, 0, 0, 1}));
  CHECK((star.kind == Kind::star_of_stars && star.level == std::vector<std::uint8_t>{0, 0, 0, 1}));
  CHECK((fly.kind == Kind::dragonfly && fly.group == std::vector<std::uint32_t>{0, 0, 1, 1, 2, 2}));
}

TEST_CASE("a shape reports all its errors at once, by the names of its fields") {
  const auto errors = [](const Shape& shape) {
    std::vector<std::string> names;
    for (const Violation& v : violations(shape)) names.push_back(v.parameter);
    return names;
  };
  using Names = std::vector<std::string>;
  CHECK(errors(SingleSwitch{1}) == Names{"hosts_per_switch"});
  CHECK(errors(SingleSwitch{257}) == Names{"hosts_per_switch"});
  CHECK(errors(Ring{1, 255}) == Names{"size", "hosts_per_switch"});
  CHECK(errors(grid({8, 8, 8}, false, 251)) == Names{"hosts_per_switch"});
  CHECK(errors(grid({8, 8, 8}, false, 250)).empty());
  CHECK(errors(grid({1, 1, 1, 1, 1, 1, 1, 1, 1}, false)) == Names{"dimensions"});
  CHECK(errors(Hypercube{17, 1}) == Names{"dimensions"});
  CHECK(errors(Hypercube{16, 241}) == Names{"hosts_per_switch"});
  CHECK(errors(Hypercube{16, 240}).empty());
  CHECK(errors(FatTree{129, 0}) == Names{"arity", "levels"});
  CHECK(errors(FullTree{2, 1}) == Names{"arity", "levels"});
  CHECK(errors(StarOfStars{257, 256}) == Names{"arity", "hosts_per_switch"});
  CHECK(errors(Dragonfly{4, 2, 10, 2}) == Names{"groups"});
  CHECK(errors(Dragonfly{4, 2, 1, 252}) == Names{"groups", "hosts_per_switch"});
  CHECK(errors(Dragonfly{4, 2, 9, 251}).empty());
  CHECK(errors(RandomGraph{4, 4, 1, 1}) == Names{"switch_links"});
  CHECK(errors(RandomGraph{3, 1, 1, 1}) == Names{"switch_links"});
  CHECK(errors(RandomGraph{256, 250, 7, 1}) == Names{"hosts_per_switch"});
}

TEST_CASE("counts of networks too large to build do not overflow", "[quick]") {
  CHECK(hosts(grid(std::vector<std::uint16_t>(8, 1024), true, 48)) == most_counted);
  CHECK(hosts(FatTree{32, 24}) == most_counted);
  CHECK(switches(FullTree{64, 26}) >= most_counted);
  CHECK(hosts(FatTree{10, 14}) == 100'000'000'000'000);
}

TEST_CASE("hosts in a grid may send along its dimensions, others may not", "[quick]") {
  using generator::Pattern;
  const auto allows = [](const Shape& shape, Pattern pattern) {
    const generator::TrafficParams traffic = built(shape).netlist.workloads[0].traffic;
    return generator::pattern_violations(pattern, traffic.nodes, traffic.grid).empty();
  };
  CHECK(allows(grid({3, 4, 2, 2, 2, 1, 2, 3}, true), Pattern::tornado));
  CHECK(allows(Ring{5, 2}, Pattern::tornado));
  for (const Shape& shape : {Shape(SingleSwitch{4}), Shape(FatTree{2, 3}), Shape(Dragonfly{4, 2, 9, 2})})
    CHECK_FALSE(allows(shape, Pattern::neighbour));
}
