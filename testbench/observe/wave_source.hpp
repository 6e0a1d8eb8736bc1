// wave_source: the values of a workload in a dump. Workloads describe them in their folders; a dump of a run with a list of
// workloads has a scope for each.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "testbench/observe/engine.hpp"

namespace slackline::observe {

struct WaveValue {
  std::string name;
  unsigned width;
  const char* look = nullptr;  ///< a line of waves/looks.txt; nullptr: waves/values.txt has its look
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

/// A value, and where it comes from in what a workload reads after an edge, `Seen`.
template <class Seen>
struct SeenValue {
  const char* name;
  unsigned width;
  std::uint64_t (*of)(const Seen& seen);
};

namespace detail {

template <class Seen, class Look>
class ListSource final : public WaveSource {
 public:
  ListSource(std::vector<SeenValue<Seen>> list, Look look) : list_(std::move(list)), look_(std::move(look)) {}

  void look(std::vector<std::uint64_t>& values) override {
    const Seen seen = look_();
    values.clear();
    for (const SeenValue<Seen>& value : list_) values.push_back(value.of(seen));
  }

 private:
  std::vector<SeenValue<Seen>> list_;
  Look look_;
};

}  // namespace detail

/// The scope of one list of names and values. `looker(engine)` makes what reads a Seen of the engine after each edge.
template <class Seen, class Looker>
WaveScope wave_scope(std::string name, std::vector<SeenValue<Seen>> list, Looker looker) {
  WaveScope scope{std::move(name), {}, {}};
  for (const SeenValue<Seen>& value : list) scope.values.push_back({value.name, value.width});
  scope.source = [list = std::move(list), looker = std::move(looker)](const Engine& engine) {
    return std::make_unique<detail::ListSource<Seen, decltype(looker(engine))>>(list, looker(engine));
  };
  return scope;
}

}  // namespace slackline::observe
