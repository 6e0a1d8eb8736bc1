// Reads an experiment: a file, the preset below it that it may name, and options of the command line above it. What
// the values mean together is checked in experiment_network.hpp.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "testbench/config/experiment.hpp"
#include "testbench/config/fault.hpp"

namespace slackline::config {

/// An option that sets a key, over what the file says: {"--seed", "run.seed", "7"}.
struct Override {
  std::string option, key, value;
};

/// Where a value was given.
struct Origin {
  SourcePtr source;
  Position at;
  std::vector<Position> items;                                       ///< of a list
  std::vector<std::map<std::string, Position, std::less<>>> fields;  ///< of a list of maps: their values
};

/// An experiment as read. With faults it holds defaults for what could not be read.
struct Reading {
  Experiment experiment;
  SourcePtr file;
  SourcePtr preset;                                                ///< nullptr when none is named
  std::map<std::string, std::string, std::less<>> preset_sources;  ///< key -> where the preset has its value from
  std::map<std::string, Origin, std::less<>> given;  ///< keys whose value an option, the file or the preset gives
  std::set<std::string, std::less<>> doubtful;       ///< keys that were probably meant by something faulty
  SourcePtr route_file;                              ///< what routing.table_file names, when it was read
  Faults faults;
};

/// `file` may be nullptr, when it could not be read: the overrides are judged all the same.
Reading read_experiment(const SourcePtr& file, const std::vector<Override>& overrides = {});

/// A preset by itself: a configuration that names where each of its values comes from.
Reading read_preset(const SourcePtr& preset);

}  // namespace slackline::config
