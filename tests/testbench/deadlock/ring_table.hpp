// A ring of switches whose routes come from a table, without dateline classes: the simplest network that locks up.
#pragma once

#include "rtl_models/network/route_table.hpp"
#include "tests/support/line_network.hpp"

namespace slackline::test {

enum class Way { shorter, up };

/// A host at each switch. Ports: 0 upwards, 1 downwards, 2 the host. Up where both ways are as long.
inline network::Netlist ring_with_table(unsigned switches, unsigned vcs, Way way = Way::shorter) {
  Settings settings;
  settings.size = {static_cast<std::uint16_t>(switches)};
  settings.wraps = true;
  settings.virtual_channels = static_cast<std::uint8_t>(vcs);
  network::Netlist netlist = mesh_network(settings);
  for (unsigned s = 0; s < switches; ++s)
    for (unsigned node = 0; node < switches; ++node) {
      const unsigned up = (node + switches - s) % switches;
      const bool down = way == Way::shorter && 2 * up > switches;
      netlist.route_tables.entries.push_back(static_cast<std::uint16_t>(up == 0 ? 2 : down ? 1 : 0));
    }
  netlist.routing.kind = route_unit::Kind::table;
  return netlist;
}

}  // namespace slackline::test
