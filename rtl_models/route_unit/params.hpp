// Parameters of a route unit, the values wired in there, and its results. The rules are in route_unit.hpp.
#pragma once

#include <array>
#include <cstdint>

#include "rtl_models/common/bits.hpp"
#include "rtl_models/common/ids.hpp"
#include "rtl_models/common/violation.hpp"
#include "rtl_models/route_unit/table_entry.hpp"

namespace slackline::route_unit {

inline constexpr unsigned max_dimensions = 4;
/// With Valiant's intermediate host in its upper half a header names so many hosts.
inline constexpr std::uint32_t most_valiant_nodes = 65535;

/// Where the output port comes from.
enum class Kind : std::uint8_t { dimension_order, table, source_stripped, source_shifted };

/// Which output virtual channels a packet may take.
enum class VcAssignment : std::uint8_t {
  any,   ///< all that routing allows
  keep,  ///< the one it came on; where there are classes, the same one of the class that it must take
};

/// What choice of output ports the tables leave a packet.
enum class Choice : std::uint8_t {
  none,      ///< the port of the entry
  minimal,   ///< any port of a set, on the virtual channels of the entry's class
  adaptive,  ///< any port of a set on the adaptive virtual channels, or the entry's on its escape channel
};

/// Parameters shared by all switches of a network.
struct Params {
  std::uint8_t dimensions = 2;                                 ///< 1..4
  std::array<std::uint16_t, max_dimensions> size{2, 2, 1, 1};  ///< switches along each dimension, 1..1024
  std::uint8_t hosts_per_switch = 1;                           ///< 1..254
  Kind kind = Kind::dimension_order;
  bool wraps = false;                 ///< of dimension_order: a torus
  std::uint8_t virtual_channels = 1;  ///< of each port, 1..16; 1 or more for each class. See Place::output_vcs
  VcAssignment vc_assignment = VcAssignment::any;
  /// Of the other kinds: ports of the largest switch of the network, 2..256; 0: as many as a mesh has.
  std::uint16_t port_count = 0;
  std::uint32_t nodes = 0;       ///< of Kind::table: entries of each row of a switch's table, 1..2^24
  std::uint8_t classes = 1;      ///< of the other kinds: classes of virtual channels, 1..4; even with valiant
  Choice choice = Choice::none;  ///< of the other kinds; where routes come from the source, the source chooses
  bool valiant = false;          ///< of the other kinds: packets go by the switch of an intermediate host. With at
                                 ///< least 1 class for the way there, and as many for the way from there
  bool dateline = true;          ///< of dimension_order where it wraps: virtual channels in two dateline classes

  Violations violations() const;
  /// That the classes, of as many virtual channels each, leave some over, which no packet takes between switches. The
  /// unit works all the same; in a network it is an error where it is so at every switch.
  Violations left_over() const;
  /// Classes of virtual channels, of either sort; with adaptive routing those of escape channels.
  unsigned vc_classes() const { return has_datelines() ? 2 : classes; }
  /// Switches put virtual channels into dateline classes on their own.
  bool has_datelines() const { return kind == Kind::dimension_order && wraps && dateline; }
  unsigned ports() const {
    return kind == Kind::dimension_order || port_count == 0 ? 2u * dimensions + hosts_per_switch : port_count;
  }
  /// Bits of a port number in the header of source_shifted.
  unsigned port_bits() const {
    unsigned bits = 1;
    while (1u << bits < ports()) ++bits;
    return bits;
  }
  /// Bits of a class there, and in a route flit of source_stripped.
  unsigned class_bits() const { return classes == 1 ? 0 : classes == 2 ? 1 : 2; }
  /// The switch chooses among ports.
  bool has_choice() const { return kind == Kind::table && choice != Choice::none; }
  /// The switch changes the headers that it sends on.
  bool changes_headers() const { return kind == Kind::source_shifted || (kind == Kind::table && valiant); }
};

/// The place of one switch: wired in at build time. Its tables are storage of the owner.
struct Place {
  std::array<std::uint16_t, max_dimensions> at{};  ///< coordinates
  const std::uint16_t* table = nullptr;            ///< of Kind::table: a row, or two, with a TableEntry for each node
  PortSet second_row{};                            ///< input ports whose packets use the second row
  PortSet hosts{};                                 ///< ports that lead to a host
  /// For each output the virtual channels that it has: as many as the input at the far end, where that has fewer.
  /// Storage of the owner; nullptr: all of them, at every output.
  const std::uint8_t* output_vcs = nullptr;
  const std::uint16_t* choices = nullptr;  ///< with a choice: for each node, which of the sets
  const PortSet* port_sets = nullptr;      ///< with a choice: the sets of ports

  /// The entry for a packet to `node`, below p.nodes, that came by input port `from`.
  TableEntry entry(const Params& p, std::uint32_t node, PortId from) const {
    return TableEntry(table[node + (has(second_row, from.value) ? p.nodes : 0)]);
  }
  bool is_to_host(TableEntry entry) const { return entry.leads_on() && has(hosts, entry.port()); }
  /// The virtual channels of output `port`.
  unsigned virtual_channels(const Params& p, unsigned port) const {
    return output_vcs == nullptr || port >= max_ports ? p.virtual_channels : output_vcs[port];
  }
};

/// The request of a header.
struct Route {
  std::uint16_t port = no_port;  ///< from max_ports on: a port that cannot exist
  VcMask vcs = 0;                ///< permitted virtual channels, 1 or more

  bool possible() const { return port < max_ports; }
};

/// The options of a header: any of `ports`, or, in second place, `otherwise`.
struct Options {
  PortSet ports;
  VcMask vcs = 0;   ///< of each of `ports`
  Route otherwise;  ///< an escape channel, or the route where there is no choice; not possible(): there is none

  bool possible() const { return !is_empty(ports) || otherwise.possible(); }
};

}  // namespace slackline::route_unit
