// source_routes: the ports that a packet takes, one a switch, as its source writes them into its header.
//
//   from --> [first] --> switch --> [table: port towards `to`] --> port --> [next] --> switch --> ... --> host's port
//
// One table of the whole network serves all hosts: nothing is stored for each pair. It is plain data, filled in by
// whoever knows the network (network/route_table.hpp), and read only from then on.
#pragma once

#include <cstdint>
#include <vector>

#include "rtl_models/common/ids.hpp"

namespace slackline::endpoint {

struct SourceRoutes {
  static constexpr std::uint32_t none = ~0u, host = 1u << 31;

  std::uint32_t ports = 0;           ///< of a switch
  std::uint32_t nodes = 0;           ///< hosts
  std::vector<std::uint8_t> table;   ///< switches x nodes: output port; 255: no route
  std::vector<std::uint32_t> next;   ///< switches x ports: what is behind a port: a switch, `host` + a node, or `none`
  std::vector<std::uint32_t> first;  ///< nodes: the switch that a host sends to; `none`: it has no link

  /// Output ports from `from` to `to`, the last one the destination's own, into `route`. False, and an empty route,
  /// when the table does not lead there: it ends, ends elsewhere, or goes on for more switches than there are.
  bool find(NodeId from, NodeId to, std::vector<std::uint8_t>& route) const;
  /// The same into storage of `most` ports; the number of ports, 0 when there is no route or it is longer.
  unsigned find(NodeId from, NodeId to, std::uint8_t* route, unsigned most) const;
};

/// Hops that the 32 bits of a shifted header have room for (route_unit: source_shifted).
constexpr unsigned most_shifted_hops(unsigned port_bits) { return 32 / port_bits; }

/// A route as the header of source_shifted, the first port lowest. At most most_shifted_hops(port_bits) ports.
std::uint32_t shifted_header(const std::uint8_t* route, std::size_t hops, unsigned port_bits);

}  // namespace slackline::endpoint
