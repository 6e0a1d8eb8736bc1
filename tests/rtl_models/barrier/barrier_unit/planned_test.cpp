// Entries that are in a barrier unit's table from reset on, and acknowledgements.
#include <catch2/catch.hpp>

#include "rtl_models/common/registers.hpp"
#include "tests/rtl_models/barrier/barrier_unit/bench.hpp"

using namespace slackline;
using namespace slackline::barrier_unit;
using namespace slackline::barrier_unit::test;

namespace {

/// A node with hosts 0 and 1 and switch 2 below it, and switch 0 above; or the root of them.
std::vector<Planned> node(bool acknowledges, bool is_root = false) {
  Planned planned;
  planned.entry.valid = planned.entry.node = true;
  planned.entry.group = 5;
  planned.entry.root = is_root;
  planned.entry.acknowledges = acknowledges;
  planned.entry.children = bit(0) | bit(1) | bit(3);
  planned.entry.parent = is_root ? host0 : above;
  planned.children = {{0, host0}, {1, host1}, {3, below}};
  return {planned};
}

void all_arrive(Bench& bench, bool phase) {
  for (const auto& [port, from] : {std::pair(0u, host0), std::pair(1u, host1), std::pair(3u, below)})
    bench.arrive(port, message(Type::reduce, here, from, phase));
}

/// Takes the message that is offered to each of the three children.
void tell_children(Bench& bench) {
  for (const unsigned port : {0u, 1u, 3u}) {
    while (!has(bench.unit.state.offers, port)) bench.edge();
    bench.take(port);
  }
}

void acknowledge(Bench& bench, unsigned port, Address from) {
  bench.arrive(port, message(Type::acknowledge, here, from));
  for (unsigned n = 0; n < 5; ++n) bench.edge();
}

}  // namespace

TEST_CASE("a planned entry combines and distributes from reset on, without a `build`") {
  Bench bench({}, node(false));
  CHECK(bench.unit.state.used == 1);
  all_arrive(bench, false);
  bench.edges_until_offer();
  CHECK(bench.take(2) == message(Type::reduce, above, here, false));
  bench.arrive(2, message(Type::distribute, here, above, false));
  tell_children(bench);
  all_arrive(bench, true);
  bench.edges_until_offer();
  CHECK(bench.take(2) == message(Type::reduce, above, here, true));
  CHECK_FALSE(bench.unit.state.errors.any());
}

TEST_CASE("a node acknowledges when its last child has, and not before") {
  Bench bench({}, node(true));
  all_arrive(bench, false);
  bench.edges_until_offer();
  bench.take(2);
  bench.arrive(2, message(Type::distribute, here, above, false));
  tell_children(bench);
  acknowledge(bench, 0, host0);
  acknowledge(bench, 3, below);
  CHECK(bench.unit.state.offers == 0);
  bench.arrive(1, message(Type::acknowledge, here, host1));
  CHECK(bench.edges_until_offer() == 3);  // taken, owed, sent
  CHECK(bench.take(2) == message(Type::acknowledge, above, here, false));
  CHECK_FALSE(bench.unit.state.errors.any());
}

TEST_CASE("the root counts a barrier as acknowledged with the last of its children", "[quick]") {
  Bench bench({}, node(true, true));
  all_arrive(bench, false);
  tell_children(bench);
  CHECK(bench.unit.state.completed == 1);
  acknowledge(bench, 0, host0);
  acknowledge(bench, 1, host1);
  CHECK(bench.unit.state.acknowledged == 0);
  acknowledge(bench, 3, below);
  CHECK(bench.unit.state.acknowledged == 1);
  CHECK(bench.unit.state.offers == 0);
}

TEST_CASE("an arrival before the member's acknowledgement is discarded, as is an unexpected acknowledgement",
          "[quick]") {
  Bench bench({}, node(true, true));
  acknowledge(bench, 0, host0);
  CHECK(bench.unit.state.errors.strays == 1);
  all_arrive(bench, false);
  tell_children(bench);
  bench.arrive(0, message(Type::reduce, here, host0, true));
  for (unsigned n = 0; n < 5; ++n) bench.edge();
  CHECK(bench.unit.state.errors.strays == 2);
  acknowledge(bench, 0, host0);
  acknowledge(bench, 0, host0);
  CHECK(bench.unit.state.errors.strays == 3);
  acknowledge(bench, 0, host3);
  CHECK(bench.unit.state.errors.strays == 4);
}

TEST_CASE("a released entry waits for its last acknowledgement") {
  Bench bench({}, node(true, true));
  all_arrive(bench, false);
  tell_children(bench);
  bench.arrive(0, message(Type::release, host0, host0));
  acknowledge(bench, 0, host0);
  acknowledge(bench, 1, host1);
  CHECK(bench.unit.state.used == 1);
  acknowledge(bench, 3, below);
  CHECK(bench.unit.state.used == 0);
  CHECK_FALSE(bench.unit.state.errors.any());
}

TEST_CASE("reset restores planned entries") {
  Bench bench({}, node(true));
  RegisterSnapshot fresh, used, reset;
  bench.unit.visit(fresh);
  all_arrive(bench, false);
  bench.unit.visit(used);
  CHECK(used.values != fresh.values);
  bench.unit.reset();
  bench.unit.visit(reset);
  CHECK(reset.values == fresh.values);
}
