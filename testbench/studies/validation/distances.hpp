// distances: the lengths of packets' ways, found without the model by a search of the network's channels.
#pragma once

#include <cstdint>
#include <vector>

#include "rtl_models/network/netlist.hpp"
#include "testbench/topology/structure.hpp"

namespace slackline::validation {

/// Which ways count.
enum class Ways : std::uint8_t {
  all,
  up_down,  ///< first towards switch 0, then away from it; of two switches at the same distance the lower number is up
  between_groups  ///< of a dragonfly: over one link between groups at most
};

class Distances {
 public:
  Distances(const network::Netlist& netlist, const topology::Structure& structure, Ways ways);

  /// Links between switches on the shortest way between two hosts.
  std::uint32_t between(std::uint32_t from, std::uint32_t to) const {
    return between_switches_[std::size_t{switch_of_[from]} * switches_ + switch_of_[to]];
  }

 private:
  std::size_t switches_;
  std::vector<std::uint32_t> switch_of_, between_switches_;
};

}  // namespace slackline::validation
