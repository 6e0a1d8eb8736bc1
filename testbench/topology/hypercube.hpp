// hypercube: 2^n switches; two are joined where their numbers differ in one bit.
//
//   port i: along dimension i, to the switch whose bit i is the other one     ports n..: hosts
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "testbench/topology/structure.hpp"
#include "testbench/topology/wiring.hpp"

namespace slackline::topology {

struct Hypercube {
  std::uint64_t dimensions = 6;        ///< 1..16
  std::uint64_t hosts_per_switch = 1;  ///< 1..256 - dimensions

  std::uint64_t switches() const { return power(2, dimensions); }
  std::uint64_t hosts() const { return product(switches(), hosts_per_switch); }
  std::uint64_t ports() const { return dimensions + hosts_per_switch; }
  std::optional<std::uint64_t> diameter() const { return dimensions; }
  /// 2^(n-1) links between halves of as many switches: Leighton, "Introduction to Parallel Algorithms and
  /// Architectures", section 3.1.1.
  std::optional<std::uint64_t> bisection() const { return switches() / 2; }
  std::string text() const;
  Violations violations() const;
};

Structure build(const Hypercube& shape, network::Netlist& netlist);

}  // namespace slackline::topology
