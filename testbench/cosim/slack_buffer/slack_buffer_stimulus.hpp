// Random inputs for slack_buffer: flits of every kind in no order, pops that look at nothing, resets.
#pragma once

#include <cstdint>
#include <vector>

#include "testbench/cosim/on_off.hpp"
#include "testbench/cosim/slack_buffer/slack_buffer_core.hpp"

namespace slackline::cosim {

struct SlackBufferProfile {
  const char* name;
  OnOff push, pop;
  unsigned reset_every;  ///< cycles, on average; 0: never
};

/// From mostly empty to mostly full.
const std::vector<SlackBufferProfile>& slack_buffer_profiles();

class SlackBufferStimulus {
 public:
  SlackBufferStimulus(const SlackBufferProfile& profile, std::uint64_t seed);
  SlackBufferInputs next();

 private:
  SlackBufferProfile profile_;
  RandomStream random_;
};

}  // namespace slackline::cosim
