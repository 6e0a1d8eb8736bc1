// What features and workloads are declared with. They speak the words of the engine: Key, Values, Reading, Error.
#pragma once

#include <string>
#include <string_view>

#include "testbench/settings/reading.hpp"

namespace slackline::features {

using namespace settings;

/// The key that a parameter of the hardware comes from: a violation of its limits is reported as an error of the key.
struct ModelParameter {
  std::string_view parameter;  ///< as Violation names it
  std::string_view key;
  KeyPaths depends_on;            ///< keys on which the limits depend, too; "topology." stands for all of that group
  std::string_view because = "";  ///< why the limits are as they are
};

/// A key that has no effect: why not, when it has, and the key that decides it.
struct NoEffect {
  Wording why;
  Wording allowed;
  std::string_view decided_by;
};

}  // namespace slackline::features
