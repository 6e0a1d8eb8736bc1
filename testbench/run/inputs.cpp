#include "testbench/run/inputs.hpp"

#include "testbench/features/routing/route_file.hpp"
#include "testbench/features/topology/file.hpp"
#include "testbench/run/checks.hpp"
#include "testbench/workloads/replay/trace_file/trace_file.hpp"
#include "testbench/workloads/synchronization/settings.hpp"
#include "testbench/workloads/traffic/permutation_file.hpp"

namespace slackline::features {

void complete_reading(ExperimentReading& reading) {
  read_fabric_file(reading);
  read_schedule_files(reading);
  read_route_file(reading);
  judge_each(reading, [](ExperimentReading& one) {
    read_permutation_file(one);
    trace_file::read_trace(one);
    check_meaning(one);
  });
}

}  // namespace slackline::features
