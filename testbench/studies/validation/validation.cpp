#include "testbench/studies/validation/validation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "testbench/present/text_table.hpp"

namespace slackline::validation {

namespace {

using Json = nlohmann::ordered_json;

Json json_of(const CaseRun& run) {
  const Case& c = *run.of;
  Json json{{"group", c.group},
            {"name", c.name},
            {"what", c.what},
            {"relation", to_string(c.relation)},
            {"expected", c.expected}};
  json["verdict"] = !run.ran ? "not_run" : run.crashed ? "crashed" : run.verdict.pass ? "pass" : "fail";
  if (!run.ran) return json;
  if (!run.crashed) {
    json["simulated"] = run.verdict.value.mean;
    json["half_width"] = run.verdict.value.half_width;
    json["tolerance"] = run.verdict.tolerance;
    json["samples"] = run.verdict.samples;
  }
  if (!run.verdict.pass) json["why"] = run.verdict.why;
  return json;
}

using Row = std::vector<std::string>;

Row row_of(const CaseRun& run) {
  const Case& c = *run.of;
  const Verdict& v = run.verdict;
  Row row{c.name, fmt::format("{}{:.4f}", c.relation == Relation::below ? "< " : "", c.expected), "", "", "", ""};
  if (!run.ran) {
    row[5] = "not run";
    return row;
  }
  if (!run.crashed) {
    row[2] = fmt::format("{:.4f}", v.value.mean);
    row[3] = c.relation == Relation::exact ? "" : fmt::format("± {:.4f}", v.value.half_width);
    row[4] = c.relation == Relation::equal   ? fmt::format("{:.4f}", v.tolerance)
             : c.relation == Relation::exact ? "none"
                                             : "";
  }
  row[5] = v.pass ? (v.samples > 1 ? "pass, second sample" : "pass") : "FAIL: " + v.why;
  return row;
}

}  // namespace

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

std::string validation_table(const Validation& validation) {
  using present::Align;
  std::vector<Row> rows{{"case", "expected", "simulated", "95 %", "tolerance", ""}};
  std::size_t ran = 0;
  for (const CaseRun& run : validation.runs) {
    rows.push_back(row_of(run));
    ran += run.ran;
  }
  std::string text =
      present::text_table({Align::left, Align::right, Align::right, Align::right, Align::right, Align::left}, rows);
  text += fmt::format("  {} of {} cases pass", ran - validation.failed(), validation.runs.size());
  if (!validation.finished()) text += fmt::format(", {} not run (partial)", validation.runs.size() - ran);
  return text + "\n";
}

std::string validation_json(const Validation& validation) {
  Json json;
  json["schema_version"] = 1;
  json["status"] = validation.finished() ? "complete" : "partial";
  json["effort"] = validation.effort == Effort::full ? "full" : "quick";
  json["failed"] = validation.failed();
  json["cases"] = Json::array();
  for (const CaseRun& run : validation.runs) json["cases"].push_back(json_of(run));
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace slackline::validation
