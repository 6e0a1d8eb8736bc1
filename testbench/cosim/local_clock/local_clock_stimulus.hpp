// Random inputs for local_clock: holds in runs, resets.
#pragma once

#include <cstdint>
#include <vector>

#include "testbench/cosim/local_clock/local_clock_core.hpp"
#include "testbench/cosim/on_off.hpp"

namespace slackline::cosim {

struct LocalClockProfile {
  const char* name;
  OnOff hold;
  unsigned reset_every;  ///< cycles, on average; 0: never
};

const std::vector<LocalClockProfile>& local_clock_profiles();

class LocalClockStimulus {
 public:
  LocalClockStimulus(const LocalClockProfile& profile, std::uint64_t seed)
      : profile_(profile), random_(seed, 0, RandomPurpose::test) {}
  LocalClockInputs next();

 private:
  LocalClockProfile profile_;
  RandomStream random_;
};

}  // namespace slackline::cosim
