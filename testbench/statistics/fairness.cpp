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

}  // namespace slackline::statistics
