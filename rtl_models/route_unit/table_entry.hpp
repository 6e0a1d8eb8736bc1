// table_entry: what an entry of a route table, or an element of a route from the source, says: an output port, and a
// class of virtual channels.
//
//    7   6 5            0
//   +-----+--------------+
//   |class|     port     |   255: no route
//   +-----+--------------+
#pragma once

#include <cstdint>

namespace slackline::route_unit {

inline constexpr unsigned max_ports = 64;
inline constexpr unsigned max_classes = 4;
/// "No such port": what a header asks for that cannot be routed. So does any other number from max_ports on.
inline constexpr std::uint8_t no_port = 255;

class TableEntry {
 public:
  /// No route.
  constexpr TableEntry() = default;
  constexpr explicit TableEntry(std::uint8_t byte) : byte_(byte) {}
  /// `port` below max_ports, `vc_class` below max_classes; port 63 has no class 3.
  constexpr TableEntry(unsigned port, unsigned vc_class)
      : byte_(static_cast<std::uint8_t>(vc_class * max_ports + port)) {}

  constexpr std::uint8_t byte() const { return byte_; }
  constexpr bool leads_on() const { return byte_ != no_port; }
  /// no_port where it does not lead on.
  constexpr std::uint8_t port() const { return leads_on() ? static_cast<std::uint8_t>(byte_ % max_ports) : no_port; }
  constexpr unsigned vc_class() const { return byte_ / max_ports; }

 private:
  std::uint8_t byte_ = no_port;
};

}  // namespace slackline::route_unit
