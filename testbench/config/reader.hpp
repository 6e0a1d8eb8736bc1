// Reads an experiment: a file, the preset that it may name for values that it does not give, and options of the command
// line that override it. Whether the values fit together is checked in experiment_network.hpp.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "testbench/config/experiment.hpp"
#include "testbench/config/fault.hpp"
#include "testbench/config/value_reader.hpp"

namespace slackline::config {

/// An option that sets a key, and overrides the file: {"--seed", "run.seed", "7"}.
struct Override {
  std::string option, key, value;
};

/// Where a value was given.
struct Origin {
  SourcePtr source;
  Position at;
  std::vector<Position> items;                                       ///< of a list; of maps: those that are maps
  std::vector<std::map<std::string, Position, std::less<>>> fields;  ///< of a list of maps: their values
  DoubtfulFields doubtful;                                           ///< of a list of maps
};

/// A list of integers of which some could not be read: the faults list them. The others are judged all the same.
struct PartlyRead {
  Origin origin;
  std::vector<std::optional<std::uint64_t>> items;
};

/// An experiment as read. With faults it holds defaults for what could not be read.
struct Reading {
  Experiment experiment;
  SourcePtr file;
  SourcePtr preset;                                                ///< of switch.preset; nullptr when none is named
  SourcePtr costs;                                                 ///< of nic.costs; nullptr when none is named
  std::map<std::string, std::string, std::less<>> preset_sources;  ///< key -> where a preset has its value from
  /// Keys whose value an option, the file or the preset gives. Lists of which some items could not be read are here,
  /// too, and in `doubtful`.
  std::map<std::string, Origin, std::less<>> given;
  std::set<std::string, std::less<>> doubtful;            ///< keys that were probably meant by something faulty
  std::map<std::string, PartlyRead, std::less<>> partly;  ///< by key, which is in `doubtful`, too
  SourcePtr route_file;                                   ///< what routing.table_file names, when it was read
  SourcePtr mapping_file;                                 ///< what traffic.mapping_file names, when it was read
  std::vector<std::string> trace_files;                   ///< all files of traffic.trace, as they can be opened
  std::vector<std::string> notes;                         ///< what was left out of files, a sentence each
  Faults faults;
};

/// Whether it is one of the presets that a reading begins from.
inline bool is_preset(const Reading& reading, const SourcePtr& source) {
  return source != nullptr && (source == reading.preset || source == reading.costs);
}

/// `file` may be nullptr, when it could not be read: the overrides are judged all the same.
Reading read_experiment(const SourcePtr& file, const std::vector<Override>& overrides = {});

/// A preset of switches and networks on its own: a configuration that names where each of its values comes from.
Reading read_preset(const SourcePtr& preset);

}  // namespace slackline::config
