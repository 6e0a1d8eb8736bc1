#include "testbench/simulation/guard.hpp"

#include <algorithm>

namespace slackline::simulation {

using monitors::Stuck;

void Guard::keep_who_stood_at_the_end(std::vector<Stuck>& stuck) const {
  stuck.erase(std::remove_if(stuck.begin(), stuck.end(),
                             [&](const Stuck& s) { return s.kind != Stuck::Kind::lane && !watchdog_.has_stood(s); }),
              stuck.end());
}

}  // namespace slackline::simulation
