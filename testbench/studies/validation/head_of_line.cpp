#include "testbench/studies/validation/head_of_line.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <vector>

namespace slackline::validation {

namespace {

/// The heads that want each wanted output, the largest number first.
using Wanted = std::vector<std::uint8_t>;
using Distribution = std::map<Wanted, double>;

Wanted served(Wanted heads) {
  for (std::uint8_t& count : heads) --count;
  heads.erase(std::remove(heads.begin(), heads.end(), 0), heads.end());
  return heads;
}

/// One more head, which wants each output with the same probability.
Distribution joined(const Distribution& before, unsigned ports) {
  Distribution after;
  for (const auto& [heads, probability] : before) {
    for (std::size_t i = 0; i < heads.size(); ++i) {
      Wanted more = heads;
      ++more[i];
      std::sort(more.rbegin(), more.rend());
      after[more] += probability / ports;
    }
    Wanted more = heads;
    more.push_back(1);
    if (more.size() <= ports) after[more] += probability * static_cast<double>(ports - heads.size()) / ports;
  }
  return after;
}

/// One slot.
Distribution next(const Distribution& before, unsigned ports) {
  std::vector<Distribution> left(ports + 1);  // by heads left after the service
  for (const auto& [heads, probability] : before) left[ports - heads.size()][served(heads)] += probability;
  for (unsigned heads = 0; heads < ports; ++heads)
    for (const auto& [state, probability] : joined(left[heads], ports)) left[heads + 1][state] += probability;
  return left[ports];
}

double throughput(const Distribution& distribution, unsigned ports) {
  double sum = 0;
  for (const auto& [heads, probability] : distribution) sum += static_cast<double>(heads.size()) * probability / ports;
  return sum;
}

}  // namespace

double head_of_line_throughput(unsigned ports) {
  Distribution distribution{{Wanted(ports, 1), 1.0}};
  // The chain forgets its beginning geometrically: a change below 1e-12 leaves an error of that order.
  double before = 0, now = throughput(distribution, ports);
  for (int slots = 0; slots < 8 || std::abs(now - before) > 1e-12; ++slots) {
    distribution = next(distribution, ports);
    before = now;
    now = throughput(distribution, ports);
  }
  return now;
}

}  // namespace slackline::validation
