// agenda: components to be stepped at later edges. A wheel of buckets for the near future, a heap for what lies beyond,
// so that the usual wake-up costs a few instructions.
#pragma once

#include <cassert>
#include <cstdint>
#include <queue>
#include <vector>

#include "rtl_models/common/ids.hpp"

namespace slackline::network {

class Agenda {
 public:
  /// `members` components, each with one pending entry or none.
  explicit Agenda(std::uint32_t members) : next_(members, none), due_(members, never), first_(buckets, none) {}

  /// Enters `member` for edge `due`, which must lie after `now`. A member that is already entered, for that edge or an
  /// earlier one, is left alone: when it is woken, it enters itself again. It is never entered for an earlier edge.
  void enter(std::uint32_t member, Cycle due, Cycle now) {
    assert(due_[member] == never || due_[member] <= due);
    if (due_[member] <= due) return;
    due_[member] = due;
    if (due - now < buckets)
      put(member, due);
    else
      far_.push({due.value, member});
  }

  /// The edge for which `member` is entered; never: it is not entered.
  Cycle due(std::uint32_t member) const { return due_[member]; }

  /// Calls `wake(member)` for every entry of edge `now`. Edges must be taken in order; edges between may be skipped
  /// only up to next_due().
  template <class Wake>
  void take(Cycle now, Wake&& wake) {
    while (!far_.empty() && far_.top().first - now.value < buckets) {
      put(far_.top().second, Cycle(far_.top().first));
      far_.pop();
    }
    std::uint32_t& first = first_[now.value % buckets];
    for (std::uint32_t member = first; member != none;) {
      const std::uint32_t after = next_[member];
      due_[member] = never;
      --near_;
      wake(member);
      member = after;
    }
    first = none;
  }

  /// The earliest entry at or after `from`; never when there is none.
  Cycle next_due(Cycle from) const {
    if (near_ != 0)
      for (std::uint64_t ahead = 0; ahead < buckets; ++ahead)
        if (first_[(from.value + ahead) % buckets] != none) return from + ahead;
    return far_.empty() ? never : Cycle(far_.top().first);
  }

 private:
  static constexpr std::uint32_t none = ~std::uint32_t{0};
  static constexpr std::uint64_t buckets = 1024;
  using Entry = std::pair<std::uint64_t, std::uint32_t>;

  void put(std::uint32_t member, Cycle due) {
    std::uint32_t& first = first_[due.value % buckets];
    next_[member] = first;
    first = member;
    ++near_;
  }

  std::vector<std::uint32_t> next_;   // the rest of the member's bucket
  std::vector<Cycle> due_;            // pending entry of the member
  std::vector<std::uint32_t> first_;  // head of each bucket
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> far_;
  std::uint32_t near_ = 0;  // entries in buckets
};

}  // namespace slackline::network
