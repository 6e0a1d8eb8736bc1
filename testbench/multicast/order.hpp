// order: the numbering of hosts on which freedom from buffer deadlock rests (Anglano et al., section 3.2.2).
//
// The ID of a host is its position in the order, from 0. The paper numbers all hosts of a network once; an order of the
// members of one group alone gives per-group IDs, which need a pair of buffers for each group.
#pragma once

#include <cstdint>
#include <vector>

#include "rtl_models/common/violation.hpp"
#include "testbench/multicast/distances.hpp"

namespace slackline::multicast {

/// Faults of an order that shall list each of `hosts` once: a host that is not among them, one that is listed twice,
/// and those that are missing. Parameters: "order[4]" for an entry, "order" for the whole.
Violations order_violations(const std::vector<std::uint32_t>& order, const std::vector<std::uint32_t>& hosts);

class Order {
 public:
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  /// Hosts are node numbers of a network. Throws std::invalid_argument if one is listed twice.
  explicit Order(std::vector<std::uint32_t> hosts_by_id);

  const std::vector<std::uint32_t>& hosts_by_id() const { return hosts_; }
  /// none: the host has no ID.
  std::uint32_t find(std::uint32_t host) const { return host < ids_.size() ? ids_[host] : none; }
  /// Throws std::invalid_argument if the host has no ID.
  std::uint32_t id(std::uint32_t host) const;

 private:
  std::vector<std::uint32_t> hosts_;
  std::vector<std::uint32_t> ids_;  ///< of each host
};

/// Cycles along the order, in both directions: worms of a group may travel either way.
std::uint64_t length(const Order& order, const Distances& distances);

/// A short Hamiltonian path over some hosts, by length(): the nearest neighbour from the lowest host on, then 2-opt until
/// nothing improves, as many rounds as hosts at most. Equal choices: the lowest host, the first move. Each host is given
/// once. Time: hosts^2 for each round, of which few are usual; hosts^3 at most.
Order shortest_order(const Distances& distances, std::vector<std::uint32_t> hosts);
/// Over all hosts.
Order shortest_order(const Distances& distances);

}  // namespace slackline::multicast
