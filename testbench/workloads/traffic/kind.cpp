#include "testbench/workloads/traffic/kind.hpp"

#include "testbench/workloads/traffic/meter.hpp"
#include "testbench/workloads/traffic/settings.hpp"
#include "testbench/workloads/traffic/waves.hpp"

namespace slackline::traffic {

features::WorkloadKind kind() {
  features::WorkloadKind kind{"traffic", "hosts send random packets; keys of `traffic`"};
  kind.ends = false;
  kind.fewest_hosts = 2;  // packets go from one to another
  kind.keys = {{"traffic.", features::traffic_keys()}};
  kind.meter = meter_of;
  kind.waves = waves_of;
  return kind;
}

}  // namespace slackline::traffic
