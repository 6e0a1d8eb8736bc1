// The result of a run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "testbench/features/nic/build.hpp"
#include "testbench/monitors/standstill.hpp"
#include "testbench/present/section.hpp"
#include "testbench/run/experiment.hpp"
#include "testbench/run/kinds.hpp"
#include "testbench/statistics/measurement.hpp"
#include "testbench/statistics/run_totals.hpp"

namespace slackline::report {

enum class Status : std::uint8_t {
  complete,
  partial,  ///< interrupted: the totals are those of the cycles that were run
  failed,   ///< a check of the simulated network failed
};
const char* to_string(Status status);

/// Lines that firmware has written with nic_log.
struct FirmwareLines {
  static constexpr std::size_t most = 100;
  std::uint64_t count = 0;
  std::vector<std::string> first;  ///< up to `most` of them: "host3, cycle 812: ..."
};

/// Switches of one kind.
struct KindResult {
  static constexpr std::uint64_t most_names = 16;
  std::uint64_t switches = 0;
  std::string first;               ///< the first of them by its name
  std::vector<std::string> names;  ///< of all, where they are up to `most_names`
  network::SwitchKind params;
  features::Derived derived;
};

/// Hosts of one kind.
struct HostKindResult {
  std::uint64_t hosts = 0;
  std::string first;                  ///< the first of them by its name
  std::optional<nic::Params> params;  ///< of their network interfaces; nothing: they have none
};

/// The result: the same for equal experiments, whatever ran them. result.json.
struct Result {
  features::Experiment experiment;
  features::Derived derived;      ///< of the first kind of switches
  std::vector<KindResult> kinds;  ///< of switches, where some differ from `switch`
  /// Of hosts, where some differ from `nic` in more than clocks, or have RV32 processors.
  std::vector<HostKindResult> host_kinds;
  std::uint64_t switches = 0, channels = 0;
  statistics::RunTotals totals;
  statistics::Verdict verdict;
  Status status = Status::complete;
  std::optional<monitors::Standstill> standstill;  ///< worms that will never move again
  /// Messages are open, and none has completed since, nor will.
  std::optional<Cycle> nothing_since;
  std::vector<std::optional<features::HostClock>> clocks;         ///< of network interfaces, by host
  FirmwareLines firmware_lines;                                   ///< of network interfaces
  std::vector<std::shared_ptr<const present::Section>> sections;  ///< of workloads that have one

  /// The section of this type; nullptr: there is none.
  template <class Section>
  const Section* section() const {
    for (const auto& section : sections)
      if (const auto* found = dynamic_cast<const Section*>(section.get())) return found;
    return nullptr;
  }

  /// The run, for a section: with the experiment of its workload.
  present::RunFacts facts(const present::Section& section) const {
    return {features::experiment_of(experiment, section.name()), totals, is_measured(), why_unmeasured(),
            of_kind(section.kind())};
  }
  /// What sections of a kind share, of each kind of which there are several.
  std::vector<present::SharedPart> shared_parts() const {
    std::vector<present::SharedPart> parts;
    for (const auto& section : sections) {
      const present::RunFacts run = facts(*section);
      if (run.of_kind.size() < 2 || run.of_kind.front() != section.get()) continue;
      if (auto part = section->shared(run)) parts.push_back(std::move(*part));
    }
    return parts;
  }
  bool came_to_stand() const { return standstill || nothing_since; }
  /// Whether loads, latencies and the use of links are those of a working network: false where it has stopped moving, since
  /// then they include dead time, and where the run ended before its measurement began.
  bool is_measured() const { return !came_to_stand() && totals.measured_cycles() != 0; }
  const char* why_unmeasured() const {
    return came_to_stand() ? "not measured: the network came to stand" : "none measured";
  }

 private:
  std::vector<const present::Section*> of_kind(std::string_view kind) const {
    std::vector<const present::Section*> found;
    for (const auto& section : sections)
      if (section->kind() == kind) found.push_back(section.get());
    return found;
  }
};

}  // namespace slackline::report
