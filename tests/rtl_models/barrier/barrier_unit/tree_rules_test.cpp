// The rules by which one switch builds and uses the tree of a barrier.
#include <catch2/catch.hpp>

#include "tests/rtl_models/barrier/barrier_unit/bench.hpp"

using namespace slackline;
using namespace slackline::barrier_unit;
using namespace slackline::barrier_unit::test;

TEST_CASE("a `distribute` that comes before this switch has sent the previous one to its children is a stray",
          "[quick]") {
  Params params;
  params.queue = 1;
  Bench bench(params);
  build_node(bench);
  bench.arrive(2, message(Type::distribute, here, above, true));
  bench.edge();
  bench.arrive(2, message(Type::distribute, here, above, false));
  while (bench.unit.state.waiting != 0) bench.edge();
  CHECK(bench.unit.state.errors.strays == 0);  // by then all children have been notified
  bench.arrive(2, message(Type::distribute, here, above, true));
  for (unsigned n = 0; n < 10; ++n) bench.edge();
  CHECK(bench.entry(5).owed == (bit(0) | bit(1) | bit(3)));  // the queues are full
  CHECK(bench.unit.state.errors.strays == 1);
}

TEST_CASE("the first `build` leaves as it came, the second announces a new node, later ones announce nothing",
          "[quick]") {
  Bench bench;
  bench.arrive(0, message(Type::build, host2, host0));
  bench.edges_until_offer();
  CHECK(bench.take(2) == message(Type::build, host2, host0));
  CHECK_FALSE(bench.entry(5).node);

  bench.arrive(3, message(Type::build, host2, host3));
  bench.edges_until_offer();
  Message told = message(Type::build, host2, host3, false, here.bits());
  told.tag = Tag::new_node;
  CHECK(bench.take(2) == told);
  CHECK(bench.entry(5).node);

  bench.arrive(1, message(Type::build, host2, host1));
  bench.edges_until_offer();
  told = message(Type::build, host2, host1);
  told.tag = Tag::told;
  CHECK(bench.take(2) == told);
  CHECK(bench.entry(5).children == (bit(0) | bit(1) | bit(3)));
  const Address* children = children_of(bench.unit.params, bench.unit.state, bench.entry(5));
  CHECK((children[0] == host0 && children[1] == host1 && children[3] == host3));
}

TEST_CASE("a new node below takes the place of the child that came through its channel") {
  Bench bench;
  bench.arrive(3, message(Type::build, host2, host3));
  bench.edges_until_offer();
  bench.take(2);
  Message told = message(Type::build, host2, Address::of_host(9), false, below.bits());
  told.tag = Tag::new_node;
  bench.arrive(3, told);
  bench.edges_until_offer();
  CHECK(bench.take(2) == told);  // this switch is no node: the one above must be notified as well
  const Address* children = children_of(bench.unit.params, bench.unit.state, bench.entry(5));
  CHECK(children[3] == below);
  bench.arrive(0, message(Type::build, host2, host0));
  bench.edges_until_offer();
  bench.take(2);
  bench.arrive(3, told);
  bench.edges_until_offer();
  CHECK(bench.take(2).tag == Tag::told);  // a node does not pass it on
}

TEST_CASE("the parent is notified when the last child has arrived, not before, in every phase") {
  Bench bench;
  build_node(bench);
  for (const bool phase : {true, false, true}) {
    for (const auto& [port, from] : {std::pair(1u, host1), std::pair(3u, host3)})
      bench.arrive(port, message(Type::reduce, here, from, phase));
    for (unsigned n = 0; n < 20; ++n) bench.edge();
    CHECK(bench.unit.state.offers == 0);
    bench.arrive(0, message(Type::reduce, here, host0, phase));
    // Taken at the edge after its second flit; what the entry owes is sent at the next one.
    CHECK(bench.edges_until_offer() == 1u + bench.unit.params.delay);
    CHECK(bench.take(2) == message(Type::reduce, above, here, phase));
    bench.arrive(2, message(Type::distribute, here, above, phase));
    CHECK(bench.edges_until_offer() == 1u + bench.unit.params.delay);
    CHECK(bench.unit.state.offers == bit(0));  // children one an edge, the lowest channel first
    bench.edge();
    CHECK(bench.unit.state.offers == (bit(0) | bit(1)));
    bench.edge();
    CHECK(bench.unit.state.offers == (bit(0) | bit(1) | bit(3)));
    CHECK(bench.take(0) == message(Type::distribute, host0, here, phase));
    CHECK(bench.take(1) == message(Type::distribute, host1, here, phase));
    CHECK(bench.take(3) == message(Type::distribute, host3, here, phase));
  }
  CHECK_FALSE(bench.unit.state.errors.any());
}

TEST_CASE("a child that has been released may arrive at the next barrier before its siblings are released") {
  Params params;
  params.queue = 1;
  Bench bench(params);
  build_node(bench);
  for (const auto& [port, from] : {std::pair(0u, host0), std::pair(1u, host1), std::pair(3u, host3)})
    bench.arrive(port, message(Type::reduce, here, from, true));
  bench.edges_until_offer();
  bench.take(2);
  // Another message occupies the queue of port 3, so host 3 is released later than host 0.
  bench.arrive(2, message(Type::distribute, below, above));
  bench.edges_until_offer();
  bench.arrive(2, message(Type::distribute, here, above, true));
  bench.edges_until_offer();
  for (unsigned n = 0; n < 10; ++n) bench.edge();
  CHECK(bench.entry(5).owed == bit(3));
  bench.take(0);
  bench.take(1);
  bench.arrive(0, message(Type::reduce, here, host0, false));
  bench.edge();
  CHECK(bench.entry(5).arrived == bit(0));
  bench.take(3);
  for (unsigned n = 0; n < 10; ++n) bench.edge();
  CHECK(bench.take(3) == message(Type::distribute, host3, here, true));
  CHECK_FALSE(bench.unit.state.errors.any());
}

TEST_CASE("at the centre's switch members are counted, and the last one completes the barrier") {
  Bench bench;
  bench.arrive(3, message(Type::build, host0, host3));
  bench.arrive(0, message(Type::build, host0, host0, false, 3));  // the centre: three members
  for (unsigned n = 0; n < 20; ++n) bench.edge();
  CHECK(bench.unit.state.offers == 0);
  CHECK(bench.unit.state.completed == 0);
  bench.arrive(1, message(Type::build, host0, host1));
  CHECK(bench.edges_until_offer() == 1u + bench.unit.params.delay);
  CHECK(bench.unit.state.completed == 1);
  CHECK(bench.take(0) == message(Type::distribute, host0, here));
}
