#include "testbench/workloads/synchronization/bounds.hpp"

#include <algorithm>
#include <cmath>

namespace slackline::synchronization {

double drain_time(const Delays& d, Drain drain) { return drain == Drain::at_link ? std::max(d.sd, d.cp) : d.sd; }

double gap1(const Delays& d, double p2) { return d.bl * p2 * d.cp; }

double gap2_least(const Delays& d, double p1) { return p1 * (d.ld + d.rest + d.sd); }

double gap2_most(const Delays& d, double p1, Drain drain) {
  return p1 * (d.ld + d.rest + d.sd + (d.ks - 2) * drain_time(d, drain));
}

double gap3(const Delays& d, double p2, Drain drain) {
  return d.rd + (p2 * (d.bl - d.kg) - 1) * drain_time(d, drain) + p2 * (d.ld + 2 * d.fc);
}

double skew(double gap1, double gap2, double gap3) { return std::abs(gap2 + gap3 - gap1); }

double gap_least(const Delays& d, double p1, double p2, Drain drain) {
  return gap2_least(d, p1) + gap3(d, p2, drain) - gap1(d, p2) - d.pause;
}

double gap_most(const Delays& d, double p1, double p2, Drain drain) {
  return gap2_most(d, p1, drain) + gap3(d, p2, drain) - gap1(d, p2) + d.pause;
}

double direct_bound(const Delays& d, double p1, double p2, Drain drain) {
  return std::max(std::abs(gap_least(d, p1, p2, drain)), std::abs(gap_most(d, p1, p2, drain)));
}

double simple_bound(const Delays& d, Drain drain) { return direct_bound(d, 1, 1, drain); }

double level_bound(const Delays& d, std::uint32_t level, Drain drain) {
  const double hops = 2.0 * level - 1;  // switches between two hosts below it: 1 to this many
  const double least = std::min(gap_least(d, 1, 1, drain), gap_least(d, 1, hops, drain));
  const double most = std::max(gap_most(d, hops, 1, drain), gap_most(d, hops, hops, drain));
  return std::max(std::abs(least), std::abs(most));
}

double hierarchical_bound(const Delays& d, std::uint32_t levels, Drain drain) {
  double bound = level_bound(d, levels - 1, drain);
  for (std::uint32_t i = 1; i + 2 <= levels; ++i) bound += 2 * level_bound(d, i, drain);
  return bound;
}

double chain_skew(double chain, double direct) { return chain + direct; }

double schedule_skew(const std::vector<double>& pairs) {
  return pairs.empty() ? 0 : *std::max_element(pairs.begin(), pairs.end());
}

std::uint64_t interval(double bound, double slot, double drift) {
  const double slots = std::floor((0.5 - bound / slot) / drift);
  return slots < 1 ? 0 : static_cast<std::uint64_t>(slots);
}

}  // namespace slackline::synchronization
