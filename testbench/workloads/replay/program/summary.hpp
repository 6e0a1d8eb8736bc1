// summary: what a trace has its ranks do altogether.
#pragma once

#include <array>
#include <cstdint>
#include <set>

#include "testbench/workloads/replay/program/collectives.hpp"
#include "testbench/workloads/replay/program/trace.hpp"

namespace slackline::replay {

struct Summary {
  std::uint64_t ranks = 0;
  std::array<std::uint64_t, calls> of_kind{};  ///< calls, by kind
  std::uint64_t messages = 0, bytes = 0;       ///< with those that collective calls consist of
  double operations = 0;                       ///< of compute, and of reductions
  /// Messages to all other ranks at once, which the numbers above count once for each of these; and their bytes, once.
  std::uint64_t multicasts = 0, multicast_bytes = 0;
  std::set<std::uint32_t> multicast_roots;  ///< ranks that send such messages
};

Summary summary_of(const Trace& trace, const Algorithms& algorithms);

}  // namespace slackline::replay
