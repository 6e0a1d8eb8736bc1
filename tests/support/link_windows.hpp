// A property of the links of any network, whatever runs on it.
#pragma once

#include "rtl_models/network/netlist.hpp"

namespace slackline::test {

/// Runs the network through 60 windows of 1 to 31 cycles. In each cycle of each of them every link must have been busy,
/// stalled or idle.
void require_links_add_up(const network::Netlist& netlist);

}  // namespace slackline::test
