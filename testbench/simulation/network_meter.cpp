#include "testbench/simulation/network_meter.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace slackline::simulation {

namespace {

/// "host4 offers more load than the network accepts from it"
std::string sentence_of(const statistics::Saturation& saturation, const network::Netlist& netlist) {
  using By = statistics::Saturation::By;
  if (saturation.by == By::load_bound) return "the load exceeds the maximum of links and routes";
  if (saturation.by == By::all_hosts) return "offered load exceeds accepted load";
  const std::string& host = netlist.endpoints[saturation.host.host].name;
  return saturation.host.side == statistics::GrowingHost::Side::source
             ? host + " offers more load than the network accepts from it"
             : "the latency of packets to " + host + " grows without bound";
}

}  // namespace

NetworkMeter::NetworkMeter(observe::Engine& engine, const features::Experiment& experiment, std::uint64_t look,
                           statistics::FirmwareInstruments* instruments)
    : engine_(engine),
      counter_(engine.netlist()),
      max_cycles_(experiment.run.max_cycles),
      workloads_(engine, experiment, look),
      instruments_(instruments) {
  if (experiment.run.windows != 0) windows_.emplace(engine.netlist(), experiment.run.windows);
  std::optional<observe::Averages> averages;
  bool above_bound = false;
  for (const auto& meter : workloads_) is_bounded_ = is_bounded_ || meter->is_bounded();
  for (const auto& meter : workloads_) {
    if (const auto own = meter->averages())
      averages = observe::Averages{std::max(own->burst_cycles, averages.value_or(observe::Averages()).burst_cycles)};
    above_bound = above_bound || (!is_bounded_ && meter->is_above_bound());
  }
  if (!averages) return;
  statistics::MeasurementSettings settings;
  settings.warmup = is_bounded_ ? experiment.run.warmup.value_or(0) : experiment.run.warmup;
  settings.max_cycles = max_cycles_;
  settings.relative_error = is_bounded_ ? 0 : experiment.run.relative_error;
  settings.above_bound = above_bound;
  settings.burst_cycles = averages->burst_cycles;
  measurement_.emplace(settings);
}

Cycle NetworkMeter::next_probe() const {
  Cycle next(max_cycles_);
  if (measurement_ && !measurement_->done()) next = std::min(next, measurement_->next_probe());
  for (const auto& meter : workloads_) next = std::min(next, meter->next_look());
  if (windows_) next = std::min(next, windows_->next());
  return next;
}

void NetworkMeter::probe() {
  mark_window();
  if (measurement_ && !measurement_->done() && engine_.now() == measurement_->next_probe()) {
    statistics::Progress progress = statistics::take_progress(engine_, counter_);
    if (measurement_->probe(progress.counts, std::move(progress.hosts))) open_window();
  }
  bool looked = false;
  for (const auto& meter : workloads_)
    if (engine_.now() == meter->next_look()) {
      meter->look();
      looked = true;
    }
  const bool at_end = engine_.now() >= Cycle(max_cycles_);
  if (is_bounded_)
    done_ = at_end || (looked && is_over());
  else
    done_ = measurement_ ? measurement_->done() : at_end;
}

/// Of workloads that end.
bool NetworkMeter::is_over() const {
  bool all_over = true;
  for (const auto& meter : workloads_) {
    if (meter->is_given_up()) return true;
    all_over = all_over && (!meter->is_bounded() || meter->is_over());
  }
  return all_over;
}

Cycle NetworkMeter::quiet_until() const {
  Cycle quiet = never;
  for (const auto& meter : workloads_) quiet = std::min(quiet, meter->quiet_until());
  return quiet;
}

bool NetworkMeter::host_computes() const {
  return std::any_of(workloads_.begin(), workloads_.end(), [](const auto& meter) { return meter->host_computes(); });
}

void NetworkMeter::open_window() {
  begin_ = statistics::take_snapshot(engine_, counter_);
  engine_.restart_extremes();
  if (instruments_ != nullptr) {
    begin_of_transactions_ = instruments_->transactions.counts(engine_.now());
    begin_of_measures_ = instruments_->measures.counts(engine_.now());
    instruments_->transactions.restart_extremes();
  }
  for (const auto& meter : workloads_) meter->open_window();
}

void NetworkMeter::add_of_firmware(statistics::RunTotals& totals, Cycle end) {
  if (instruments_ == nullptr) return;
  auto& [transactions, measures] = *instruments_;
  const Cycle now = engine_.now();
  if (measures.any())
    totals.measures = statistics::measure_totals(engine_.netlist(), measures.firmware(), begin_of_measures_,
                                                 measures.counts(now, end));
  if (!transactions.any()) return;
  totals.transactions = statistics::transaction_totals(engine_.netlist(), begin_of_transactions_,
                                                       transactions.counts(now, end), end - begin_.at);
  statistics::add_little_errors(totals.errors, engine_.netlist(), measures.firmware(), transactions.counts(now),
                                measures.counts(now));
}

void NetworkMeter::mark_window() {
  if (!windows_ || engine_.now() != windows_->next()) return;
  statistics::WindowCounts counts = statistics::count_for_windows(engine_, counter_, windows_->uplinks());
  if (instruments_ != nullptr && instruments_->transactions.any())
    counts.transactions = instruments_->transactions.sums(engine_.now());
  windows_->mark(counts);
}

Sections NetworkMeter::finish(statistics::RunTotals& totals, statistics::Verdict& verdict) {
  mark_window();  // where the run ended between two probes
  Cycle end = engine_.now();
  if (measurement_) {
    if (!measurement_->window_open()) open_window();
    verdict = measurement_->verdict();
    verdict.warmup = begin_.at.value;
    if (verdict.saturation) verdict.saturated_by = sentence_of(*verdict.saturation, engine_.netlist());
  } else {
    end = Cycle();
    for (const auto& meter : workloads_) end = std::max(end, meter->end());
    verdict.warmup_given = verdict.warmup_found = true;
  }
  totals = statistics::collect(engine_, begin_, counter_, end);
  add_of_firmware(totals, end);
  if (windows_) windows_->finish(begin_.at, end);
  totals.windows = std::move(windows_);
  Sections sections;
  for (const auto& meter : workloads_)
    if (auto section = meter->finish(totals, verdict, done_)) sections.push_back(std::move(section));
  return sections;
}

}  // namespace slackline::simulation
