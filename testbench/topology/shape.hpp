// shape: any of the topologies, and what is known of each before it is built.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>

#include "testbench/topology/dragonfly.hpp"
#include "testbench/topology/fat_tree.hpp"
#include "testbench/topology/from_file.hpp"
#include "testbench/topology/full_tree.hpp"
#include "testbench/topology/hypercube.hpp"
#include "testbench/topology/mesh.hpp"
#include "testbench/topology/random_graph.hpp"
#include "testbench/topology/ring.hpp"
#include "testbench/topology/single_switch.hpp"
#include "testbench/topology/star_of_stars.hpp"

namespace slackline::topology {

/// The kinds mesh and torus are one type.
using Shape =
    std::variant<SingleSwitch, Ring, Mesh, Hypercube, FatTree, FullTree, StarOfStars, Dragonfly, RandomGraph, FromFile>;

/// Everything wrong with a shape, at once; parameters are named as the fields are, without `topology.` before them as
/// a configuration names them.
Violations violations(const Shape& shape);

// For a legal shape; counts of one that nobody can build stay at most_counted.
std::uint64_t switches(const Shape& shape);
std::uint64_t hosts(const Shape& shape);
std::uint64_t ports(const Shape& shape);  ///< of each switch; some may stay without a link
/// The longest distance between hosts, in links between switches, by a formula; nothing where there is none.
std::optional<std::uint64_t> diameter(const Shape& shape);
/// Channels each way between halves of the network, cut where they are fewest, by a formula, whose source is given with
/// each topology. Halves of the switches for grids, of the hosts otherwise. Nothing where there is none.
std::optional<std::uint64_t> bisection(const Shape& shape);
/// The coordinates of hosts, for traffic that moves along dimensions; in kinds other than grids no host is in it.
generator::Grid grid(const Shape& shape);
/// Sets the coordinates by which switches can compute routes, in grids; for other shapes there is nothing to set.
void set_coordinates(const Shape& shape, route_unit::Params& route);
/// "mesh 8x8"
std::string text(const Shape& shape);

/// Fills in switches, endpoints (each its own partner), channels, ports and, where switches can compute it, routing.
/// All links alike: a cycle of delay, a flit in a cycle. Deterministic.
Structure build(const Shape& shape, network::Netlist& netlist);

}  // namespace slackline::topology
