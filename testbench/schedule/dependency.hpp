// dependency: the dependency requirement of a schedule (Song 2005, requirement 1): every host precedes every other one.
//
//   s =>_t d,  f =>_(t+1) d       s directly precedes f, at TIME t: f's packet waits for the link to d until s's is over
//   s -> a -> b -> ... -> f       s precedes f through a chain, if the TIMEs of its links strictly increase
//
// The hosts that precede a host are a set of bits. Slot after slot a host adds the sets, as they were before the slot,
// of those that directly precede it then, and these themselves.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "testbench/schedule/schedule.hpp"

namespace slackline::schedule {

/// s directly precedes f at a TIME.
struct Relation {
  std::uint32_t time = 0, slow = 0, fast = 0, to = 0;
};

/// All direct relations of one time, those of lower destinations first; of hosts that are not equal.
class Relations {
 public:
  explicit Relations(const Schedule& schedule);

  /// Times are 0 .. times() - 1.
  std::uint32_t times() const { return static_cast<std::uint32_t>(begins_.size() < 2 ? 0 : begins_.size() - 2); }
  const std::vector<Relation>& at(std::uint32_t time);

 private:
  std::vector<Message> by_destination_;  ///< by slot, those of one slot by their destinations
  std::vector<std::size_t> begins_;
  std::vector<Relation> found_;
};

struct Pair {
  std::uint32_t slow = 0, fast = 0;
};

struct DependencyCheck {
  std::uint64_t pairs = 0;      ///< ordered pairs of different hosts of the schedule
  std::uint64_t direct = 0;     ///< of them, how many a direct relation orders
  std::uint64_t missing = 0;    ///< and how many nothing does
  std::optional<Pair> example;  ///< the first of these: slow does not precede fast

  bool holds() const { return missing == 0; }
};

/// Time: direct relations x hosts / 64.
DependencyCheck check_dependency(const Schedule& schedule);

}  // namespace slackline::schedule
