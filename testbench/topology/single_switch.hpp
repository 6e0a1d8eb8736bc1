// single_switch: one switch, with a host at each of its ports.
//
//   port h: host h
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "testbench/topology/structure.hpp"
#include "testbench/topology/wiring.hpp"

namespace slackline::topology {

struct SingleSwitch {
  std::uint64_t hosts_per_switch = 2;  ///< 2..256

  static std::uint64_t switches() { return 1; }
  std::uint64_t hosts() const { return hosts_per_switch; }
  std::uint64_t ports() const { return hosts_per_switch; }
  static std::optional<std::uint64_t> diameter() { return 0; }
  static std::optional<std::uint64_t> bisection() { return std::nullopt; }
  static std::string text() { return "single_switch"; }
  Violations violations() const;
};

/// Fills in switches, endpoints, channels and ports, as the `build` of every topology does. Of legal ones.
Structure build(const SingleSwitch& shape, network::Netlist& netlist);

}  // namespace slackline::topology
