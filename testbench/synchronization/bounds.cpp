#include "testbench/synchronization/bounds.hpp"

#include <algorithm>
#include <cmath>

namespace slackline::synchronization {

namespace {

/// The time in which a buffer drains a flit.
double drain_of(const Delays& d, Drain drain) { return drain == Drain::at_link ? std::max(d.sd, d.cp) : d.sd; }

/// GAP3 - GAP1: from the release of the link to GO at the host, less what it had sent before STOP.
double stop_and_go(const Delays& d, double p2, Drain drain) {
  return d.rd + (p2 * (d.bl - d.kg) - 1) * drain_of(d, drain) + p2 * (d.ld + 2 * d.fc) - d.bl * p2 * d.cp;
}

/// Of a direct precedence over at most `hops` switches each.
double direct_bound(const Delays& d, double hops, Drain drain) {
  const double least = std::min(gap_least(d, 1, 1, drain), gap_least(d, 1, hops, drain));
  const double most = std::max(gap_most(d, hops, 1, drain), gap_most(d, hops, hops, drain));
  return std::max(std::abs(least), std::abs(most));
}

}  // namespace

double gap_least(const Delays& d, double p1, double p2, Drain drain) {
  return p1 * (d.ld + d.sd) + stop_and_go(d, p2, drain);
}

double gap_most(const Delays& d, double p1, double p2, Drain drain) {
  return p1 * (d.ld + d.sd + (d.ks - 2) * drain_of(d, drain)) + stop_and_go(d, p2, drain);
}

double simple_bound(const Delays& d, Drain drain) { return direct_bound(d, 1, drain); }

double hierarchical_bound(const Delays& d, std::uint32_t levels, Drain drain) {
  double bound = direct_bound(d, 2.0 * (levels - 1) - 1, drain);
  for (std::uint32_t i = 1; i + 2 <= levels; ++i) bound += 2 * direct_bound(d, 2.0 * i - 1, drain);
  return bound;
}

std::uint64_t interval(double bound, double slot, double drift) {
  const double slots = std::floor((0.5 - bound / slot) / drift);
  return slots < 1 ? 0 : static_cast<std::uint64_t>(slots);
}

}  // namespace slackline::synchronization
