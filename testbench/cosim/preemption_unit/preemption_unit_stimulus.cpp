#include "testbench/cosim/preemption_unit/preemption_unit_stimulus.hpp"

namespace slackline::cosim {

const std::vector<PreemptionUnitProfile>& preemption_unit_profiles() {
  // clang-format off
  static const std::vector<PreemptionUnitProfile> profiles = {
      //            offer      stopped   busy       all held   turn  reset
      {"cuts",      {25, 8},   {0, 1},   {0, 1},    {100, 1},  20,   0},
      {"free",      {30, 4},   {5, 2},   {10, 2},   {10, 5},   20,   0},
      {"endless",   {100, 1},  {0, 1},   {5, 2},    {95, 9},   20,   0},
      {"stopped",   {50, 12},  {40, 25}, {20, 3},   {80, 30},  30,   0},
      {"busy link", {60, 40},  {10, 5},  {60, 40},  {90, 30},  10,   900},
      {"mixed",     {15, 60},  {30, 5},  {30, 5},   {60, 5},   60,   300},
      {"resets",    {60, 9},   {20, 3},  {20, 3},   {80, 9},   50,   15},
  };
  // clang-format on
  return profiles;
}

PreemptionUnitInputs PreemptionUnitStimulus::next() {
  if (random_.below(100) < profile_.turn_percent) {
    held_ = some();
    going_ = some();
  }
  PreemptionUnitInputs in;
  in.rst_n = profile_.reset_every == 0 || random_.below(profile_.reset_every) != 0;
  in.port.offer = profile_.offer.next(random_);
  in.port.stopped = profile_.stopped.next(random_);
  in.port.link_busy = profile_.link_busy.next(random_);
  if (!profile_.all_held.next(random_)) in.port.free = some() & ~held_;
  in.port.held = in.port.free == 0 && held_ == 0 ? channels_ : held_;
  in.port.going = going_;
  return in;
}

}  // namespace slackline::cosim
