// Links and switches that are down from the start.
#pragma once

#include <string>
#include <vector>

#include "rtl_models/network/netlist.hpp"

namespace slackline::config {

/// Takes the channels between switches away that `down` names, each with the other direction of its link, and all of
/// those at switches that it names. A switch stays, without a link to others. Names of nothing are left out:
/// check_routing reports them.
void take_down(const std::vector<std::string>& down, network::Netlist& netlist);

/// How many links and switches `down` names of the whole network, each once, by whichever of its channels.
std::size_t count_down(const std::vector<std::string>& down, const network::Netlist& whole);

}  // namespace slackline::config
