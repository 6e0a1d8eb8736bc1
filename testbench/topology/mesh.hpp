// mesh: k1 x k2 x ... switches, each joined to its neighbours along every dimension, with hosts at each switch; and the
// torus, whose rows close to rings.
//
//   port 2i: up dimension i     port 2i + 1: down it     ports 2n..: hosts
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "rtl_models/network/netlist.hpp"
#include "testbench/topology/structure.hpp"

namespace slackline::topology {

struct Mesh {
  std::vector<std::uint16_t> size{8, 8};  ///< switches along each dimension, 1 to 8 dimensions
  std::uint8_t hosts_per_switch = 1;
  std::uint32_t link_delay = 1;       ///< cycles of every link, both directions
  CyclesPerFlit cycles_per_flit = 1;  ///< of every link, both directions
  /// A torus: the last switch of every row is joined to the first; where a row has two, by a second link.
  bool wraps = false;

  std::uint64_t switches() const;
  std::uint64_t hosts() const;
  std::uint64_t ports() const { return 2 * size.size() + hosts_per_switch; }
  std::optional<std::uint64_t> diameter() const;
  std::optional<std::uint64_t> bisection() const;
  std::string text() const;
  /// The switches of a network have at most 256 ports.
  Violations violations() const;
};

/// The coordinates of the hosts, for the patterns of traffic that move along its dimensions.
generator::Grid grid(const Mesh& mesh);

/// Sets the parameters with which switches compute routes, of up to route_unit::max_dimensions dimensions.
void set_coordinates(const Mesh& mesh, route_unit::Params& route);

/// Fills in what the mesh or torus decides of `netlist`: switches, endpoints (partner = the node itself), channels,
/// ports and, up to route_unit::max_dimensions, the routing that switches compute. Switch numbers count dimension 0
/// fastest.
Structure build(const Mesh& mesh, network::Netlist& netlist);

}  // namespace slackline::topology
