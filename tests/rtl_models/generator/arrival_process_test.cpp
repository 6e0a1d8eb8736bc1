#include "rtl_models/generator/arrival_process.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

using namespace slackline;
using generator::ArrivalKind;
using generator::ArrivalParams;
using generator::ArrivalProcess;
using generator::ArrivalState;

namespace {

std::vector<std::uint64_t> creations(const ArrivalParams& params, double rate, double flits, std::uint64_t end,
                                     std::uint32_t host = 0) {
  const ArrivalProcess process(params, rate, flits);
  ArrivalState state;
  state.stream = RandomStream(1, host, RandomPurpose::arrivals);
  std::vector<std::uint64_t> edges;
  for (Cycle created = process.first(state); created < Cycle(end); created = process.next(state, created))
    edges.push_back(created.value);
  return edges;
}

double mean_rate(const ArrivalParams& params, double rate, double flits, std::uint64_t end) {
  return static_cast<double>(creations(params, rate, flits, end).size()) / static_cast<double>(end);
}

}  // namespace

TEST_CASE("periodic packets come at distances that differ by a cycle at most, and never drift") {
  for (const double period : {1.0, 1.5, 8.0, 26.25, 40.0 / 3, 1e6 / 7}) {
    const auto edges = creations({ArrivalKind::periodic, 1}, 1 / period, 4, 1'000'000);
    REQUIRE(edges.size() >= 6);
    CHECK(static_cast<double>(edges.front()) < period);
    for (std::size_t i = 1; i < edges.size(); ++i) {
      const auto gap = static_cast<double>(edges[i] - edges[i - 1]);
      REQUIRE(std::abs(gap - period) < 1);
      // floor(phase + i * period): each packet is at the cycle of an exact clock.
      REQUIRE(std::abs(static_cast<double>(edges[i] - edges[0]) - static_cast<double>(i) * period) <= 1);
    }
  }
}

TEST_CASE("periodic hosts begin at points of their own, spread over the period") {
  double sum = 0;
  for (std::uint32_t host = 0; host < 1000; ++host) {
    const auto edges = creations({ArrivalKind::periodic, 1}, 0.01, 4, 100, host);
    REQUIRE(edges.size() == 1);
    sum += static_cast<double>(edges[0]);
  }
  // Uniform on 0..99: mean 49.5, standard deviation of the mean of 1000 is 28.9 / sqrt(1000) = 0.91; five of them.
  CHECK(std::abs(sum / 1000 - 49.5) < 4.6);
}

TEST_CASE("on/off traffic has the requested mean rate", "[quick]") {
  // Packets in n cycles have a variance of about rate * n * (1 + r * 2 B (1 - share)^2), r = 1 / flits: bounded here by
  // rate * n * (1 + 2 B / flits); five standard deviations.
  const double cycles = 2'000'000;
  for (const double load : {0.05, 0.5, 0.9})
    for (const std::uint32_t burst : {1u, 20u, 200u}) {
      const double flits = 4, rate = load / flits;
      const double deviation = std::sqrt(rate * cycles * (1 + 2 * burst / flits)) / cycles;
      INFO("load " << load << ", burst " << burst);
      CHECK(std::abs(mean_rate({ArrivalKind::on_off, burst}, rate, flits, 2'000'000) - rate) < 5 * deviation);
    }
  CHECK(creations({ArrivalKind::on_off, 50}, 0, 4, 1000).empty());
}

TEST_CASE("bursts offer one flit a cycle and have the requested length") {
  // Single flits: a packet in every cycle of a burst, so that bursts can be seen. Load 0.2 and bursts of 30: idle 120.
  const auto edges = creations({ArrivalKind::on_off, 30}, 0.2, 1, 3'000'000);
  std::uint64_t bursts = 1;
  for (std::size_t i = 1; i < edges.size(); ++i) bursts += edges[i] != edges[i - 1] + 1;
  const double mean = static_cast<double>(edges.size()) / static_cast<double>(bursts);
  // Some 20 000 bursts, each geometric with a standard deviation of 29.5: 0.21 of their mean; five of them.
  CHECK(std::abs(mean - 30) < 1.1);
  CHECK(std::abs(static_cast<double>(bursts) - 3'000'000 / 150.0) < 5 * 150);
}

TEST_CASE("bursts that would need more than one packet a cycle are refused", "[quick]") {
  CHECK(generator::arrival_violations({ArrivalKind::on_off, 4}, 0.8, 1).empty());
  CHECK(generator::arrival_violations({ArrivalKind::on_off, 4}, 0.9, 1).size() == 1);
  CHECK(generator::arrival_violations({ArrivalKind::on_off, 4}, 0.45, 2).empty());
  CHECK(generator::arrival_violations({ArrivalKind::on_off, 0}, 0.1, 2).size() == 1);
  CHECK(generator::arrival_violations({ArrivalKind::periodic, 0}, 0.1, 2).empty());
}

TEST_CASE("the smallest load leaves a host silent for the longest possible run, and no number wraps", "[quick]") {
  for (const ArrivalKind kind : {ArrivalKind::bernoulli, ArrivalKind::periodic, ArrivalKind::on_off})
    CHECK(creations({kind, 3}, 1e-300, 65535, 1'000'000).empty());
}
