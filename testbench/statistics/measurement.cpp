#include "testbench/statistics/measurement.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "testbench/statistics/growth.hpp"
#include "testbench/statistics/mser.hpp"

namespace slackline::statistics {

namespace {

constexpr std::uint64_t interval_cycles = 50;  // of the first probes and batches, or less in short runs
constexpr std::size_t fewest_intervals = 20, most_intervals = 40;
constexpr std::size_t fewest_batches = 32, most_batches = 64;
constexpr std::size_t batches_between_marks = 2;  // of single hosts
constexpr unsigned warmup_tests = 3;              // in a row
constexpr std::uint64_t warmup_packets = 200, batch_packets = 10;
constexpr double certain = 0.999;  // for what is asked again and again

constexpr double seen = 0.95;  // for a trend

/// Intervals of which so many, `parts`, fit.
std::uint64_t first_interval(std::uint64_t cycles, std::size_t parts) {
  return std::clamp<std::uint64_t>(cycles / parts, 1, interval_cycles);
}

std::uint64_t warmup_interval(const MeasurementSettings& settings) {
  const std::uint64_t interval = first_interval(settings.max_cycles / 2, most_intervals);
  return settings.relative_error > 0 ? interval : std::max(interval, settings.max_cycles / 20 / fewest_intervals);
}

std::optional<Interval> interval_of(const std::vector<Batch>& batches) {
  const bool any = std::any_of(batches.begin(), batches.end(), [](const Batch& b) { return b.weight > 0; });
  if (batches.size() < 2 || !any) return std::nullopt;
  return ratio_interval(batches);
}

/// Batches from one mark of single hosts to the next.
std::vector<Batch> between_marks(const std::vector<Batch>& batches) {
  std::vector<Batch> sums(batches.size() / batches_between_marks);
  for (std::size_t i = 0; i < sums.size() * batches_between_marks; ++i) {
    sums[i / batches_between_marks].sum += batches[i].sum;
    sums[i / batches_between_marks].weight += batches[i].weight;
  }
  return sums;
}

std::vector<Batch> second_half(const std::vector<Batch>& series) {
  return {series.begin() + static_cast<std::ptrdiff_t>(series.size() / 2), series.end()};
}

/// From the middle on neither off the mean nor on the move.
bool settled(const std::vector<Batch>& series) {
  const std::size_t half = series.size() / 2;
  return mser_truncation(series) <= half && !has_trend(second_half(series), seen);
}

bool precise(const std::vector<Batch>& batches, double relative_error) {
  const std::optional<Interval> interval = interval_of(batches);
  return interval && interval->mean > 0 && interval->half_width <= relative_error * interval->mean &&
         correlation_of(batches) <= most_correlation && !has_trend(batches, seen);
}

}  // namespace

Measurement::Measurement(const MeasurementSettings& settings)
    : settings_(settings),
      warmup_series_(warmup_interval(settings), most_intervals),
      batches_(1, most_batches),
      hosts_(settings.burst_cycles) {
  if (settings_.warmup)
    next_ = Cycle(*settings_.warmup);
  else
    plan(warmup_series_.interval_cycles(), settings_.max_cycles / 2);
}

/// The next probe, an interval after this one but not after `bound`.
void Measurement::plan(std::uint64_t interval, std::uint64_t bound) {
  next_ = Cycle(std::min(now_.value + interval, bound));
}

bool Measurement::probe(const Counts& counts, std::vector<HostProgress> hosts) {
  const bool was_open = window_open_;
  if (was_open)
    probe_window(counts, std::move(hosts));
  else if (settings_.warmup || probe_warmup(counts))
    begin_window(counts, std::move(hosts));
  return window_open_ != was_open;
}

/// True when the warm-up ends here.
bool Measurement::probe_warmup(const Counts& counts) {
  const std::uint64_t bound = settings_.max_cycles / 2;
  if (next_ - now_ == warmup_series_.interval_cycles()) {
    warmup_series_.add(counts - last_);
    if (const std::size_t n = warmup_series_.size(); n >= fewest_intervals && n % 2 == 0)
      settled_tests_ = looks_settled() ? settled_tests_ + 1 : 0;
    found_ = settled_tests_ == warmup_tests;
    if (found_) return true;
    if (warmup_series_.full()) warmup_series_.merge();
  }
  now_ = next_;
  last_ = counts;
  if (now_.value >= bound) return true;
  plan(warmup_series_.interval_cycles(), bound);
  return false;
}

bool Measurement::looks_settled() const {
  return warmup_series_.packets() >= warmup_packets && settled(warmup_series_.accepted()) &&
         (settled(warmup_series_.total_latency()) || settings_.above_bound ||
          grows(second_half(warmup_series_.growth()), certain));
}

void Measurement::begin_window(const Counts& counts, std::vector<HostProgress> hosts) {
  window_open_ = true;
  window_ = now_ = next_;
  last_ = counts;
  // Where the warm-up took long, short batches would have much in common.
  const std::uint64_t least = settings_.warmup ? interval_cycles : warmup_series_.interval_cycles();
  const std::uint64_t most = std::max<std::uint64_t>(1, (settings_.max_cycles - now_.value) / (most_batches - 1));
  batches_ = Series(std::min(std::max(least, interval_cycles), most), most_batches);
  hosts_.mark(now_, std::move(hosts));
  plan(batches_.interval_cycles(), settings_.max_cycles);
}

void Measurement::probe_window(const Counts& counts, std::vector<HostProgress> hosts) {
  const bool complete = next_ - now_ == batches_.interval_cycles();
  now_ = next_;
  done_ = now_.value >= settings_.max_cycles;
  if (complete) {
    batches_.add(counts - last_);
    last_ = counts;
    if (batches_.size() % batches_between_marks == 0) hosts_.mark(now_, std::move(hosts));
    if (settings_.relative_error > 0 && batches_.size() >= fewest_batches && batches_.size() % 4 == 0)
      done_ = done_ || precise_enough() || saturation(certain);
    if (batches_.full() && !done_) {
      batches_.merge();
      hosts_.thin();
    }
  }
  plan(batches_.interval_cycles(), settings_.max_cycles);
}

/// With this confidence.
std::optional<Saturation> Measurement::saturation(double confidence) const {
  if (settings_.above_bound) return Saturation{Saturation::By::load_bound, {}};
  if (batches_.size() < least_batches || hosts_.bursts_are_too_long()) return std::nullopt;
  if (grows(between_marks(batches_.growth()), confidence, hosts_.burst_correlation()))
    return Saturation{Saturation::By::all_hosts, {}};
  if (const std::optional<GrowingHost> host = hosts_.growing(confidence))
    return Saturation{Saturation::By::one_host, *host};
  return std::nullopt;
}

bool Measurement::creates_flits() const {
  const std::vector<Batch> growth = batches_.growth();
  return std::any_of(growth.begin(), growth.end(), [](const Batch& batch) { return batch.weight > 0; });
}

bool Measurement::precise_enough() const {
  return batches_.size() >= fewest_batches && batches_.packets() >= batches_.size() * batch_packets &&
         precise(batches_.total_latency(), settings_.relative_error) &&
         precise(batches_.accepted(), settings_.relative_error) && !saturation(0.95) && !hosts_.bursts_are_too_long();
}

Verdict Measurement::verdict() const {
  Verdict v;
  v.relative_error = settings_.relative_error;
  v.warmup_given = settings_.warmup.has_value();
  v.warmup_found = v.warmup_given || found_;
  v.warmup = window_open_ ? window_.value : now_.value;
  v.batches = batches_.size();
  v.batch_cycles = batches_.interval_cycles();
  v.saturation = saturation(0.95);
  const bool bursts = !v.saturation && hosts_.bursts_are_too_long();
  if (v.saturation)
    v.saturated = true;
  else if (v.batches >= least_batches && !bursts && creates_flits())
    v.saturated = false;
  v.total_latency = estimate(batches_.total_latency(), batch_packets);
  v.accepted = estimate(batches_.accepted(), 0);
  v.network_latency = estimate(batches_.network_latency(), batch_packets);
  if (bursts)
    for (Estimate* e : {&v.total_latency, &v.network_latency, &v.accepted})
      if (e->doubt != Doubt::too_short) *e = {std::nullopt, Doubt::bursts, e->correlation};
  for (const Doubt doubt : {v.total_latency.doubt, v.accepted.doubt})
    if (doubt != Doubt::too_short && doubt != Doubt::bursts)
      v.trend = v.trend.value_or(false) || doubt == Doubt::rises || doubt == Doubt::falls;
  if (v.saturation) v.total_latency = {std::nullopt, Doubt::saturated, v.total_latency.correlation};
  if (settings_.relative_error > 0) v.converged = precise_enough();
  return v;
}

void Verdict::withdraw() {
  converged.reset();
  saturated.reset();
  saturation.reset();
  saturated_by.clear();
  trend.reset();
  batches = 0;
  batch_cycles = 0;
  for (Estimate* e : {&total_latency, &network_latency, &accepted}) *e = {std::nullopt, Doubt::came_to_stand, 0};
}

namespace {

bool is_moving(Doubt doubt) { return doubt == Doubt::rises || doubt == Doubt::falls; }

/// The lower, the more important: the look of the few batches of a run that is too short means little.
unsigned rank_of(Doubt doubt) {
  if (doubt == Doubt::saturated) return 0;
  if (doubt == Doubt::too_short) return 1;
  if (is_moving(doubt)) return 2;
  return doubt == Doubt::none ? 4 : 3;
}

/// The mean with the most important doubt, and its name.
std::pair<Doubt, const char*> worst_of(const Verdict& v) {
  const std::pair<Doubt, const char*> of_means[] = {{v.total_latency.doubt, "latency"},
                                                    {v.network_latency.doubt, "network latency"},
                                                    {v.accepted.doubt, "the accepted load"}};
  return *std::min_element(std::begin(of_means), std::end(of_means),
                           [](const auto& a, const auto& b) { return rank_of(a.first) < rank_of(b.first); });
}

}  // namespace

std::optional<bool> Verdict::steady() const {
  const Doubt worst = worst_of(*this).first;
  if (worst == Doubt::none) return true;
  if (worst == Doubt::saturated || is_moving(worst)) return false;
  return std::nullopt;
}

std::string Verdict::doubt() const {
  const auto& [worst, of] = worst_of(*this);
  return sentence(worst, of);
}

}  // namespace slackline::statistics
