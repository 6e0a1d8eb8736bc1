// wave_source: the values of a workload in a dump. Workloads describe them in their folders; a dump of a run with a list of
// workloads has a scope for each.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "testbench/observe/engine.hpp"

namespace slackline::observe {

struct WaveValue {
  std::string name;  ///< waves/values.txt has its look
  unsigned width;
};

/// Reads the values of an engine. It changes nothing, and what it reads is the same in both engines.
class WaveSource {
 public:
  WaveSource() = default;
  virtual ~WaveSource() = default;
  WaveSource(const WaveSource&) = delete;
  WaveSource& operator=(const WaveSource&) = delete;

  /// After each edge: the values in the order of WaveScope::values, in the place of those before.
  virtual void look(std::vector<std::uint64_t>& values) = 0;
};

struct WaveScope {
  std::string name;  ///< "workload_solver"
  std::vector<WaveValue> values;
  /// The engine must outlive the source.
  std::function<std::unique_ptr<WaveSource>(const Engine& engine)> source;
};

}  // namespace slackline::observe
