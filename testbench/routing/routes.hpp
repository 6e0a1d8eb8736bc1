// routes: where the packets of a network go as its switches route them, one destination after another: for users that
// go over all of them (uniform_load, route_lengths, deadlock).
//
// The way on depends on the switch, the destination and, with tables of two rows, on the port by which a packet came: a
// *state* is a switch and a row. So a way for each state gives the routes to one destination, and an array of
// them gives all. Routes that a source writes into its packets come from the same tables as those of switches.
#pragma once

#include <cstdint>
#include <vector>

#include "rtl_models/network/netlist.hpp"

namespace slackline::routing {

class Routes {
 public:
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  /// How packets leave a switch.
  struct Way {
    PortSet ports;   ///< outputs, of which a packet takes any; empty: no route
    VcMask vcs = 0;  ///< virtual channels that it may take there, if it came on number 0; see vcs()
  };
  /// Hosts to which the same channels between switches lead, from everywhere.
  struct Destination {
    std::uint32_t node = 0;   ///< one of them
    std::uint32_t hosts = 1;  ///< how many there are
  };

  /// The netlist has no structural faults and must outlive this; its tables may lead astray.
  explicit Routes(const network::Netlist& netlist);

  const network::Netlist& netlist() const { return netlist_; }
  const std::vector<Destination>& destinations() const { return destinations_; }
  /// The switch at the end of a channel; none: a host.
  std::uint32_t switch_behind(std::uint32_t channel) const { return behind_[channel]; }
  std::uint32_t hosts_at(std::uint32_t switch_index) const { return hosts_at_[switch_index]; }
  /// The channel at an output port; none: no link.
  std::uint32_t channel_at(std::uint32_t switch_index, unsigned port) const {
    return at_port_[std::size_t{switch_index} * ports_ + port];
  }

  /// Whether a channel, or none, leads to another switch, or to the destination.
  bool leads_on(std::uint32_t channel, const Destination& destination) const {
    if (channel == none) return false;
    if (behind_[channel] != none) return true;
    const std::uint32_t node = netlist_.endpoints[netlist_.channels[channel].to.instance].place.node.value;
    return node >= destination.node && node < destination.node + destination.hosts;
  }

  unsigned rows() const { return rows_; }
  /// The state of packets that begin at a switch: switch x rows. A row more for those that came by a port of the second
  /// one.
  std::uint32_t first_state(std::uint32_t switch_index) const { return switch_index * rows_; }
  std::uint32_t switch_of(std::uint32_t state) const { return state / rows_; }
  /// The state in which packets are that come by a channel to a switch.
  std::uint32_t state_behind(std::uint32_t channel) const;

  /// The way on from every state towards a node: with adaptive routing that on escape channels, and for Valiant's that
  /// to the intermediate host.
  void towards(std::uint32_t node, std::vector<Way>& ways) const;
  /// The channels for a packet that came on some virtual channel; its outputs are the same.
  VcMask vcs(VcMask if_on_0, unsigned came_on) const {
    return is_free_ ? if_on_0 : static_cast<VcMask>(if_on_0 << came_on % class_width_);
  }
  /// Whether all that counts is Way::vcs.
  bool vcs_are_free() const { return is_free_; }
  /// With Valiant's routing: the channels after the intermediate host; Way::vcs gives those before.
  VcMask second_phase(VcMask first_phase) const {
    return static_cast<VcMask>(first_phase << params_.classes / 2u * class_width_);
  }
  /// Virtual channels that the ways are about: those of the classes, with adaptive routing the escape channels. Where some
  /// channels have more than others, as many as the fewest: each class has some of them everywhere.
  unsigned virtual_channels() const;
  /// The number on `channel` of a virtual channel that the ways are about: where it has more than others, its classes
  /// are wider.
  VcId vc_on(std::uint32_t channel, VcId vc) const;
  const route_unit::Params& params() const { return params_; }

 private:
  Way computed(std::uint32_t switch_index, std::uint32_t node) const;
  Way looked_up(std::uint32_t state, std::uint32_t node) const;

  const network::Netlist& netlist_;
  route_unit::Params params_;
  unsigned ports_ = 0;  // of the largest switch
  unsigned rows_ = 1, class_width_ = 1;
  bool is_free_ = true;
  std::vector<std::uint32_t> at_port_, behind_, hosts_at_;
  std::vector<Destination> destinations_;
};

/// Steps of a walk over all routes of a network: what its time grows with. States x destinations, where packets keep
/// their virtual channel for each of these, with Valiant's routing for each phase, with sets of ports for some of each.
std::uint64_t steps(const network::Netlist& netlist);

}  // namespace slackline::routing
