// Which of several legal ports a barrier unit sends a message by.
#include <catch2/catch.hpp>

#include "tests/rtl_models/barrier_unit/bench.hpp"

using namespace slackline;
using namespace slackline::barrier_unit;
using namespace slackline::barrier_unit::test;

namespace {

/// The tree's port to switch 2, and to host 3 there, is port 3; port 2, towards switch 0, is legal as well.
const std::vector<PortMask> two_ways{bit(2), 0, bit(2) | bit(3)};

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

TEST_CASE("a message goes by the tree's port if it would be sent there now, or if no other one is better", "[quick]") {
  for (const PortMask open : {bit(2) | bit(3), bit(3), PortMask{0}, bit(1)}) {
    INFO("open " << open);
    Bench bench(quick_unit(), {}, two_ways);
    bench.open = open;
    CHECK(offered(bench, arrival) == bit(3));
  }
}

TEST_CASE("a message goes by another legal port if it would be sent there now, and by the tree's not", "[quick]") {
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

TEST_CASE("the tree is built and released on its own ports", "[quick]") {
  Bench bench(quick_unit(), {}, two_ways);
  bench.open = bit(2);
  CHECK(offered(bench, message(Type::build, host3, host0)) == bit(3));
  bench.take(3);
  CHECK(offered(bench, message(Type::release, host3, host0)) == bit(3));
}

TEST_CASE("a link that has failed is gone round, and where that is impossible the message is counted", "[quick]") {
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
