// The choice of a barrier unit among several legal ports for a message.
#include <catch2/catch.hpp>

#include "tests/rtl_models/barrier/barrier_unit/bench.hpp"

using namespace slackline;
using namespace slackline::barrier_unit;
using namespace slackline::barrier_unit::test;

namespace {

constexpr std::uint16_t no_way = Place::no_way;

/// The tree's port to switch 2, and to host 3 there, is port 3; port 2, towards switch 0, is legal as well.
const std::vector<Ways> two_ways{{Cycle(0), Cycle(0), {0, 0, 0, bit(2), 0, bit(2) | bit(3), 0, 0, 0}, {}}};
/// A link fails at edge 20: from edge 40 on only port 2 leads to switch 2, from edge 80 on no port does.
const std::vector<Ways> changing_ways{
    two_ways[0],
    {Cycle(40), Cycle(20), {0, 0, 0, bit(2), 0, bit(2), 0, 0, 0}, {9, 9, 9, 2, no_way, 2, 9, 9, 9}},
    {Cycle(80), Cycle(60), {0, 0, 0, bit(2), 0, 0, 0, 0, 0}, {9, 9, 9, 2, no_way, no_way, 9, 9, 9}}};

Params quick_unit() {
  Params params;
  params.delay = 1;
  params.queue = 1;
  return params;
}

/// The ports with an offer after the message has been handled.
PortSet offered(Bench& bench, const Message& m) {
  bench.arrive(0, m);
  for (unsigned n = 0; n < 3; ++n) bench.edge();
  return bench.unit.state.offers;
}

const Message arrival = message(Type::reduce, below, host0);

}  // namespace

TEST_CASE("a message takes the tree's port if it can be sent there now, or if no other port is better") {
  for (const PortMask open : {bit(2) | bit(3), bit(3), PortMask{0}, bit(1)}) {
    INFO("open " << open);
    Bench bench(quick_unit(), {}, two_ways);
    bench.open = open;
    CHECK(offered(bench, arrival) == bit(3));
  }
}

TEST_CASE("a message takes another legal port if it can be sent there now, and not on the tree's") {
  Bench bench(quick_unit(), {}, two_ways);
  bench.open = bit(2);
  CHECK(offered(bench, arrival) == bit(2));
  bench.take(2);
  CHECK(offered(bench, message(Type::distribute, host3, above)) == bit(2));  // also to a host of another switch
  bench.take(2);
  CHECK(offered(bench, message(Type::distribute, host0, above)) == bit(0));  // but not to a host of this switch
}

TEST_CASE("a queue without room is no choice", "[quick]") {
  Bench bench(quick_unit(), {}, two_ways);
  bench.open = bit(2);
  CHECK(offered(bench, arrival) == bit(2));
  CHECK(offered(bench, arrival) == (bit(2) | bit(3)));
  offered(bench, arrival);
  CHECK(bench.unit.state.waiting == bit(0));
}

TEST_CASE("the tree is built and released on its own ports") {
  Bench bench(quick_unit(), {}, two_ways);
  bench.open = bit(2);
  CHECK(offered(bench, message(Type::build, host3, host0)) == bit(3));
  bench.take(3);
  CHECK(offered(bench, message(Type::release, host3, host0)) == bit(3));
}

TEST_CASE("a message avoids a failed link, and is counted if that is impossible") {
  Bench bench(quick_unit(), {}, two_ways);
  bench.dead = bit(3);
  CHECK(offered(bench, arrival) == bit(2));
  bench.take(2);
  bench.dead = bit(2) | bit(3);
  CHECK(offered(bench, arrival) == 0);
  CHECK(bench.unit.state.cut_off == 1);
  CHECK(bench.unit.state.cut_off_ports == bit(3));
  CHECK(bench.unit.state.waiting == 0);  // it blocks no other message
  CHECK(offered(bench, message(Type::build, host3, host0)) == 0);
  CHECK(bench.unit.state.cut_off == 2);
  CHECK_FALSE(bench.unit.state.errors.any());
}

TEST_CASE("new ways apply from their edge on, whether links at this switch have failed or not") {
  for (const unsigned edge : {37u, 38u}) {
    INFO("taken from its buffer at edge " << edge + 2);
    Bench bench(quick_unit(), {}, changing_ways);
    bench.open = bit(2) | bit(3);
    while (bench.now < edge) bench.edge();
    CHECK(offered(bench, arrival) == (edge == 37 ? bit(3) : bit(2)));
  }
}

TEST_CASE("a message without a way waits for new ways, and is counted if they give it none", "[quick]") {
  Bench bench(quick_unit(), {}, changing_ways);
  bench.dead = bit(2) | bit(3);
  while (bench.now < 20) bench.edge();
  CHECK(offered(bench, arrival) == 0);
  while (bench.now < 40) bench.edge();
  CHECK(bench.unit.state.waiting == bit(0));
  CHECK(bench.unit.state.cut_off == 0);
  bench.edge();
  CHECK(bench.unit.state.waiting == 0);
  CHECK(bench.unit.state.cut_off == 1);
  bench.dead = bit(3);
  while (bench.now < 60) bench.edge();
  CHECK(offered(bench, arrival) == bit(2));
  bench.take(2);
  while (bench.now < 80) bench.edge();
  CHECK(offered(bench, arrival) == 0);
  CHECK(bench.unit.state.cut_off == 2);
  CHECK(bench.unit.state.cut_off_ports == bit(3));
  CHECK(offered(bench, message(Type::distribute, host0, above)) == bit(0));
}

TEST_CASE("a tree is built on the current ways, and its messages wait for new ones") {
  Bench bench(quick_unit(), {}, changing_ways);
  bench.dead = bit(3);
  while (bench.now < 20) bench.edge();
  CHECK(offered(bench, message(Type::build, host3, host0)) == 0);
  while (bench.now < 45) bench.edge();
  CHECK(bench.unit.state.offers == bit(2));
  bench.take(2);
  CHECK(bench.unit.state.cut_off == 0);
  CHECK(offered(bench, message(Type::release, host3, host0)) == bit(2));
  bench.take(2);
  while (bench.now < 80) bench.edge();
  CHECK(offered(bench, message(Type::build, host3, host0)) == 0);
  CHECK(offered(bench, message(Type::release, host3, host0)) == 0);
  CHECK(bench.unit.state.cut_off == 2);
  CHECK_FALSE(bench.unit.state.errors.any());
}
