#include "rtl_models/endpoint/traffic_source.hpp"

namespace slackline::endpoint {

namespace {

void add(Violations& found, const Violations& more) { found.insert(found.end(), more.begin(), more.end()); }

std::vector<LengthWeight> table_of(const TrafficParams& params) {
  return params.lengths.empty() ? std::vector<LengthWeight>{{params.packet_flits, 1}} : params.lengths;
}

}  // namespace

Violations TrafficParams::violations() const {
  Violations found;
  check_range(found, "nodes", nodes, 2, 1u << 24);
  check_range(found, "packet_flits", packet_flits, 1, 65535);
  check_range(found, "max_outstanding", max_outstanding, 1, 65535);
  const bool rate_legal = packets_per_cycle >= 0 && packets_per_cycle <= 1;  // false for what is no number
  if (!rate_legal) found.push_back({"packets_per_cycle", std::to_string(packets_per_cycle), "0 to 1"});
  add(found, pattern_violations(pattern, nodes, grid));
  if (pattern == Pattern::hot_spot) add(found, hot_spot_violations(hot_spot, nodes));
  const Violations of_lengths = length_violations(lengths);
  add(found, of_lengths);
  if (rate_legal && of_lengths.empty())
    add(found, arrival_violations(arrivals, packets_per_cycle, mean_packet_flits()));
  return found;
}

TrafficSource::TrafficSource(const TrafficParams& params)
    : params_(params),
      arrivals_(params.arrivals, params.packets_per_cycle, params.mean_packet_flits()),
      length_(table_of(params)),
      hot_spot_(params.hot_spot) {}

TrafficState TrafficSource::first(const Place& place) const {
  TrafficState state;
  state.arrivals.stream = RandomStream(params_.seed, place.node.value, RandomPurpose::arrivals);
  state.destinations = RandomStream(params_.seed, place.node.value, RandomPurpose::destinations);
  state.lengths = RandomStream(params_.seed, place.node.value, RandomPurpose::lengths);
  if (has_only_destination() && only_destination(place) == place.node) return state;
  state.created = arrivals_.first(state.arrivals);
  if (state.created != never) draw(place, state);
  return state;
}

void TrafficSource::next(const Place& place, TrafficState& state) const {
  ++state.sequence;
  if (params_.packet_limit != 0 && state.sequence >= params_.packet_limit) {
    state.created = never;
    return;
  }
  state.created = arrivals_.next(state.arrivals, state.created);
  draw(place, state);
}

void TrafficSource::draw(const Place& place, TrafficState& state) const {
  state.flits = length_.draw(state.lengths);
  switch (params_.pattern) {
    case Pattern::uniform: state.destination = other_node(params_.nodes, place.node, state.destinations); break;
    case Pattern::uniform_all: state.destination = NodeId(state.destinations.below(params_.nodes)); break;
    case Pattern::hot_spot: state.destination = hot_spot_.draw(params_.nodes, place.node, state.destinations); break;
    default: state.destination = only_destination(place);
  }
}

bool TrafficSource::has_only_destination() const {
  return params_.pattern != Pattern::uniform && params_.pattern != Pattern::uniform_all &&
         params_.pattern != Pattern::hot_spot;
}

NodeId TrafficSource::only_destination(const Place& place) const {
  return params_.pattern == Pattern::permutation
             ? place.partner
             : patterned_destination(params_.pattern, params_.nodes, params_.grid, place.node);
}

Offered TrafficSource::created_before(const Place& place, TrafficState state, Cycle end) const {
  Offered offered;
  for (; state.created < end; next(place, state)) {
    ++offered.packets;
    offered.flits += state.flits;
  }
  return offered;
}

}  // namespace slackline::endpoint
