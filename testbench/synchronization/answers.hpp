// answers: what the hosts of a run have been told by the firmware fbs, put together: how far apart the clocks were before
// and behind each synchronization, and how the stream of the application fared.
//
// The skew of two hosts at a slot is the difference of the cycles in which that slot began at them. Before a
// synchronization it is that of its first slot, behind it that of the slot that follows its last one.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "rtl_models/firmware/fbs.h"
#include "rtl_models/network/host_interface.hpp"

namespace slackline::synchronization {

/// The largest one of all pairs.
struct Skew {
  std::uint64_t cycles = 0;
  std::uint32_t early = 0, late = 0;  ///< hosts: who began first, and last
};

struct Round {
  std::uint32_t number = 0;
  std::uint32_t hosts = 0;  ///< that have told of both its slots
  Skew before, behind;      ///< of those
};

/// The cycle in which a slot began at a host.
struct Stamp {
  std::uint32_t slot = 0, host = 0;
  std::uint64_t cycle = 0;
};

struct MissingPacket {
  std::uint32_t round = 0, slot = 0;  ///< slot: of the synchronization
  std::uint32_t host = 0, source = 0;
};

/// The first packet of the stream that was stopped: at its source, by STOP.
struct BlockedPacket {
  std::uint32_t slot = 0, host = 0, destination = 0;
  std::uint32_t cycles = 0;  ///< that it was stopped
  std::uint64_t told = 0;    ///< cycle in which the host heard of it: when the packet had left
};

/// A packet of the stream whose header had to wait for the output of a switch.
struct WaitingPacket {
  std::uint32_t slot = 0, host = 0, destination = 0;
  std::uint64_t cycles = 0;
  std::string link;  ///< that it waited for
};

/// What packets of the stream had to wait for in the network, where buffers may have absorbed it.
struct Waits {
  std::uint64_t packets = 0, cycles = 0;
  std::optional<WaitingPacket> first;  ///< of the earliest slot
};

struct Answers {
  std::uint32_t first_slot = 0, interval = 0, slots = 0, slot_ticks = 0, asked_rounds = 0;
  bool synchronizes = false, streams = false;
  std::vector<Round> rounds;
  std::optional<Skew> at_end;                          ///< at the end of the last interval
  std::array<std::uint64_t, FBS_COUNTERS> counters{};  ///< of all hosts
  std::optional<BlockedPacket> first_blocked;
  std::optional<Waits> waits;  ///< for the monitor to tell, where there are slots
  std::vector<MissingPacket> missing;
  std::vector<std::uint32_t> silent;  ///< hosts that have not told of the end of the last interval
  std::vector<Stamp> stamps;          ///< by slot, then host

  /// That with the largest skew behind its synchronization; nullptr when none was told of.
  const Round* worst() const;
  /// The largest that an interval has come to: before the next synchronization, or at the end.
  std::uint64_t worst_grown() const;
};

/// Whether interfaces run the firmware fbs, or isotach: then a token is a round of one slot, without a synchronization.
bool synchronizes(const network::HostInterfaces& interfaces);

/// Of such interfaces: whether they go by slots, and not by tokens.
bool has_slots(const network::HostInterfaces& interfaces);

Answers answers_of(const network::HostInterfaces& interfaces, const host::Reports& reports);

/// True when every host has told of the end of its last interval.
bool is_over(const network::HostInterfaces& interfaces, const host::Reports& reports);

/// Cycles in which a run of such interfaces is over, if nothing breaks; a little more.
std::uint64_t expected_cycles(const network::HostInterfaces& interfaces);

}  // namespace slackline::synchronization
