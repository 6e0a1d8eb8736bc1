// Topologies for the tests of this folder.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "testbench/topology/shape.hpp"

namespace slackline::test {

struct Built {
  network::Netlist netlist;
  topology::Structure structure;

  /// The name of the channel from a port of a switch, "" when there is none.
  std::string channel_from(const std::string& switch_name, unsigned port) const;
  std::set<std::string> channel_names() const;
  /// The neighbours of each switch, in the order of its ports.
  std::vector<std::vector<std::uint32_t>> neighbours() const;
};

/// The network of a legal shape.
Built built(const topology::Shape& shape);

}  // namespace slackline::test
