// workload_kind: what a run, its configuration and its dumps need to know of a kind of workloads. Each folder defines one,
// and testbench/run/workload_kinds.cpp lists them.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "rtl_models/network/netlist.hpp"
#include "testbench/observe/meter.hpp"
#include "testbench/observe/wave_source.hpp"
#include "testbench/settings/key.hpp"
#include "testbench/settings/sections.hpp"
#include "testbench/workloads/workload.hpp"

namespace slackline::features {

struct WorkloadKind {
  /// Keys that a record of the list has without the first part of their paths, `group`: "traffic.".
  struct Keys {
    const char* group;
    std::vector<settings::Key> keys;
  };
  /// Reports what is wrong with a field of a record: its name without `group`, what was read, what is allowed.
  using Report = std::function<void(const std::string& field, std::string read, std::string allowed)>;

  const char* word = "";  ///< of the key `kind`
  const char* what = "";  ///< it does
  bool sends_packets = true;
  bool ends = true;  ///< on its own
  std::vector<Keys> keys = {};

  std::unique_ptr<observe::Meter> (*meter)(observe::Engine& engine, const Workload& workload,
                                           std::uint64_t look) = nullptr;
  observe::WaveScope (*waves)(const Workload& workload) = nullptr;
  /// Hosts run it, and records have the key packet.flits; nullptr: their packets are random, or there are none.
  std::shared_ptr<port::Program> (*program)(const settings::Values& experiment,
                                            const network::Netlist& netlist) = nullptr;

  /// Adds structs that its keys set and that belong to no section of the configuration. They hold numbers and words as they
  /// were given: units need a section.
  void (*add_settings)(settings::Sections& own) = nullptr;
  /// What the checks of sections do not find. The experiment has no other workload, and may have errors.
  void (*check)(const settings::Values& experiment, const Report& error) = nullptr;
};

}  // namespace slackline::features
