// random_traffic: which random packets a host wants to send, and when. The sequence of packets depends on the streams alone,
// never on backpressure: the next packet is drawn when the last one has been sent, and carries the edge at which it was
// created, so the queue of waiting packets needs no storage and idle cycles can be skipped exactly.
#pragma once

#include <cstdint>
#include <vector>

#include "rtl_models/common/ids.hpp"
#include "rtl_models/common/link_pacer.hpp"
#include "rtl_models/common/random_stream.hpp"
#include "rtl_models/common/violation.hpp"
#include "rtl_models/generator/arrival_process.hpp"
#include "rtl_models/generator/destination.hpp"
#include "rtl_models/generator/hot_spot.hpp"
#include "rtl_models/generator/packet_length.hpp"
#include "rtl_models/port/packet_format.hpp"

namespace slackline::generator {

/// Parameters shared by all hosts.
struct TrafficParams {
  std::uint32_t nodes = 2;  ///< hosts of the network, 2..2^24; with members: of those
  /// If not empty, ascending: the hosts that packets come from and go to. The rules for nodes then hold for their places
  /// in this list.
  std::vector<std::uint32_t> members;
  Grid grid;  ///< their places, for tornado and neighbour
  Pattern pattern = Pattern::uniform;
  HotSpotParams hot_spot;        ///< of Pattern::hot_spot
  double packets_per_cycle = 0;  ///< mean number of packets created in a cycle, 0..1
  ArrivalParams arrivals;
  std::uint16_t packet_flits = 8;     ///< head and tail included, 1..65535
  std::vector<LengthWeight> lengths;  ///< if not empty, used instead of packet_flits
  std::vector<NodeId> partners;       ///< Pattern::permutation: destinations, by node; hosts beyond them are silent
  std::uint64_t packet_limit = 0;     ///< packets per host; 0: no limit
  /// If not 0, these packets are requests: each is answered by its destination with a packet of so many flits.
  std::uint16_t response_flits = 0;
  std::uint16_t max_outstanding = 16;  ///< requests of a host under way or not answered yet, 1..65535
  std::uint64_t seed = 1;

  /// Its own number: none, it is silent.
  NodeId partner_of(NodeId node) const { return node.value < partners.size() ? partners[node.value] : node; }
  void set_partner(std::size_t node, NodeId partner);
  double mean_packet_flits() const { return lengths.empty() ? packet_flits : mean_flits(lengths); }
  /// Responses included.
  std::uint16_t longest_packet_flits() const;
  Violations violations() const;
};

/// Lengths of packets and responses that a format cannot have.
Violations packet_violations(const TrafficParams& traffic, port::PacketFormat format);

/// The packet to be sent next.
struct TrafficState {
  Cycle created{never};  ///< `never`: none will come
  NodeId destination;
  std::uint64_t sequence = 0;  ///< its number at this source
  std::uint32_t flits = 0;     ///< its length
  ArrivalState arrivals;
  RandomStream destinations, lengths;
};

template <class S, class Visitor, IfState<S, TrafficState> = 0>
void visit(S& s, Cycle now, Visitor& v) {
  visit_edge("next_created_in", "next_created_since", s.created, now, v);
  v.reg("next_destination", s.destination.value);
  v.reg("next_sequence", s.sequence);
  v.reg("next_flits", s.flits);
  v.reg("arrivals_stream", s.arrivals.stream.state);
  v.reg("arrivals_fraction", s.arrivals.fraction);
  Cycle burst_end(s.arrivals.burst_end);
  visit_edge("arrivals_burst_left", "arrivals_burst_since", burst_end, now, v);
  if constexpr (is_loader<Visitor>) s.arrivals.burst_end = burst_end.value;
  v.reg("destinations_stream", s.destinations.state);
  v.reg("lengths_stream", s.lengths.state);
}

/// The packets that a host has wanted to send.
struct Offered {
  std::uint64_t packets = 0, flits = 0;
};

class RandomTraffic {
 public:
  /// Each workload of a network has streams of its own; the first one's are those of `params.seed`.
  explicit RandomTraffic(const TrafficParams& params, unsigned workload = 0);

  /// The first packet of a host.
  TrafficState first(NodeId host) const;
  /// The packet after `state`'s.
  void next(NodeId host, TrafficState& state) const;
  /// Packets created at edges before `end`, counted from the one that `state` holds; the state is left as it is.
  Offered created_before(NodeId host, TrafficState state, Cycle end) const;

  const TrafficParams& params() const { return params_; }

 private:
  /// A host's place among the members, and back.
  NodeId place_of(NodeId host) const;
  NodeId host_at(NodeId place) const { return params_.members.empty() ? place : NodeId(params_.members[place.value]); }
  /// Draws destination and length.
  void draw(NodeId host, TrafficState& state) const;
  bool has_only_destination() const;
  /// The destination of all packets; for the patterns that leave no choice.
  NodeId only_destination(NodeId host) const;

  TrafficParams params_;
  std::uint64_t seed_;
  ArrivalProcess arrivals_;
  PacketLength length_;
  HotSpot hot_spot_;
};

}  // namespace slackline::generator
