#include "tests/testbench/studies/sample_network.hpp"

#include <memory>
#include <utility>

namespace slackline::test {

std::string sample_result(const features::Experiment& experiment) {
  const double load = experiment.traffic.load;
  const double most = 0.1 * static_cast<double>(experiment.switches.virtual_channels);
  const bool saturated = load > most;
  const double latency = saturated ? 1000 : 10 / (1 - load / (most + 0.001));
  return R"({"status": "complete", "cycles": {"run": 1000, "measured": 900}, "convergence": {"converged": )" +
         std::string(saturated ? "false" : "true") + R"(, "saturated": )" + (saturated ? "true" : "false") +
         R"(}, "load": {"offered": )" + std::to_string(load) + R"(, "accepted": )" +
         std::to_string(saturated ? most * 0.9 : load) + R"(, "accepted_half_width": 0.001}, "latency": {"packets": 50,
         "total": {"mean": )" +
         std::to_string(latency) + R"(, "half_width": 0.5, "p50": 9, "p99": 30}}, "hops": {"mean": 3.5}})";
}

settings::SourcePtr sample_file() {
  return std::make_shared<const settings::Source>(
      "sample.yaml",
      "schema_version: 1\nname: sample\ntopology: { size: [2, 2] }\nrun: { max_cycles: 1000, warmup: 100 }\n");
}

studies::Runner sample_runner(unsigned at_once, studies::Simulate simulate) {
  studies::Runner runner;
  runner.at_once = at_once;
  runner.simulate = std::move(simulate);
  return runner;
}

}  // namespace slackline::test
