#include "testbench/simulation/guard.hpp"

#include <algorithm>

namespace slackline::simulation {

using monitors::Stuck;

bool Guard::keep_who_stood_at_the_end(std::vector<Stuck>& stuck) {
  if (!stood_at_the_end_) {
    stood_at_the_end_ = stuck;
    return false;
  }
  const auto stood = [&](const Stuck& s) {
    return std::any_of(stood_at_the_end_->begin(), stood_at_the_end_->end(),
                       [&](const Stuck& t) { return t.kind == s.kind && t.host == s.host; });
  };
  stuck.erase(std::remove_if(stuck.begin(), stuck.end(),
                             [&](const Stuck& s) { return s.kind != Stuck::Kind::lane && !stood(s); }),
              stuck.end());
  return true;
}

}  // namespace slackline::simulation
