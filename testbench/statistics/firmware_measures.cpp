#include "testbench/statistics/firmware_measures.hpp"

namespace slackline::statistics {

namespace {

bool is_level(const nic_firmware& firmware, std::size_t measure) {
  return firmware.measures[measure].kind == NIC_MEASURE_LEVEL;
}

template <class Change>
MeasureCounts changed(MeasureCounts a, const MeasureCounts& b, Change change) {
  a.samples.resize(b.samples.size());
  a.levels.resize(b.levels.size());
  for (std::size_t i = 0; i < a.samples.size(); ++i) {
    a.samples[i] = change(a.samples[i], b.samples[i]);
    a.levels[i] = change(a.levels[i], b.levels[i]);
  }
  return a;
}

}  // namespace

MeasureCounts operator-(MeasureCounts later, const MeasureCounts& earlier) {
  return changed(std::move(later), earlier, [](const auto& a, const auto& b) { return a - b; });
}

MeasureCounts operator+(MeasureCounts a, const MeasureCounts& b) {
  return changed(std::move(a), b, [](const auto& x, const auto& y) { return x + y; });
}

FirmwareMeasures::FirmwareMeasures(const nic_firmware& firmware, std::size_t hosts)
    : firmware_(&firmware), hosts_(hosts) {
  for (Host& host : hosts_) {
    host.counts.samples.resize(firmware.measure_count);
    host.counts.levels.resize(firmware.measure_count);
    host.level_now.resize(firmware.measure_count);
  }
}

void FirmwareMeasures::Host::catch_up(Cycle now) {
  const std::uint64_t cycles = now - as_of;
  if (cycles == 0) return;
  as_of = now;
  for (std::size_t i = 0; i < level_now.size(); ++i) counts.levels[i].hold(level_now[i], cycles);
}

void FirmwareMeasures::measured(NodeId node, Cycle now, std::uint32_t measure, std::uint32_t value) {
  if (measure >= firmware_->measure_count) return;
  any_ = true;
  Host& host = hosts_[node.value];
  host.catch_up(now);
  if (is_level(*firmware_, measure))
    host.level_now[measure] = value;
  else
    host.counts.samples[measure].add(value, now.value);
}

std::vector<MeasureCounts> FirmwareMeasures::counts(Cycle now, Cycle end) {
  std::vector<MeasureCounts> all;
  for (Host& host : hosts_) {
    host.catch_up(now);
    all.push_back(host.counts);
    if (end >= now) continue;
    for (std::size_t i = 0; i < host.level_now.size(); ++i) {
      LevelSums after;
      after.hold(host.level_now[i], now - end);
      all.back().levels[i] = all.back().levels[i] - after;
    }
  }
  return all;
}

MeasureTotals measure_totals(const network::Netlist& netlist, const nic_firmware& firmware,
                             const std::vector<MeasureCounts>& begin, const std::vector<MeasureCounts>& end) {
  MeasureTotals totals;
  totals.firmware = &firmware;
  for (std::size_t i = 0; i < end.size(); ++i) {
    totals.names.push_back(netlist.endpoints[i].name);
    totals.hosts.push_back(begin.empty() ? end[i] : end[i] - begin[i]);
    totals.all = totals.all + totals.hosts.back();
  }
  return totals;
}

Moments moments(const MeasureCounts& counts, const nic_firmware& firmware, std::size_t measure) {
  const double divisor = firmware.measures[measure].divisor;
  return is_level(firmware, measure) ? moments(counts.levels[measure], divisor)
                                     : moments(counts.samples[measure], divisor);
}

std::optional<std::size_t> find_measure(const nic_firmware& firmware, std::string_view key) {
  for (std::size_t i = 0; i < firmware.measure_count; ++i)
    if (firmware.measures[i].key == key) return i;
  return std::nullopt;
}

}  // namespace slackline::statistics
