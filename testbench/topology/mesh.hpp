// mesh: k1 x k2 x ... switches, each joined to its neighbours along every dimension, with hosts at each switch; and the
// torus, whose rows close to rings.
#pragma once

#include <cstdint>
#include <vector>

#include "rtl_models/network/netlist.hpp"

namespace slackline::topology {

struct Mesh {
  std::vector<std::uint16_t> size{8, 8};  ///< switches along each dimension, 1 to 4 dimensions
  std::uint8_t hosts_per_switch = 1;
  std::uint32_t link_delay = 1;       ///< cycles of every link, both directions
  std::uint16_t cycles_per_flit = 1;  ///< of every link, both directions
  /// A torus: the last switch of every row is joined to the first; where a row has two, by a second link. Needs an even
  /// number of virtual channels.
  bool wraps = false;

  std::uint32_t switches() const;
  std::uint32_t hosts() const { return switches() * hosts_per_switch; }
};

/// Fills in what the mesh or torus decides of `netlist`: switches, endpoints (partner = the node itself), channels,
/// ports and routing. Switch numbers count dimension 0 fastest; ports as in route_unit.hpp.
void build(const Mesh& mesh, network::Netlist& netlist);

}  // namespace slackline::topology
