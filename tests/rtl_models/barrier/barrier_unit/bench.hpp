// One barrier unit between two switches, driven cycle by cycle.
#pragma once

#include <catch2/catch.hpp>
#include <utility>
#include <vector>

#include "rtl_models/barrier/barrier_unit/barrier_unit_instance.hpp"

namespace slackline::barrier_unit::test {

/// Switch 1 with hosts 0 and 1 at ports 0 and 1; port 2 leads to switch 0 with host 2, port 3 to switch 2.
class Bench {
 public:
  explicit Bench(Params params = {}, std::vector<Planned> planned = {}, std::vector<Ways> ways = {})
      : planned_(std::move(planned)),
        ways_(std::move(ways)),
        unit({params.ports, params.entries, params.buffer, params.queue, params.delay, params.reliability}, place()) {}

  /// One edge at which the first or second flit of a message arrives at some ports.
  void edge(PortSet arrivals = {}, PortSet taken = {}) {
    unit.step({arrivals, words_.data(), taken, open, dead, Cycle(now)});
    ++now;
  }
  /// Both flits of a message for each of these ports, in two edges.
  void arrive(const std::vector<std::pair<unsigned, Message>>& messages) {
    for (unsigned flit = 0; flit < 2; ++flit) {
      PortSet ports;
      for (const auto& [port, message] : messages) {
        words_[port] = message.flits()[flit];
        ports |= bit(port);
      }
      edge(ports);
    }
  }
  void arrive(unsigned port, const Message& message) { arrive({{port, message}}); }
  /// Edges until an output offers something, which it must within 50.
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

 private:
  const std::vector<Planned> planned_;
  const std::vector<Ways> ways_;

 public:
  PortSet open, dead;  ///< what the unit samples at each edge
  Instance unit;
  unsigned now = 0;

 private:
  Place place() const {
    static const std::vector<std::uint16_t> to_switch{2, Place::no_way, 3};
    static const std::vector<std::uint16_t> switch_of_host{1, 1, 0, 2};
    static const std::vector<std::uint16_t> port_of_host{0, 1, 0, 0};
    Place at;
    at.self = Address::of_switch(1);
    at.ports_to_switch = to_switch.data();
    at.switch_of_host = switch_of_host.data();
    at.port_of_host = port_of_host.data();
    at.switches = 3;
    at.hosts = 4;
    at.ways = ways_.data();
    at.ways_count = static_cast<std::uint16_t>(ways_.size());
    at.planned = planned_.data();
    at.planned_entries = static_cast<std::uint16_t>(planned_.size());
    return at;
  }

  std::vector<std::uint32_t> words_ = std::vector<std::uint32_t>(4);
};

inline Message message(Type type, Address to, Address from, bool phase = false, std::uint16_t node = 0) {
  Message m;
  m.type = type;
  m.phase = phase;
  m.group = 5;
  m.to = to;
  m.from = from;
  m.node = node;
  return m;
}

inline const Address here = Address::of_switch(1), above = Address::of_switch(0), below = Address::of_switch(2);
inline const Address host0 = Address::of_host(0), host1 = Address::of_host(1), host2 = Address::of_host(2),
                     host3 = Address::of_host(3);

/// The group of hosts 0, 1 and 3 with its centre at host 2: the switch is a node with children at ports 0, 1 and 3.
inline void build_node(Bench& bench) {
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

}  // namespace slackline::barrier_unit::test
