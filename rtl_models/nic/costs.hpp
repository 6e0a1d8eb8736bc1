// costs: how many cycles of the base clock the processor of a network interface spends on what its firmware does.
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "rtl_models/common/violation.hpp"
#include "rtl_models/firmware/firmware.h"

namespace slackline::nic {

inline constexpr std::uint32_t most_cost = 1'000'000;  ///< cycles

/// All 0: the hardware alone.
struct Costs {
  std::array<std::uint32_t, NIC_EVENTS> event{};  ///< to find out about an event, enter its handler and leave it
  std::uint32_t start = 0;                        ///< the same for start(), which runs after reset
  std::uint32_t register_read = 0, register_write = 0;
  std::uint32_t load = 0, store = 0;  ///< of a word of NIC memory

  Violations violations() const;
};

/// The accesses of a handler, from which its time follows: its event, or NIC_EVENTS for start(), and its accesses. Those of instruments
/// are not among them.
struct HandlerSignature {
  std::uint32_t event = 0, reads = 0, writes = 0, loads = 0, stores = 0;  ///< accesses: up to most_accesses each

  static constexpr std::uint32_t most_accesses = (1u << 14) - 1;
  std::uint64_t key() const {
    std::uint64_t packed = event;
    for (const std::uint32_t count : {reads, writes, loads, stores}) packed = packed << 14 | count;
    return packed;
  }
};

/// The time of a handler, as an RV32 processor takes it.
struct HandlerTime {
  std::uint32_t cycles = 1;  ///< from the edge of EVENT_CLAIM to that of EVENT_END, 1..most_cost
  std::vector<std::uint32_t>
      offsets;  ///< from the same edge, of each write and store in their order; ascending, up to `cycles`
};

/// The times of handlers, by what they do.
class HandlerTimes {
 public:
  std::uint32_t woken = 0;  ///< cycles from the edge at which an event finds the processor waiting to its EVENT_CLAIM
  std::uint32_t following =
      0;  ///< cycles between an EVENT_END and the EVENT_CLAIM of an event that was pending then, less one

  /// The second time for one signature replaces the first.
  void set(const HandlerSignature& signature, HandlerTime time) { times_[signature.key()] = std::move(time); }
  /// nullptr: it is not known.
  const HandlerTime* find(const HandlerSignature& signature) const {
    const auto found = times_.find(signature.key());
    return found == times_.end() ? nullptr : &found->second;
  }
  std::size_t size() const { return times_.size(); }

 private:
  std::unordered_map<std::uint64_t, HandlerTime> times_;  // is only looked up: its order shows nowhere
};

}  // namespace slackline::nic
