#include "testbench/cosim/local_clock/local_clock_stimulus.hpp"

namespace slackline::cosim {

const std::vector<LocalClockProfile>& local_clock_profiles() {
  static const std::vector<LocalClockProfile> profiles = {
      {"free", {0, 1}, 0},
      {"flickering", {50, 1}, 0},
      {"stopped", {70, 40}, 300},
      {"resets", {20, 5}, 8},
  };
  return profiles;
}

LocalClockInputs LocalClockStimulus::next() {
  LocalClockInputs in;
  in.rst_n = profile_.reset_every == 0 || random_.below(profile_.reset_every) != 0;
  in.hold = profile_.hold.next(random_);
  return in;
}

}  // namespace slackline::cosim
