#include "testbench/studies/reproduction/study.hpp"

#include <memory>
#include <stdexcept>

#include "testbench/run/checks.hpp"

namespace slackline::reproduction {

features::ExperimentReading reading_of(const Assignments& values) {
  static const auto defaults = std::make_shared<const settings::Source>("study", "schema_version: 1\n");
  std::vector<settings::Override> overrides;
  for (const auto& [key, value] : values) overrides.push_back({"study", key, value});
  features::ExperimentReading reading = features::read_experiment(defaults, overrides);
  features::judge_each(reading, [](features::ExperimentReading& one) { features::check_meaning(one); });
  return reading;
}

features::Experiment experiment_of(const Assignments& values) {
  features::ExperimentReading reading = reading_of(values);
  if (!reading.errors.empty()) throw std::logic_error(to_string(reading.errors.front()));
  return std::move(reading.experiment);
}

void require_complete(const report::Result& result) {
  if (result.status == report::Status::complete) return;
  throw std::runtime_error(result.totals.errors.empty() ? "the run does not end, or flits are not conserved"
                                                        : statistics::text_of(result.totals.errors.front()));
}

std::string name_of(const Run& run) { return run.experiment + ", seed " + std::to_string(run.seed); }

}  // namespace slackline::reproduction
