// Random inputs for relay_station: well-formed worms at the sender's end, STOP at the receiver's end, resets.
#pragma once

#include <cstdint>
#include <vector>

#include "rtl_models/common/random_stream.hpp"
#include "testbench/cosim/relay_station/relay_station_core.hpp"

namespace slackline::cosim {

/// A share of cycles, in runs: on-off patterns are where flow control errs.
struct Runs {
  unsigned percent = 100;  ///< of the cycles
  unsigned longest = 1;    ///< cycles of a run, 1: every cycle by itself
};

struct RelayStationProfile {
  const char* name;
  Runs send;                  ///< the sender has a flit
  Runs stop;                  ///< the receiver says STOP
  unsigned longest_worm = 8;  ///< flits
  bool obedient = true;       ///< the sender heeds STOP; otherwise the buffer overflows
  unsigned reset_every = 0;   ///< cycles, on average; 0: never
};

/// Idle x backpressure x worm lengths x misbehaviour.
const std::vector<RelayStationProfile>& relay_station_profiles();

class RelayStationStimulus {
 public:
  RelayStationStimulus(const RelayStationProfile& profile, std::uint64_t seed);

  /// The inputs of the next edge, given what stop_out was before it.
  RelayStationInputs next(bool stop_out);

 private:
  /// The state of a Runs.
  struct Level {
    bool on = false;
    unsigned left = 0;
  };
  bool draw(const Runs& runs, Level& level);
  Flit next_flit();

  RelayStationProfile profile_;
  RandomStream random_;
  Level send_, stop_;
  unsigned flits_left_ = 0;  ///< of the worm being sent
  VcId vc_;
  std::uint32_t tag_ = 0;
};

}  // namespace slackline::cosim
