#include "testbench/config/preset.hpp"

#include <memory>

#include "testbench/config/document.hpp"
#include "testbench/presets/embedded_presets.hpp"

namespace slackline::config {

namespace {

/// The entries of a preset about itself. Whether the file is right is judged when it is read as a configuration.
Preset preset_of(std::string name, const SourcePtr& source) {
  Preset preset{std::move(name), {}, source};
  Faults unheeded;
  const std::optional<Node> root = parse_document(source, unheeded);
  if (!root) return preset;
  for (const Entry& entry : root->entries)
    if (entry.key.text == "summary") preset.summary = entry.value.text;
  return preset;
}

/// `path`: what a file is called, from the presets' folder on.
std::vector<Preset> load(std::string_view folder, const std::string& path) {
  std::vector<Preset> all;
  for (const presets::EmbeddedPreset& file : presets::embedded()) {
    if (file.folder != folder) continue;
    const std::string name(file.name);
    const auto source = std::make_shared<const Source>(path + name + ".yaml", std::string(file.yaml));
    all.push_back(preset_of(name, source));
  }
  return all;
}

}  // namespace

const std::vector<Preset>& presets(PresetKind kind) {
  static const std::vector<Preset> of_networks = load("presets", "presets/"),
                                   of_costs = load("costs", "presets/costs/");
  return kind == PresetKind::network ? of_networks : of_costs;
}

const Preset* find_preset(std::string_view name, PresetKind kind) {
  for (const Preset& preset : presets(kind))
    if (preset.name == name) return &preset;
  return nullptr;
}

}  // namespace slackline::config
