// source_routes: the ports that a packet takes, one a switch, as its source writes them into its header.
//
//   from --> [first] --> switch --> [table: entry towards `to`] --> port --> [next] --> switch --> ... --> host's port
//
// One table of the whole network serves all hosts: nothing is stored for each pair. It is plain data, filled in by
// network/route_table.hpp, and read only from then on. route_unit.hpp defines its meaning; here the source follows it.
// Where there is a choice it takes at each switch any port of the set, each with the same probability; for Valiant it
// goes to the switch of a random host first, and continues counting the classes from there.
#pragma once

#include <cstdint>
#include <vector>

#include "rtl_models/common/bits.hpp"
#include "rtl_models/common/ids.hpp"
#include "rtl_models/common/random_stream.hpp"

namespace slackline::port {

struct SourceRoutes {
  static constexpr std::uint32_t none = ~0u, host = 1u << 31;

  std::uint32_t ports = 0;           ///< of a switch
  std::uint32_t nodes = 0;           ///< hosts
  std::uint32_t rows = 1;            ///< of a switch: 1 or 2
  std::uint8_t classes = 1;          ///< of virtual channels
  bool valiant = false;              ///< go by an intermediate host's switch
  std::vector<std::uint16_t> table;  ///< switches x rows x nodes: route_unit::TableEntry
  std::vector<std::uint32_t> next;   ///< switches x ports: what is behind a port: a switch, `host` + a node, or `none`
  std::vector<std::uint8_t> row_behind;  ///< switches x ports: the row there of packets that come by it
  std::vector<std::uint32_t> first;      ///< nodes: the switch that a host sends to; `none`: it has no link
  std::vector<std::uint8_t> first_row;   ///< nodes: the row there of a host's packets
  std::vector<std::uint16_t> choices;    ///< with a choice: switches x nodes: which of the switch's sets
  std::vector<PortSet> port_sets;        ///< with a choice: the sets of all switches, one after the other
  std::vector<std::uint32_t> first_set;  ///< with a choice: per switch, where its sets begin

  std::uint32_t switches() const { return static_cast<std::uint32_t>(next.size() / (ports == 0 ? 1 : ports)); }
  /// The ports that a packet to `node` may take at a switch.
  const PortSet& set(std::uint32_t at, std::uint32_t node) const {
    return port_sets[first_set[at] + choices[std::size_t{at} * nodes + node]];
  }

  /// Elements (route_unit::TableEntry) of a route from `from` to `to`, the last one the destination's own, into
  /// `route`, which has room for `most`; returns their number. 0 when the table does not lead there: it ends, ends
  /// elsewhere, or goes on for more than `most` switches.
  unsigned draw(NodeId from, NodeId to, std::uint16_t* route, unsigned most, RandomStream& random) const;
  /// The route by the entries, straight to `to`: the same as draw() where there is nothing to draw.
  unsigned find(NodeId from, NodeId to, std::uint16_t* route, unsigned most) const;
  /// The same into a vector as long as needed. False, and an empty route, when there is none.
  bool find(NodeId from, NodeId to, std::vector<std::uint16_t>& route) const;
};

/// Hops that the 32 bits of a shifted header have room for (route_unit: source_shifted), of so many bits each.
constexpr unsigned most_shifted_hops(unsigned hop_bits) { return 32 / hop_bits; }

/// A route as the header of source_shifted, the first element lowest. At most most_shifted_hops(port_bits + class_bits)
/// elements.
std::uint32_t shifted_header(const std::uint16_t* route, std::size_t hops, unsigned port_bits, unsigned class_bits = 0);

}  // namespace slackline::port
