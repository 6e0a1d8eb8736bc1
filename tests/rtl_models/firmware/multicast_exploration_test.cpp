// All orders of events of a few worms among three or four interfaces with the firmware multicast.
#include <algorithm>
#include <catch2/catch.hpp>

#include "tests/rtl_models/firmware/multicast_exploration.hpp"

using namespace slackline::firmware;
using namespace slackline::firmware::test;

namespace {

constexpr std::uint32_t lower = CLASS_LOWER, upper = CLASS_UPPER;

Plan with_hops(Plan plan, std::uint32_t hops) {
  plan.hop_count = hops;
  return plan;
}

/// The path of a ring of hosts 0 to 2. In two classes a worm is in `upper` once the receiver's ID is not above the root's.
Plan ring_from(std::uint32_t root, bool two_classes = true) {
  const auto to = [&](std::uint32_t host) { return Successor{host, two_classes && host <= root ? upper : lower}; };
  return with_hops(path(0, {{root}, to((root + 1) % 3), to((root + 2) % 3)}), 2);
}

Plan returning(Plan plan) {
  plan.hops.push_back({plan.hops.back().to.host, {plan.originator, upper}});
  plan.own_flags |= MULTICAST_RETURNS;
  return with_hops(plan, 3);
}

/// The lowest host puts worms in order, and sends them to hosts 1 and 2.
Plan ordered_from(std::uint32_t originator) {
  Plan plan;
  plan.originator = originator;
  plan.members = {0, 1, 2};
  plan.hops = {{1, {2, upper}}};
  if (originator == 0) {
    plan.own = {{1, upper}};
    plan.own_flags = MULTICAST_ORDERED | MULTICAST_DELIVERS;
  } else {
    plan.own = {{0, lower}};
    plan.hops.insert(plan.hops.begin(), {0, {1, upper}});
  }
  return plan;
}

struct Scenario {
  const char* name;
  std::vector<Plan> plans;
  std::uint32_t nodes = 3;
};

/// Two worms each, in the classes of their families of paths.
const std::vector<Scenario> legal = {
    {"ring", {ring_from(0), ring_from(1)}},
    {"ring, other roots", {ring_from(1), ring_from(2)}},
    {"two messages of one host", {ring_from(0), ring_from(0)}},
    {"bus, from both ends", {path(0, {{0}, {1, upper}, {2, upper}}), path(0, {{2}, {1, lower}, {0, lower}})}},
    {"bus, from the middle", {tree(0, 1, {{1, {2, upper}}, {1, {0, lower}}}), path(0, {{2}, {1, lower}, {0, lower}})}},
    {"up-down trees", {tree(0, 2, {{2, {0, lower}}, {0, {1, upper}}}), tree(0, 1, {{1, {0, lower}}, {0, {2, upper}}})}},
    {"wrap-around trees",
     {tree(0, 0, {{0, {1, lower}}, {0, {2, lower}}}), tree(0, 1, {{1, {2, lower}}, {1, {0, upper}}})}},
    {"two groups", {path(0, {{2}, {0, lower}, {1, upper}}), path(1, {{2}, {1, lower}, {0, lower}})}},
    {"total order", {ordered_from(1), ordered_from(2)}},
    {"total order, the host that orders sends, too", {ordered_from(0), ordered_from(2)}}};

/// Those for which one class is not enough.
const std::vector<Scenario> transit = {
    {"bus 0 to 3, from both ends",
     {path(0, {{0}, {1, lower}, {2, lower}, {3, lower}}), path(0, {{3}, {2, lower}, {1, lower}, {0, lower}})},
     4},
    {"two groups", {path(0, {{2}, {0, lower}, {1, lower}}), path(1, {{2}, {1, lower}, {0, lower}})}}};

Exploration exploration_of(const Scenario& scenario, bool is_fifo, std::uint32_t buffers, bool has_timeouts = false) {
  Exploration exploration;
  exploration.plans = scenario.plans;
  exploration.nodes = scenario.nodes;
  exploration.is_fifo = is_fifo;
  exploration.buffers = buffers;
  exploration.has_timeouts = has_timeouts;
  return exploration;
}

/// Whatever happens, all members get each worm once.
void check_live(const Explored& explored) {
  CHECK(explored.ends > 0);
  CHECK(explored.deadlocks == 0);
  CHECK(explored.lost == 0);
  CHECK(explored.first_deadlock.empty());
}

/// The class and the host that a worm of class lower waits for.
std::uint32_t waits_for(const Explored& explored, std::uint32_t host) {
  return explored.exported.at(host).at(QUEUE_LOWER * EXPORT_QUEUE_WORDS + EXPORT_WAITS_FOR);
}

}  // namespace

TEST_CASE(
    "With a manager no order of events deadlocks, loses a worm or repeats one, and none is refused, with one buffer") {
  for (const Scenario& scenario : legal) {
    INFO(scenario.name);
    Exploration exploration = exploration_of(scenario, true, 1);
    exploration.plans = in_one_class(scenario.plans);
    exploration.has_manager = true;
    const Explored explored = explore(exploration);
    check_live(explored);
    CHECK_FALSE(explored.receiver_steps[RECEIVER_REFUSES]);
  }
}

TEST_CASE("With two classes no order of events deadlocks, livelocks, loses a worm or repeats one") {
  for (const Scenario& scenario : legal)
    for (const std::uint32_t buffers : {1u, 2u})
      for (const bool has_timeouts : {false, true}) {
        if (has_timeouts && buffers == 2) continue;  // both worms have a buffer: no copy is refused
        INFO(scenario.name << ", K " << buffers << (has_timeouts ? ", time-outs" : ""));
        const Explored fifo = explore(exploration_of(scenario, true, buffers, has_timeouts));
        const Explored plain = explore(exploration_of(scenario, false, buffers, has_timeouts));
        check_live(fifo);
        check_live(plain);
        // With one buffer both schemes are one, but for own worms that join a FIFO.
        if (buffers == 1 && scenario.plans[0].own_flags == 0) CHECK(fifo.states == plain.states);
      }
}

TEST_CASE("Nor do returning rings, worms that are stored first, and the ablations") {
  const Scenario rings = {"returning rings", {returning(ring_from(0)), returning(ring_from(1))}};
  check_live(explore(exploration_of(rings, true, 1)));
  Exploration stored = exploration_of(legal[0], true, 1, true);
  stored.cut_through = false;
  check_live(explore(stored));
  for (const std::uint32_t early : {1u, 2u, 3u}) {
    Exploration ablation = exploration_of(legal[0], true, 2);
    ablation.early = early;
    check_live(explore(ablation));
  }
}

TEST_CASE("Nor do they when handlers of any event that is pending run at any time") {
  const Scenario contended = {"two hosts send to one", {path(0, {{0}, {1, lower}}), path(1, {{2}, {1, lower}})}};
  for (const Scenario* scenario : {&contended, &legal[0]}) {
    INFO(scenario->name);
    Exploration exploration = exploration_of(*scenario, true, 1, scenario == &contended);
    exploration.handlers_wait = true;
    const Explored explored = explore(exploration);
    check_live(explored);
    if (scenario != &contended) continue;
    // Each transition but those of a copy which waits for the transmitter, and gets READY: a third worm would have to use it;
    // and those of a second READY that comes before NACK, which it would have to overtake.
    CHECK(std::count(explored.sender_steps.begin(), explored.sender_steps.end(), true) == 22);
    CHECK(std::count(explored.receiver_steps.begin(), explored.receiver_steps.end(), true) == RECEIVER_FREES);
    CHECK_FALSE(explored.receiver_steps[RECEIVER_ACKS_HEAD]);
  }
}

TEST_CASE("Nor do they when control worms overtake what has been sent before, as on other virtual channels") {
  const Scenario contended = {"two hosts send to one", {path(0, {{0}, {1, lower}}), path(1, {{2}, {1, lower}})}};
  for (const Scenario* scenario : {&contended, &legal[0], &legal[7]})
    for (const bool is_fifo : {true, false})
      for (const bool has_timeouts : {false, true}) {
        INFO(scenario->name << (is_fifo ? ", FIFO" : ", plain") << (has_timeouts ? ", time-outs" : ""));
        Exploration exploration = exploration_of(*scenario, is_fifo, 1, has_timeouts);
        exploration.overtakes = has_timeouts ? 1 : 6;  // with time-outs READY could be late without end
        check_live(explore(exploration));
      }
}

TEST_CASE("With a single class worms in transit deadlock, and with time-outs they livelock") {
  for (const Scenario& scenario : transit) {
    INFO(scenario.name);
    const std::uint32_t first = scenario.nodes == 4 ? 1 : 0, second = first + 1;
    for (const bool is_fifo : {true, false}) {
      const Explored one = explore(exploration_of(scenario, is_fifo, 1));
      CHECK(one.deadlocks == 1);
      CHECK(one.ends == 1);
      CHECK_FALSE(one.deadlock_without_nack);
      CHECK(waits_for(one, first) == (lower << 30 | second));  // what the detector follows
      CHECK(waits_for(one, second) == (lower << 30 | first));
      const Explored livelock = explore(exploration_of(scenario, is_fifo, 1, true));
      CHECK(livelock.deadlocks == 0);
      CHECK(livelock.lost > 0);
    }
  }
}

TEST_CASE("With a single class and two buffers a FIFO deadlocks without any NACK, and plain ACK/NACK does not") {
  for (const Scenario& scenario : transit) {
    INFO(scenario.name);
    const std::uint32_t first = scenario.nodes == 4 ? 1 : 0, second = first + 1;
    const Explored fifo = explore(exploration_of(scenario, true, 2));
    CHECK(fifo.deadlocks == 1);
    CHECK(fifo.deadlock_without_nack);
    CHECK(waits_for(fifo, first) == (lower << 30 | second));
    CHECK(waits_for(fifo, second) == (lower << 30 | first));
    CHECK_FALSE(fifo.receiver_steps[RECEIVER_REFUSES]);
    check_live(explore(exploration_of(scenario, false, 2)));
  }
}

TEST_CASE("A ring of three in a single class deadlocks with three worms, and not with two") {
  const Scenario two = {"", {ring_from(0, false), ring_from(1, false)}};
  check_live(explore(exploration_of(two, true, 1)));
  const Scenario three = {"", {ring_from(0, false), ring_from(1, false), ring_from(2, false)}};
  CHECK(explore(exploration_of(three, true, 1)).deadlocks == 1);
}
