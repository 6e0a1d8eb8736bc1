#include "rtl_models/endpoint/traffic_source.hpp"

namespace slackline::endpoint {

Violations TrafficParams::violations() const {
  Violations found;
  check_range(found, "nodes", nodes, 2, 1u << 24);
  check_range(found, "packet_flits", packet_flits, 1, 65535);
  if (!(packets_per_cycle >= 0 && packets_per_cycle <= 1))
    found.push_back({"packets_per_cycle", std::to_string(packets_per_cycle), "0 to 1"});
  const Violations of_pattern = pattern_violations(pattern, nodes, grid);
  found.insert(found.end(), of_pattern.begin(), of_pattern.end());
  return found;
}

TrafficSource::TrafficSource(const TrafficParams& params)
    : params_(params), gap_(params.packets_per_cycle > 0 ? params.packets_per_cycle : 1) {}

TrafficState TrafficSource::first(const Place& place) const {
  TrafficState state;
  state.arrivals = RandomStream(params_.seed, place.node.value, RandomPurpose::arrivals);
  state.destinations = RandomStream(params_.seed, place.node.value, RandomPurpose::destinations);
  if (params_.packets_per_cycle <= 0) return state;
  if (params_.pattern != Pattern::uniform && only_destination(place) == place.node) return state;
  state.created = Cycle(gap_.draw(state.arrivals) - 1);  // a first success in cycle 0 is a gap of 1
  draw(place, state);
  return state;
}

void TrafficSource::next(const Place& place, TrafficState& state) const {
  ++state.sequence;
  if (params_.packet_limit != 0 && state.sequence >= params_.packet_limit) {
    state.created = never;
    return;
  }
  state.created = state.created + gap_.draw(state.arrivals);
  draw(place, state);
}

void TrafficSource::draw(const Place& place, TrafficState& state) const {
  if (params_.pattern != Pattern::uniform) {
    state.destination = only_destination(place);
    return;
  }
  const std::uint32_t other = state.destinations.below(params_.nodes - 1);
  state.destination = NodeId(other + (other >= place.node.value));
}

NodeId TrafficSource::only_destination(const Place& place) const {
  return params_.pattern == Pattern::permutation
             ? place.partner
             : patterned_destination(params_.pattern, params_.nodes, params_.grid, place.node);
}

std::uint64_t TrafficSource::created_before(const Place& place, TrafficState state, Cycle end) const {
  std::uint64_t packets = 0;
  for (; state.created < end; next(place, state)) ++packets;
  return packets;
}

}  // namespace slackline::endpoint
