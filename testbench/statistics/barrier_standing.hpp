// barrier_standing: which barriers in switches have not come to their end, who waits in them, and which links that have
// failed are in their way.
#pragma once

#include <cstdint>
#include <vector>

#include "rtl_models/network/fabric.hpp"

namespace slackline::statistics {

struct UnfinishedBarrier {
  std::uint8_t group = 0;
  std::uint32_t round = 0;             ///< from 0
  std::vector<std::uint32_t> waiting;  ///< nodes that have entered, and not left
  std::vector<std::uint32_t> missing;  ///< nodes that have not entered
  friend bool operator==(const UnfinishedBarrier& a, const UnfinishedBarrier& b) {
    return a.group == b.group && a.round == b.round && a.waiting == b.waiting && a.missing == b.missing;
  }
};

/// Of each group the first barrier that not all its members have left, by groups; none where all have left all. Of hosts
/// without network interfaces.
std::vector<UnfinishedBarrier> unfinished_barriers(const network::Fabric& fabric);

/// Channels whose failure has left messages of barriers without a way, as indices into Netlist::channels.
std::vector<std::uint32_t> channels_that_cut_barriers_off(const network::Fabric& fabric);

/// Messages of barriers that were thrown away for it, of all switches.
std::uint64_t barrier_messages_cut_off(const network::Fabric& fabric);

}  // namespace slackline::statistics
