// Random inputs for relay_station: well-formed worms at the sender's end, STOP at the receiver's end, resets.
#pragma once

#include <cstdint>
#include <vector>

#include "testbench/cosim/on_off.hpp"
#include "testbench/cosim/relay_station/relay_station_core.hpp"

namespace slackline::cosim {

struct RelayStationProfile {
  const char* name;
  OnOff send;                 ///< the sender has a flit
  OnOff stop;                 ///< the receiver drives STOP
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
  Flit next_flit();

  RelayStationProfile profile_;
  RandomStream random_;
  unsigned flits_left_ = 0;  ///< of the worm being sent
  VcId vc_;
  std::uint32_t tag_ = 0;
};

}  // namespace slackline::cosim
