#include "testbench/config/preset_entries.hpp"

#include <utility>

#include "testbench/config/key.hpp"
#include "testbench/config/key_paths.hpp"
#include "testbench/config/nearest.hpp"
#include "testbench/config/number.hpp"
#include "testbench/config/utf8.hpp"

namespace slackline::config {

namespace {

/// One line of text; it is printed in tables.
bool is_line(const Node& node) {
  return node.kind == NodeKind::scalar && !node.text.empty() && escaped(node.text, node.text.size()) == node.text;
}

}  // namespace

bool PresetEntries::read(const std::string& path, const Entry& entry) {
  if (path == "summary") {
    if (!is_line(entry.value)) fault(entry.value.at, path, describe(entry.value), "one line of text");
  } else if (path == "sources") {
    if (entry.value.kind == NodeKind::map)
      read_sources(entry.value);
    else
      fault(entry.value.at, path, describe(entry.value), "map of keys to where their values come from");
  } else if (path == "switch.preset" || path == "nic.costs") {
    fault(entry.key.at, path, "a preset in a preset", "keys other than this one");
  } else {
    return false;
  }
  return true;
}

void PresetEntries::read_sources(const Node& map) {
  for (const Entry& entry : map.entries) {
    const std::string path = escaped("sources." + entry.key.text, 80);
    if (!is_line(entry.value))
      fault(entry.value.at, path, describe(entry.value), "one line of text: paper and section, or that it is assumed");
    else if (find_key(entry.key.text) == nullptr)
      fault(entry.key.at, path, "unknown key", "keys that the preset gives", nearest(entry.key.text, all_paths()));
    else if (!reading_.preset_sources.insert({entry.key.text, entry.value.text}).second)
      fault(entry.key.at, path, "given twice", "each key once");
    places_.insert({entry.key.text, entry.key.at});
  }
}

void PresetEntries::check_sources() {
  for (const auto& [path, origin] : reading_.given)
    if (reading_.preset_sources.count(path) == 0 && find_key(path)->presence == Presence::optional)
      fault(origin.at, path, "a value without a source", "a line in sources with its origin");
  for (const auto& [path, source] : reading_.preset_sources)
    if (reading_.given.count(path) == 0 && reading_.doubtful.count(path) == 0)
      fault(places_[path], "sources." + path, "a source without a value", "keys that the preset gives");
}

void PresetEntries::fault(Position at, std::string key, std::string read, std::string allowed, std::string hint) {
  reading_.faults.push_back({preset_, at, std::move(key), std::move(read), std::move(allowed), std::move(hint)});
}

}  // namespace slackline::config
