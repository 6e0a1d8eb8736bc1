#include "testbench/statistics/windows.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <tuple>

#include "testbench/topology/mesh.hpp"

using namespace slackline;
using statistics::throughput_of;
using statistics::Windows;

namespace {

/// `pattern`, so many times.
std::vector<std::uint64_t> repeated(const std::vector<std::uint64_t>& pattern, unsigned times) {
  std::vector<std::uint64_t> flits;
  while (times-- > 0) flits.insert(flits.end(), pattern.begin(), pattern.end());
  return flits;
}

/// Windows of 10 cycles each, in which hosts accept these flits.
Windows windows_with(const std::vector<std::uint64_t>& flits) {
  Windows windows({}, 10);
  statistics::WindowCounts counts;
  for (const std::uint64_t more : flits) {
    counts.hosts.flits_accepted += more;
    windows.mark(counts);
  }
  return windows;
}

}  // namespace

TEST_CASE("throughput that repeats every four windows has its peak of autocorrelation there", "[quick]") {
  // Off the mean by -10, 0, 10, 0 flits: 10 windows of 20 by 100 squared. At lag 4, 8 of 16 products are 100, the rest 0.
  const auto throughput = throughput_of(repeated({10, 20, 30, 20}, 5), 10);
  REQUIRE(throughput);
  CHECK(throughput->windows == 20);
  CHECK(throughput->mean == 2);
  CHECK(throughput->deviation == Approx(std::sqrt(1000.0 / 19) / 10));
  CHECK(*throughput->variation() == Approx(std::sqrt(1000.0 / 19) / 20));
  CHECK(throughput->significant() == Approx(2.7729 / std::sqrt(20)).epsilon(1e-3));  // 0.025 / 9 above
  REQUIRE(throughput->peak);
  CHECK(throughput->peak->lag == 4);
  CHECK(throughput->peak->value == Approx(0.8));
}

TEST_CASE("a peak counts only where it is significant") {
  // Windows that alternate have (n - 2) / n at lag 2: with 8 of them 0.75 < 0.85, with 10 of them 0.8 > 0.79.
  CHECK_FALSE(throughput_of(repeated({0, 1}, 4), 1)->peak);
  const auto throughput = throughput_of(repeated({0, 1}, 5), 1);
  REQUIRE(throughput->peak);
  CHECK(throughput->peak->lag == 2);
  CHECK(throughput->peak->value == Approx(0.8));
}

TEST_CASE("throughput that only grows, or never changes, has no peak") {
  std::vector<std::uint64_t> growing;
  for (std::uint64_t i = 0; i < 40; ++i) growing.push_back(100 + i);
  CHECK_FALSE(throughput_of(growing, 10)->peak);
  const auto constant = throughput_of(repeated({1}, 10), 3);
  CHECK(constant->mean == Approx(1 / 3.0));
  CHECK(constant->deviation == 0);
  CHECK(*constant->variation() == 0);
  CHECK_FALSE(constant->peak);
  CHECK_FALSE(throughput_of(repeated({0}, 10), 3)->variation());
}

TEST_CASE("a cycle of more than half of the windows is not looked for") {
  std::vector<std::uint64_t> flits(60, 0);
  flits.resize(120, 1);
  flits = repeated(flits, 4);
  REQUIRE(throughput_of(flits, 10)->peak);
  CHECK(throughput_of(flits, 10)->peak->lag == 120);
  flits.resize(220);
  CHECK_FALSE(throughput_of(flits, 10)->peak);  // at half of them, lag 110, the autocorrelation still rises
}

TEST_CASE("one window has no deviation: its throughput is not summarized", "[quick]") {
  CHECK_FALSE(throughput_of({5}, 10));
  CHECK(throughput_of({5, 5}, 10));
}

TEST_CASE("the summary is of the windows that lie wholly in the measured window", "[quick]") {
  const std::vector<std::uint64_t> flits{10, 20, 30, 40, 50, 60};
  for (const auto& [begin, end, mean] : {std::tuple{0, 60, 3.5}, std::tuple{10, 60, 4.0}, std::tuple{11, 60, 4.5},
                                         std::tuple{11, 59, 4.0}, std::tuple{11, 50, 4.0}}) {
    INFO("measured from " << begin << " to " << end);
    Windows windows = windows_with(flits);
    windows.finish(Cycle(begin), Cycle(end));
    CHECK(windows.throughput()->mean == mean);
  }
  Windows windows = windows_with(flits);
  windows.finish(Cycle(41), Cycle(60));
  CHECK_FALSE(windows.throughput());
}

TEST_CASE("a window that the run did not complete is left out") {
  for (const auto& [end, size] : {std::pair{60, 6}, std::pair{59, 5}, std::pair{9, 0}}) {
    Windows windows = windows_with({10, 20, 30, 40, 50, 60});
    windows.finish(Cycle(0), Cycle(end));
    CHECK(windows.size() == std::size_t(size));
  }
}

TEST_CASE("every channel is of the class of its ends", "[quick]") {
  network::Netlist netlist;
  topology::build({{3, 2}, 2, 1}, netlist);
  const Windows windows(netlist, 10);
  CHECK(windows.links(statistics::LinkClass::host_to_switch) == 12);
  CHECK(windows.links(statistics::LinkClass::switch_to_switch) == 14);
  CHECK(windows.links(statistics::LinkClass::switch_to_host) == 12);
}
