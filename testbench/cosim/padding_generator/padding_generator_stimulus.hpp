// Random inputs for padding_generator: worms on each lane that are cut and go on, requests and ends that come where they
// should not, resets.
#pragma once

#include <cstdint>
#include <vector>

#include "testbench/cosim/on_off.hpp"
#include "testbench/cosim/padding_generator/padding_generator_core.hpp"

namespace slackline::cosim {

struct PaddingGeneratorProfile {
  const char* name;
  unsigned flit_percent;     ///< of the cycles of a lane: a flit of a worm
  unsigned request_percent;  ///< of the others: a request
  unsigned end_percent;      ///< of those that are left: an end
  unsigned clash_percent;    ///< of all: each of the pins at random, independent of the others
  OnOff room;
  unsigned reset_every;  ///< cycles, on average; 0: never
};

const std::vector<PaddingGeneratorProfile>& padding_generator_profiles();

class PaddingGeneratorStimulus {
 public:
  PaddingGeneratorStimulus(const PaddingGeneratorProfile& profile, const padding_generator::Params& params,
                           std::uint64_t seed)
      : profile_(profile), ports_(params.ports), random_(seed, 0, RandomPurpose::test) {}
  PaddingGeneratorInputs next();

 private:
  bool percent(unsigned share) { return random_.below(100) < share; }
  void lane(unsigned i, padding_generator::Inputs& in);

  PaddingGeneratorProfile profile_;
  unsigned ports_;
  RandomStream random_;
};

}  // namespace slackline::cosim
