#include "testbench/tracing/change_ring.hpp"

#include <utility>

namespace slackline::tracing {

ChangeRing::ChangeRing(std::uint64_t cycles, std::size_t bytes, std::vector<std::uint64_t> values)
    : most_cycles_(cycles), most_changes_(bytes / sizeof(Change)), values_(std::move(values)), changes_(1024) {}

void ChangeRing::begin_cycle(std::uint64_t time) {
  keep(most_cycles_);
  marks_.push_back({time, end_});
}

void ChangeRing::keep(std::uint64_t cycles) {
  while (marks_.size() > cycles) drop_oldest();
}

void ChangeRing::drop_oldest() {
  const std::uint64_t to = marks_.size() > 1 ? marks_[1].first : end_;
  for (; begin_ < to; ++begin_) {
    const Change& change = changes_[begin_ & (changes_.size() - 1)];
    values_[change.signal] = change.value;
  }
  marks_.pop_front();
}

/// Up to its bounds the room grows, then old cycles make way; never the newest, which may be larger than the bounds.
void ChangeRing::make_room() {
  if (changes_.size() * 2 > most_changes_ && marks_.size() > 1) {
    ran_out_of_room_ = true;
    while (end_ - begin_ == changes_.size() && marks_.size() > 1) drop_oldest();
    if (end_ - begin_ < changes_.size()) return;
  }
  std::vector<Change> larger(changes_.size() * 2);
  for (std::uint64_t at = begin_; at < end_; ++at)
    larger[at & (larger.size() - 1)] = changes_[at & (changes_.size() - 1)];
  changes_ = std::move(larger);
}

}  // namespace slackline::tracing
