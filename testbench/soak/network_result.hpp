// network_result: the results of one network of a soak, and how they travel from the process that ran it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "testbench/monitors/comparison.hpp"

namespace slackline::soak {

/// Results of barriers in switches.
struct BarrierCounts {
  std::uint64_t asked = 0, complete = 0;     ///< barriers
  std::uint64_t worms_cut = 0, padding = 0;  ///< padding: flits
  std::uint64_t packets = 0;                 ///< delivered alongside them, whole and in order

  BarrierCounts& operator+=(const BarrierCounts& other);
};

struct NetworkResult {
  std::uint64_t seed = 0;
  monitors::Comparison comparison;
  BarrierCounts barriers;
  std::vector<std::string> errors;  ///< "switch3: overflows = 2": what both engines agree on, and still must not happen

  bool good() const { return comparison.equal() && errors.empty(); }
};

std::string encode(const std::vector<NetworkResult>& results);
/// Throws std::invalid_argument for what encode() did not write.
std::vector<NetworkResult> decode(const std::string& bytes);

}  // namespace slackline::soak
