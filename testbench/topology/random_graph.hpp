// random: an irregular network: any graph of so many switches with so many links each, drawn by a seed. Connected, no
// two switches joined twice, all of one degree; where switches and links of each are odd, one switch has a link less.
//
//   ports 0..d-1: to other switches, in the order of their numbers     ports d..: hosts
//
// From a circulant graph, by exchanging the ends of two links picked at random, many times over (the Markov chain of
// simple graphs with given degrees: Gkantsidis, Mihail and Zegura, "The Markov Chain Simulation Method for Generating
// Connected Power Law Random Graphs", ALENEX 2003). What falls apart by that is joined again in the same way.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "testbench/topology/structure.hpp"
#include "testbench/topology/wiring.hpp"

namespace slackline::topology {

struct RandomGraph {
  std::uint64_t switch_count = 16;     ///< n, 2..65536
  std::uint64_t switch_links = 4;      ///< d, links of a switch to others: 1..255, below n; 1 for two switches only
  std::uint64_t hosts_per_switch = 1;  ///< 1..255
  std::uint64_t seed = 1;

  std::uint64_t switches() const { return switch_count; }
  std::uint64_t hosts() const { return product(switch_count, hosts_per_switch); }
  std::uint64_t ports() const { return switch_links + hosts_per_switch; }
  static std::optional<std::uint64_t> diameter() { return std::nullopt; }
  static std::optional<std::uint64_t> bisection() { return std::nullopt; }
  std::string text() const;
  Violations violations() const;
};

Structure build(const RandomGraph& shape, network::Netlist& netlist);

}  // namespace slackline::topology
