// Meshes and tori that switches route in dimension order.
#pragma once

#include <cstdint>
#include <vector>

#include "testbench/topology/mesh.hpp"

namespace slackline::test {

/// With as few virtual channels as dimension order needs: 2 where it wraps.
inline network::Netlist grid(const std::vector<std::uint16_t>& size, bool wraps = false, std::uint8_t hosts = 1) {
  network::Netlist netlist;
  netlist.switch_kinds[0].virtual_channels = wraps ? 2 : 1;
  topology::build({size, hosts, 1, 1, wraps}, netlist);
  return netlist;
}

}  // namespace slackline::test
