#include "testbench/settings/preset.hpp"

#include <map>
#include <memory>
#include <utility>

#include "testbench/presets/embedded_presets.hpp"
#include "testbench/settings/document.hpp"

namespace slackline::settings {

namespace {

/// The entries of a preset about itself. Whether the file is right is judged when it is read as a configuration.
Preset preset_of(std::string name, const SourcePtr& source) {
  Preset preset{std::move(name), {}, source};
  InputErrors unheeded;
  const std::optional<Node> root = parse_document(source, unheeded);
  if (!root) return preset;
  for (const Entry& entry : root->entries)
    if (entry.key.text == "summary") preset.summary = entry.value.text;
  return preset;
}

std::map<std::string, std::vector<Preset>, std::less<>> load() {
  std::map<std::string, std::vector<Preset>, std::less<>> by_folder;
  for (const text::EmbeddedFile& file : presets::embedded()) {
    const std::string name(file.name), folder(file.folder);
    const std::string path = folder == "presets" ? "presets/" : "presets/" + folder + "/";
    const auto source = std::make_shared<const Source>(path + name + ".yaml", std::string(file.text));
    by_folder[folder].push_back(preset_of(name, source));
  }
  return by_folder;
}

}  // namespace

const std::vector<Preset>& presets(std::string_view folder) {
  static const std::map<std::string, std::vector<Preset>, std::less<>> all = load();
  static const std::vector<Preset> none;
  const auto found = all.find(folder);
  return found == all.end() ? none : found->second;
}

const Preset* find_preset(std::string_view name, std::string_view folder) {
  for (const Preset& preset : presets(folder))
    if (preset.name == name) return &preset;
  return nullptr;
}

}  // namespace slackline::settings
