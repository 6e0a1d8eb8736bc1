// trunks: parallel links between two switches as one, a direction each.
#pragma once

#include <string>
#include <vector>

#include "rtl_models/network/netlist.hpp"
#include "testbench/statistics/link_counts.hpp"

namespace slackline::statistics {

struct Trunk {
  std::string from, to;  ///< switches
  std::uint64_t links = 0, flits = 0;
  std::uint64_t busy = 0, cycles = 0;  ///< of all its links together

  double utilisation() const { return cycles == 0 ? 0 : static_cast<double>(busy) / static_cast<double>(cycles); }
};

/// The most utilised one first. `links` in the order of the netlist's channels.
std::vector<Trunk> trunks(const network::Netlist& netlist, const std::vector<LinkUse>& links);

}  // namespace slackline::statistics
