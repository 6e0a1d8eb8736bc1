// Runs of lockstep for relay_station: one model, one profile, so many cycles.
#pragma once

#include <string>

#include "testbench/cosim/relay_station/relay_station_stimulus.hpp"
#include "testbench/cosim/relay_station/verilated_relay_station.hpp"

namespace slackline::cosim {

/// Coverage of a run: a comparison that never met STOP proves nothing about STOP.
struct RelayStationCoverage {
  std::uint64_t cycles = 0;
  std::uint64_t flits = 0;      ///< on flit_out
  std::uint64_t stops = 0;      ///< rising edges of stop_out
  std::uint64_t full = 0;       ///< cycles with no free slot
  std::uint64_t push_pop = 0;   ///< cycles in which a flit came and one left
  std::uint64_t overflows = 0;  ///< rising edges of `overflow`
  std::uint64_t resets = 0;     ///< cycles in reset

  RelayStationCoverage& operator+=(const RelayStationCoverage& other);
};

struct RelayStationOutcome {
  bool equal = true;
  std::string report;  ///< of the difference
  RelayStationCoverage coverage;
  std::size_t pins = 0, registers = 0;  ///< compared in every cycle
};

/// Stops at the first difference.
RelayStationOutcome run(const RelayStationModel& model, const RelayStationProfile& profile, std::uint64_t cycles,
                        std::uint64_t seed);

}  // namespace slackline::cosim
