#include "testbench/tracing/workload_waves.hpp"

namespace slackline::tracing {

void WorkloadWaves::look() {
  for (const Chosen& chosen : chosen_) {
    chosen.source->look(values_);
    for (std::size_t i = 0; i < values_.size(); ++i) writer_.set(chosen.first + static_cast<Signal>(i), values_[i]);
  }
}

}  // namespace slackline::tracing
