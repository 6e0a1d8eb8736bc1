// point: one simulation of a study: a base experiment with some keys overridden.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "testbench/run/experiment.hpp"

namespace slackline::studies {

struct Point {
  features::Experiment experiment;
  std::string name;  ///< the values in which it differs from other points: point_name()
  std::string hash;  ///< of everything that can change its result: experiment_hash()
};

/// The experiment of a file with overrides, checked; with errors it must not be run.
features::ExperimentReading read_point(const settings::SourcePtr& file,
                                       const std::vector<settings::Override>& overrides);

/// "switch.virtual_channels=2 traffic.load=0.4"
std::string point_name(const std::vector<settings::Override>& overrides);

/// A point without errors. `named` are the overrides that its name lists.
Point point_of(features::Experiment experiment, const std::vector<settings::Override>& named);

/// 64 hexadecimal digits (SHA-256) that differ between experiments that may give different results, and between programs: the
/// values of all keys that bear on the result, the version of Slackline, and the bytes of the running executable. So a
/// stored result is never taken for that of a model that has changed since.
std::string experiment_hash(const features::Experiment& experiment);

}  // namespace slackline::studies
