// study: what every study of a paper needs from here, and what the command `study` needs of every study.
//
//   plan:     runs of (effort, what the user gave)         the paper's own: which experiments, how many draws
//   run:      experiment -> Simulate -> Result             the same code as `slackline run`, each run in its own process
//   measure:  Result -> Measurement                        the paper's own
//   page:     Measurements -> claims, tables, figures      the paper's own, in the types of page.hpp
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "testbench/pool/process_pool.hpp"
#include "testbench/report/result.hpp"
#include "testbench/run/experiment.hpp"
#include "testbench/simulation/simulation.hpp"
#include "testbench/studies/reproduction/measurement.hpp"
#include "testbench/studies/reproduction/page.hpp"

namespace slackline::reproduction {

enum class Effort : std::uint8_t {
  quick,  ///< small networks, few draws, short runs: the tests'
  full,
};

/// The options of a study.
struct Given {
  std::optional<features::TopologySettings> fabric;  ///< a real network, read from a file
  std::string fabric_name;                           ///< of the file: "X5.topofile"
};

/// Runs an experiment as `slackline run` does, in the process in which it is called. The caller of a study gives it, so
/// that studies need no SystemC.
using Simulate = std::function<report::Result(const features::Experiment&, const simulation::Hooks&)>;

/// Keys by their paths, with values as a file would give them.
using Assignments = std::vector<std::pair<std::string, std::string>>;

/// The defaults with these values, checked as a file's would be. With errors it must not be run.
features::ExperimentReading reading_of(const Assignments& values);
/// Throws std::logic_error with the first error.
features::Experiment experiment_of(const Assignments& values);

/// Throws std::runtime_error with the reason unless the run is complete and no check of the network failed.
void require_complete(const report::Result& result);

/// A simulation of a study: studies add their parameters.
struct Run {
  std::string
      experiment;  ///< "sss-8": what claims ask for; runs of one experiment are samples and differ in their seeds
  std::uint64_t seed = 1;
};
std::string name_of(const Run& run);  ///< "sss-8, seed 3"

/// The runs of a study, in the order in which they begin.
template <class RunOfStudy>
class Plan {
 public:
  /// Seeds 1, 2, ... `draws`.
  void add(RunOfStudy run, unsigned draws) {
    for (run.seed = 1; run.seed <= draws; ++run.seed) runs_.push_back(run);
  }
  std::vector<RunOfStudy> take() { return std::move(runs_); }

 private:
  std::vector<RunOfStudy> runs_;
};

/// Measures all runs, each in its own process, `at_once` of them at a time. Forks: no threads and no SystemC objects
/// before it. `measure(run)` returns a Measurement; what it throws is the run's failure.
template <class RunOfStudy, class Measure>
auto measure_all(const std::vector<RunOfStudy>& runs, const Measure& measure, unsigned at_once,
                 const pool::Watch& watch = {}) {
  using Measurement = decltype(measure(runs.front()));
  Measurements<Measurement> all;
  const std::vector<pool::Outcome> outcomes = pool::run(
      runs.size(), at_once, [&](std::size_t job) { return encode(measure(runs[job])); }, watch);
  for (std::size_t job = 0; job < runs.size(); ++job) {
    const auto& [end, bytes] = outcomes[job];
    if (end == pool::End::not_run)
      all.finished = false;
    else if (end == pool::End::done)
      all.of[runs[job].experiment].push_back(decode<Measurement>(bytes));
    else
      all.failures.push_back(name_of(runs[job]) + ": " + bytes);
  }
  return all;
}

/// The outcome of a study.
struct Studied {
  Page page;
  std::vector<std::string> failures;  ///< runs that crashed, and why
  bool finished = true;               ///< false: interrupted
};

/// A study as the command sees it.
struct Study {
  std::string name, subject;  ///< "song2005", "feedback-based synchronization"
  bool takes_fabric = false;  ///< Given::fabric
  std::function<Studied(Effort, const Given&, const Simulate&, unsigned at_once, const pool::Watch&)> carry_out;
};

/// From the three parts that are a paper's own: runs(effort, given), measure(run, simulate), page(measurements, effort,
/// given).
template <class Runs, class Measure, class MakePage>
auto carrying_out(Runs runs, Measure measure, MakePage make_page) {
  return [=](Effort effort, const Given& given, const Simulate& simulate, unsigned at_once, const pool::Watch& watch) {
    const auto all = runs(effort, given);
    auto found = measure_all(
        all, [&](const auto& run) { return measure(run, simulate); }, at_once, watch);
    Page page = make_page(found, effort, given);
    return Studied{std::move(page), std::move(found.failures), found.finished};
  };
}

}  // namespace slackline::reproduction
