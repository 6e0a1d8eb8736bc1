// star_of_stars: a centre, and switches round it that are joined to it and have the hosts.
//
//   of switch_l0_3, switch 3 round the centre: ports 0, 1, ...: hosts, the next port: to the centre
//   of switch_center: port i: to switch i round it
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "testbench/topology/structure.hpp"
#include "testbench/topology/wiring.hpp"

namespace slackline::topology {

struct StarOfStars {
  std::uint64_t arity = 4;             ///< switches round the centre, 2..256
  std::uint64_t hosts_per_switch = 4;  ///< 1..255

  std::uint64_t switches() const { return arity + 1; }
  std::uint64_t hosts() const { return product(arity, hosts_per_switch); }
  std::uint64_t ports() const;
  static std::optional<std::uint64_t> diameter() { return 2; }
  /// Channels each way between halves of the hosts, wherever the centre is: a link for each switch of the one half;
  /// where they are odd, one keeps its hosts together only half: their own links count for the smaller part.
  std::optional<std::uint64_t> bisection() const;
  std::string text() const { return "star_of_stars of " + std::to_string(arity) + " stars"; }
  Violations violations() const;
};

Structure build(const StarOfStars& shape, network::Netlist& netlist);

}  // namespace slackline::topology
