// routing: from the name of an algorithm to the tables of a network, for every topology.
#pragma once

#include <cstdint>
#include <optional>

#include "rtl_models/network/netlist.hpp"
#include "testbench/routing/on_progress.hpp"
#include "testbench/topology/structure.hpp"

namespace slackline::routing {

enum class Algorithm : std::uint8_t {
  dimension_order,  ///< rings, meshes, tori, hypercubes: one coordinate after another (dimension_order.hpp)
  dateline,         ///< rings, tori: the same, in two classes of virtual channels
  up_down,          ///< any network: up, then down (up_down.hpp)
  shortest_path,    ///< any network: one shortest way (shortest_path.hpp)
  minimal,   ///< any network: all shortest ways, of which a packet takes what is free; two classes on a dragonfly
  valiant,   ///< any network: by way of a host drawn at random, and from there on, each by the usual algorithm
  adaptive,  ///< any network: all shortest ways, and the usual algorithm on escape channels
};

struct Settings {
  Algorithm algorithm = Algorithm::dimension_order;
  route_unit::Kind at_switch = route_unit::Kind::dimension_order;  ///< dimension_order: switches compute it themselves
  std::optional<std::uint32_t> root;  ///< of up_down: a switch; nothing: levels on trees, otherwise the best
  std::uint64_t seed = 1;             ///< chooses among ways that are as short
  bool links_down = false;            ///< links of the topology are missing
};

/// The algorithm that suits a topology best: free of deadlock, one way to each host.
Algorithm usual(const topology::Structure& structure, bool links_down);
/// Whether switches can compute the routes themselves.
bool has_algorithm(const Settings& settings, const topology::Structure& structure);

/// Faults of settings on any network of a topology: parameters "algorithm" and "at_switch".
Violations check(const Settings& settings, const topology::Structure& structure);

/// The form of the tables of an algorithm, the same for every network of a topology.
struct TableForm {
  std::uint8_t classes = 1;  ///< of virtual channels
  std::uint8_t rows = 1;     ///< of each switch
};
TableForm form_of(Algorithm algorithm, const topology::Structure& structure, bool links_down);

/// Sets what follows from the settings alone: how switches learn the output, the classes of virtual channels, and the
/// choice among ports.
void set_params(const Settings& settings, const topology::Structure& structure, route_unit::Params& params);

/// Fills in netlist.route_tables and the routing part of routing. Returns what makes that impossible: an
/// algorithm that the topology does not support, hosts without a way between them, more port sets than tables can hold.
/// The number of virtual channels is judged with the switch's parameters. Valiant's algorithm: L. G. Valiant, "A scheme
/// for fast parallel communication", SIAM J. Computing 11(2), 1982. Time: switches x nodes, or destinations x channels.
Violations fill(const Settings& settings, const topology::Structure& structure, network::Netlist& netlist,
                const OnProgress& on_progress = {});

/// The root of up_down where none was asked for.
struct OneRoot {
  std::string why;         ///< a sentence; empty: every switch of the highest level is a root
  std::uint32_t root = 0;  ///< a switch
};

/// Whether up_down falls back to one root on a network of a file, and why.
OneRoot one_root(const topology::Structure& structure, const network::Netlist& netlist, std::uint64_t seed);

}  // namespace slackline::routing
