#include "testbench/studies/song2005/equations.hpp"

#include <algorithm>
#include <cmath>

namespace slackline::song2005 {

double Model::c() const { return drain == Drain::as_printed ? p.sd : std::max(p.sd, p.cp); }

double gap1(const Model& model, int p2) { return model.p.bl * p2 * model.p.cp; }

double gap2_min(const Model& model, int p1) { return p1 * (model.p.ld + model.p.sd); }

double gap2_max(const Model& model, int p1) { return p1 * (model.p.ld + model.p.sd + (model.p.ks - 2) * model.c()); }

double gap3(const Model& model, int p2) {
  const Parameters& p = model.p;
  return p.rd + (p2 * (p.bl - p.kg) - 1) * model.c() + p2 * (p.ld + 2 * p.fc);
}

double skew(double gap1, double gap2, double gap3) { return std::abs(gap2 + gap3 - gap1); }

double gap_min(const Model& model, int p1, int p2) { return gap2_min(model, p1) + gap3(model, p2) - gap1(model, p2); }

double gap_max(const Model& model, int p1, int p2) { return gap2_max(model, p1) + gap3(model, p2) - gap1(model, p2); }

double direct_bound(const Model& model, int p1, int p2) {
  return std::max(std::abs(gap_min(model, p1, p2)), std::abs(gap_max(model, p1, p2)));
}

double chain_skew(double chain, double direct) { return chain + direct; }

double schedule_skew(const std::vector<double>& pairs) {
  return pairs.empty() ? 0 : *std::max_element(pairs.begin(), pairs.end());
}

double sss_bound(const Model& model) { return direct_bound(model, 1, 1); }

double level_bound(const Model& model, int i) {
  const int most = 2 * i - 1;  // routers between two interfaces below a switch of level i; at least 1
  const double least_gap = std::min(gap_min(model, 1, 1), gap_min(model, 1, most));
  const double most_gap = std::max(gap_max(model, most, 1), gap_max(model, most, most));
  return std::max(std::abs(least_gap), std::abs(most_gap));
}

double hss_bound(const Model& model, int m) {
  double bound = level_bound(model, m - 1);
  for (int i = 1; i <= m - 2; ++i) bound += 2 * level_bound(model, i);
  return bound;
}

long long synchronization_interval(double skew, double slot_length, double drift_rate) {
  return std::max(0LL, static_cast<long long>(std::floor((0.5 - skew / slot_length) / drift_rate)));
}

double time_overhead(int slots, long long si) { return static_cast<double>(slots) / static_cast<double>(si); }

int hss_slots(int k, int m) { return (m - 2) * 2 * (k - 1) + k; }

int full_tree_hosts(int k, int m) {
  int hosts = k;
  for (int level = 2; level < m; ++level) hosts *= k - 1;
  return hosts;
}

double isotach_overhead(int n) { return 1.0 / n; }

int smallest_slack(const Parameters& p) { return static_cast<int>(std::ceil((2 * p.ld + 2 * p.fc) / p.cp)); }

}  // namespace slackline::song2005
