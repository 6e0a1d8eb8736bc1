// Settings of a replay: how fast ranks compute, and how messages become packets.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "rtl_models/common/wide.hpp"
#include "testbench/multicast/group_program.hpp"
#include "testbench/workloads/replay/program/collectives.hpp"

namespace slackline::replay {

/// Cycles for so many of something, exactly.
struct Ratio {
  std::uint64_t cycles = 1, of = 1;

  /// Rounded up; `amount` up to 2^63. Saturates at 2^62.
  std::uint64_t for_amount(std::uint64_t amount) const {
    constexpr std::uint64_t most = std::uint64_t{1} << 62;
    const Wide whole = (Wide{amount} * cycles + (of - 1)) / of;
    return whole > most ? most : static_cast<std::uint64_t>(whole);
  }
};

struct Settings {
  Ratio operation;                     ///< computing
  Ratio nanosecond;                    ///< sleeping
  std::uint64_t eager_bytes = 65536;   ///< messages up to this go at once; larger ones ask first
  std::uint64_t send_overhead = 0;     ///< cycles that a rank takes to hand over a message
  std::uint64_t receive_overhead = 0;  ///< cycles that a rank takes for a message it has waited for
  Algorithms algorithms;
  std::uint64_t flit_bits = 32;
  std::uint32_t packet_flits = 8;  ///< the longest packet; above header_flits
  std::uint32_t header_flits = 1;  ///< of each packet, without data; a packet of them alone is a control packet
  /// Hosts have network interfaces: a message goes to them whole, its words being flits here, and one word if there is
  /// none; they report when it has left.
  bool interfaces = false;
  std::vector<std::uint32_t> hosts;  ///< of rank 0, 1, ...: each another
  /// With interfaces: the group of all ranks, to which calls by multicast go; nothing: there are none.
  std::optional<multicast::GroupTraffic> multicasts;
  std::uint32_t group = 0;     ///< the number of that group in the network
  multicast::TreeFacts trees;  ///< on which these calls travel

  /// Bits of a message that a packet takes.
  std::uint64_t packet_bits() const { return (packet_flits - header_flits) * flit_bits; }
  std::uint64_t packets_of(std::uint64_t bytes) const {
    if (interfaces) return 1;
    const std::uint64_t packets = (bytes * 8 + packet_bits() - 1) / packet_bits();
    return packets == 0 ? 1 : packets;
  }
  /// Flits of a message's `n`-th packet.
  std::uint32_t flits_of(std::uint64_t bytes, std::uint64_t n) const {
    if (interfaces) return bytes == 0 ? 1 : static_cast<std::uint32_t>((bytes * 8 + flit_bits - 1) / flit_bits);
    const std::uint64_t behind = bytes * 8 - n * packet_bits();
    const std::uint64_t bits = behind < packet_bits() ? behind : packet_bits();
    return header_flits + static_cast<std::uint32_t>((bits + flit_bits - 1) / flit_bits);
  }
};

}  // namespace slackline::replay
