// One barrier unit, cycle by cycle: what must happen at N is looked for at N - 1 and at N.
#include <catch2/catch.hpp>
#include <vector>

#include "rtl_models/barrier_unit/barrier_unit_instance.hpp"
#include "rtl_models/common/registers.hpp"

using namespace slackline;
using namespace slackline::barrier_unit;

namespace {

/// Switch 1 with hosts 0 and 1 at ports 0 and 1; port 2 leads to switch 0, at which host 2 is, port 3 to switch 2.
class Bench {
 public:
  explicit Bench(Params params = {})
      : unit({params.ports, params.entries, params.buffer, params.queue, params.delay}, place()) {}

  /// One edge at which the first or second flit of a message arrives at some ports.
  void edge(PortMask arrivals = 0, PortMask taken = 0) {
    unit.step({arrivals, words_.data(), taken});
    ++now;
  }
  /// Both flits of a message for each of these ports, in two edges.
  void arrive(const std::vector<std::pair<unsigned, Message>>& messages) {
    for (unsigned flit = 0; flit < 2; ++flit) {
      PortMask ports = 0;
      for (const auto& [port, message] : messages) {
        words_[port] = message.flits()[flit];
        ports |= bit(port);
      }
      edge(ports);
    }
  }
  void arrive(unsigned port, const Message& message) { arrive({{port, message}}); }
  /// Edges until an output offers something; it must within 50.
  unsigned edges_until_offer() {
    for (unsigned n = 1; n <= 50; ++n) {
      edge();
      if (unit.state.offers != 0) return n;
    }
    FAIL("nothing is offered");
    return 0;
  }
  /// Takes the message that a port offers, in two edges.
  Message take(unsigned port) {
    REQUIRE(has(unit.state.offers, port));
    const std::uint32_t first = word_out(unit.params, unit.state, port);
    edge(0, bit(port));
    const std::uint32_t second = word_out(unit.params, unit.state, port);
    edge(0, bit(port));
    return Message::from_flits(first, second);
  }
  const Entry& entry(std::uint8_t group) const {
    const Entry* found = find(unit.params, unit.state, group);
    REQUIRE(found != nullptr);
    return *found;
  }

  Instance unit;
  unsigned now = 0;

 private:
  static Place place() {
    static const std::vector<std::uint8_t> to_switch{2, Place::no_way, 3};
    static const std::vector<std::uint16_t> switch_of_host{1, 1, 0, 2};
    static const std::vector<std::uint8_t> port_of_host{0, 1, 0, 0};
    Place at;
    at.self = Address::of_switch(1);
    at.ports_to_switch = to_switch.data();
    at.switch_of_host = switch_of_host.data();
    at.port_of_host = port_of_host.data();
    at.switches = 3;
    at.hosts = 4;
    return at;
  }

  std::vector<std::uint32_t> words_ = std::vector<std::uint32_t>(4);
};

Message message(Type type, Address to, Address from, bool phase = false, std::uint16_t node = 0) {
  Message m;
  m.type = type;
  m.phase = phase;
  m.group = 5;
  m.to = to;
  m.from = from;
  m.node = node;
  return m;
}

const Address here = Address::of_switch(1), above = Address::of_switch(0), below = Address::of_switch(2);
const Address host0 = Address::of_host(0), host1 = Address::of_host(1), host2 = Address::of_host(2),
              host3 = Address::of_host(3);

/// The group of hosts 0, 1 and 3 with its centre at host 2: the switch is a node with children at ports 0, 1 and 3.
void build_node(Bench& bench) {
  for (const auto& [port, from] : {std::pair(0u, host0), std::pair(1u, host1), std::pair(3u, host3)}) {
    bench.arrive(port, message(Type::build, host2, from));
    bench.edges_until_offer();
    bench.take(2);
  }
  bench.arrive(2, message(Type::distribute, here, above));
  for (const unsigned port : {0u, 1u, 3u}) {
    while (!has(bench.unit.state.offers, port)) bench.edge();
    bench.take(port);
  }
}

}  // namespace

TEST_CASE("a message that is passed on is offered `delay` edges behind the edge of its second flit", "[quick]") {
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

TEST_CASE("one message is taken an edge, ports going round", "[quick]") {
  Params params;
  params.delay = 1;
  Bench bench(params);
  bench.arrive({{0, message(Type::distribute, below, host0)},
                {1, message(Type::distribute, above, host1)},
                {3, message(Type::distribute, host0, below)}});
  std::vector<PortMask> waiting;
  for (unsigned n = 0; n < 3; ++n) {
    bench.edge();
    waiting.push_back(bench.unit.state.waiting);
  }
  CHECK(waiting == std::vector<PortMask>{bit(1) | bit(3), bit(3), 0});
  CHECK(bench.unit.state.offers == (bit(0) | bit(2) | bit(3)));
}

TEST_CASE("a message whose queue is full lets those of other ports go before it", "[quick]") {
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
  bench.edge();  // the place in the queue is free in the cycle behind the second flit
  CHECK(bench.unit.state.waiting == 0);
  CHECK(has(bench.unit.state.offers, 3));
}

TEST_CASE("a port with several messages waits for the others between them", "[quick]") {
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

TEST_CASE("of entries that owe something another one goes at each edge", "[quick]") {
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
  // Both complete in the same edges: the last arrivals wait in two buffers while the first entry's debts are paid.
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

TEST_CASE("who tells of a barrier before this switch has told its children of the last one is not believed",
          "[quick]") {
  Params params;
  params.queue = 1;
  Bench bench(params);
  build_node(bench);
  bench.arrive(2, message(Type::distribute, here, above, true));
  bench.edge();
  bench.arrive(2, message(Type::distribute, here, above, false));
  while (bench.unit.state.waiting != 0) bench.edge();
  CHECK(bench.unit.state.faults.strays == 0);  // all of them told by then
  bench.arrive(2, message(Type::distribute, here, above, true));
  for (unsigned n = 0; n < 10; ++n) bench.edge();
  CHECK(bench.entry(5).owed != 0);  // the queues are full
  CHECK(bench.unit.state.faults.strays == 1);
}

TEST_CASE("the first `build` leaves as it came, the second one tells of a new node, the others tell nothing",
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

TEST_CASE("a new node below takes the place of the child that came through its channel", "[quick]") {
  Bench bench;
  bench.arrive(3, message(Type::build, host2, host3));
  bench.edges_until_offer();
  bench.take(2);
  Message told = message(Type::build, host2, Address::of_host(9), false, below.bits());
  told.tag = Tag::new_node;
  bench.arrive(3, told);
  bench.edges_until_offer();
  CHECK(bench.take(2) == told);  // this switch is no node: the one above must hear of it, too
  const Address* children = children_of(bench.unit.params, bench.unit.state, bench.entry(5));
  CHECK(children[3] == below);
  bench.arrive(0, message(Type::build, host2, host0));
  bench.edges_until_offer();
  bench.take(2);
  bench.arrive(3, told);
  bench.edges_until_offer();
  CHECK(bench.take(2).tag == Tag::told);  // a node keeps it for itself
}

TEST_CASE("the parent is told when the last child has arrived, not before; and in every phase anew", "[quick]") {
  Bench bench;
  build_node(bench);
  for (const bool phase : {true, false, true}) {
    for (const auto& [port, from] : {std::pair(1u, host1), std::pair(3u, host3)})
      bench.arrive(port, message(Type::reduce, here, from, phase));
    for (unsigned n = 0; n < 20; ++n) bench.edge();
    CHECK(bench.unit.state.offers == 0);
    bench.arrive(0, message(Type::reduce, here, host0, phase));
    // Taken at the edge behind its second flit; what the entry owes is sent at the next one.
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
  CHECK_FALSE(bench.unit.state.faults.any());
}

TEST_CASE("a child that has been told may arrive at the next barrier before its sisters hear of this one", "[quick]") {
  Params params;
  params.queue = 1;
  Bench bench(params);
  build_node(bench);
  for (const auto& [port, from] : {std::pair(0u, host0), std::pair(1u, host1), std::pair(3u, host3)})
    bench.arrive(port, message(Type::reduce, here, from, true));
  bench.edges_until_offer();
  bench.take(2);
  // The queue of port 3 is taken by somebody else's message, so host 3 hears later than host 0.
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
  CHECK_FALSE(bench.unit.state.faults.any());
}

TEST_CASE("at the centre's switch members are counted, and the last one completes the barrier", "[quick]") {
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

TEST_CASE("what nothing here knows is thrown away and counted", "[quick]") {
  Bench bench;
  const auto strays_behind = [&](unsigned port, const Message& m) {
    bench.arrive(port, m);
    for (unsigned n = 0; n < 5; ++n) bench.edge();
    return bench.unit.state.faults.strays;
  };
  CHECK(strays_behind(0, message(Type::reduce, here, host0)) == 1);      // no such group
  CHECK(strays_behind(0, message(Type::distribute, here, above)) == 2);  // likewise
  CHECK(strays_behind(0, message(static_cast<Type>(9), here, host0)) == 3);
  CHECK(strays_behind(0, message(Type::none, here, host0)) == 4);
  build_node(bench);
  CHECK(strays_behind(0, message(Type::reduce, here, host0, false)) == 5);  // the phase before
  CHECK(strays_behind(0, message(Type::reduce, here, host2, true)) == 6);   // no child
  CHECK(strays_behind(0, message(Type::reduce, here, host0, true)) == 6);
  CHECK(strays_behind(0, message(Type::reduce, here, host0, true)) == 7);  // twice
  CHECK(strays_behind(2, message(Type::distribute, here, above, false)) == 8);
  CHECK(bench.unit.state.faults.unroutable == 0);
  bench.arrive(0, message(Type::distribute, Address::of_switch(7), host0));
  bench.arrive(0, message(Type::build, Address::of_host(7), host0));
  for (unsigned n = 0; n < 5; ++n) bench.edge();
  CHECK(bench.unit.state.faults.unroutable == 2);
  CHECK(bench.unit.state.offers == 0);
}

TEST_CASE("a full input buffer loses the message that comes on top, and counts it", "[quick]") {
  Params params;
  params.buffer = 2;
  params.queue = 1;
  params.delay = 1;
  Bench bench(params);
  for (unsigned n = 0; n < 3; ++n) bench.arrive(0, message(Type::distribute, below, host0));  // one in the queue
  CHECK(bench.unit.state.in[0].count == 2);
  CHECK(bench.unit.state.faults.overflows == 0);
  bench.arrive(0, message(Type::distribute, below, host0));
  CHECK(bench.unit.state.in[0].count == 2);
  CHECK(bench.unit.state.faults.overflows == 1);
}

TEST_CASE("parameters of a barrier unit have bounds", "[quick]") {
  const auto violations = [](Params p) { return to_string(p.violations()); };
  CHECK(violations({}).empty());
  CHECK(violations({64, 256, 64, 64, 16}).empty());
  CHECK(violations({2, 1, 1, 1, 1}).empty());
  CHECK(violations({1, 0, 0, 0, 0}) ==
        "ports = 1: allowed 2 to 64\nentries = 0: allowed 1 to 256\nbuffer = 0: allowed 1 to 64\n"
        "queue = 0: allowed 1 to 64\ndelay = 0: allowed 1 to 16");
  CHECK(violations({65, 257, 65, 65, 17}) ==
        "ports = 65: allowed 2 to 64\nentries = 257: allowed 1 to 256\nbuffer = 65: allowed 1 to 64\n"
        "queue = 65: allowed 1 to 64\ndelay = 17: allowed 1 to 16");
  CHECK_THROWS_AS(Instance({1, 1, 1, 1, 1}, {}), std::invalid_argument);
}

TEST_CASE("reset leaves nothing behind", "[quick]") {
  Bench bench;
  RegisterSnapshot fresh, used, reset;
  bench.unit.visit(fresh);
  build_node(bench);
  bench.arrive(0, message(Type::reduce, here, host0, true));
  bench.unit.visit(used);
  CHECK(used.values != fresh.values);
  bench.unit.reset();
  bench.unit.visit(reset);
  CHECK(reset.values == fresh.values);
}
