// The settings and keys of links, link.* and links, and what a packet's flits hold.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "rtl_models/common/link_pacer.hpp"
#include "rtl_models/port/packet_format.hpp"
#include "testbench/features/feature.hpp"

namespace slackline::features {

enum class LinkDirections : std::uint8_t { both, one };

/// A link that differs from the others.
struct OwnLinkSettings {
  std::string link;  ///< a channel as reports name it: link_switch0_p0_to_switch1_p1
  LinkDirections directions = LinkDirections::both;
  std::optional<Delay> delay;                    ///< nothing: that of every link
  std::optional<CyclesPerFlit> cycles_per_flit;  ///< the same
};

struct LinkSettings {
  Delay delay;
  CyclesPerFlit cycles_per_flit = 1;       ///< of every link; of the fastest ones of a file
  std::optional<std::uint64_t> flit_bits;  ///< nothing: as wide as the packet format's
  std::vector<OwnLinkSettings> own;        ///< links that differ
};

/// Declared with the traffic, traffic.packet.*: what programs, too, send.
struct PacketSettings {
  port::PacketFormat format = port::PacketFormat::compact;
  std::uint64_t flits = 8;
};

std::vector<Key> link_keys();
/// The fields of a record of `links`.
const KeyTable& link_fields();

/// Checks what a flit takes on the slowest link of a file whose links differ. False: it is an error.
bool check_slowest_link(Reading& reading);

/// Adds the errors of delays that are no number of cycles that the key allows. When there are some, `links` is doubtful.
void check_link_delays(Reading& reading);

/// Adds the errors of links that do not exist, or are given twice. For any experiment of 2 to 2^24 hosts.
void check_link_names(Reading& reading);

}  // namespace slackline::features
