// random_tables: small networks of any topology, with any routing that tables and routes from the source can hold, from
// a stream.
#pragma once

#include "rtl_models/common/random_stream.hpp"
#include "rtl_models/network/netlist.hpp"

namespace slackline::soak {

/// Builds a network of 2 to 60 hosts with routes in its tables, and the virtual channels that they need. It may lock
/// up.
void build_with_tables(network::Netlist& netlist, RandomStream& random);

}  // namespace slackline::soak
