// change_ring: the changes of the last cycles, in bounded memory: the beginning of a dump that waits for a trigger.
//
//   values before the oldest cycle | oldest cycle: signal, value; signal, value; ... | ... | newest cycle: ...
//            ^ a cycle that drops out goes in here
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

namespace slackline::tracing {

/// A variable of a dump.
using Signal = std::uint32_t;

struct Change {
  Signal signal = 0;
  std::uint64_t value = 0;
};

class ChangeRing {
 public:
  /// Keeps the newest cycle and up to `cycles` before it, as far as they find room in `bytes`. `values`: those of all
  /// signals before.
  ChangeRing(std::uint64_t cycles, std::size_t bytes, std::vector<std::uint64_t> values);

  /// Changes added from here on belong to a cycle that begins at `time`.
  void begin_cycle(std::uint64_t time);
  void add(Signal signal, std::uint64_t value) {
    if (end_ - begin_ == changes_.size()) make_room();
    changes_[end_++ & (changes_.size() - 1)] = {signal, value};
  }

  /// Drops the oldest cycles, until no more than `cycles` are left.
  void keep(std::uint64_t cycles);

  std::size_t cycles() const { return marks_.size(); }
  /// Cycles have dropped out for lack of room, and not of age.
  bool ran_out_of_room() const { return ran_out_of_room_; }
  std::uint64_t oldest_time() const { return marks_.front().time; }
  /// All values before the oldest cycle, by signal.
  const std::vector<std::uint64_t>& values() const { return values_; }

  /// Hands over the changes in the order in which they came: begin(time) before those of a cycle, then change(Change).
  template <class Begin, class OnChange>
  void for_each(Begin&& begin, OnChange&& change) const {
    for (std::size_t n = 0; n < marks_.size(); ++n) {
      begin(marks_[n].time);
      const std::uint64_t to = n + 1 < marks_.size() ? marks_[n + 1].first : end_;
      for (std::uint64_t at = marks_[n].first; at < to; ++at) change(changes_[at & (changes_.size() - 1)]);
    }
  }

 private:
  struct Mark {
    std::uint64_t time, first;  // its first change, as counted by end_
  };

  void make_room();
  void drop_oldest();

  std::uint64_t most_cycles_;
  std::size_t most_changes_;
  std::vector<std::uint64_t> values_;
  std::vector<Change> changes_;  // a power of two
  std::uint64_t begin_ = 0, end_ = 0;
  std::deque<Mark> marks_;
  bool ran_out_of_room_ = false;
};

}  // namespace slackline::tracing
