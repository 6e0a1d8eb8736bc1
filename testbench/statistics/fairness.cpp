#include "testbench/statistics/fairness.hpp"

namespace slackline::statistics {

std::optional<double> jain_index(const std::vector<std::uint64_t>& served) {
  double sum = 0, squares = 0;
  for (const std::uint64_t x : served) {
    sum += static_cast<double>(x);
    squares += static_cast<double>(x) * static_cast<double>(x);
  }
  if (!(squares > 0)) return std::nullopt;
  return sum * sum / (static_cast<double>(served.size()) * squares);
}

std::optional<double> fairness(const std::vector<HostCounts>& begin, const std::vector<HostCounts>& end,
                               std::uint64_t HostCounts::*got) {
  std::vector<std::uint64_t> served;
  for (std::size_t i = 0; i < end.size(); ++i) {
    const HostCounts before = begin.empty() ? HostCounts() : begin[i];
    if (before.backlog() + end[i].flits_created - before.flits_created != 0)
      served.push_back(end[i].*got - before.*got);
  }
  return jain_index(served);
}

}  // namespace slackline::statistics
