// The measurement of synthetic runs whose means are known: an AR(1) process in place of a network.
#include "testbench/statistics/measurement.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <functional>

#include "rtl_models/common/random_stream.hpp"

using namespace slackline;
using statistics::Counts;
using statistics::Measurement;
using statistics::MeasurementSettings;
using statistics::Verdict;

namespace {

double normal(RandomStream& random) {
  return std::sqrt(-2 * std::log(random.unit())) * std::cos(6.283185307179586 * random.unit());
}

/// Ten packets of 8 flits in ten cycles, whose latency is 100 cycles and an AR(1) process on average.
struct MadeUpRun {
  double correlation = 0.9;  ///< of one block of ten cycles with the next
  double deviation = 10;     ///< of the noise added by each
  std::function<double(std::uint64_t)> offset = [](std::uint64_t) { return 0.0; };  ///< of latency, by cycle
  double growth = 0;                                                                ///< of the flits created
  RandomStream random;
  std::uint32_t others = 0;  ///< hosts that create as much as all of `counts`, with random backlogs, ...
  double growth_of_one = 0;  ///< ... of which that of number 7 grows by this share of its load
  double state = 0, sum = 0, waiting = 0;
  Counts counts{};
  std::uint64_t now = 0;

  explicit MadeUpRun(std::uint64_t seed) : random(seed, 0, RandomPurpose::test) {}

  /// Backlogs of 0 to 199 flits, except one.
  std::vector<statistics::HostProgress> hosts() {
    std::vector<statistics::HostProgress> hosts(others);
    for (std::uint32_t h = 0; h < others; ++h) {
      hosts[h].created = now;
      hosts[h].waiting = random.below(200);
      hosts[h].packets = now / 10;
      hosts[h].total = hosts[h].packets * 100 + random.below(1000);
      if (h == 7) hosts[h].waiting += static_cast<std::uint64_t>(growth_of_one * static_cast<double>(now));
    }
    return hosts;
  }

  void run_until(std::uint64_t end) {
    for (; now < end; ++now) {
      counts.flits_created += 8;
      counts.flits_accepted += 8 - (random.below(100) == 0);
      waiting += 8 * growth;
      counts.flits_waiting = static_cast<std::uint64_t>(waiting);
      if (now % 10 != 9) continue;
      state = correlation * state + deviation * normal(random);
      counts.packets += 10;
      sum += 10 * (1000 + state + offset(now));
      counts.total = static_cast<std::uint64_t>(sum);
      counts.network = counts.total / 2;
    }
  }
};

struct Outcome {
  Verdict verdict;
  std::uint64_t end = 0;
};

Outcome measure(MadeUpRun& run, const MeasurementSettings& settings) {
  Measurement measurement(settings);
  while (!measurement.done()) {
    REQUIRE(measurement.next_probe().value >= run.now);
    REQUIRE(measurement.next_probe().value <= settings.max_cycles);
    run.run_until(measurement.next_probe().value);
    measurement.probe(run.counts, run.hosts());
  }
  return {measurement.verdict(), run.now};
}

}  // namespace

TEST_CASE("a run without relative error takes max_cycles, in 32 to 64 batches after the given warm-up") {
  for (const std::uint64_t cycles : {700, 5000, 100'000, 123'456}) {
    MadeUpRun run(1);
    const auto [v, end] = measure(run, {500, cycles, 0});
    INFO(cycles << ": " << v.batches << " batches of " << v.batch_cycles);
    CHECK(end == cycles);
    CHECK(v.warmup == 500);
    CHECK(v.warmup_given);
    CHECK_FALSE(v.converged.has_value());
    CHECK(v.batches >= 32);
    CHECK(v.batches <= 64);
    CHECK(v.batches * v.batch_cycles <= cycles - 500);
    CHECK((v.batches + 1) * v.batch_cycles > cycles - 500);
  }
}

TEST_CASE("the shortest runs have no useful batches, and end normally", "[quick]") {
  for (const std::uint64_t cycles : {1, 2, 3, 10}) {
    MadeUpRun run(1);
    const auto [v, end] = measure(run, {std::nullopt, cycles, 0.1});
    CHECK(end == cycles);
    CHECK(v.warmup == cycles / 2);
    CHECK_FALSE(v.warmup_found);
    CHECK(v.converged == false);
    CHECK_FALSE(v.saturated.has_value());
    CHECK_FALSE(v.trend.has_value());
    CHECK_FALSE(v.steady().has_value());
  }
}

TEST_CASE("95 % intervals of a long run contain the mean in about 95 % of the cases") {
  int contained = 0, given = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    MadeUpRun run(seed);
    const Verdict v = measure(run, {1000, 60'000, 0}).verdict;
    if (!v.total_latency.interval) continue;
    ++given;
    contained += v.total_latency.interval->contains(1000);
  }
  INFO(contained << " of " << given);
  CHECK(given >= 190);  // one run of a hundred without a trend appears to have one, in one of three quantities
  CHECK(contained >= given * 90 / 100);  // 95 % are expected; 90 % or fewer occur once in a thousand times
  CHECK(contained < given);
}

TEST_CASE("a run with a relative error ends when it is reached, and its interval contains the mean in most cases") {
  int contained = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    MadeUpRun run(seed);
    const auto [v, end] = measure(run, {std::nullopt, 10'000'000, 0.01});
    REQUIRE(v.converged == true);
    REQUIRE(v.total_latency.interval);
    REQUIRE(v.total_latency.interval->half_width <= 0.01 * v.total_latency.interval->mean);
    REQUIRE(v.total_latency.correlation <= 0.2);
    REQUIRE(end < 200'000);
    contained += v.total_latency.interval->contains(1000);
  }
  INFO(contained << " of 200");
  CHECK(contained >= 170);  // less than 95 %: a run ends sooner where its batches happen to lie close together
}

TEST_CASE("a run that cannot reach its relative error takes max_cycles and has not converged", "[quick]") {
  MadeUpRun run(5);
  const auto [v, end] = measure(run, {1000, 40'000, 0.0001});
  CHECK(end == 40'000);
  CHECK(v.converged == false);
  CHECK(v.saturated == false);
}

TEST_CASE("the warm-up lasts until a transient has died away", "[quick]") {
  for (const double time_constant : {200.0, 2'000.0, 8'000.0}) {
    int waited = 0;
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
      MadeUpRun run(seed);
      run.offset = [=](std::uint64_t now) { return -900 * std::exp(-static_cast<double>(now) / time_constant); };
      Measurement measurement({std::nullopt, 10'000'000, 1e-9});
      while (!measurement.window_open()) {
        run.run_until(measurement.next_probe().value);
        measurement.probe(run.counts);
      }
      INFO("time constant " << time_constant << ", warm-up " << run.now);
      REQUIRE(measurement.verdict().warmup_found);
      REQUIRE(static_cast<double>(run.now) <= 10'000 + 40 * time_constant);
      waited += static_cast<double>(run.now) >= 2 * time_constant;
    }
    INFO("time constant " << time_constant << ": " << waited << " of 40");
    CHECK(waited >= 38);  // an eighth of the transient is left then; noise alone sometimes looks settled
  }
}

TEST_CASE("a transient too slow for the first probes shows as a trend, and delays the end") {
  int good = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    MadeUpRun run(seed);
    run.offset = [](std::uint64_t now) { return -300 * std::exp(-static_cast<double>(now) / 20'000); };
    const Verdict v = measure(run, {std::nullopt, 10'000'000, 0.01}).verdict;
    REQUIRE(v.total_latency.interval);
    good += std::abs(v.total_latency.interval->mean - 1000) < 40;
  }
  INFO(good << " of 40");
  CHECK(good >= 36);
}

TEST_CASE("a run of a given length drops at least a twentieth of it") {
  MadeUpRun run(1);
  const Verdict v = measure(run, {std::nullopt, 2'000'000, 0}).verdict;
  CHECK(v.warmup_found);
  CHECK(v.warmup >= 100'000);
  CHECK(v.warmup <= 400'000);
}

TEST_CASE("without a transient the warm-up is short") {
  MadeUpRun run(1);
  run.correlation = 0;
  const Verdict v = measure(run, {std::nullopt, 100'000, 0}).verdict;
  CHECK(v.warmup_found);
  CHECK(v.warmup >= 5000);
  CHECK(v.warmup <= 20'000);
}

TEST_CASE("a network that never settles is measured from max_cycles / 2 on") {
  MadeUpRun run(1);
  run.offset = [](std::uint64_t now) { return static_cast<double>(now); };
  const auto [v, end] = measure(run, {std::nullopt, 100'000, 0});
  CHECK_FALSE(v.warmup_found);
  CHECK(v.warmup == 50'000);
  CHECK(end == 100'000);
}

TEST_CASE("the warm-up ends at the third test in a row that looks settled; a test that does not restarts the count") {
  // An interval has 50 cycles; there are tests at 20, 22, 24, ... intervals. Latency is constant. Accepted flits are 30
  // and 50 in turn: MSER keeps all of them, and there is no trend. Where the last five of 24 intervals are equal, their
  // mean has no error at all, so MSER drops the 19 before them, more than half.
  for (const bool equal_at_24 : {false, true}) {
    Measurement measurement({std::nullopt, 100'000, 0.01});
    Counts counts;
    for (unsigned interval = 0; !measurement.window_open(); ++interval) {
      REQUIRE(measurement.next_probe() == Cycle(50 * (interval + 1)));
      counts.packets += 20;
      counts.total += 20 * 100;
      counts.flits_created += 40;
      counts.flits_accepted += equal_at_24 && interval >= 19 && interval < 24 ? 40 : interval % 2 == 0 ? 30 : 50;
      measurement.probe(counts);
    }
    CHECK(measurement.verdict().warmup_found);
    CHECK(measurement.verdict().warmup == 50 * (equal_at_24 ? 30u : 24u));  // tests 26, 28, 30, or 20, 22, 24
  }
}

TEST_CASE("too few packets decide nothing about the warm-up", "[quick]") {
  Measurement measurement({std::nullopt, 100'000, 0});
  Counts counts;
  while (!measurement.window_open()) {
    counts.packets = measurement.next_probe().value / 500;
    counts.total = 100 * counts.packets;
    measurement.probe(counts);
  }
  CHECK_FALSE(measurement.verdict().warmup_found);
  CHECK(measurement.verdict().warmup == 50'000);
}

TEST_CASE("an overloaded network is saturated, and its run ends early if it has a relative error", "[quick]") {
  MadeUpRun run(1);
  run.growth = 0.1;
  run.offset = [](std::uint64_t now) { return static_cast<double>(now) / 10; };
  const auto [v, end] = measure(run, {std::nullopt, 1'000'000, 0.05});
  CHECK(v.saturated == true);
  CHECK(v.saturation->by == statistics::Saturation::By::all_hosts);
  CHECK_FALSE(v.total_latency.interval);
  CHECK(v.total_latency.doubt == statistics::Doubt::saturated);
  CHECK(v.converged == false);
  CHECK(v.warmup_found);
  CHECK(end < 20'000);
}

TEST_CASE("a load above the capacity of links and routes is saturated at once, however steady it looks", "[quick]") {
  MadeUpRun run(1);
  MeasurementSettings settings{std::nullopt, 1'000'000, 0.05};
  settings.above_bound = true;
  const auto [v, end] = measure(run, settings);
  CHECK(v.saturated == true);
  CHECK(v.saturation->by == statistics::Saturation::By::load_bound);
  CHECK_FALSE(v.total_latency.interval);
  CHECK(v.converged == false);
  CHECK(end < 20'000);
}

TEST_CASE("a latency that grows throughout has no interval, and the run is not steady", "[quick]") {
  for (const double rate : {0.02, -0.002}) {  // cycles a cycle
    MadeUpRun run(1);
    run.offset = [=](std::uint64_t now) { return rate * static_cast<double>(now); };
    const Verdict v = measure(run, {1000, 100'000, 0}).verdict;
    CHECK_FALSE(v.total_latency.interval);
    CHECK(v.total_latency.doubt == (rate > 0 ? statistics::Doubt::rises : statistics::Doubt::falls));
    CHECK(v.trend == true);
    CHECK(v.steady() == false);
    CHECK(v.doubt() == (rate > 0 ? "latency still grows" : "latency still falls"));
    CHECK(v.accepted.interval);
  }
}

TEST_CASE(
    "one host of many whose offered load exceeds its accepted load saturates the network, though the sum hides it") {
  for (const bool overloaded : {true, false}) {
    int saturated = 0;
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
      MadeUpRun run(seed);
      run.others = 200;
      run.growth_of_one = overloaded ? 0.05 : 0;
      const Verdict v = measure(run, {1000, 400'000, 0}).verdict;
      REQUIRE(v.saturated.has_value());
      saturated += *v.saturated;
      if (!*v.saturated) continue;
      CHECK(v.saturation->by == statistics::Saturation::By::one_host);
      CHECK(v.saturation->host.host == 7);
      CHECK(v.saturation->host.side == statistics::GrowingHost::Side::source);
    }
    INFO(saturated << " of 40");
    CHECK(saturated == (overloaded ? 40 : 0));
  }
}

TEST_CASE("too short a run is the reason for missing intervals before all that its few batches look like", "[quick]") {
  using statistics::Doubt;
  Verdict v;
  v.total_latency.doubt = v.network_latency.doubt = Doubt::too_short;
  v.accepted.doubt = Doubt::alike;
  CHECK(v.doubt() == "too short a run for an interval of latency");
  v.total_latency.doubt = Doubt::alike;
  CHECK(v.doubt() == "too short a run for an interval of network latency");
  v.network_latency.doubt = Doubt::none;
  CHECK(v.doubt() == "latency changes too slowly for a run of this length");
  v.accepted.doubt = Doubt::rises;
  CHECK(v.doubt() == "the accepted load still grows");
  CHECK(v.steady() == false);
  v.total_latency.doubt = Doubt::too_short;
  CHECK(v.doubt() == "too short a run for an interval of latency");
  CHECK_FALSE(v.steady());
  v.total_latency.doubt = Doubt::saturated;
  CHECK(v.doubt() == "latency grows without bound: saturated");
  CHECK(v.steady() == false);
}
