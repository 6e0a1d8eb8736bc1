// Trees and networks that the tests of this folder schedule.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "rtl_models/network/netlist.hpp"

namespace slackline::test {

/// The tree of Figure 2 of Song 2005 as a network: every link in both directions.
network::Netlist example_2_network();

/// The network of a configuration; `text` follows the version. It must have no errors.
network::Netlist network_of(const std::string& text);

/// A full tree of Song 2005, section 5.2: `levels` of switches with `arity` ports.
network::Netlist full_tree(unsigned arity, unsigned levels);
network::Netlist one_switch(unsigned hosts);

}  // namespace slackline::test
