// Entries of a preset that are no keys: `summary`, one line about itself, and `sources`, where each of its values comes
// from.
#pragma once

#include <map>
#include <string>
#include <utility>

#include "testbench/config/node.hpp"
#include "testbench/config/reader.hpp"

namespace slackline::config {

class PresetEntries {
 public:
  PresetEntries(SourcePtr preset, Reading& reading) : preset_(std::move(preset)), reading_(reading) {}

  /// True when an entry is one that only presets may have: it is read, or a fault.
  bool read(const std::string& path, const Entry& entry);

  /// At the end: each value of a preset has a source, and each source a value.
  void check_sources();

 private:
  void read_sources(const Node& map);
  void fault(Position at, std::string key, std::string read, std::string allowed, std::string hint = "");

  const SourcePtr preset_;
  Reading& reading_;
  std::map<std::string, Position> places_;  ///< where `sources` names a key
};

}  // namespace slackline::config
