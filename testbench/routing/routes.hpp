// routes: where the packets of a network go as its switches route them, one destination after another: for whoever must
// go over all of them (uniform_load, deadlock).
//
// Each kind of routing is a function of the switch and the destination, whatever the source and the input port. So the
// routes to one destination form a tree with the destination at its root: one output for each switch, and an array of
// them says all. Routes that a source writes into its packets come from the same table as those that switches look up.
#pragma once

#include <cstdint>
#include <vector>

#include "rtl_models/network/netlist.hpp"

namespace slackline::routing {

class Routes {
 public:
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  /// How a packet leaves a switch.
  struct Hop {
    std::uint32_t channel = none;  ///< index into Netlist::channels; none: no route
    VcMask vcs = 0;                ///< those that it may take there, if it came on virtual channel 0
  };
  /// Hosts to which the same channels between switches lead, from everywhere.
  struct Destination {
    std::uint32_t node = 0;   ///< one of them
    std::uint32_t hosts = 1;  ///< how many there are
  };

  /// Of a netlist without structural faults, which must stay; its table may lead astray.
  explicit Routes(const network::Netlist& netlist);

  const network::Netlist& netlist() const { return netlist_; }
  const std::vector<Destination>& destinations() const { return destinations_; }
  /// The switch at the end of a channel; none: a host.
  std::uint32_t switch_behind(std::uint32_t channel) const { return behind_[channel]; }
  std::uint32_t hosts_at(std::uint32_t switch_index) const { return hosts_at_[switch_index]; }
  /// The channel at an output port; none: no link.
  std::uint32_t channel_at(std::uint32_t switch_index, unsigned port) const {
    return at_port_[std::size_t{switch_index} * netlist_.switch_params.ports + port];
  }

  /// The way on from every switch towards a node.
  void towards(std::uint32_t node, std::vector<Hop>& hops) const;
  /// What a packet may take that came on another virtual channel; its output is the same.
  VcMask vcs(std::uint32_t switch_index, std::uint32_t node, VcId came_on) const {
    return route(switch_index, node, came_on).vcs;
  }
  /// Whether all that counts is Hop::vcs.
  bool vcs_are_free() const { return params_.vc_assignment == route_unit::VcAssignment::any; }

 private:
  route_unit::Route route(std::uint32_t switch_index, std::uint32_t node, VcId came_on) const;

  const network::Netlist& netlist_;
  route_unit::Params params_;
  std::vector<std::uint32_t> at_port_, behind_, hosts_at_;
  std::vector<Destination> destinations_;
};

/// Steps of a walk over all routes of a network: switches x destinations, where packets keep their virtual channel for
/// each of these. What its time grows with.
std::uint64_t steps(const network::Netlist& netlist);

}  // namespace slackline::routing
