#include "testbench/workloads/barriers/kind.hpp"

#include <algorithm>

#include "testbench/workloads/barriers/meter.hpp"
#include "testbench/workloads/barriers/settings.hpp"
#include "testbench/workloads/barriers/waves.hpp"

namespace slackline::barriers {

features::WorkloadKind kind() {
  std::vector<settings::Key> of_group(features::group_fields().begin(), features::group_fields().end());
  of_group.erase(std::remove_if(of_group.begin(), of_group.end(),
                                [](const settings::Key& key) { return key.path == "barriers.groups.members"; }),
                 of_group.end());
  features::WorkloadKind kind{"barriers",
                              "hosts meet in barriers, as one group; keys of `barriers` and `barriers.groups`"};
  kind.sends_packets = false;
  kind.keys = {{"barriers.", features::barrier_keys()}, {"barriers.groups.", std::move(of_group)}};
  kind.meter = meter_of;
  kind.waves = waves_of;
  kind.add_settings = [](settings::Sections& own) { own.add<features::BarrierGroup>(); };
  return kind;
}

}  // namespace slackline::barriers
