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

/// A key that has no effect.
struct NoEffect {
  Wording problem;              ///< "has no effect with credits"
  Wording advice;               ///< "use it only with switch.buffer.flow_control: stop_go"
  std::string_view decided_by;  ///< the key that decides it
};

}  // namespace slackline::features
