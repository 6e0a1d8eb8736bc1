// validation: judges cases in processes of their own, some at a time.
#pragma once

#include <functional>
#include <string>
#include <vector>

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
  std::size_t failed() const;  ///< cases that ran and do not pass
};

/// Those of that name, or of the group of that name, or all when it is empty.
std::vector<const Case*> cases_named(const std::string& name);

struct Watch {
  std::function<void(std::size_t done)> progress;
  std::function<bool()> go_on;
};

/// Forks: no threads and no SystemC objects before it.
Validation run(const std::vector<const Case*>& cases, Effort effort, unsigned at_once, const Watch& watch = {});

std::string validation_table(const Validation& validation);
std::string validation_json(const Validation& validation);

/// How a verdict travels from the process that gave it. decode() throws std::invalid_argument for anything else.
std::string encode(const Verdict& verdict);
Verdict decode(const std::string& bytes);

}  // namespace slackline::validation
