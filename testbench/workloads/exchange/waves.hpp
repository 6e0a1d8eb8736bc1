// The values of this workload in a dump.
#pragma once

#include "testbench/observe/wave_source.hpp"
#include "testbench/workloads/workload.hpp"

namespace slackline::exchange {

/// One of a list. It must outlive the sources.
observe::WaveScope waves_of(const features::Workload& workload);

}  // namespace slackline::exchange
