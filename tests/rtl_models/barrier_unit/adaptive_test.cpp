// Which of several legal ports a barrier unit sends a message by.
#include <catch2/catch.hpp>

#include "tests/rtl_models/barrier_unit/bench.hpp"

using namespace slackline;
using namespace slackline::barrier_unit;
using namespace slackline::barrier_unit::test;

namespace {

constexpr std::uint8_t no_way = Place::no_way;

/// The tree's port to switch 2, and to host 3 there, is port 3; port 2, towards switch 0, is legal as well.
const std::vector<Ways> two_ways{{Cycle(0), Cycle(0), {0, 0, 0, bit(2), 0, bit(2) | bit(3), 0, 0, 0}, {}}};
/// From edge 40 on, as a link has failed at edge 20, only port 2 leads to switch 2, from edge 80 on none.
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

/// The ports that offer something when the message has been handled.
PortMask offered(Bench& bench, const Message& m) {
  bench.arrive(0, m);
  for (unsigned n = 0; n < 3; ++n) bench.edge();
  return bench.unit.state.offers;
}

const Message arrival = message(Type::reduce, below, host0);

}  // namespace

TEST_CASE("a message goes by the tree's port if it would be sent there now, or if no other one is better") {
  for (const PortMask open : {bit(2) | bit(3), bit(3), PortMask{0}, bit(1)}) {
    INFO("open " << open);
    Bench bench(quick_unit(), {}, two_ways);
    bench.open = open;
    CHECK(offered(bench, arrival) == bit(3));
  }
}

TEST_CASE("a message goes by another legal port if it would be sent there now, and by the tree's not") {
  Bench bench(quick_unit(), {}, two_ways);
  bench.open = bit(2);
  CHECK(offered(bench, arrival) == bit(2));
  bench.take(2);
  CHECK(offered(bench, message(Type::distribute, host3, above)) == bit(2));  // hosts elsewhere likewise
  bench.take(2);
  CHECK(offered(bench, message(Type::distribute, host0, above)) == bit(0));  // not those that are here
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

TEST_CASE("a link that has failed is gone round, and where that is impossible the message is counted") {
  Bench bench(quick_unit(), {}, two_ways);
  bench.dead = bit(3);
  CHECK(offered(bench, arrival) == bit(2));
  bench.take(2);
  bench.dead = bit(2) | bit(3);
  CHECK(offered(bench, arrival) == 0);
  CHECK(bench.unit.state.cut_off == 1);
  CHECK(bench.unit.state.cut_off_ports == bit(3));
  CHECK(bench.unit.state.waiting == 0);  // it holds up nobody
  CHECK(offered(bench, message(Type::build, host3, host0)) == 0);
  CHECK(bench.unit.state.cut_off == 2);
  CHECK_FALSE(bench.unit.state.faults.any());
}

TEST_CASE("from their edge on other ways count, whether links next to the switch have failed or not") {
  for (const unsigned edge : {37u, 38u}) {
    INFO("taken from its buffer at edge " << edge + 2);
    Bench bench(quick_unit(), {}, changing_ways);
    bench.open = bit(2) | bit(3);
    while (bench.now < edge) bench.edge();
    CHECK(offered(bench, arrival) == (edge == 37 ? bit(3) : bit(2)));
  }
}

TEST_CASE("a message waits for new ways while it has none, and where they leave none it is counted", "[quick]") {
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

TEST_CASE("a tree is built on the ways of the time, and waits for them likewise") {
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
  CHECK_FALSE(bench.unit.state.faults.any());
}
