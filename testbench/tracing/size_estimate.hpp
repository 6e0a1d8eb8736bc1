// size_estimate: the size of a dump, before the run: that of its beginning, simulated separately.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "testbench/tracing/network_waves.hpp"

namespace slackline::tracing {

struct SizeEstimate {
  double bytes_a_cycle = 0;
  std::uint64_t sampled = 0;            ///< cycles of the run that were simulated for it
  std::optional<std::uint64_t> cycles;  ///< that will be written; nothing: it is not known when the run ends
  bool at_most = false;                 ///< ... or fewer

  double bytes() const { return bytes_a_cycle * static_cast<double>(cycles.value_or(0)); }
};

/// The size of a dump of a valid netlist; nothing: it surely has less than `least` bytes, and was not looked at.
std::optional<SizeEstimate> estimated_size(const network::Netlist& netlist, const Plan& plan, std::uint64_t least);

/// The warning before the run; empty: it is known to be less than `least` bytes.
std::string warning_of(const SizeEstimate& size, std::uint64_t least);

}  // namespace slackline::tracing
