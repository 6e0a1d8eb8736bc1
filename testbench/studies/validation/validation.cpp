#include "testbench/studies/validation/validation.hpp"

#include <algorithm>

#include "testbench/pool/process_pool.hpp"

namespace slackline::validation {

bool Validation::finished() const {
  return std::all_of(runs.begin(), runs.end(), [](const CaseRun& run) { return run.ran; });
}

bool Validation::any_crashed() const {
  return std::any_of(runs.begin(), runs.end(), [](const CaseRun& run) { return run.crashed; });
}

std::size_t Validation::failed() const {
  return static_cast<std::size_t>(
      std::count_if(runs.begin(), runs.end(), [](const CaseRun& run) { return run.ran && !run.verdict.pass; }));
}

std::vector<const Case*> cases_named(const std::string& name) {
  std::vector<const Case*> named;
  for (const Case& c : cases())
    if (c.name == name) return {&c};
  for (const Case& c : cases())
    if (name.empty() || c.group == name) named.push_back(&c);
  return named;
}

Validation run(const std::vector<const Case*>& cases, Effort effort, unsigned at_once, const Watch& watch) {
  Validation validation;
  validation.effort = effort;
  for (const Case* c : cases) {
    validation.runs.emplace_back();
    validation.runs.back().of = c;
  }
  std::size_t done = 0;
  pool::Watch of_pool;
  of_pool.go_on = [&] {
    if (watch.progress) watch.progress(done);
    return !watch.go_on || watch.go_on();
  };
  of_pool.finished = [&](std::size_t job, const pool::Outcome& outcome) {
    ++done;
    CaseRun& run = validation.runs[job];
    run.ran = true;
    run.crashed = outcome.end != pool::End::done;
    if (run.crashed)
      run.verdict.why = "crashed: " + outcome.bytes;
    else
      run.verdict = decode(outcome.bytes);
  };
  pool::run(
      cases.size(), at_once, [&](std::size_t job) { return encode(judge(*cases[job], effort)); }, of_pool);
  return validation;
}

}  // namespace slackline::validation
