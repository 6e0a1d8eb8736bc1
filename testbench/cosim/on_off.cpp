#include "testbench/cosim/on_off.hpp"

namespace slackline::cosim {

bool OnOff::next(RandomStream& random) {
  if (left == 0) {
    on = random.below(100) < percent;
    left = 1 + random.below(longest);
  }
  --left;
  return on;
}

}  // namespace slackline::cosim
