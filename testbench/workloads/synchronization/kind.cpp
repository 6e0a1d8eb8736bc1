#include "testbench/workloads/synchronization/kind.hpp"

#include "testbench/features/nic/build.hpp"
#include "testbench/workloads/synchronization/meter.hpp"
#include "testbench/workloads/synchronization/slot_tables/slot_tables.hpp"

namespace slackline::synchronization {

features::WorkloadKind kind() {
  features::WorkloadKind kind;
  kind.section = {"synchronization", "nic.firmware", features::synchronizes};
  kind.meter = meter_of;
  kind.complete = slot_tables::complete;
  return kind;
}

}  // namespace slackline::synchronization
