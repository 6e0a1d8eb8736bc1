#include "testbench/commands/load.hpp"

#include <algorithm>
#include <iostream>
#include <iterator>
#include <memory>

#include "testbench/features/files/file_use.hpp"
#include "testbench/run/inputs.hpp"
#include "testbench/settings/preset.hpp"
#include "testbench/tracing/waves_check.hpp"

namespace slackline::commands {

namespace {

std::optional<features::ExperimentReading> judged(features::ExperimentReading reading,
                                                  const settings::InputErrors& of_file, bool readable,
                                                  const std::string& in_vain) {
  if (readable) {
    features::complete_reading(reading);
    tracing::check_waves(reading);
  }
  reading.errors.insert(reading.errors.begin(), of_file.begin(), of_file.end());
  if (reading.errors.empty()) return reading;
  print_errors(reading.errors, in_vain);
  return std::nullopt;
}

}  // namespace

std::vector<settings::Override> overrides_of(const Settings& settings) {
  std::vector<settings::Override> overrides;
  for (const std::string& text : settings.set) {
    const std::size_t equals = text.find('=');
    overrides.push_back(
        {"--set " + text, text.substr(0, equals), equals == std::string::npos ? "" : text.substr(equals + 1)});
  }
  if (settings.engine) overrides.push_back({"--engine", "run.engine", *settings.engine});
  if (settings.seed) overrides.push_back({"--seed", "run.seed", *settings.seed});
  return overrides;
}

std::optional<features::ExperimentReading> load_reading(const std::string& file,
                                                        const std::vector<settings::Override>& overrides,
                                                        const std::string& in_vain) {
  settings::InputErrors of_file;
  const settings::SourcePtr source = features::read_file(file, of_file);
  return judged(features::read_experiment(source, overrides), of_file, source != nullptr, in_vain);
}

std::optional<features::ExperimentReading> load_preset(const std::string& name,
                                                       std::vector<settings::Override> overrides,
                                                       const std::string& in_vain) {
  const auto& of = *std::find_if(std::begin(preset_folders), std::end(preset_folders), [&](const PresetFolder& one) {
    return settings::find_preset(name, one.folder) != nullptr;
  });
  std::vector<settings::Override> naming;
  if (of.endpoint != nullptr) naming.push_back({name, "endpoint", of.endpoint});
  if (of.processor != nullptr) naming.push_back({name, "nic.processor", of.processor});
  naming.push_back({name, of.key, name});
  overrides.insert(overrides.begin(), naming.begin(), naming.end());
  const auto nothing_more = std::make_shared<const settings::Source>(name, "schema_version: 1\n");
  return judged(features::read_experiment(nothing_more, overrides), {}, true, in_vain);
}

void print_errors(const settings::InputErrors& errors, const std::string& in_vain) {
  settings::print(errors, std::cerr);
  const std::size_t count = errors.size();
  std::cerr << "slackline: " << count << (count == 1 ? " error" : " errors") << " in the input, " << in_vain << "\n";
}

}  // namespace slackline::commands
