// Topologies as the tests of this folder build them.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "testbench/topology/shape.hpp"

namespace slackline::test {

struct Built {
  network::Netlist netlist;
  topology::Structure structure;

  /// What is joined to a port of a switch: the name of a channel from it, "" when there is none.
  std::string channel_from(const std::string& switch_name, unsigned port) const;
  std::set<std::string> channel_names() const;
  /// The switches that each is joined to, in the order of its ports.
  std::vector<std::vector<std::uint32_t>> neighbours() const;
};

/// Of a legal shape.
Built built(const topology::Shape& shape);

}  // namespace slackline::test
