// instance_error: a counter of what must not happen, and where.
#pragma once

#include <cstdint>
#include <string>

namespace slackline::statistics {

/// A counter of what must not happen, where it is not 0.
struct InstanceError {
  std::string instance;  ///< "switch3"
  std::string error;     ///< "overflows"
  std::uint64_t count = 0;
  bool is_counter = true;  ///< false: an event, described completely by `error`
};

/// "switch3: overflows = 2"
inline std::string text_of(const InstanceError& error) {
  return error.instance + ": " + error.error + (error.is_counter ? " = " + std::to_string(error.count) : "");
}

}  // namespace slackline::statistics
