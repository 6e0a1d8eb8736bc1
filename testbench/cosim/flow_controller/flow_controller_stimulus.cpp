#include "testbench/cosim/flow_controller/flow_controller_stimulus.hpp"

#include <algorithm>

namespace slackline::cosim {

const std::vector<FlowControllerProfile>& flow_controller_profiles() {
  // clang-format off
  static const std::vector<FlowControllerProfile> profiles = {
      //          rise      hold  jump  stop       reset
      {"walk",    {50, 8},  0,    0,    {50, 1},   0},
      {"stroll",  {50, 3},  50,   1,    {20, 1},   0},
      {"jumps",   {50, 1},  10,   80,   {50, 12},  0},
      {"mixed",   {50, 12}, 10,   10,   {60, 150}, 500},
      {"resets",  {60, 5},  10,   20,   {60, 5},   8},
  };
  // clang-format on
  return profiles;
}

FlowControllerStimulus::FlowControllerStimulus(const FlowControllerProfile& profile,
                                               const FlowControllerCore::Params& params, std::uint64_t seed)
    : profile_(profile), params_(params), random_(seed, 0, RandomPurpose::test), count_(params.flow.go_at) {}

std::int64_t FlowControllerStimulus::jump() {
  const std::int64_t beside = std::int64_t{random_.below(3)} - 1;
  switch (random_.below(3)) {
    case 0: return params_.flow.stop_at + beside;
    case 1: return params_.flow.go_at + beside;
    default: return random_.below(params_.largest_count() + 1u);
  }
}

FlowControllerInputs FlowControllerStimulus::next() {
  const bool rises = profile_.rise.next(random_);
  const unsigned move = random_.below(100);
  if (move < profile_.jump_percent)
    count_ = jump();
  else if (move >= profile_.jump_percent + profile_.hold_percent)
    count_ += rises ? 1 : -1;
  count_ = std::clamp<std::int64_t>(count_, 0, params_.largest_count());

  FlowControllerInputs in;
  in.rst_n = profile_.reset_every == 0 || random_.below(profile_.reset_every) != 0;
  in.count = static_cast<std::uint16_t>(count_);
  in.stop_in = profile_.stop.next(random_);
  return in;
}

}  // namespace slackline::cosim
