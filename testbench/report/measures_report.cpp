#include "testbench/report/measures_report.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace slackline::report {

using present::fixed;
using present::formatted;
using present::Row;
using statistics::MeasureCounts;
using statistics::MeasureTotals;
using statistics::Moments;

namespace {

using Json = nlohmann::ordered_json;

bool is_level(const nic_own_measure& declared) { return declared.kind == NIC_MEASURE_LEVEL; }

bool has_any(const MeasureCounts& counts) {
  return std::any_of(counts.samples.begin(), counts.samples.end(), [](const auto& sums) { return sums.count != 0; }) ||
         std::any_of(counts.levels.begin(), counts.levels.end(), [](const auto& sums) { return sums.sum != 0; });
}

}  // namespace

Json moments_json(const Moments& m, const char* weight) {
  if (m.weight == 0) return {{weight, 0}, {"mean", Json()}, {"deviation", Json()}};
  return {{weight, m.weight}, {"mean", m.mean}, {"deviation", m.deviation}};
}

Json measures_json(const MeasureTotals& t) {
  Json json = Json::object();
  for (std::size_t m = 0; m < t.firmware->measure_count; ++m) {
    const nic_own_measure& declared = t.firmware->measures[m];
    json[declared.key] =
        moments_json(statistics::moments(t.all, *t.firmware, m), is_level(declared) ? "cycles" : "values");
  }
  return json;
}

std::vector<Row> measure_rows(const MeasureTotals& t) {
  std::vector<Row> rows;
  for (std::size_t m = 0; m < t.firmware->measure_count; ++m) {
    const nic_own_measure& declared = t.firmware->measures[m];
    const Moments found = statistics::moments(t.all, *t.firmware, m);
    if (found.weight == 0 || std::string(declared.key) == "outstanding") continue;
    const std::string unit = declared.unit == NIC_UNIT_TICKS ? "ticks, mean" : "mean";
    rows.push_back({std::string("  ") + declared.key, fixed(found.mean, 2),
                    unit + (is_level(declared) ? " over time" : " of " + std::to_string(found.weight)) +
                        ", deviation " + fixed(found.deviation, 2)});
  }
  return rows;
}

std::string measures_csv(const MeasureTotals& t) {
  std::string text = "host";
  for (std::size_t m = 0; m < t.firmware->measure_count; ++m) {
    const nic_own_measure& declared = t.firmware->measures[m];
    for (const char* what : {"", "_deviation"}) text += std::string(",") + declared.key + what;
    if (!is_level(declared))
      for (const char* what : {"_values", "_slope"}) text += std::string(",") + declared.key + what;
  }
  text += '\n';
  const auto number = [](double value) { return formatted(value, "%.6g"); };
  for (std::size_t i = 0; i < t.hosts.size(); ++i) {
    if (!has_any(t.hosts[i])) continue;
    text += t.names[i];
    for (std::size_t m = 0; m < t.firmware->measure_count; ++m) {
      const nic_own_measure& declared = t.firmware->measures[m];
      const Moments found = statistics::moments(t.hosts[i], *t.firmware, m);
      text += found.weight == 0 ? ",," : ',' + number(found.mean) + ',' + number(found.deviation);
      if (is_level(declared)) continue;
      text += ',' + std::to_string(found.weight) + ',';
      if (found.weight != 0) text += number(statistics::slope(t.hosts[i].samples[m], declared.divisor));
    }
    text += '\n';
  }
  return text;
}

}  // namespace slackline::report
