#include "testbench/workloads/replay/kind.hpp"

#include "testbench/workloads/replay/build.hpp"
#include "testbench/workloads/replay/meter.hpp"
#include "testbench/workloads/replay/settings.hpp"
#include "testbench/workloads/replay/waves.hpp"

namespace slackline::replay {

features::WorkloadKind kind() {
  features::WorkloadKind kind{"replay", "hosts replay a program's trace; keys of `traffic`"};
  kind.keys = {{"traffic.", features::replay_keys()}};
  kind.meter = meter_of;
  kind.waves = waves_of;
  kind.program = features::replay_of;
  kind.check = [](const settings::Values& experiment, const features::WorkloadKind::Report& error) {
    if (experiment.get<features::ReplaySettings>().trace_file.empty()) error("trace", "missing", "name of a file");
  };
  return kind;
}

}  // namespace slackline::replay
