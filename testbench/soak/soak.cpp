#include "testbench/soak/soak.hpp"

#include <algorithm>
#include <utility>

#include "testbench/pool/process_pool.hpp"
#include "testbench/soak/barrier_network.hpp"
#include "testbench/soak/firmware_experiment.hpp"
#include "testbench/soak/packet_network.hpp"
#include "testbench/soak/random_network.hpp"

namespace slackline::soak {

namespace {

std::vector<Seeds> batches_of(const Seeds& seeds, std::uint64_t most) {
  std::vector<Seeds> batches;
  for (std::uint64_t done = 0; done < seeds.count; done += most)
    batches.push_back({seeds.first + done, std::min(most, seeds.count - done)});
  return batches;
}

/// At most plan.batch, and few enough that every process has something to do.
std::uint64_t batch_size(const Plan& plan) {
  const std::uint64_t at_once = std::max(plan.at_once, 1u), share = (plan.networks + at_once - 1) / at_once;
  return std::max<std::uint64_t>(1, std::min(plan.batch, share));
}

void add(Summary& summary, NetworkResult result) {
  const monitors::Comparison& c = result.comparison;
  ++summary.networks;
  summary.cycles += c.cycles;
  summary.registers += c.comparisons * c.registers;
  summary.channels += c.comparisons * c.channels;
  summary.flits_delivered += c.flits_delivered;
  summary.barriers += result.barriers;
  summary.permuted += summary.plan.kind == Networks::all && in_permuted_order(result.seed);
  summary.coverage.add(network_of(summary.plan.kind, result.seed));
  if (!result.good()) summary.bad.push_back(std::move(result));
}

struct Soak {
  const Plan& plan;
  const CompareBatch& compare;
  const Watch& watch;
  Summary summary;
  std::uint64_t done = 0;  // networks

  bool go_on() const { return !watch.go_on || watch.go_on(); }

  /// Compares each batch in a process; returns the batches that brought no results.
  std::vector<Crash> take(const std::vector<Seeds>& batches) {
    std::vector<Crash> crashed;
    pool::Watch of_pool;
    of_pool.go_on = [this] {
      if (watch.progress) watch.progress(done);
      return go_on();
    };
    of_pool.finished = [&](std::size_t job, const pool::Outcome& outcome) {
      if (outcome.end != pool::End::done) {
        crashed.push_back({batches[job], outcome.bytes});
        return;
      }
      done += batches[job].count;
      for (NetworkResult& result : decode(outcome.bytes)) add(summary, std::move(result));
    };
    const auto outcomes = pool::run(
        batches.size(), plan.at_once, [&](std::size_t job) { return encode(compare(batches[job], plan)); }, of_pool);
    for (const pool::Outcome& outcome : outcomes) summary.finished &= outcome.end != pool::End::not_run;
    return crashed;
  }

  /// Runs the networks of a crashed batch one by one.
  void narrow(const Crash& crash) {
    std::vector<Crash> alone;
    if (crash.seeds.count > 1 && go_on()) alone = take(batches_of(crash.seeds, 1));
    if (alone.empty()) summary.crashes.push_back(crash);
    summary.crashes.insert(summary.crashes.end(), alone.begin(), alone.end());
  }
};

}  // namespace

network::Netlist network_of(Networks kind, std::uint64_t seed) {
  switch (kind) {
    case Networks::barriers: return heavy_barrier_network(seed);
    case Networks::firmware: return seed % 3 == 0 ? firmware_packet_network(seed) : firmware_network(seed);
    case Networks::packets: return packet_network(seed);
    case Networks::all: break;
  }
  return soak_network(seed);
}

std::uint64_t Summary::different() const {
  return static_cast<std::uint64_t>(
      std::count_if(bad.begin(), bad.end(), [](const NetworkResult& r) { return !r.comparison.equal(); }));
}

std::uint64_t Summary::failed() const {
  return static_cast<std::uint64_t>(
      std::count_if(bad.begin(), bad.end(), [](const NetworkResult& r) { return !r.errors.empty(); }));
}

Summary run(const Plan& plan, const CompareBatch& compare, const Watch& watch) {
  Soak soak{plan, compare, watch, {}};
  soak.summary.plan = plan;
  for (const Crash& crash : soak.take(batches_of({plan.first_seed, plan.networks}, batch_size(plan))))
    soak.narrow(crash);
  Summary& summary = soak.summary;
  std::sort(summary.bad.begin(), summary.bad.end(),
            [](const NetworkResult& a, const NetworkResult& b) { return a.seed < b.seed; });
  std::sort(summary.crashes.begin(), summary.crashes.end(),
            [](const Crash& a, const Crash& b) { return a.seeds.first < b.seeds.first; });
  return std::move(soak.summary);
}

}  // namespace slackline::soak
