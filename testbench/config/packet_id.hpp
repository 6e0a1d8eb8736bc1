// Packets by their names: "host3:17" is the 17th that host3 has sent, from 0 on.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "rtl_models/network/netlist.hpp"

namespace slackline::config {

struct PacketId {
  std::uint32_t host = 0, sequence = 0;
};

/// The packet of a name, or why there is none.
struct PacketIdReading {
  std::optional<PacketId> id;
  std::string wrong;    ///< "hots3 is no host"; empty: it is its number that is no number
  std::string allowed;  ///< "host0 .. host63, a colon, and the packet's number there"
  std::string hint;     ///< what was probably meant; empty: nothing
};

/// A host may be given by its number alone, as packets.csv has it.
PacketIdReading packet_id_of(const std::string& name, const network::Netlist& netlist);

}  // namespace slackline::config
