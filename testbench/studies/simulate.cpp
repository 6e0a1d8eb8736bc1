#include "testbench/studies/simulate.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "rtl_models/network/fabric.hpp"
#include "rtl_models/network/signal_network.hpp"
#include "testbench/config/experiment_network.hpp"
#include "testbench/monitors/watchdog.hpp"
#include "testbench/report/result_json.hpp"

namespace slackline::studies {

namespace {

template <class Engine>
void run_until(Engine& engine, Cycle end, std::uint64_t interval, monitors::Watchdog& watchdog,
               std::vector<monitors::Stall>& stalls) {
  while (engine.now() < end && stalls.empty()) {
    const std::uint64_t next = interval == 0 ? end.value : (engine.now().value / interval + 1) * interval;
    engine.run_until(std::min(end, Cycle(next)));
    if (interval != 0 && engine.now().value == next) stalls = watchdog.look(engine);
  }
}

template <class Engine>
statistics::RunTotals totals_of(Engine& engine, const config::RunSettings& settings) {
  monitors::Watchdog watchdog(engine.netlist());
  std::vector<monitors::Stall> stalls;
  run_until(engine, Cycle(settings.warmup.value_or(0)), settings.watchdog, watchdog, stalls);
  const statistics::HostCounts at_warmup = statistics::count_hosts(engine);
  run_until(engine, Cycle(settings.max_cycles), settings.watchdog, watchdog, stalls);
  statistics::RunTotals totals = statistics::collect(engine, at_warmup);
  for (std::size_t i = 0; i < stalls.size(); ++i)
    totals.faults.insert(totals.faults.begin() + static_cast<std::ptrdiff_t>(i),
                         {stalls[i].where, stalls[i].what + "; cycles stuck", settings.watchdog});
  return totals;
}

statistics::RunTotals totals_of(const config::Experiment& experiment, network::Netlist netlist) {
  if (experiment.run.engine == config::Engine::fabric) {
    network::Fabric fabric(std::move(netlist));
    return totals_of(fabric, experiment.run);
  }
  static network::SignalNetwork& network = *new network::SignalNetwork("network", std::move(netlist));
  return totals_of(network, experiment.run);
}

}  // namespace

std::string simulate(const config::Experiment& experiment) {
  network::Netlist netlist = config::network_of(experiment);
  report::Result result{experiment, config::derived(experiment), netlist.switches.size(), netlist.channels.size(), {},
                        {}};
  result.totals = totals_of(experiment, std::move(netlist));
  if (result.totals.faulty()) result.status = report::Status::faulty;
  return report::result_json(result);
}

}  // namespace slackline::studies
