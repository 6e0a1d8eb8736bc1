#include "testbench/config/clock_settings.hpp"

#include <algorithm>

#include "rtl_models/common/random_stream.hpp"
#include "testbench/config/host_index.hpp"

namespace slackline::config {

namespace {

/// The clock of one host by the keys for all hosts.
HostClock common_clock(const NicSettings& s, std::uint32_t node) {
  HostClock clock;
  clock.drift = s.drift;
  if (s.drift_spread != 0) {
    RandomStream stream(s.clock_seed, node, RandomPurpose::drift);
    clock.drift += static_cast<std::int64_t>(stream.below(static_cast<std::uint32_t>(2 * s.drift_spread + 1)));
    clock.drift -= s.drift_spread;
    clock.hardware.phase = stream.bits();
  }
  std::uint64_t offset = s.offset;
  if (const auto below = static_cast<std::uint32_t>(s.offset_spread * static_cast<double>(s.slot_ticks)); below != 0)
    offset += RandomStream(s.clock_seed, node, RandomPurpose::clock_offset).below(below);
  clock.offset = static_cast<std::uint32_t>(offset % s.slot_ticks);
  return clock;
}

}  // namespace

std::vector<HostClock> clocks_of(const Experiment& e, const network::Netlist& netlist) {
  std::vector<HostClock> clocks(netlist.endpoints.size());
  for (std::uint32_t node = 0; node < clocks.size(); ++node) clocks[node] = common_clock(e.nic, node);
  if (!e.nic.clocks.empty()) {
    const HostIndex hosts(netlist);
    for (const ClockSettings& own : e.nic.clocks)
      if (const std::optional<std::uint32_t> node = hosts.find(own.host))
        clocks[*node] = {own.drift, static_cast<std::uint32_t>(own.offset), {}};
  }
  std::int64_t fastest = 0;
  for (const HostClock& clock : clocks) fastest = std::max(fastest, clock.drift);
  for (HostClock& clock : clocks) {
    clock.hardware.lag = local_clock::lag_of(clock.drift, fastest);
    clock.hardware.slot_ticks = static_cast<std::uint32_t>(e.nic.slot_ticks);
    clock.hardware.position = clock.offset;
  }
  return clocks;
}

}  // namespace slackline::config
