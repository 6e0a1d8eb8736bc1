// measure: the simulations of a study as jobs of the process pool. A Run says what is simulated; name_of(run) names it, and
// its `experiment` is what claims ask for: runs of one experiment are samples. A Measurement is the answer; encode() and
// decode() carry it from process to process.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace slackline::reproduction {

struct Watch {
  std::function<void(std::size_t done)> progress;
  std::function<bool()> go_on;
};

/// Of all runs; by experiment, in the order of the runs.
template <class Measurement>
struct Measurements {
  std::map<std::string, std::vector<Measurement>> of;
  std::vector<std::string> failures;  ///< runs that crashed, and why
  bool finished = true;               ///< false: interrupted

  /// nullptr: the experiment was not simulated.
  const std::vector<Measurement>* find(const std::string& experiment) const {
    const auto found = of.find(experiment);
    return found == of.end() ? nullptr : &found->second;
  }
};

/// A job that has ended.
struct Ended {
  bool done = false;
  std::string bytes;  ///< done: its result; otherwise why not
};
/// Jobs 0 .. count - 1, `at_once` of them at a time. Those that were not run because go_on said no are not told of.
std::map<std::size_t, Ended> run_jobs(std::size_t count, unsigned at_once,
                                      const std::function<std::string(std::size_t)>& work, const Watch& watch);

/// Without a simulator nothing is simulated. Forks: no threads and no SystemC objects before it.
template <class Run, class Simulator, class Measurement>
Measurements<Measurement> measure(const std::vector<Run>& runs, const Simulator& simulate,
                                  Measurement (*decode)(const std::string&), unsigned at_once, const Watch& watch) {
  Measurements<Measurement> all;
  if (!simulate) return all;
  const auto ended = run_jobs(
      runs.size(), at_once, [&](std::size_t job) { return encode(simulate(runs[job])); }, watch);
  for (const auto& [job, end] : ended)
    if (end.done)
      all.of[runs[job].experiment].push_back(decode(end.bytes));
    else
      all.failures.push_back(name_of(runs[job]) + ": " + end.bytes);
  all.finished = ended.size() == runs.size();
  return all;
}

}  // namespace slackline::reproduction
