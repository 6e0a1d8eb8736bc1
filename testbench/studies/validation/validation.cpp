#include "testbench/studies/validation/validation.hpp"

#include <algorithm>

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

Validation run(const std::vector<const Case*>& cases, Effort effort, unsigned at_once, pool::Watch watch) {
  Validation validation;
  validation.effort = effort;
  for (const Case* c : cases) {
    validation.runs.emplace_back();
    validation.runs.back().of = c;
  }
  watch.finished = [&](std::size_t job, const pool::Outcome& outcome) {
    CaseRun& run = validation.runs[job];
    run.ran = true;
    run.crashed = outcome.end != pool::End::done;
    if (run.crashed)
      run.verdict.why = "crashed: " + outcome.bytes;
    else
      run.verdict = reproduction::decode<Verdict>(outcome.bytes);
  };
  pool::run(
      cases.size(), at_once, [&](std::size_t job) { return reproduction::encode(judge(*cases[job], effort)); }, watch);
  return validation;
}

}  // namespace slackline::validation
