// A random signal that is on in a share of the cycles, in runs: on-off patterns are where flow control errs.
#pragma once

#include "rtl_models/common/random_stream.hpp"

namespace slackline::cosim {

struct OnOff {
  unsigned percent = 100;  ///< of the cycles
  unsigned longest = 1;    ///< cycles of a run, 1: every cycle on its own

  bool next(RandomStream& random);

  bool on = false;
  unsigned left = 0;  ///< cycles of the present run
};

}  // namespace slackline::cosim
