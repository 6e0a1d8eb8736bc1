#include "testbench/multicast/buffer_graph.hpp"

#include <catch2/catch.hpp>

#include "tests/testbench/multicast/trials.hpp"

using namespace slackline;
using multicast::Algorithm;
using multicast::Buffer;
using multicast::BufferClass;
using multicast::BufferGraph;
using multicast::BufferPools;
using multicast::Order;
using test::by_number;
using test::equal_costs;
using test::Hosts;

namespace {

void add(BufferGraph& graph, Algorithm algorithm, const Hosts& members, std::uint32_t root,
         const Order& order = by_number(8), bool has_two_classes = true) {
  graph.add(multicast::build(algorithm, members, root, order, equal_costs(8, 1, 100)), has_two_classes);
}
void add_from_all(BufferGraph& graph, Algorithm algorithm, const Hosts& members, bool has_two_classes = true) {
  for (const std::uint32_t root : members) add(graph, algorithm, members, root, by_number(8), has_two_classes);
}

}  // namespace

TEST_CASE("the buffer of a worm waits for those of its copies, and the originator has none") {
  BufferGraph graph;
  add(graph, Algorithm::unicasts, {0, 1, 2, 3}, 0);
  CHECK(graph.dependencies() == 0);
  add(graph, Algorithm::ring, {0, 1, 2, 3}, 2);  // 3 lower -> 0 upper -> 1 upper
  CHECK(graph.dependencies() == 2);
  CHECK(graph.cycle().empty());
  CHECK(to_string(graph.cycle()).empty());
}

TEST_CASE("with one class a bus from both ends locks up, and with two it does not") {
  BufferGraph one_class, two_classes;
  for (const std::uint32_t root : {0u, 3u}) {
    add(one_class, Algorithm::bus, {0, 1, 2, 3}, root, by_number(8), false);
    add(two_classes, Algorithm::bus, {0, 1, 2, 3}, root);
  }
  CHECK(two_classes.cycle().empty());
  CHECK(one_class.cycle() == std::vector<Buffer>{{1, BufferClass::lower}, {2, BufferClass::lower}});
  CHECK(to_string(one_class.cycle()) == "host 1 lower -> host 2 lower -> host 1 lower");
}

TEST_CASE("with one class a ring of three locks up with three worms, and not with two") {
  BufferGraph graph;
  const auto add_from = [&](std::uint32_t root) { add(graph, Algorithm::ring, {0, 1, 2}, root, by_number(8), false); };
  add_from(0);
  add_from(1);
  CHECK(graph.cycle().empty());
  add_from(2);
  CHECK(graph.cycle().size() == 3);
}

TEST_CASE("rings, those that return and wrap-around trees share buffers; so do bus and up-down") {
  BufferGraph rings, buses;
  for (const Hosts& group : {Hosts{0, 1, 2, 3, 4, 5, 6, 7}, Hosts{1, 4, 6}, Hosts{0, 3, 5, 7}}) {
    for (const Algorithm algorithm : {Algorithm::ring, Algorithm::returning_ring, Algorithm::wrap_around})
      add_from_all(rings, algorithm, group);
    for (const Algorithm algorithm : {Algorithm::bus, Algorithm::up_down}) add_from_all(buses, algorithm, group);
  }
  CHECK(rings.cycle().empty());
  CHECK(buses.cycle().empty());
}

TEST_CASE("a ring and a bus on the same buffers lock up") {
  BufferGraph graph;
  add_from_all(graph, Algorithm::ring, {0, 1, 2, 3});
  add_from_all(graph, Algorithm::bus, {0, 1, 2, 3});
  CHECK(graph.cycle() == std::vector<Buffer>{{1, BufferClass::lower}, {2, BufferClass::lower}});
}

TEST_CASE("total order shares buffers with rings, and with buses") {
  for (const Algorithm others : {Algorithm::ring, Algorithm::wrap_around, Algorithm::bus, Algorithm::up_down}) {
    BufferGraph graph;
    for (const Hosts& group : {Hosts{0, 2, 3}, Hosts{0, 1, 2}, Hosts{1, 2, 3}}) {
      add_from_all(graph, Algorithm::ordered_path, group);
      add_from_all(graph, Algorithm::ordered_tree, group);
      add_from_all(graph, others, group);
    }
    INFO(to_string(others));
    CHECK(graph.cycle().empty());
  }
}

TEST_CASE(
    "total order all in lower locks up next to buses, alone and next to rings it does not: IDs only ascend in it") {
  BufferGraph alone, by_rings, by_buses, by_buses_in_two_classes;
  for (const Hosts& group : {Hosts{0, 2, 3}, Hosts{0, 1, 2}, Hosts{1, 2, 3}})
    for (const Algorithm ordered : {Algorithm::ordered_path, Algorithm::ordered_tree}) {
      for (BufferGraph* graph : {&alone, &by_rings, &by_buses}) add_from_all(*graph, ordered, group, false);
      add_from_all(by_buses_in_two_classes, ordered, group);
    }
  CHECK(alone.cycle().empty());
  for (const Algorithm of_rings : {Algorithm::ring, Algorithm::returning_ring, Algorithm::wrap_around})
    add_from_all(by_rings, of_rings, {0, 1, 2, 3});
  CHECK(by_rings.cycle().empty());
  for (BufferGraph* graph : {&by_buses, &by_buses_in_two_classes}) add_from_all(*graph, Algorithm::bus, {0, 1, 2, 3});
  CHECK(to_string(by_buses.cycle()) == "host 0 lower -> host 1 lower -> host 0 lower");
  CHECK(by_buses_in_two_classes.cycle().empty());
}

TEST_CASE("per-group IDs on shared buffers lock up, and on buffers of each group they do not") {
  const Order first({0, 1, 2, 3}), second({0, 2, 1, 3});
  BufferGraph shared, of_first, of_second;
  for (BufferGraph* graph : {&shared, &of_first}) add(*graph, Algorithm::ring, {0, 1, 2, 3}, 0, first);
  for (BufferGraph* graph : {&shared, &of_second}) add(*graph, Algorithm::ring, {0, 1, 2, 3}, 0, second);
  CHECK(shared.cycle() == std::vector<Buffer>{{1, BufferClass::lower}, {2, BufferClass::lower}});
  CHECK(of_first.cycle().empty());
  CHECK(of_second.cycle().empty());
}

TEST_CASE("with credits of pairs a ring locks up, and trees that turn at no host of a higher ID do not") {
  BufferGraph rings(BufferPools::pairs), up_down(BufferPools::pairs);
  add_from_all(rings, Algorithm::ring, {0, 1, 2});
  CHECK(rings.cycle() ==
        std::vector<Buffer>{{0, BufferClass::lower, 2}, {1, BufferClass::lower, 0}, {2, BufferClass::lower, 1}});
  CHECK(to_string(rings.cycle()) ==
        "host 0 from host 2 -> host 1 from host 0 -> host 2 from host 1 -> host 0 from host 2");
  add_from_all(up_down, Algorithm::up_down, {0, 1, 2, 3, 4, 5, 6, 7});
  CHECK(up_down.dependencies() > 0);
  CHECK(up_down.cycle().empty());
}
