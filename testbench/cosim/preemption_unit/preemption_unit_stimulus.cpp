#include "testbench/cosim/preemption_unit/preemption_unit_stimulus.hpp"

namespace slackline::cosim {

const std::vector<PreemptionUnitProfile>& preemption_unit_profiles() {
  // clang-format off
  static const std::vector<PreemptionUnitProfile> profiles = {
      //            offer      stopped   busy       all held   turn  hold  reset
      {"cuts",      {25, 8},   {0, 1},   {0, 1},    {100, 1},  20,   6,    0},
      {"free",      {30, 4},   {5, 2},   {10, 2},   {10, 5},   20,   40,   0},
      {"endless",   {100, 1},  {0, 1},   {5, 2},    {95, 9},   3,    5,    0},
      {"stopped",   {50, 12},  {40, 25}, {20, 3},   {80, 30},  30,   30,   0},
      {"held back", {70, 60},  {90, 70}, {5, 2},    {95, 40},  3,    2,    0},
      {"busy link", {60, 40},  {10, 5},  {60, 40},  {90, 30},  10,   9,    900},
      {"mixed",     {15, 60},  {30, 5},  {30, 5},   {60, 5},   60,   3,    300},
      {"long",      {10, 60},  {5, 5},   {5, 3},    {90, 9},   1,    4096, 0},
      {"resets",    {60, 9},   {20, 3},  {20, 3},   {80, 9},   50,   20,   15},
  };
  // clang-format on
  return profiles;
}

PreemptionUnitInputs PreemptionUnitStimulus::next() {
  if (random_.below(100) < profile_.turn_percent) {
    held_ = some();
    going_ = some();
    hold_ = static_cast<std::uint16_t>(1 + random_.below(profile_.most_hold));
  }
  PreemptionUnitInputs in;
  in.rst_n = profile_.reset_every == 0 || random_.below(profile_.reset_every) != 0;
  in.port.offer = profile_.offer.next(random_);
  in.port.stopped = profile_.stopped.next(random_);
  in.port.link_busy = profile_.link_busy.next(random_);
  if (!profile_.all_held.next(random_)) in.port.free = some() & ~held_;
  in.port.held = in.port.free == 0 && held_ == 0 ? channels_ : held_;
  in.port.going = going_;
  in.port.header_asks = random_.below(3) == 0;
  in.port.hold = hold_;
  return in;
}

}  // namespace slackline::cosim
