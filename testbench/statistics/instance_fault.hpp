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
};

}  // namespace slackline::statistics
