// switch_graph: the switches of a network and the channels between them, in the order in which routing goes over them.
#pragma once

#include <cstdint>
#include <vector>

#include "rtl_models/common/bits.hpp"
#include "rtl_models/network/netlist.hpp"
#include "testbench/routing/on_progress.hpp"

namespace slackline::routing {

class SwitchGraph {
 public:
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  /// A channel between two switches, seen from one of them.
  struct Link {
    std::uint32_t other = 0;  ///< the switch at the other end
    std::uint8_t out = 0;     ///< output port of the switch that sends
    std::uint8_t in = 0;      ///< input port of the one that receives
  };
  struct Links {
    const Link *first, *last;
    const Link* begin() const { return first; }
    const Link* end() const { return last; }
  };
  struct HostPort {
    std::uint32_t at = none;  ///< switch; none: the host has no link
    std::uint8_t port = 0;
  };

  /// From a netlist whose channels join ports that exist; `missing`: channels that are absent, none if it is empty.
  /// Time: channels.
  explicit SwitchGraph(const network::Netlist& netlist, const std::vector<bool>& missing = {});

  std::uint32_t switches() const { return static_cast<std::uint32_t>(first_from_.size() - 1); }
  std::uint32_t nodes() const { return static_cast<std::uint32_t>(hosts_.size()); }
  /// Channels that leave a switch, lowest port first, and those that come to it.
  Links from(std::uint32_t s) const { return {&from_[first_from_[s]], &from_[first_from_[s + 1]]}; }
  Links to(std::uint32_t s) const { return {&to_[first_to_[s]], &to_[first_to_[s + 1]]}; }
  /// Where a node is.
  const HostPort& host(std::uint32_t node) const { return hosts_[node]; }
  /// Nodes at a switch, in their order.
  const std::vector<std::uint32_t>& nodes_at(std::uint32_t s) const { return nodes_at_[s]; }

 private:
  std::vector<std::uint32_t> first_from_, first_to_;
  std::vector<Link> from_, to_;
  std::vector<HostPort> hosts_;
  std::vector<std::vector<std::uint32_t>> nodes_at_;
};

/// Channels on the shortest way from each switch to one; `far` where there is none. Time: channels.
inline constexpr std::uint32_t far = ~std::uint32_t{0} - 1;
void distances_to(const SwitchGraph& graph, std::uint32_t to, std::vector<std::uint32_t>& distance);

/// Nodes that the others cannot reach: those outside the part of the network that has the most hosts, lowest first.
/// `is_down`: switches, without links among them, whose hosts do not count.
std::vector<std::uint32_t> cut_off(const SwitchGraph& graph, const std::vector<bool>& is_down);

/// The switch from which hosts are nearest on average, of those that reach the most; the first of them. Of a network
/// with a switch. Time: switches x channels.
std::uint32_t center(const SwitchGraph& graph, const OnProgress& on_progress = {});

}  // namespace slackline::routing
