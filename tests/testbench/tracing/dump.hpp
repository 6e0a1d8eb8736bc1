// dump: a network run with its waves in a file of its own.
#pragma once

#include <string>
#include <vector>

#include "testbench/tracing/network_waves.hpp"
#include "tests/support/test_folder.hpp"

namespace slackline::test {

/// A file name in its own temporary folder, which is removed at the end with its contents.
class TemporaryFile {
 public:
  const std::string& path() const { return path_; }
  std::string text() const { return text_of(path_); }
  static std::string text_of(const std::string& path);

 private:
  TestFolder folder_;
  std::string path_ = folder_ / "dump.vcd";
};

inline tracing::Plan whole_plan(std::uint64_t from = 0, std::uint64_t to = 1u << 20) {
  tracing::Plan plan;
  plan.from = Cycle(from);
  plan.to = Cycle(to);
  plan.timescale = tracing::timescale_of({25, 4}, to);
  return plan;
}

inline features::TriggerSettings trigger_of(features::TriggerKind kind) {
  features::TriggerSettings trigger;
  trigger.kind = kind;
  return trigger;
}

/// Of a list with a workload of each kind.
std::vector<observe::WaveScope> workload_scopes();

/// The dump of an engine that is run to `end`, and what goes next to it.
struct Dump {
  std::string text, save_file;
  std::vector<tracing::Filter> filters;
  std::vector<tracing::Firing> firings;

  /// The words of a filter; empty: there is none.
  std::string words(const std::string& name) const {
    for (const tracing::Filter& filter : filters)
      if (filter.name == name) return filter.text;
    return "";
  }
};
template <class Engine>
Dump dump_of(Engine& engine, Cycle end, const tracing::Plan& plan = whole_plan()) {
  const TemporaryFile name;
  Dump dump;
  {
    tracing::WaveFile file(name.path());
    tracing::NetworkWaves waves(engine.netlist(), plan, file);
    waves.run_until(engine, end);
    waves.finish();
    file.publish();
    dump.save_file = waves.save_file({"dump.vcd", "dump.gtkw"});
    dump.filters = waves.filters();
    dump.firings = waves.firings();
  }
  dump.text = name.text();
  return dump;
}

}  // namespace slackline::test
