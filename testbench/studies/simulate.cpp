#include "testbench/studies/simulate.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "rtl_models/network/fabric.hpp"
#include "rtl_models/network/signal_network.hpp"
#include "testbench/config/experiment_network.hpp"
#include "testbench/monitors/guard.hpp"
#include "testbench/report/result_json.hpp"
#include "testbench/statistics/meter.hpp"

namespace slackline::studies {

namespace {

template <class Engine>
void measure(Engine& engine, const config::RunSettings& settings, report::Result& result) {
  monitors::Guard guard(engine.netlist(), settings.watchdog);
  statistics::Meter<Engine> meter(engine, {settings.warmup, settings.max_cycles, settings.relative_error});
  for (meter.probe(); !meter.done() && guard.stalls.empty(); meter.probe()) {
    engine.run_until(std::min(meter.next_probe(), guard.next_look));
    guard.look(engine);
  }
  meter.finish(result.totals, result.verdict);
  const std::vector<statistics::InstanceFault> stuck = guard.faults();
  result.totals.faults.insert(result.totals.faults.begin(), stuck.begin(), stuck.end());
}

}  // namespace

std::string simulate(const config::Experiment& experiment) {
  network::Netlist netlist = config::network_of(experiment);
  report::Result result;
  result.experiment = experiment;
  result.derived = config::derived(experiment);
  result.switches = netlist.switches.size();
  result.channels = netlist.channels.size();
  if (experiment.run.engine == config::Engine::fabric) {
    network::Fabric fabric(std::move(netlist));
    measure(fabric, experiment.run, result);
  } else {
    static network::SignalNetwork& network = *new network::SignalNetwork("network", std::move(netlist));
    measure(network, experiment.run, result);
  }
  if (result.totals.faulty()) result.status = report::Status::faulty;
  return report::result_json(result);
}

}  // namespace slackline::studies
