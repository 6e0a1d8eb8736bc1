#include "testbench/exchange/orders.hpp"

#include <algorithm>
#include <utility>

#include "rtl_models/common/random_stream.hpp"

namespace slackline::exchange {

namespace {

/// The circle method: the last host stays, and the others go round it. Partners of one round have ranks whose sum is the round's number,
/// modulo p - 1; the host whose double is has the last one.
std::uint32_t opponent(std::uint32_t me, std::uint32_t step, std::uint32_t hosts) {
  const std::uint32_t others = hosts - 1, round = step % others;
  // Modulo an odd number, (others + 1) / 2 is the inverse of 2.
  const auto half = [&](std::uint64_t n) { return static_cast<std::uint32_t>(n * ((others + 1) / 2) % others); };
  if (me == others) return half(round);
  const std::uint32_t other = (round + others - me) % others;
  return other == me ? others : other;
}

}  // namespace

const char* to_string(Permutation permutation) {
  switch (permutation) {
    case Permutation::shift: return "shift";
    case Permutation::exclusive_or: return "xor";
    case Permutation::edge_colour: return "edge_colour";
    case Permutation::file: break;
  }
  return "file";
}

bool fits(Permutation permutation, std::uint64_t hosts) {
  switch (permutation) {
    case Permutation::shift: return true;
    case Permutation::exclusive_or: return (hosts & (hosts - 1)) == 0;
    case Permutation::edge_colour: return hosts % 2 == 0;
    case Permutation::file: break;
  }
  return true;
}

const char* fitting(Permutation permutation) {
  switch (permutation) {
    case Permutation::shift: return "any number";
    case Permutation::exclusive_or: return "a power of two";
    case Permutation::edge_colour: return "an even number";
    case Permutation::file: break;
  }
  return "the number of its ranks";
}

StepTable::StepTable(std::uint32_t hosts, std::vector<std::uint32_t> destinations)
    : hosts_(hosts), destinations_(std::move(destinations)), sources_(destinations_.size()) {
  for (std::uint32_t step = 1; step < hosts; ++step)
    for (std::uint32_t rank = 0; rank < hosts; ++rank) sources_[at(destination(rank, step), step)] = rank;
}

std::uint64_t StepTable::digest() const {
  std::uint64_t digest = hosts_;
  for (const std::uint32_t rank : destinations_) digest = mix64(digest + rank + 1);
  return digest;
}

Orders::Orders(Permutation permutation, std::uint32_t hosts, Reordering reordering,
               std::shared_ptr<const StepTable> table)
    : permutation_(permutation), hosts_(hosts), reordering_(reordering), table_(std::move(table)) {}

std::uint32_t Orders::partner(std::uint32_t me, std::uint32_t step, bool is_destination) const {
  const bool is_reordered = reordering_.switches > 1;
  const std::uint32_t own = is_reordered ? reordering_.logical(me) : me;
  std::uint32_t other = own ^ step;
  if (permutation_ == Permutation::shift) other = (own + (is_destination ? step : hosts_ - step)) % hosts_;
  if (permutation_ == Permutation::edge_colour) other = opponent(own, step, hosts_);
  if (permutation_ == Permutation::file)
    other = is_destination ? table_->destination(own, step) : table_->source(own, step);
  return is_reordered ? reordering_.physical(other) : other;
}

std::uint64_t global_window(std::uint64_t buffer, std::uint64_t hosts, std::uint64_t hosts_of_switch) {
  return std::max<std::uint64_t>(1, buffer * (hosts - 1) / ((hosts - hosts_of_switch) * hosts_of_switch));
}

}  // namespace slackline::exchange
