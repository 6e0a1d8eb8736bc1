// One barrier unit, cycle by cycle: what must happen at N is checked at N - 1 and at N.
#include <catch2/catch.hpp>

#include "tests/rtl_models/barrier/barrier_unit/bench.hpp"

using namespace slackline;
using namespace slackline::barrier_unit;
using namespace slackline::barrier_unit::test;

TEST_CASE("a message that is passed on is offered `delay` edges after the edge of its second flit") {
  for (const unsigned delay : {1u, 2u, 5u}) {
    INFO("delay " << delay);
    Params params;
    params.delay = static_cast<std::uint8_t>(delay);
    Bench bench(params);
    const Message m = message(Type::distribute, below, above);
    bench.arrive(2, m);
    CHECK(bench.unit.state.waiting == bit(2));  // in the buffer in the cycle of the edge of the second flit
    CHECK(bench.edges_until_offer() == delay);
    CHECK(bench.unit.state.offers == bit(3));
    CHECK(word_out(bench.unit.params, bench.unit.state, 3) == m.flits()[0]);
    bench.edge();
    CHECK(word_out(bench.unit.params, bench.unit.state, 3) == m.flits()[0]);  // until it is taken
    bench.edge(0, bit(3));
    CHECK(word_out(bench.unit.params, bench.unit.state, 3) == m.flits()[1]);
    bench.edge(0, bit(3));
    CHECK(bench.unit.state.offers == 0);
  }
}

TEST_CASE("reliable handling adds its cycles to the delay of each message, and does not delay the next ones") {
  Params params;
  params.reliability = 4;
  Bench bench(params);
  bench.arrive(2, message(Type::distribute, below, above));
  bench.arrive(2, message(Type::distribute, below, above, true));
  CHECK(bench.edges_until_offer() == params.delay + 4u - 2);
  CHECK(bench.unit.state.out[3].count == 1);
  bench.edge();
  CHECK(bench.unit.state.out[3].count == 1);
  bench.edge();
  CHECK(bench.unit.state.out[3].count == 2);
}

TEST_CASE("one message is taken an edge, ports going round") {
  Params params;
  params.delay = 1;
  Bench bench(params);
  bench.arrive({{0, message(Type::distribute, below, host0)},
                {1, message(Type::distribute, above, host1)},
                {3, message(Type::distribute, host0, below)}});
  std::vector<PortSet> waiting;
  for (unsigned n = 0; n < 3; ++n) {
    bench.edge();
    waiting.push_back(bench.unit.state.waiting);
  }
  CHECK(waiting == std::vector<PortSet>{bit(1) | bit(3), bit(3), 0});
  CHECK(bench.unit.state.offers == (bit(0) | bit(2) | bit(3)));
}

TEST_CASE("a message whose queue is full is overtaken by those of other ports") {
  Params params;
  params.delay = 1;
  params.queue = 1;
  Bench bench(params);
  bench.arrive({{0, message(Type::distribute, below, host0)}, {1, message(Type::distribute, below, host1)}});
  bench.edge();
  bench.edge();
  CHECK(bench.unit.state.waiting == bit(1));  // the queue of port 3 holds the other one
  bench.arrive(2, message(Type::distribute, host0, above));
  bench.edge();
  CHECK(bench.unit.state.waiting == bit(1));
  CHECK(bench.unit.state.offers == (bit(0) | bit(3)));
  bench.take(3);
  CHECK(bench.unit.state.offers == bit(0));
  bench.edge();  // the place in the queue is free in the cycle after the second flit
  CHECK(bench.unit.state.waiting == 0);
  CHECK(has(bench.unit.state.offers, 3));
}

TEST_CASE("a port with several messages takes turns with the others") {
  Params params;
  params.delay = 1;
  Bench bench(params);
  bench.arrive(0, message(Type::distribute, Address::of_switch(9), host0));  // unroutable: gone in one edge
  bench.edge();
  bench.arrive({{0, message(Type::distribute, below, host0)}, {1, message(Type::distribute, above, host1)}});
  bench.edge();
  CHECK(bench.unit.state.waiting == bit(0));  // port 0 was the last to go
  CHECK(bench.unit.state.offers == bit(2));
}

TEST_CASE("entries that owe messages take turns, one at each edge", "[quick]") {
  Params params;
  params.delay = 1;
  params.queue = 4;
  Bench bench(params);
  const auto of_group = [](Message m, std::uint8_t group) {
    m.group = group;
    return m;
  };
  // Two groups of hosts 0 and 1, with host 0 as their centre.
  for (const std::uint8_t group : {std::uint8_t{1}, std::uint8_t{2}})
    bench.arrive(1, of_group(message(Type::build, host0, host1), group));
  for (const std::uint8_t group : {std::uint8_t{1}, std::uint8_t{2}})
    bench.arrive(0, of_group(message(Type::build, host0, host0, false, 2), group));
  for (unsigned n = 0; n < 10; ++n) bench.edge();
  for (const unsigned port : {0u, 1u})
    for (unsigned n = 0; n < 2; ++n) bench.take(port);
  // Both complete in the same edges: the last arrivals wait in two buffers while the first entry sends what it owes.
  for (const std::uint8_t group : {std::uint8_t{1}, std::uint8_t{2}})
    bench.arrive(1, of_group(message(Type::reduce, here, host1, true), group));
  bench.arrive(0, of_group(message(Type::reduce, here, host0, true), 1));
  bench.edge();  // taken: group 1 owes two
  CHECK(bench.unit.state.owing == 1);
  bench.edge();
  bench.edge();
  CHECK(bench.unit.state.owing == 0);
  CHECK(bench.unit.state.out[0].count == 1);
  CHECK(bench.unit.state.out[1].count == 1);
  CHECK(bench.unit.state.last_entry == 0);
  bench.arrive(0, of_group(message(Type::reduce, here, host0, true), 2));
  bench.edge();
  bench.edge();
  CHECK(bench.unit.state.last_entry == 1);
}

TEST_CASE("a `build` for which no entry is free waits for room on its way to the centre at this switch", "[quick]") {
  Params params;
  params.delay = 1;
  params.queue = 1;
  params.entries = 1;
  Bench bench(params);
  bench.arrive(3, message(Type::build, host2, host3));
  bench.edges_until_offer();
  bench.take(2);
  CHECK(bench.unit.state.used == 1);
  CHECK(bench.unit.state.most_used == 1);
  bench.arrive(2, message(Type::distribute, host0, above));  // fills the queue of the centre's port
  bench.edges_until_offer();
  Message other = message(Type::build, host0, host1);
  other.group = 6;
  bench.arrive(1, other);
  for (unsigned n = 0; n < 5; ++n) bench.edge();
  CHECK(bench.unit.state.waiting == bit(1));
  CHECK(bench.unit.state.refused == 0);
  bench.take(0);
  bench.edge();
  other.refused = true;
  CHECK(bench.take(0) == other);
  CHECK(bench.unit.state.refused == 1);
}

TEST_CASE("a `build` that was refused below waits for room on its way to the centre at this switch") {
  Params params;
  params.delay = 1;
  params.queue = 1;
  Bench bench(params);
  bench.arrive(2, message(Type::distribute, host0, above));  // fills the queue of the centre's port
  bench.edges_until_offer();
  Message refused = message(Type::build, host0, host3);
  refused.refused = true;
  bench.arrive(3, refused);
  for (unsigned n = 0; n < 5; ++n) bench.edge();
  CHECK(bench.unit.state.waiting == bit(3));
  CHECK(bench.unit.state.used == 0);
  CHECK(bench.take(0).type == Type::distribute);
  CHECK(bench.unit.state.waiting == bit(3));
  bench.edge();  // the place in the queue is free in the cycle after the second flit
  CHECK(bench.unit.state.waiting == 0);
  CHECK(bench.unit.state.used == 1);
  CHECK(bench.unit.state.refused == 0);  // here there is an entry,
  refused.tag = Tag::told;               // and this switch is a node of the tree
  CHECK(bench.take(0) == refused);
}
