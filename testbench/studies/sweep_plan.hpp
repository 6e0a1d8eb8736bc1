// sweep_plan: the points of a sweep, checked before anything is run.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "testbench/studies/curve.hpp"
#include "testbench/studies/point.hpp"
#include "testbench/studies/vary.hpp"

namespace slackline::studies {

struct SweepPlan {
  settings::SourcePtr file;
  std::vector<settings::Override> settings;  ///< for every point
  std::vector<Varied> keys;                  ///< varied, the load aside
  /// Whose values, in increasing order, make a load-latency curve: traffic.load, or the load of a workload of a list, such
  /// as workloads[0].load. Empty: loads are not varied.
  std::string load_key;
  std::vector<Decimal> loads;  ///< increasing; empty: the load is not varied
  Decimal resolution;          ///< of the saturation load

  /// Combinations of the varied keys' values; the first key changes slowest.
  std::size_t combinations() const;
  /// The values of a combination, a key each.
  std::vector<settings::Override> combination(std::size_t index) const;
  /// Nothing when loads are not varied.
  std::optional<Decimal> first_load() const { return loads.empty() ? std::nullopt : std::optional(loads.front()); }
  /// The values of a combination, and a load.
  std::vector<settings::Override> varied(std::size_t index, std::optional<Decimal> load) const;
  /// A point of combination `index`; with a load if loads are varied.
  features::ExperimentReading reading(std::size_t index, std::optional<Decimal> load) const;
  Point point(std::size_t index, std::optional<Decimal> load) const;
};

/// Adds all errors of the options, the file and the points to `errors`; without any the plan may be carried out.
SweepPlan plan_sweep(const settings::SourcePtr& file, std::vector<settings::Override> settings,
                     const std::vector<std::string>& vary, Decimal resolution, settings::InputErrors& errors);

}  // namespace slackline::studies
