// The errors of a network's route tables.
#pragma once

#include <string>

#include "rtl_models/network/route_table.hpp"

namespace slackline::test {

inline std::string table_errors(const network::Netlist& netlist) {
  return to_string(network::check_route_table(netlist));
}

}  // namespace slackline::test
