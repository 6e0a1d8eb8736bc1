// Throughput of a packet switch under saturation, against what is known without simulation.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>

#include "rtl_models/common/random_stream.hpp"
#include "tests/rtl_models/packet_switch/bench.hpp"

using namespace slackline;
using namespace slackline::packet_switch;

namespace {

struct Counted {
  static constexpr bool whole = true;
  std::uint64_t frames = 0;
  void begin(unsigned, SlotId, Cycle) { ++frames; }
  static void pause(unsigned, bool, Cycle) {}
};

constexpr std::uint16_t flits = 40;
constexpr std::uint64_t slot = flits + 1;  // a transfer, or a frame on its link, until the next one begins

/// Ports 0 to n - 1 always have frames, to ports n to 2n - 1, each with the same probability; frames that each of these sends in a
/// slot.
double throughput(unsigned n, const Params& given, std::uint64_t seed) {
  Params p = given;
  p.ports = static_cast<std::uint16_t>(2 * n);
  p.longest = flits;
  p.frames = 64;
  p.gap = 0;
  Instance device(p, a_port_each(p));
  RandomStream random(seed, 0, RandomPurpose::test);
  std::vector<std::uint64_t> next(n);
  for (std::uint64_t& edge : next) edge = random.below(slot);
  Counted sent;
  constexpr std::uint64_t warmup = 2000 * slot, end = 20'000 * slot;
  std::uint64_t before = 0;
  for (std::uint64_t now = 0; now < end;) {
    std::vector<Arrival> arrivals;
    for (unsigned i = 0; i < n; ++i) {
      if (next[i] != now) continue;
      arrivals.push_back({i, Flit(FlitKind::head, VcId(0), n + random.below(n), 1), flits});
      next[i] = now + slot;
    }
    if (now < warmup) before = sent.frames;
    const Cycle until(*std::min_element(next.begin(), next.end()));
    run_frames(p, device.wiring(), device.state, arrivals, PortSet(), Cycle(now), until, sent,
               [](unsigned, std::uint32_t, Drop) {});
    now = until.value;
  }
  return static_cast<double>((sent.frames - before) * slot) / static_cast<double>(n * (end - warmup));
}

/// Mean of so many draws, and the half-width of its interval of 99.9 %.
std::pair<double, double> measured(unsigned n, const Params& p) {
  constexpr unsigned draws = 10;
  constexpr double t = 4.781;  // of Student's distribution with 9 degrees of freedom
  double sum = 0, squares = 0;
  for (std::uint64_t seed = 1; seed <= draws; ++seed) {
    const double value = throughput(n, p, seed);
    sum += value;
    squares += value * value;
  }
  const double mean = sum / draws;
  return {mean, t * std::sqrt(std::max(0., squares / draws - mean * mean) / (draws - 1))};
}

Params without_buffers_at_outputs() {
  Params p;
  p.held = 0;
  p.transfer = 1;
  p.direct = true;
  return p;
}

}  // namespace

TEST_CASE(
    "head-of-line blocking limits a switch with buffers at inputs as Karol, Hluchyj and Morgan 1987 have computed") {
  // Their table I: saturation throughput by the number of inputs and outputs.
  for (const auto& [n, known] : {std::pair(2u, 0.75), {3u, 0.6825}, {4u, 0.6553}, {8u, 0.6184}}) {
    const auto [mean, half_width] = measured(n, without_buffers_at_outputs());
    INFO(n << " inputs: " << mean << " +- " << half_width << ", known: " << known);
    CHECK(half_width < 0.01);
    CHECK(std::abs(mean - known) < half_width + 0.00005);  // printed with four digits
  }
}

TEST_CASE(
    "a transfer in a cycle makes up for a part of head-of-line blocking, and a frame held at each output for more") {
  const unsigned n = 8;
  Params fast = without_buffers_at_outputs();
  fast.transfer = 0;
  Params held = fast;
  held.held = 1;
  const double none = measured(n, without_buffers_at_outputs()).first, transfer = measured(n, fast).first;
  CHECK(transfer > none + 0.05);
  CHECK(measured(n, held).first > transfer + 0.02);
}

TEST_CASE("buffers at outputs, or a shared one, have no head-of-line blocking") {
  for (const Buffers buffers : {Buffers::output, Buffers::shared}) {
    Params p;
    p.buffers = buffers;
    CHECK(measured(4, p).first > 0.9);  // frames are lost where an output gets more than it sends for long
  }
}
