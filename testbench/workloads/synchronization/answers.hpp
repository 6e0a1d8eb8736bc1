// answers: the reports of the firmware fbs to the hosts of a run, put together: how far apart the clocks were before
// and after each synchronization, and how the stream of the application fared.
//
// The skew of two hosts at a slot is the difference of the cycles in which that slot began at them. Before a
// synchronization it is that of its first slot, after it that of the slot that follows its last one.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "rtl_models/firmware/fbs.h"
#include "rtl_models/network/host_interface.hpp"

namespace slackline::synchronization {

/// The largest one of all pairs.
struct Skew {
  std::uint64_t cycles = 0;
  std::uint32_t early = 0, late = 0;  ///< hosts that began first, and last
};

struct Round {
  std::uint32_t number = 0;
  std::uint32_t hosts = 0;  ///< that have reported both its slots
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
  friend bool operator<(const MissingPacket& a, const MissingPacket& b) {
    return std::tie(a.round, a.slot, a.host) < std::tie(b.round, b.slot, b.host);
  }
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

/// A skew of more than a slot: packets then wait for those of another slot, and a synchronization no longer does
/// what the schedule asks.
struct LostSynchronization {
  enum class Where : std::uint8_t {
    before,
    behind
  };  ///< of the synchronization; before: of the one that ought to follow
  std::uint32_t round = 0;
  Where where = Where::before;
  Skew skew;
};

/// Waits of packets of the stream in the network, where buffers may have absorbed it.
struct Waits {
  std::uint64_t packets = 0, cycles = 0;
  std::optional<WaitingPacket> first;  ///< of the earliest slot
};

struct Answers {
  std::uint32_t first_slot = 0, interval = 0, slots = 0, slot_ticks = 0, asked_rounds = 0;
  bool synchronizes = false, streams = false;
  std::vector<Round> rounds;
  std::optional<Skew> at_end;                          ///< at the end of the last interval
  std::uint32_t counted = 0;                           ///< hosts that have reported their counters
  std::array<std::uint64_t, FBS_COUNTERS> counters{};  ///< of those, as last reported
  std::optional<BlockedPacket> first_blocked;
  std::optional<Waits> waits;          ///< filled in by the monitor, where there are slots
  std::vector<MissingPacket> missing;  ///< that have not come at all
  std::vector<MissingPacket> late;     ///< that have come when the host had missed them
  std::vector<std::uint32_t> silent;   ///< hosts that have not reported the end of the last interval
  std::vector<Stamp> stamps;           ///< by slot, then host
  /// Cut by run.max_cycles before its end: silent hosts might have gone on.
  bool partial = false;

  /// The round with the largest skew after its synchronization; nullptr when none was reported.
  const Round* worst() const;
  /// The largest skew of an interval: before the next synchronization, or at the end.
  std::uint64_t worst_grown() const;
  /// Intervals at whose end some skew was more than half a slot.
  std::uint32_t beyond_half_slot() const;
  /// The first skew of more than a slot, where clocks are synchronized.
  std::optional<LostSynchronization> lost() const;

 private:
  /// visit(number, skew) of the end of each interval.
  template <class Visit>
  void for_each_end(Visit&& visit) const {
    for (std::size_t i = 1; i < rounds.size(); ++i) visit(rounds[i].number, rounds[i].before);
    if (at_end) visit(asked_rounds, *at_end);
  }
};

/// Whether interfaces run the firmware fbs, or isotach: then a token is a round of one slot, without a synchronization.
bool synchronizes(const network::HostInterfaces& interfaces);

/// For such interfaces: whether they go by slots, and not by tokens.
bool has_slots(const network::HostInterfaces& interfaces);

Answers answers_of(const network::HostInterfaces& interfaces, const host::Reports& reports);

/// True when every host has reported the end of its last interval.
bool is_over(const network::HostInterfaces& interfaces, const host::Reports& reports);

/// Reports of all hosts so far.
std::size_t told(const host::Reports& reports, std::size_t hosts);

/// Cycles in which a run of such interfaces is over, if nothing breaks; a little more. Tokens take longer when they have
/// to wait for firmware, or for packets on their way.
std::uint64_t expected_cycles(const network::HostInterfaces& interfaces);

}  // namespace slackline::synchronization
