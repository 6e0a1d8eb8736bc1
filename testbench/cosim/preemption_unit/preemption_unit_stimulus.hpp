// Random inputs for preemption_unit: messages that come alone or one after another, worms that hold channels
// and let go of them, a link that is busy or stopped in runs, resets.
#pragma once

#include <cstdint>
#include <vector>

#include "testbench/cosim/on_off.hpp"
#include "testbench/cosim/preemption_unit/preemption_unit_core.hpp"

namespace slackline::cosim {

struct PreemptionUnitProfile {
  const char* name;
  OnOff offer;
  OnOff stopped, link_busy;
  OnOff all_held;         ///< otherwise some channels are free
  unsigned turn_percent;  ///< of the cycles: other channels are held, or with GO, and the group is another
  unsigned most_hold;     ///< cycles
  unsigned reset_every;   ///< cycles, on average; 0: never
};

const std::vector<PreemptionUnitProfile>& preemption_unit_profiles();

class PreemptionUnitStimulus {
 public:
  PreemptionUnitStimulus(const PreemptionUnitProfile& profile, const PreemptionUnitCore::Params& params,
                         std::uint64_t seed)
      : profile_(profile),
        channels_(first_vcs(params.unit.virtual_channels)),
        random_(seed, 0, RandomPurpose::test),
        held_(channels_),
        going_(channels_) {}
  PreemptionUnitInputs next();

 private:
  VcMask some() { return static_cast<VcMask>(random_.bits()) & channels_; }

  PreemptionUnitProfile profile_;
  VcMask channels_;
  RandomStream random_;
  VcMask held_, going_;
  std::uint16_t hold_ = 1;
};

}  // namespace slackline::cosim
