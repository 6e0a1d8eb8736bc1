// Small networks whose hosts have network interfaces.
#pragma once

#include <string>

#include "tests/support/line_network.hpp"

namespace slackline::test {

/// Hosts of a mesh, with a firmware of the catalogue: `messages_per_cycle` of `words` each, at most `limit` a host. Clocks
/// differ by 50 ppm from host to host.
network::Netlist interface_network(Settings settings, const std::string& firmware, double messages_per_cycle,
                                   std::uint16_t words, std::uint64_t limit);

/// A processor whose every action takes time.
nic::Costs some_costs();

/// With `unicast`, in the format myrinet.
network::Netlist myrinet_interface_network(Settings settings, double messages_per_cycle, std::uint16_t words,
                                           std::uint64_t limit);

/// The interfaces of a netlist, for changes.
network::HostInterfaces& interfaces_of(network::Netlist& netlist);

}  // namespace slackline::test
