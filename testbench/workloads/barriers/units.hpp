// The switches of a network that have barrier units, and which of them reach one another by such switches alone.
#pragma once

#include <cstdint>
#include <vector>

#include "rtl_models/network/netlist.hpp"
#include "testbench/features/feature.hpp"

namespace slackline::features {

struct Units {
  std::vector<bool> has;                 ///< of each switch
  std::vector<std::uint32_t> part;       ///< of each switch: the same number for those that reach one another
  std::vector<std::uint32_t> switch_of;  ///< of each host

  bool everywhere() const;
};

Units units_of(const Values& experiment, const network::Netlist& netlist);

/// The network with only the channels between switches with barrier units, and those of hosts.
network::Netlist joined_by_units(const network::Netlist& netlist, const Units& units);

/// Whether some barrier unit cuts worms.
bool cuts_worms(const Values& experiment);

}  // namespace slackline::features
