#include "testbench/commands/load.hpp"

#include <iostream>
#include <memory>
#include <utility>

#include "testbench/config/document.hpp"
#include "testbench/config/fabric_reading.hpp"
#include "testbench/config/meaning.hpp"
#include "testbench/config/permutation_file.hpp"
#include "testbench/config/preset.hpp"
#include "testbench/config/route_file.hpp"
#include "testbench/config/synchronization_meaning.hpp"
#include "testbench/trace_file/trace_file.hpp"
#include "testbench/tracing/waves_check.hpp"

namespace slackline::commands {

namespace {

std::optional<config::Reading> judged(config::Reading reading, const config::Faults& of_file, bool readable,
                                      const std::string& in_vain) {
  if (readable) {
    config::read_fabric_file(reading);
    config::read_permutation_file(reading);
    config::read_schedule_files(reading);
    config::read_route_file(reading);
    trace_file::read_trace(reading);
    config::check_meaning(reading);
    tracing::check_waves(reading);
  }
  reading.faults.insert(reading.faults.begin(), of_file.begin(), of_file.end());
  if (reading.faults.empty()) return reading;
  config::print(reading.faults, std::cerr);
  const std::size_t count = reading.faults.size();
  std::cerr << "slackline: " << count << (count == 1 ? " fault" : " faults") << " in the input, " << in_vain << "\n";
  return std::nullopt;
}

}  // namespace

std::vector<config::Override> overrides_of(const Settings& settings) {
  std::vector<config::Override> overrides;
  for (const std::string& text : settings.set) {
    const std::size_t equals = text.find('=');
    overrides.push_back(
        {"--set " + text, text.substr(0, equals), equals == std::string::npos ? "" : text.substr(equals + 1)});
  }
  if (settings.engine) overrides.push_back({"--engine", "run.engine", *settings.engine});
  if (settings.seed) overrides.push_back({"--seed", "run.seed", *settings.seed});
  return overrides;
}

std::optional<config::Reading> load_reading(const std::string& file, const std::vector<config::Override>& overrides,
                                            const std::string& in_vain) {
  config::Faults of_file;
  const config::SourcePtr source = config::read_file(file, of_file);
  return judged(config::read_experiment(source, overrides), of_file, source != nullptr, in_vain);
}

std::optional<config::Reading> load_preset(const std::string& name, std::vector<config::Override> overrides,
                                           const std::string& in_vain) {
  if (config::find_preset(name) != nullptr)
    overrides.insert(overrides.begin(), {name, "switch.preset", name});
  else
    overrides.insert(overrides.begin(), {{name, "endpoint", "nic"}, {name, "nic.costs", name}});
  const auto nothing_more = std::make_shared<const config::Source>(name, "schema_version: 1\n");
  return judged(config::read_experiment(nothing_more, overrides), {}, true, in_vain);
}

std::optional<config::Experiment> load_experiment(const std::string& file,
                                                  const std::vector<config::Override>& overrides) {
  std::optional<config::Reading> reading = load_reading(file, overrides, "nothing was run");
  if (!reading) return std::nullopt;
  return std::move(reading->experiment);
}

}  // namespace slackline::commands
