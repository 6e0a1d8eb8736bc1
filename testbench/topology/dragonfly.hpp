// dragonfly: groups of switches that are all joined to one another, and every group to other groups, each of its
// switches with as many links (Kim, Dally, Scott and Abts, "Technology-Driven, Highly-Scalable Dragonfly Topology",
// ISCA 2008).
//
//   ports 0..a-2: to the other switches of the group, in the order of their numbers
//   ports a-1..a+h-2: to other groups     ports a+h-1..: hosts
//
// Link j of a group, of its a h, is at port a - 1 + j mod h of its switch j / h. With g groups, link j of group i leads
// to group i + 1 + (j mod (g-1)), modulo g, so that links are spread over groups evenly: the palm tree arrangement
// (Camarero, Vallejo and Beivide, "Topological Characterization of Hamming and Dragonfly Networks and Its Implications
// on Routing", ACM Trans. Architecture and Code Optimization 11(4), 2014) with the sense of rotation reversed. Links
// left over when every other group has had as many go to the nearest groups on either side; where g and the number of
// those left are odd, one port of each group has no link. Names: switch_g2_3 is switch 3 of group 2.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "testbench/topology/structure.hpp"
#include "testbench/topology/wiring.hpp"

namespace slackline::topology {

struct Dragonfly {
  std::uint64_t group_switches = 4;    ///< a, 1..255
  std::uint64_t global_links = 2;      ///< h, of a switch to other groups, 1..255
  std::uint64_t groups = 9;            ///< g, 2..a h + 1
  std::uint64_t hosts_per_switch = 2;  ///< p, 1..255

  std::uint64_t switches() const { return product(groups, group_switches); }
  std::uint64_t hosts() const { return product(switches(), hosts_per_switch); }
  std::uint64_t ports() const { return group_switches - 1 + global_links + hosts_per_switch; }
  /// Links of each group to others that are in use.
  std::uint64_t links_of_group() const;
  static std::optional<std::uint64_t> diameter() { return std::nullopt; }
  static std::optional<std::uint64_t> bisection() { return std::nullopt; }
  std::string text() const;
  Violations violations() const;
};

Structure build(const Dragonfly& shape, network::Netlist& netlist);

}  // namespace slackline::topology
