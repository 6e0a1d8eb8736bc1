// measurement: a simulation of the study as an experiment, and what is measured on it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "testbench/run/experiment.hpp"
#include "testbench/studies/reproduction/study.hpp"

namespace slackline::shurbanov2000 {

/// A tick of ServerNet, 20 ns, is a cycle.
inline constexpr double us_of_servernet_tick = 0.02;

struct Run : reproduction::Run {
  reproduction::Assignments values;                  ///< keys of the experiment
  std::uint64_t warmup = 0, cycles = 0;              ///< the second after the first
  std::uint64_t windows = 0;                         ///< run.windows
  std::optional<features::TopologySettings> fabric;  ///< a network read from a file
  double us_of_tick = us_of_servernet_tick;          ///< of a cycle
};

/// Times in us, of requests that were answered in the measured window.
struct Measurement {
  double throughput = 0;                    ///< flits a tick, of requests and responses, all hosts together
  double round_trip = 0;                    ///< from the head of the request on the link to the tail of the response
  double there = 0, service = 0, back = 0;  ///< its parts
  double start_up = 0;                      ///< before it: from the beginning of a request
  double outstanding = 0;                   ///< that have begun, a source, over time
  double by_request = 0;                    ///< the same as each one begins
  double on_link = 0;                       ///< from the head on the link on: rate x round trip
  double fairness = 0, fairness_of_pairs = 0;
  // SPP:
  double interval = 0, interval_deviation = 0;  ///< I, as each request begins
  double variation = 0;                         ///< coefficient of variation of I at a source, mean over sources
  double drift = 0;  ///< change of I over the measured window by its trend, as a share of its mean
  double interval_wait = 0;
  double wins = 0, wins_deviation = 0;
  // Over time, in windows:
  double swing = 0;      ///< coefficient of variation of the throughput
  double peak = 0;       ///< of its autocorrelation beyond lag 1; 0: none that is significant
  double peak_time = 0;  ///< its lag, us
  std::vector<double> accepted, busy, stalled, start_ups, idle;  ///< words a tick; shares of time, of links from hosts
  double first_busy = 0, first_stalled = 0, first_idle = 0;      ///< the first window in which 1 % of the time is so
  double states_seen = 0;                                        ///< of these three, those that there are
};

template <class Visitor>
void visit(Measurement& m, Visitor& v) {
  v("throughput", m.throughput);
  v("round_trip", m.round_trip);
  v("there", m.there);
  v("service", m.service);
  v("back", m.back);
  v("start_up", m.start_up);
  v("outstanding", m.outstanding);
  v("by_request", m.by_request);
  v("on_link", m.on_link);
  v("fairness", m.fairness);
  v("fairness_of_pairs", m.fairness_of_pairs);
  v("interval", m.interval);
  v("interval_deviation", m.interval_deviation);
  v("variation", m.variation);
  v("drift", m.drift);
  v("interval_wait", m.interval_wait);
  v("wins", m.wins);
  v("wins_deviation", m.wins_deviation);
  v("swing", m.swing);
  v("peak", m.peak);
  v("peak_time", m.peak_time);
  v("accepted", m.accepted);
  v("busy", m.busy);
  v("stalled", m.stalled);
  v("start_ups", m.start_ups);
  v("idle", m.idle);
  v("first_busy", m.first_busy);
  v("first_stalled", m.first_stalled);
  v("first_idle", m.first_idle);
  v("states_seen", m.states_seen);
}

using Measurements = reproduction::Measurements<Measurement>;
using Value = double Measurement::*;

/// A value of each draw.
inline std::vector<double> samples(const Measurements& measurements, const std::string& experiment, Value value) {
  return measurements.samples(experiment, [value](const Measurement& m) { return m.*value; });
}
/// Nothing where it was not simulated.
inline std::optional<reproduction::Mean> mean_of(const Measurements& measurements, const std::string& experiment,
                                                 Value value) {
  return reproduction::mean_of(samples(measurements, experiment, value));
}

/// The experiment that `slackline run` would run.
features::Experiment experiment_of(const Run& run);

/// Throws std::runtime_error with the reason when the run fails.
Measurement measure(const Run& run, const reproduction::Simulate& simulate);

}  // namespace slackline::shurbanov2000
