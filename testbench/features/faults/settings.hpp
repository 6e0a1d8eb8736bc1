// The settings and keys of faults to inject: faults.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rtl_models/common/link_fault.hpp"
#include "testbench/features/feature.hpp"

namespace slackline::features {

using FaultKind = LinkFaultKind;

/// A fault to be injected into a channel. Fields that a kind does not use keep their defaults.
struct FaultSettings {
  FaultKind kind = FaultKind::drop;
  std::string link;                 ///< a channel as reports name it: link_switch0_p0_to_switch1_p1
  std::uint64_t from = 0;           ///< cycle
  std::optional<std::uint64_t> to;  ///< the first cycle without it; nothing: it never ends
  std::uint64_t count = 1;          ///< flits or credits at most; 0: no limit
  double probability = 1;           ///< with which each flit or credit in the interval is hit
  std::optional<std::uint64_t> vc;  ///< nothing: every virtual channel
  std::uint64_t level = 1;          ///< of the wire, for stop_stuck
  double moving = 0;                ///< probability that the worm of a channel moves, for held
};

struct FaultsSettings {
  std::vector<FaultSettings> all;
};

std::vector<Key> fault_keys();
/// The fields of a record of `faults`.
const KeyTable& fault_fields();
/// The word of a configuration for a kind of fault.
std::string_view word_of(FaultKind kind);

/// Adds the errors of intervals that are empty, of links and virtual channels that do not exist, and of credits where
/// there are none. `links`: whether it is known which channels there are. For any experiment of 2 to 2^24 hosts.
void check_fault_settings(Reading& reading, bool links);

}  // namespace slackline::features
