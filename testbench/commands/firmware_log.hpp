// What firmware writes with nic_log, as lines of the run's log.
#pragma once

#include <iosfwd>
#include <memory>

#include "rtl_models/network/netlist.hpp"

namespace slackline::commands {

/// The network's interfaces, whose firmware writes to `out`: the first lines, and that there are more. nullptr where it
/// has none.
std::shared_ptr<const network::HostInterfaces> with_log(const network::Netlist& netlist, std::ostream& out);

}  // namespace slackline::commands
