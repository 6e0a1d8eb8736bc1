#include "testbench/studies/song2005/equations.hpp"

#include <cmath>

namespace slackline::song2005 {

double time_overhead(int slots, std::uint64_t interval) {
  return static_cast<double>(slots) / static_cast<double>(interval);
}

int hss_slots(int k, int m) { return (m - 2) * 2 * (k - 1) + k; }

int full_tree_hosts(int k, int m) {
  int hosts = k;
  for (int level = 2; level < m; ++level) hosts *= k - 1;
  return hosts;
}

double isotach_overhead(int n) { return 1.0 / n; }

int smallest_slack(const Parameters& p) { return static_cast<int>(std::ceil((2 * p.ld + 2 * p.fc) / p.cp)); }

}  // namespace slackline::song2005
