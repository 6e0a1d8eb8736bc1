#include "testbench/statistics/series.hpp"

namespace slackline::statistics {

namespace {

template <class Get>
std::vector<Batch> batches(const std::vector<Counts>& counts, Get&& get) {
  std::vector<Batch> result;
  result.reserve(counts.size());
  for (const Counts& c : counts) result.push_back(get(c));
  return result;
}

}  // namespace

Counts operator-(const Counts& later, const Counts& earlier) {
  return {later.packets - earlier.packets,
          later.total - earlier.total,
          later.network - earlier.network,
          later.flits_accepted - earlier.flits_accepted,
          later.flits_created - earlier.flits_created,
          later.flits_waiting - earlier.flits_waiting};
}

Counts operator+(const Counts& a, const Counts& b) {
  return {a.packets + b.packets,
          a.total + b.total,
          a.network + b.network,
          a.flits_accepted + b.flits_accepted,
          a.flits_created + b.flits_created,
          a.flits_waiting + b.flits_waiting};
}

void Series::add(const Counts& counts) { counts_.push_back(counts); }

void Series::merge() {
  for (std::size_t i = 0; i < counts_.size() / 2; ++i) counts_[i] = counts_[2 * i] + counts_[2 * i + 1];
  counts_.resize(counts_.size() / 2);
  interval_ *= 2;
}

std::vector<Batch> Series::total_latency() const {
  return batches(counts_, [](const Counts& c) {
    return Batch{static_cast<double>(c.total), static_cast<double>(c.packets)};
  });
}

std::vector<Batch> Series::network_latency() const {
  return batches(counts_, [](const Counts& c) {
    return Batch{static_cast<double>(c.network), static_cast<double>(c.packets)};
  });
}

std::vector<Batch> Series::accepted() const {
  return batches(counts_, [this](const Counts& c) {
    return Batch{static_cast<double>(c.flits_accepted), static_cast<double>(interval_)};
  });
}

std::vector<Batch> Series::growth() const {
  return batches(counts_, [](const Counts& c) {
    return Batch{static_cast<double>(static_cast<std::int64_t>(c.flits_waiting)), static_cast<double>(c.flits_created)};
  });
}

std::uint64_t Series::packets() const {
  std::uint64_t sum = 0;
  for (const Counts& c : counts_) sum += c.packets;
  return sum;
}

}  // namespace slackline::statistics
