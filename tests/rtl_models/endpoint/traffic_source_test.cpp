#include <catch2/catch.hpp>

#include <cmath>
#include <vector>

#include "rtl_models/endpoint/traffic_source.hpp"

using namespace slackline;
using endpoint::Pattern;
using endpoint::Place;
using endpoint::TrafficParams;
using endpoint::TrafficSource;
using endpoint::TrafficState;

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
  const TrafficSource source(params_of(Pattern::uniform, 0.5));
  const Place place{NodeId(3), NodeId(0)};
  std::vector<int> counts(8);
  TrafficState state = source.first(place);
  for (int i = 0; i < 70'000; ++i, source.next(place, state)) ++counts[state.destination.value];
  REQUIRE(counts[3] == 0);
  for (int node = 0; node < 8; ++node)
    if (node != 3) REQUIRE(std::abs(counts[node] - 10'000) < 5 * 100);
}

TEST_CASE("uniform_all goes evenly to every node, its source included") {
  TrafficParams params = params_of(Pattern::uniform_all, 0.5);
  params.nodes = 7;  // no power of two: a biased draw would show
  REQUIRE(params.violations().empty());
  const TrafficSource source(params);
  const Place place{NodeId(3), NodeId(3)};  // the partner has no effect: a node that is its own partner is not silent
  std::vector<int> counts(7);
  TrafficState state = source.first(place);
  REQUIRE(state.created != never);
  for (int i = 0; i < 70'000; ++i, source.next(place, state)) ++counts[state.destination.value];
  for (const int count : counts) REQUIRE(std::abs(count - 10'000) < 5 * 93);  // sqrt(70000 * 1/7 * 6/7) = 92.6
}

TEST_CASE("packets arrive at the given rate, no more than one a cycle, from cycle 0 on") {
  for (const double rate : {1.0, 0.5, 0.02}) {
    const TrafficSource source(params_of(Pattern::uniform, rate));
    const Place place{NodeId(1), NodeId(0)};
    TrafficState state = source.first(place);
    const std::uint64_t packets = source.created_before(place, state, Cycle(100'000)).packets;
    REQUIRE(std::abs(static_cast<double>(packets) - 100'000 * rate) <= 5 * std::sqrt(100'000 * rate * (1 - rate)));
    for (Cycle last = never; state.created < Cycle(1000); source.next(place, state)) {
      if (last != never) REQUIRE(last < state.created);
      last = state.created;
    }
  }
  REQUIRE(TrafficSource(params_of(Pattern::uniform, 1)).first({NodeId(1), NodeId(0)}).created == Cycle(0));
}

TEST_CASE("no load, and a permutation that maps a node to itself, are silent", "[quick]") {
  REQUIRE(TrafficSource(params_of(Pattern::uniform, 0)).first({NodeId(1), NodeId(0)}).created == never);
  const TrafficSource source(params_of(Pattern::permutation, 1));
  REQUIRE(source.first({NodeId(1), NodeId(1)}).created == never);
  REQUIRE(source.first({NodeId(1), NodeId(5)}).destination == NodeId(5));
}

TEST_CASE("a packet limit ends the traffic after that many packets") {
  TrafficParams params = params_of(Pattern::uniform, 1);
  params.packet_limit = 3;
  const TrafficSource source(params);
  const Place place{NodeId(0), NodeId(0)};
  REQUIRE(source.created_before(place, source.first(place), Cycle(1000)).packets == 3);
}

TEST_CASE("violations of traffic parameters are all reported", "[quick]") {
  TrafficParams params = params_of(Pattern::uniform, 1.5);
  params.nodes = 1;
  params.packet_flits = 0;
  REQUIRE(params.violations().size() == 3);
  params.packets_per_cycle = std::nan("");
  REQUIRE(params.violations().size() == 3);
}
