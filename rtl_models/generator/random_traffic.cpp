#include "rtl_models/generator/random_traffic.hpp"

#include <algorithm>

namespace slackline::generator {

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
  if (pattern == Pattern::permutation && partners.size() > nodes)
    found.push_back({"partners", std::to_string(partners.size()), "one a host at most"});
  for (const NodeId partner : partners)
    if (pattern == Pattern::permutation && partner.value >= nodes) {
      found.push_back({"partners", std::to_string(partner.value), "nodes of the network"});
      break;
    }
  if (!members.empty() && members.size() != nodes)
    found.push_back({"members", std::to_string(members.size()), "as many as nodes"});
  if (std::adjacent_find(members.begin(), members.end(), std::greater_equal<>()) != members.end())
    found.push_back({"members", "not ascending", "each host once, ascending"});
  if (pattern == Pattern::hot_spot) add(found, hot_spot_violations(hot_spot, nodes));
  const Violations of_lengths = length_violations(lengths);
  add(found, of_lengths);
  if (rate_legal && of_lengths.empty())
    add(found, arrival_violations(arrivals, packets_per_cycle, mean_packet_flits()));
  return found;
}

Violations packet_violations(const TrafficParams& traffic, port::PacketFormat format) {
  Violations found;
  const unsigned least = port::smallest_packet(format);
  if (traffic.lengths.empty())
    check_range(found, "packet_flits", std::max<unsigned>(1, traffic.packet_flits), least, port::largest_packet);
  for (const LengthWeight& length : traffic.lengths)
    check_range(found, "lengths", length.flits, least, port::largest_packet);
  if (traffic.response_flits != 0)
    check_range(found, "response_flits", traffic.response_flits, least, port::largest_packet);
  return found;
}

std::uint16_t TrafficParams::longest_packet_flits() const {
  std::uint16_t flits = std::max(response_flits, lengths.empty() ? packet_flits : std::uint16_t{0});
  for (const LengthWeight& length : lengths) flits = std::max(flits, length.flits);
  return flits;
}

void TrafficParams::set_partner(std::size_t node, NodeId partner) {
  for (std::size_t i = partners.size(); i <= node; ++i) partners.push_back(NodeId(static_cast<std::uint32_t>(i)));
  partners[node] = partner;
}

RandomTraffic::RandomTraffic(const TrafficParams& params, unsigned workload)
    : params_(params),
      seed_(workload == 0 ? params.seed : mix64(params.seed ^ mix64(workload))),
      arrivals_(params.arrivals, params.packets_per_cycle, params.mean_packet_flits()),
      length_(table_of(params)),
      hot_spot_(params.hot_spot) {}

TrafficState RandomTraffic::first(NodeId host) const {
  TrafficState state;
  state.arrivals.stream = RandomStream(seed_, host.value, RandomPurpose::arrivals);
  state.destinations = RandomStream(seed_, host.value, RandomPurpose::destinations);
  state.lengths = RandomStream(seed_, host.value, RandomPurpose::lengths);
  if (has_only_destination() && only_destination(host) == host) return state;
  state.created = arrivals_.first(state.arrivals);
  if (state.created != never) draw(host, state);
  return state;
}

void RandomTraffic::next(NodeId host, TrafficState& state) const {
  ++state.sequence;
  if (params_.packet_limit != 0 && state.sequence >= params_.packet_limit) {
    state.created = never;
    return;
  }
  state.created = arrivals_.next(state.arrivals, state.created);
  draw(host, state);
}

NodeId RandomTraffic::place_of(NodeId host) const {
  const std::vector<std::uint32_t>& members = params_.members;
  if (members.empty()) return host;
  return NodeId(
      static_cast<std::uint32_t>(std::lower_bound(members.begin(), members.end(), host.value) - members.begin()));
}

void RandomTraffic::draw(NodeId host, TrafficState& state) const {
  state.flits = length_.draw(state.lengths);
  const NodeId place = place_of(host);
  switch (params_.pattern) {
    case Pattern::uniform: state.destination = host_at(other_node(params_.nodes, place, state.destinations)); break;
    case Pattern::uniform_all: state.destination = host_at(NodeId(state.destinations.below(params_.nodes))); break;
    case Pattern::hot_spot:
      state.destination = host_at(hot_spot_.draw(params_.nodes, place, state.destinations));
      break;
    default: state.destination = only_destination(host);
  }
}

bool RandomTraffic::has_only_destination() const {
  return params_.pattern != Pattern::uniform && params_.pattern != Pattern::uniform_all &&
         params_.pattern != Pattern::hot_spot;
}

NodeId RandomTraffic::only_destination(NodeId host) const {
  const NodeId place = place_of(host);
  return host_at(params_.pattern == Pattern::permutation
                     ? params_.partner_of(place)
                     : patterned_destination(params_.pattern, params_.nodes, params_.grid, place));
}

Offered RandomTraffic::created_before(NodeId host, TrafficState state, Cycle end) const {
  Offered offered;
  for (; state.created < end; next(host, state)) {
    ++offered.packets;
    offered.flits += state.flits;
  }
  return offered;
}

}  // namespace slackline::generator
