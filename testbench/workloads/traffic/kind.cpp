#include "testbench/workloads/traffic/kind.hpp"

#include "testbench/workloads/traffic/meter.hpp"
#include "testbench/workloads/traffic/settings.hpp"
#include "testbench/workloads/traffic/waves.hpp"

namespace slackline::traffic {

features::WorkloadKind kind() {
  features::WorkloadKind kind{"traffic", "hosts send random packets; keys of `traffic`"};
  kind.ends = false;
  kind.keys = {{"traffic.", features::traffic_keys()}};
  kind.meter = meter_of;
  kind.waves = waves_of;
  kind.check = [](const settings::Values& experiment, const features::WorkloadKind::Report& error) {
    if (experiment.get<features::WorkloadHosts>().nodes.size() == 1)
      error("hosts", "one host", "at least 2: random packets go from one to another");
  };
  return kind;
}

}  // namespace slackline::traffic
