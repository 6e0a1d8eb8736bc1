#include "testbench/studies/shurbanov2000/measurement.hpp"

#include <algorithm>
#include <stdexcept>

namespace slackline::shurbanov2000 {

namespace {

using statistics::MeasureTotals;
using statistics::Part;
using statistics::SourceState;
using statistics::TransactionTotals;

void take_parts(const TransactionTotals& t, double us_of_tick, Measurement& m) {
  const auto us = [&](Part part) { return statistics::moments(t.all.of(part)).mean * us_of_tick; };
  m.round_trip = us(Part::round_trip);
  m.there = us(Part::there);
  m.service = us(Part::service);
  m.back = us(Part::back);
  m.start_up = us(Part::start_up);
  m.outstanding = statistics::moments(t.all.outstanding).mean;
  m.by_request = statistics::moments(t.all.by_request).mean;
  m.on_link = t.rate() * statistics::moments(t.all.of(Part::round_trip)).mean;
  m.fairness = t.fairness_of_sources.value_or(0);
  m.fairness_of_pairs = t.fairness_of_pairs.value_or(0);
}

/// I, and what SPP decides it by.
void take_delay(const MeasureTotals& t, double us_of_tick, std::uint64_t cycles, Measurement& m) {
  const auto interval = statistics::find_measure(*t.firmware, "interval"),
             wins = statistics::find_measure(*t.firmware, "wins"),
             wait = statistics::find_measure(*t.firmware, "interval_wait");
  if (!interval || !wins || !wait) return;
  const statistics::Moments of_all = statistics::moments(t.all.samples[*interval]);
  m.interval = of_all.mean * us_of_tick;
  m.interval_deviation = of_all.deviation * us_of_tick;
  m.interval_wait = statistics::moments(t.all.samples[*wait]).mean * us_of_tick;
  const statistics::Moments of_wins = statistics::moments(t.all.samples[*wins]);
  m.wins = of_wins.mean;
  m.wins_deviation = of_wins.deviation;
  double variations = 0, slopes = 0, means = 0;
  std::size_t moving = 0;
  for (const statistics::MeasureCounts& host : t.hosts) {
    const statistics::SampleSums& sums = host.samples[*interval];
    const statistics::Moments of_source = statistics::moments(sums);
    if (!(of_source.mean > 0)) continue;
    ++moving;
    variations += of_source.deviation / of_source.mean;
    slopes += statistics::slope(sums);
    means += of_source.mean;
  }
  if (moving == 0) return;
  m.variation = variations / static_cast<double>(moving);
  m.drift = slopes * static_cast<double>(cycles) / means;
}

/// The beginning of the first window with a value above `least`; the end of all of them: none has.
double first_above(const std::vector<double>& values, double least, double us_of_window) {
  const auto found = std::find_if(values.begin(), values.end(), [=](double value) { return value > least; });
  return static_cast<double>(found - values.begin()) * us_of_window;
}

void take_windows(const statistics::Windows& windows, double us_of_tick, Measurement& m) {
  if (const auto& throughput = windows.throughput()) {
    m.swing = throughput->variation().value_or(0);
    if (throughput->peak) {
      m.peak = throughput->peak->value;
      m.peak_time = static_cast<double>(throughput->peak->lag * windows.cycles()) * us_of_tick;
    }
  }
  const auto cycles = static_cast<double>(windows.cycles());
  const double all = cycles * static_cast<double>(windows.links(statistics::LinkClass::host_to_switch));
  for (std::size_t i = 0; i < windows.size(); ++i) {
    const statistics::WindowCounts window = windows.at(i);
    const auto& [busy, demanded] = window.links[static_cast<std::size_t>(statistics::LinkClass::host_to_switch)];
    m.accepted.push_back(static_cast<double>(window.hosts.flits_accepted) / cycles);
    m.busy.push_back(static_cast<double>(busy) / all);
    m.stalled.push_back(static_cast<double>(demanded - busy) / all);
    const statistics::TransactionSums sums = window.transactions.value_or(statistics::TransactionSums());
    const auto share = [&](SourceState state) {
      return sums.outstanding.cycles == 0 ? 0
                                          : static_cast<double>(sums.cycles_in[static_cast<std::size_t>(state)]) /
                                                static_cast<double>(sums.outstanding.cycles);
    };
    m.start_ups.push_back(share(SourceState::start_up));
    m.idle.push_back(share(SourceState::held));
  }
  constexpr double least = 0.01;
  const double us_of_window = cycles * us_of_tick;
  m.first_busy = first_above(m.busy, least, us_of_window);
  m.first_stalled = first_above(m.stalled, least, us_of_window);
  m.first_idle = first_above(m.idle, least, us_of_window);
  for (const std::vector<double>* state : {&m.busy, &m.stalled, &m.idle})
    m.states_seen += std::any_of(state->begin(), state->end(), [](double share) { return share > least; });
}

}  // namespace

features::Experiment experiment_of(const Run& run) {
  reproduction::Assignments values = run.values;
  const auto set = [&](const char* key, std::uint64_t value) { values.emplace_back(key, std::to_string(value)); };
  set("run.seed", run.seed);
  set("run.warmup", run.warmup);
  set("run.max_cycles", run.warmup + run.cycles);
  set("run.windows", run.windows);
  features::Experiment e = reproduction::experiment_of(values);
  if (run.fabric) e.topology = *run.fabric;
  e.run.name = run.experiment;
  return e;
}

Measurement measure(const Run& run, const reproduction::Simulate& simulate) {
  const report::Result result = simulate(experiment_of(run), {});
  reproduction::require_complete(result);
  if (!result.totals.transactions) throw std::runtime_error("no request has begun");
  Measurement m;
  m.throughput =
      static_cast<double>(result.totals.flits_accepted) / static_cast<double>(result.totals.measured_cycles());
  take_parts(*result.totals.transactions, run.us_of_tick, m);
  if (result.totals.measures)
    take_delay(*result.totals.measures, run.us_of_tick, result.totals.transactions->cycles, m);
  if (result.totals.windows) take_windows(*result.totals.windows, run.us_of_tick, m);
  return m;
}

}  // namespace slackline::shurbanov2000
