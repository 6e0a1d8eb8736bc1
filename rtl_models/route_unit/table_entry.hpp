// table_entry: what an entry of a route table, or an element of a route from the source, says: an output port, and a
// class of virtual channels.
//
//    15      8 7            0
//   +---------+--------------+
//   |  class  |     port     |   65535: no route
//   +---------+--------------+
#pragma once

#include <cstdint>

#include "rtl_models/common/bits.hpp"

namespace slackline::route_unit {

inline constexpr unsigned max_ports = most_ports_of_switch;
inline constexpr unsigned max_classes = 4;
/// "No such port": what a header asks for that cannot be routed. So does any other number from max_ports on.
inline constexpr std::uint16_t no_port = 65535;

class TableEntry {
 public:
  /// No route.
  constexpr TableEntry() = default;
  constexpr explicit TableEntry(std::uint16_t word) : word_(word) {}
  /// `port` below max_ports, `vc_class` below max_classes.
  constexpr TableEntry(unsigned port, unsigned vc_class)
      : word_(static_cast<std::uint16_t>(vc_class * max_ports + port)) {}

  constexpr std::uint16_t word() const { return word_; }
  constexpr bool leads_on() const { return word_ != no_port; }
  /// no_port where it does not lead on.
  constexpr std::uint16_t port() const { return leads_on() ? static_cast<std::uint16_t>(word_ % max_ports) : no_port; }
  constexpr unsigned vc_class() const { return word_ / max_ports; }

 private:
  std::uint16_t word_ = no_port;
};

/// Bits of the port in a route flit of source_stripped, which has the class above it; `ports`: of the largest switch.
constexpr unsigned stripped_port_bits(unsigned ports) { return ports <= 64 ? 6 : ports <= 128 ? 7 : 8; }
constexpr std::uint32_t stripped_route_flit(TableEntry entry, unsigned port_bits) {
  return entry.vc_class() << port_bits | entry.port();
}

}  // namespace slackline::route_unit
