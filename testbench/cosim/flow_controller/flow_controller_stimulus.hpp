// Random inputs for flow_controller: a count that walks over both watermarks and jumps about them, STOP in runs,
// resets.
#pragma once

#include <cstdint>
#include <vector>

#include "testbench/cosim/flow_controller/flow_controller_core.hpp"
#include "testbench/cosim/on_off.hpp"

namespace slackline::cosim {

struct FlowControllerProfile {
  const char* name;
  OnOff rise;             ///< the count's next step is +1, otherwise -1
  unsigned hold_percent;  ///< of the cycles: no step
  unsigned jump_percent;  ///< of the cycles: a jump to or next to a watermark, or anywhere
  OnOff stop;
  unsigned reset_every;  ///< cycles, on average; 0: never
};

const std::vector<FlowControllerProfile>& flow_controller_profiles();

class FlowControllerStimulus {
 public:
  FlowControllerStimulus(const FlowControllerProfile& profile, const FlowControllerCore::Params& params,
                         std::uint64_t seed);
  FlowControllerInputs next();

 private:
  std::int64_t jump();

  FlowControllerProfile profile_;
  FlowControllerCore::Params params_;
  RandomStream random_;
  std::int64_t count_;
};

}  // namespace slackline::cosim
