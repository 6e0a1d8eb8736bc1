// Reads a configuration: a file, the presets that it may name for values that it does not give, and options of the
// command line that override it. Whether the values fit together is for the features to check.
#pragma once

#include <string>
#include <vector>

#include "testbench/settings/reading.hpp"

namespace slackline::settings {

/// An option that sets a key, and overrides the file: {"--seed", "run.seed", "7"}.
struct Override {
  std::string option, key, value;
  bool only_if_given = false;  ///< it replaces a value of the file, and is nothing without one
};

/// Into a reading that is new. `file` may be nullptr, when it could not be read, or may be of another kind than wanted:
/// the overrides are judged all the same.
void read_configuration(const SourcePtr& file, const FileKind& kind, const std::vector<Override>& overrides,
                        Reading& reading);

/// A preset on its own, one that `named_by` may name: a configuration that names where each of its values comes from.
void read_preset(const SourcePtr& preset, const std::string& named_by, Reading& reading);

}  // namespace slackline::settings
