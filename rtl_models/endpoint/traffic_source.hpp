// traffic_source: which packets a host wants to send, and when. The sequence of packets depends on the stream alone,
// never on backpressure: the next packet is drawn when the last one has been sent, and carries the edge at which it was
// created, so the queue of waiting packets needs no storage and idle cycles can be skipped exactly.
#pragma once

#include <cstdint>

#include "rtl_models/common/ids.hpp"
#include "rtl_models/common/random_stream.hpp"
#include "rtl_models/common/violation.hpp"
#include "rtl_models/endpoint/destination.hpp"

namespace slackline::endpoint {

/// What all hosts share.
struct TrafficParams {
  std::uint32_t nodes = 2;  ///< hosts of the network, 2..2^24
  Grid grid;                ///< where they stand, for tornado and neighbour
  Pattern pattern = Pattern::uniform;
  double packets_per_cycle = 0;    ///< probability that a packet is created in a cycle (Bernoulli), 0..1
  std::uint16_t packet_flits = 8;  ///< head and tail included, 1..65535
  std::uint64_t packet_limit = 0;  ///< packets per host; 0: no limit
  std::uint64_t seed = 1;

  Violations violations() const;
};

/// Who a host is.
struct Place {
  NodeId node;
  NodeId partner;  ///< destination under Pattern::permutation
};

/// The packet to be sent next.
struct TrafficState {
  Cycle created{never};  ///< `never`: none will come
  NodeId destination;
  std::uint32_t sequence = 0;  ///< its number at this source
  RandomStream arrivals, destinations;
};

class TrafficSource {
 public:
  explicit TrafficSource(const TrafficParams& params);

  /// The first packet of a host.
  TrafficState first(const Place& place) const;
  /// The packet after `state`'s.
  void next(const Place& place, TrafficState& state) const;
  /// Packets created at edges before `end`, counted from the one that `state` holds; the state is left as it is.
  std::uint64_t created_before(const Place& place, TrafficState state, Cycle end) const;

  const TrafficParams& params() const { return params_; }

 private:
  void draw(const Place& place, TrafficState& state) const;
  /// Where all packets go; for the patterns that leave no choice.
  NodeId only_destination(const Place& place) const;

  TrafficParams params_;
  GeometricGap gap_;
};

}  // namespace slackline::endpoint
