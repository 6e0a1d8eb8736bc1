// Reads an experiment: a file, and options of the command line that stand above it. What the values mean together is
// checked in experiment_network.hpp.
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
  std::vector<Position> items;  ///< of a list
};

/// An experiment as read. With faults it holds defaults for what could not be read.
struct Reading {
  Experiment experiment;
  SourcePtr file;
  std::map<std::string, Origin, std::less<>> given;  ///< keys whose value the file or an option gives
  std::set<std::string, std::less<>> doubtful;       ///< keys that were probably meant by something faulty
  Faults faults;
};

/// `file` may be nullptr, when it could not be read: the overrides are judged all the same.
Reading read_experiment(const SourcePtr& file, const std::vector<Override>& overrides = {});

}  // namespace slackline::config
