#include "testbench/studies/sweep_plan.hpp"

#include <algorithm>
#include <memory>
#include <set>
#include <stdexcept>
#include <utility>

#include "testbench/run/experiment.hpp"

namespace slackline::studies {

namespace {

constexpr std::size_t most_errors = 100;  // found in combinations: the rest tells nothing new

settings::InputError error_of_sweep(const std::string& key, settings::Finding what, const std::string& expected) {
  return {std::make_shared<const settings::Source>("--vary", ""), {}, key, std::move(what), expected, ""};
}

/// The errors of values that their key does not take.
void judge_values(const Varied& varied, settings::InputErrors& errors) {
  if (features::find_key(varied.key) == nullptr) return;  // already reported
  for (std::size_t i = 0; i < varied.values.size(); ++i)
    for (settings::InputError& error : features::read_experiment(nullptr, {varied.at(i)}).errors)
      if (error.source != nullptr && error.source->name() == "--vary") errors.push_back(std::move(error));
}

std::vector<Decimal> loads_of(const Varied& varied, settings::InputErrors& errors) {
  std::vector<Decimal> loads;
  for (const std::string& value : varied.values)
    if (const auto load = parse_decimal(value))
      loads.push_back(*load);
    else if (settings::parse_real(value) || features::find_key(varied.key) == nullptr)  // otherwise already reported
      errors.push_back(
          error_of_sweep(varied.key, settings::value_found(value), "a decimal number of at most nine decimals"));
  std::sort(loads.begin(), loads.end());
  if (const auto twice = std::adjacent_find(loads.begin(), loads.end()); twice != loads.end())
    errors.push_back(
        error_of_sweep(varied.key, settings::problem(to_string(*twice) + " is given twice"), "each load once"));
  return loads;
}

/// Whether a key sets the load of a workload.
bool is_load(const std::string& key) {
  constexpr const char* load_key = "traffic.load";
  const settings::Key* const of_record = features::key_table().find_in_record(key);
  return key == load_key || (of_record != nullptr && of_record->overrides == load_key);
}

/// Values that do not fit one another, or the file.
void judge_points(const SweepPlan& plan, settings::InputErrors& errors) {
  std::set<std::string> said;
  const std::size_t loads = std::max<std::size_t>(plan.loads.size(), 1);
  for (std::size_t c = 0; c < plan.combinations(); ++c)
    for (std::size_t l = 0; l < loads; ++l) {
      const auto load = plan.loads.empty() ? std::nullopt : std::optional(plan.loads[l]);
      const std::vector<settings::Override> varied = plan.varied(c, load);
      for (settings::InputError& error : plan.reading(c, load).errors) {
        if (said.size() >= most_errors) return;
        if (!said.insert(settings::to_string(error)).second) continue;
        if (varied.size() > 1 && error.source->name() == "--vary") error.of += " (first at " + point_name(varied) + ")";
        errors.push_back(std::move(error));
      }
    }
}

}  // namespace

std::size_t SweepPlan::combinations() const {
  std::size_t product = 1;
  for (const Varied& varied : keys) product *= varied.values.size();
  return product;
}

std::vector<settings::Override> SweepPlan::combination(std::size_t index) const {
  std::vector<settings::Override> values;
  for (auto varied = keys.rbegin(); varied != keys.rend(); ++varied) {
    values.insert(values.begin(), varied->at(index % varied->values.size()));
    index /= varied->values.size();
  }
  return values;
}

std::vector<settings::Override> SweepPlan::varied(std::size_t index, std::optional<Decimal> load) const {
  std::vector<settings::Override> values = combination(index);
  if (load) values.push_back({"--vary", load_key, to_string(*load)});
  return values;
}

features::ExperimentReading SweepPlan::reading(std::size_t index, std::optional<Decimal> load) const {
  std::vector<settings::Override> all = settings;
  for (settings::Override& named : varied(index, load)) all.push_back(std::move(named));
  return read_point(file, all);
}

Point SweepPlan::point(std::size_t index, std::optional<Decimal> load) const {
  features::ExperimentReading read = reading(index, load);
  if (!read.errors.empty())  // a load between two that are right
    throw std::runtime_error(settings::to_string(read.errors.front()));
  return point_of(std::move(read.experiment), varied(index, load));
}

SweepPlan plan_sweep(const settings::SourcePtr& file, std::vector<settings::Override> settings,
                     const std::vector<std::string>& vary, Decimal resolution, settings::InputErrors& errors) {
  SweepPlan plan{file, std::move(settings), {}, "", {}, resolution};
  const std::size_t before = errors.size();
  std::size_t points = 1;
  for (Varied& varied : parse_vary(vary, errors)) {
    judge_values(varied, errors);
    points = std::min(points, most_values + 1) * varied.values.size();
    if (plan.load_key.empty() && is_load(varied.key)) {
      plan.load_key = varied.key;
      plan.loads = loads_of(varied, errors);
    } else {
      plan.keys.push_back(std::move(varied));
    }
  }
  if (points > most_values)
    errors.push_back(error_of_sweep("", settings::problem("more than " + std::to_string(most_values) + " points"),
                                    "at most " + std::to_string(most_values) + " combinations of values"));
  if (errors.size() == before && file != nullptr) {
    judge_points(plan, errors);
  } else {
    settings::InputErrors of_file = features::read_experiment(file, plan.settings).errors;
    errors.insert(errors.end(), of_file.begin(), of_file.end());
  }
  return plan;
}

}  // namespace slackline::studies
