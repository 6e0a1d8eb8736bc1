// validation: judges cases, each in its own process, several at a time.
#pragma once

#include <string>
#include <vector>

#include "testbench/pool/process_pool.hpp"
#include "testbench/studies/validation/case.hpp"

namespace slackline::validation {

struct CaseRun {
  const Case* of = nullptr;
  bool ran = false;  ///< false: interrupted before
  bool crashed = false;
  Verdict verdict;
};

struct Validation {
  Effort effort = Effort::full;
  std::vector<CaseRun> runs;  ///< in the order of the cases

  bool finished() const;
  bool any_crashed() const;
  std::size_t failed() const;  ///< cases that ran and did not pass
};

/// The case or the group of this name; all cases when it is empty.
std::vector<const Case*> cases_named(const std::string& name);

/// Forks: no threads and no SystemC objects before it. `watch`: without `finished`.
Validation run(const std::vector<const Case*>& cases, Effort effort, unsigned at_once, pool::Watch watch = {});

std::string validation_table(const Validation& validation);
std::string validation_json(const Validation& validation);

}  // namespace slackline::validation
