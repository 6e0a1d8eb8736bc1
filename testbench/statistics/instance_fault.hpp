// instance_fault: a counter of what must not happen, and where.
#pragma once

#include <cstdint>
#include <string>

namespace slackline::statistics {

/// A counter of what must not happen, where it is not 0.
struct InstanceFault {
  std::string instance;  ///< "switch3"
  std::string fault;     ///< "overflows"
  std::uint64_t count = 0;
  bool is_counter = true;  ///< false: an event, described completely by `fault`
};

/// "switch3: overflows = 2"
inline std::string text_of(const InstanceFault& fault) {
  return fault.instance + ": " + fault.fault + (fault.is_counter ? " = " + std::to_string(fault.count) : "");
}

}  // namespace slackline::statistics
