#include <catch2/catch.hpp>

#include <cmath>
#include <vector>

#include "rtl_models/generator/random_traffic.hpp"

using namespace slackline;
using generator::Pattern;
using generator::RandomTraffic;
using generator::TrafficParams;
using generator::TrafficState;

namespace {

TrafficParams params_of(Pattern pattern, double packets_per_cycle) {
  TrafficParams params;
  params.nodes = 8;
  params.pattern = pattern;
  params.packets_per_cycle = packets_per_cycle;
  return params;
}

}  // namespace

TEST_CASE("uniform traffic goes evenly to every other node and never to its source") {
  const RandomTraffic source(params_of(Pattern::uniform, 0.5));
  const NodeId host = NodeId(3);
  std::vector<int> counts(8);
  TrafficState state = source.first(host);
  for (int i = 0; i < 70'000; ++i, source.next(host, state)) ++counts[state.destination.value];
  REQUIRE(counts[3] == 0);
  for (int node = 0; node < 8; ++node)
    if (node != 3) REQUIRE(std::abs(counts[node] - 10'000) < 5 * 100);
}

TEST_CASE("uniform_all goes evenly to every node, its source included") {
  TrafficParams params = params_of(Pattern::uniform_all, 0.5);
  params.nodes = 7;  // no power of two: a biased draw would show
  REQUIRE(params.violations().empty());
  const RandomTraffic source(params);
  const NodeId host = NodeId(3);  // it has no partner, which has no effect
  std::vector<int> counts(7);
  TrafficState state = source.first(host);
  REQUIRE(state.created != never);
  for (int i = 0; i < 70'000; ++i, source.next(host, state)) ++counts[state.destination.value];
  for (const int count : counts) REQUIRE(std::abs(count - 10'000) < 5 * 93);  // sqrt(70000 * 1/7 * 6/7) = 92.6
}

TEST_CASE("packets arrive at the given rate, no more than one a cycle, from cycle 0 on") {
  for (const double rate : {1.0, 0.5, 0.02}) {
    const RandomTraffic source(params_of(Pattern::uniform, rate));
    const NodeId host = NodeId(1);
    TrafficState state = source.first(host);
    const std::uint64_t packets = source.created_before(host, state, Cycle(100'000)).packets;
    REQUIRE(std::abs(static_cast<double>(packets) - 100'000 * rate) <= 5 * std::sqrt(100'000 * rate * (1 - rate)));
    for (Cycle last = never; state.created < Cycle(1000); source.next(host, state)) {
      if (last != never) REQUIRE(last < state.created);
      last = state.created;
    }
  }
  REQUIRE(RandomTraffic(params_of(Pattern::uniform, 1)).first(NodeId(1)).created == Cycle(0));
}

TEST_CASE("no load, and a permutation that maps a node to itself, are silent", "[quick]") {
  REQUIRE(RandomTraffic(params_of(Pattern::uniform, 0)).first(NodeId(1)).created == never);
  TrafficParams params = params_of(Pattern::permutation, 1);
  REQUIRE(RandomTraffic(params).first(NodeId(1)).created == never);  // none is given: its own
  params.set_partner(2, NodeId(5));
  REQUIRE(RandomTraffic(params).first(NodeId(1)).created == never);
  REQUIRE(RandomTraffic(params).first(NodeId(2)).destination == NodeId(5));
  REQUIRE(RandomTraffic(params).first(NodeId(3)).created == never);
}

TEST_CASE("a packet limit ends the traffic after that many packets") {
  TrafficParams params = params_of(Pattern::uniform, 1);
  params.packet_limit = 3;
  const RandomTraffic source(params);
  const NodeId host = NodeId(0);
  REQUIRE(source.created_before(host, source.first(host), Cycle(1000)).packets == 3);
}

TEST_CASE("violations of traffic parameters are all reported", "[quick]") {
  TrafficParams params = params_of(Pattern::uniform, 1.5);
  params.nodes = 1;
  params.packet_flits = 0;
  REQUIRE(params.violations().size() == 3);
  params.packets_per_cycle = std::nan("");
  REQUIRE(params.violations().size() == 3);

  TrafficParams permutation = params_of(Pattern::permutation, 1);
  permutation.set_partner(8, NodeId(8));
  REQUIRE(permutation.violations().size() == 2);  // more than there are hosts, and a host that there is not
}

TEST_CASE("a second workload draws from streams of its own, with the same seed") {
  const TrafficParams params = params_of(Pattern::uniform, 0.5);
  const RandomTraffic first(params), again(params, 0), second(params, 1);
  TrafficState a = first.first(NodeId(3)), b = again.first(NodeId(3)), c = second.first(NodeId(3));
  int equal = 0;
  for (int i = 0; i < 1000; ++i) {
    REQUIRE(a.created == b.created);
    REQUIRE(a.destination == b.destination);
    equal += a.destination == c.destination;
    first.next(NodeId(3), a);
    again.next(NodeId(3), b);
    second.next(NodeId(3), c);
  }
  CHECK(a.created != c.created);
  CHECK(equal < 250);  // one in seven by chance
}

TEST_CASE("with members, packets go among them alone, and patterns are of their places", "[quick]") {
  TrafficParams params = params_of(Pattern::uniform, 0.5);
  params.members = {2, 3, 5, 9};
  params.nodes = 4;
  REQUIRE(params.violations().empty());
  for (const Pattern pattern : {Pattern::uniform, Pattern::uniform_all}) {
    params.pattern = pattern;
    const RandomTraffic source(params);
    std::vector<int> counts(10);
    TrafficState state = source.first(NodeId(5));
    for (int i = 0; i < 4000; ++i, source.next(NodeId(5), state)) ++counts[state.destination.value];
    CHECK(counts[2] + counts[3] + counts[5] + counts[9] == 4000);
    for (const int other : {2, 3, 9}) CHECK(counts[other] > 800);
    CHECK((counts[5] == 0) == (pattern == Pattern::uniform));
  }
  params.pattern = Pattern::bit_complement;  // of places 0 to 3
  CHECK(RandomTraffic(params).first(NodeId(3)).destination == NodeId(5));
  params.pattern = Pattern::permutation;
  params.set_partner(3, NodeId(0));
  CHECK(RandomTraffic(params).first(NodeId(9)).destination == NodeId(2));
  CHECK(RandomTraffic(params).first(NodeId(2)).created == never);  // its own partner
}

TEST_CASE("members are as many as nodes, ascending, and each once", "[quick]") {
  TrafficParams params = params_of(Pattern::uniform, 0.5);
  params.nodes = 3;
  for (const std::vector<std::uint32_t>& members : {std::vector<std::uint32_t>{1, 2}, {1, 3, 2}, {1, 2, 2}}) {
    params.members = members;
    REQUIRE(params.violations().size() == 1);
    CHECK(params.violations()[0].parameter == "members");
  }
}
