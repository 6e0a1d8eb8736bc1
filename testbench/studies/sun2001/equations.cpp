#include "testbench/studies/sun2001/equations.hpp"

#include <cmath>

namespace slackline::sun2001 {

namespace {

/// Of both phases.
double hops(const Model& m) { return 2.0 * (m.levels - 1); }

double latency(const Model& m, double wait_of_a_hop) {
  return m.Ts + hops(m) * m.Tb + hops(m) * (m.Tb + wait_of_a_hop);
}

/// That all k virtual channels of a hop are taken.
double all_taken(const Model& m) { return std::pow(m.p, m.k); }

}  // namespace

double latency_1(const Model& m) { return latency(m, all_taken(m) * m.Tp); }

double latency_2(const Model& m) { return latency(m, m.p * m.Tp); }

double latency_3(const Model& m, double congestion) {
  return latency(m, all_taken(m) * ((1 - m.pf) * m.Tp + m.pf * congestion));
}

double latency_4(const Model& m, double congestion) { return latency(m, m.p * congestion); }

std::optional<double> congestion_where_3_meets_2(const Model& m) {
  const double weight = all_taken(m) * m.pf;
  if (weight == 0) return std::nullopt;
  return m.Tp * (m.p - all_taken(m) * (1 - m.pf)) / weight;
}

double theorem_2(const Model& m, double hops) { return 2 * m.Tb * hops; }

double corrected_bound(const Model& m, double hops, double serialized) {
  return m.Ts + 2.0 * hops * (m.Tb + m.Tp) + serialized;
}

}  // namespace slackline::sun2001
