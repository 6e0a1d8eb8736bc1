// ring: switches in a circle, each joined to the next: a torus of one dimension.
//
//   port 0: to the next switch     port 1: to the one before     ports 2..: hosts
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "testbench/topology/mesh.hpp"
#include "testbench/topology/structure.hpp"
#include "testbench/topology/wiring.hpp"

namespace slackline::topology {

struct Ring {
  std::uint64_t size = 8;              ///< switches, 2..1024; two are joined by two links
  std::uint64_t hosts_per_switch = 1;  ///< 1..254

  std::uint64_t switches() const { return size; }
  std::uint64_t hosts() const { return product(size, hosts_per_switch); }
  std::uint64_t ports() const { return 2 + hosts_per_switch; }
  std::optional<std::uint64_t> diameter() const { return size / 2; }
  static std::optional<std::uint64_t> bisection() { return 2; }
  std::string text() const { return "ring " + std::to_string(size); }
  Violations violations() const;
};

/// The torus that it is.
Mesh as_torus(const Ring& ring);

Structure build(const Ring& shape, network::Netlist& netlist);

}  // namespace slackline::topology
