#include <nlohmann/json.hpp>

#include "testbench/studies/validation/validation.hpp"

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

}  // namespace

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
