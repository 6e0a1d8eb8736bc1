#include <algorithm>
#include <filesystem>
#include <iostream>
#include <iterator>

#include "testbench/commands/commands.hpp"
#include "testbench/commands/exit_status.hpp"
#include "testbench/commands/load.hpp"
#include "testbench/report/description.hpp"
#include "testbench/report/description_json.hpp"
#include "testbench/report/description_table.hpp"
#include "testbench/settings/nearest.hpp"
#include "testbench/settings/preset.hpp"

namespace slackline::commands {

namespace {

constexpr const char* in_vain = "nothing to describe";

int refuse_unknown(const std::string& file) {
  std::vector<std::string_view> names;
  for (const PresetFolder& of : preset_folders)
    for (const settings::Preset& preset : settings::presets(of.folder)) names.push_back(preset.name);
  std::cerr << "slackline describe: "
            << settings::to_string(settings::value_found(file), "file, or preset: " + settings::joined(names),
                                   settings::nearest(file, names))
            << '\n';
  return bad_input;
}

}  // namespace

int describe(const DescribeOptions& options) {
  const std::vector<settings::Override> overrides = overrides_of(options.settings);

  std::error_code unheeded;
  const bool is_file = std::filesystem::exists(options.file, unheeded);
  const bool is_preset = std::any_of(std::begin(preset_folders), std::end(preset_folders), [&](const PresetFolder& of) {
    return settings::find_preset(options.file, of.folder) != nullptr;
  });
  if (!is_file && !is_preset) return refuse_unknown(options.file);
  const std::optional<features::ExperimentReading> reading =
      is_file ? load_reading(options.file, overrides, in_vain) : load_preset(options.file, overrides, in_vain);
  if (!reading) return bad_input;
  const report::Description description = report::describe(*reading);
  std::cout << (options.json ? report::description_json(description) : report::description_table(description));
  return done;
}

}  // namespace slackline::commands
