// An experiment: the settings of all features, each a member, and their keys. The one place that lists the features.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "testbench/features/barrier/settings.hpp"
#include "testbench/features/faults/settings.hpp"
#include "testbench/features/kinds/build.hpp"
#include "testbench/features/link/settings.hpp"
#include "testbench/features/nic/firmware_keys.hpp"
#include "testbench/features/nic/settings.hpp"
#include "testbench/features/packet_switch/settings.hpp"
#include "testbench/features/routing/settings.hpp"
#include "testbench/features/run/settings.hpp"
#include "testbench/features/switch/settings.hpp"
#include "testbench/features/topology/settings.hpp"
#include "testbench/features/waves/settings.hpp"
#include "testbench/run/workload_list.hpp"
#include "testbench/settings/reader.hpp"
#include "testbench/workloads/barriers/settings.hpp"
#include "testbench/workloads/replay/settings.hpp"
#include "testbench/workloads/synchronization/settings.hpp"
#include "testbench/workloads/traffic/settings.hpp"
#include "testbench/workloads/workload.hpp"

namespace slackline::features {

class Experiment final : public Values {
 public:
  TopologySettings topology;
  RoutingSettings routing;
  LinkSettings link;
  PacketSettings packet;
  SwitchSettings switches;
  BarrierUnitSettings barrier;
  PacketSwitchSettings packet_switches;
  KindSettings kinds;  ///< switches that differ from the others
  NicSettings nic;
  NicCosts nic_cost;
  CoreTiming core_timing;
  FirmwareSettings firmware;                ///< parameters that firmware declares
  SynchronizationSettings synchronization;  ///< plays a part with the firmware fbs
  TrafficSettings traffic;
  ReplaySettings replay;
  BarrierSettings barriers;      ///< with a list: all of its groups
  WorkloadList workloads;        ///< instead of what traffic, replay and barriers give
  WorkloadHosts workload_hosts;  ///< of an experiment of one workload of a list ...
  settings::Sections own;        ///< ... and those of its settings that belong to no section
  FaultsSettings faults;
  RunSettings run;
  WavesSettings waves;

  const KeyTable& keys() const override;
  std::unique_ptr<Values> copy() const override { return std::make_unique<Experiment>(*this); }

 private:
  void* find(SectionId section) override {
    void* found = find_section(section, topology, routing, link, packet, switches, barrier, packet_switches, kinds, nic,
                               nic_cost, core_timing, firmware, synchronization, traffic, replay, replay.collectives,
                               replay.paths, barriers, workloads, workload_hosts, faults, run, waves);
    return found != nullptr ? found : own.find(section);
  }
};

/// All keys, in the order of the reference page.
const KeyTable& key_table();
/// The key of a path, nullptr when there is none.
const Key* find_key(std::string_view path);

/// An experiment as it was read.
class ExperimentReading final : public settings::Reading {
 public:
  Experiment experiment;
  Values& values() override { return experiment; }
  using settings::Reading::values;
};

/// `file` may be nullptr, when it could not be read: the overrides are judged all the same.
ExperimentReading read_experiment(const SourcePtr& file, const std::vector<Override>& overrides = {});

/// A preset of switches and networks, or of costs, on its own: a configuration that names where each of its values
/// comes from.
ExperimentReading read_preset(const SourcePtr& preset);

/// docs/configuration.md.
std::string reference_page();
std::string json_schema();

/// Name of the file among results.
inline constexpr const char* resolved_file = "resolved.yaml";
/// The YAML of a reading without errors, which gives every value. Names of files are written relative to `folder`, where
/// the text is written.
std::string resolved_yaml(const ExperimentReading& reading, const std::filesystem::path& folder);

/// The files that the experiment was read from, besides the configuration itself: as they can be opened from here.
std::vector<std::string> input_files(const ExperimentReading& reading);

}  // namespace slackline::features
