#include "testbench/statistics/timed_sums.hpp"

namespace slackline::statistics {

namespace {

constexpr std::size_t most_sums = 1024;

}  // namespace

void TimedSums::add(std::uint64_t cycle, double value) {
  while (cycle / width_ >= most_sums) {
    for (std::size_t i = 0; i < sums_.size(); i += 2) {
      Batch merged = sums_[i];
      if (i + 1 < sums_.size()) {
        merged.sum += sums_[i + 1].sum;
        merged.weight += sums_[i + 1].weight;
      }
      sums_[i / 2] = merged;
    }
    sums_.resize((sums_.size() + 1) / 2);
    width_ *= 2;
  }
  if (sums_.size() <= cycle / width_) sums_.resize(cycle / width_ + 1);
  Batch& sum = sums_[cycle / width_];
  sum.sum += value;
  ++sum.weight;
}

std::vector<Batch> TimedSums::between(std::uint64_t from, std::uint64_t to) const {
  std::vector<Batch> found;
  for (std::uint64_t i = (from + width_ - 1) / width_; i < sums_.size() && (i + 1) * width_ <= to; ++i)
    found.push_back(sums_[i]);
  return found;
}

}  // namespace slackline::statistics
