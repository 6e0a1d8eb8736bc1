#include "testbench/studies/validation/case.hpp"

#include <iterator>
#include <utility>

#include "testbench/studies/validation/case_groups.hpp"

namespace slackline::validation {

namespace {

/// Why a value is not what is expected; empty: it is.
std::string objection(const Case& c, const statistics::Interval& value, double tolerance) {
  switch (c.relation) {
    case Relation::exact: return value.mean == c.expected ? "" : "it is another value";
    case Relation::below: return value.high() < c.expected ? "" : "the interval reaches above the bound";
    case Relation::equal: break;
  }
  if (value.half_width > tolerance) return "the interval is wider than the tolerance";
  return value.contains(c.expected) ? "" : "the value lies outside of the interval";
}

}  // namespace

const char* to_string(Relation relation) {
  switch (relation) {
    case Relation::equal: return "equal";
    case Relation::below: return "below";
    case Relation::exact: break;
  }
  return "exact";
}

const std::vector<Case>& cases() {
  static const std::vector<Case> all = [] {
    std::vector<Case> list;
    for (const auto group :
         {head_of_line_cases, output_queue_cases, crossbar_cases, zero_load_cases, zero_load_topology_cases, mesh_cases,
          torus_cases, transpose_cases, conservation_cases, exchange_cases}) {
      std::vector<Case> more = group();
      std::move(more.begin(), more.end(), std::back_inserter(list));
    }
    return list;
  }();
  return all;
}

Verdict judge(const Case& c, Effort effort) {
  Verdict verdict;
  verdict.tolerance = effort == Effort::full ? c.tolerance / 2 : c.tolerance;
  const unsigned most_samples = c.relation == Relation::equal ? 2 : 1;
  while (verdict.samples < most_samples && !verdict.pass) {
    const Finding found = c.measure(++verdict.samples, effort == Effort::full ? 4 : 1);
    verdict.value = found.value;
    verdict.why = found.unmet.empty() ? objection(c, found.value, verdict.tolerance) : found.unmet;
    verdict.pass = verdict.why.empty();
    if (!found.unmet.empty()) break;  // another sample would not say otherwise
  }
  return verdict;
}

}  // namespace slackline::validation
