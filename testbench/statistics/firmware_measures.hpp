// firmware_measures: what firmware measures itself (nic_measure), and declares: samples, and levels over time, of each host.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rtl_models/network/netlist.hpp"
#include "testbench/statistics/sums.hpp"

namespace slackline::statistics {

/// Of one host, by the places of measures in the firmware's list; of a measure only the one that it is has values.
struct MeasureCounts {
  std::vector<SampleSums> samples;
  std::vector<LevelSums> levels;
};
MeasureCounts operator-(MeasureCounts later, const MeasureCounts& earlier);
MeasureCounts operator+(MeasureCounts a, const MeasureCounts& b);

class FirmwareMeasures {
 public:
  FirmwareMeasures(const nic_firmware& firmware, std::size_t hosts);

  /// What is no measure of the firmware is ignored.
  void measured(NodeId node, Cycle now, std::uint32_t measure, std::uint32_t value);

  /// By host, up to `now`; of levels, as if the run had ended at `end`, since when they are as they are.
  std::vector<MeasureCounts> counts(Cycle now, Cycle end);
  std::vector<MeasureCounts> counts(Cycle now) { return counts(now, now); }
  bool any() const { return any_; }
  const nic_firmware& firmware() const { return *firmware_; }

 private:
  struct Host {
    MeasureCounts counts;
    std::vector<std::uint32_t> level_now;
    Cycle as_of;

    void catch_up(Cycle now);
  };

  const nic_firmware* firmware_;
  std::vector<Host> hosts_;
  bool any_ = false;
};

/// Of the measured window.
struct MeasureTotals {
  const nic_firmware* firmware = nullptr;
  MeasureCounts all;                 ///< of all hosts together
  std::vector<MeasureCounts> hosts;  ///< by host
  std::vector<std::string> names;    ///< of hosts
};

/// `begin`: empty, all 0.
MeasureTotals measure_totals(const network::Netlist& netlist, const nic_firmware& firmware,
                             const std::vector<MeasureCounts>& begin, const std::vector<MeasureCounts>& end);

/// In the unit of the measure.
Moments moments(const MeasureCounts& counts, const nic_firmware& firmware, std::size_t measure);

/// The place of a measure that firmware declares under this key; nothing: it does not.
std::optional<std::size_t> find_measure(const nic_firmware& firmware, std::string_view key);

}  // namespace slackline::statistics
