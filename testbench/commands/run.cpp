#include <algorithm>
#include <iostream>
#include <memory>
#include <utility>

#include "rtl_models/network/fabric.hpp"
#include "rtl_models/network/signal_network.hpp"
#include "testbench/commands/commands.hpp"
#include "testbench/commands/exit_status.hpp"
#include "testbench/commands/interrupt.hpp"
#include "testbench/commands/load.hpp"
#include "testbench/commands/progress.hpp"
#include "testbench/config/experiment_network.hpp"
#include "testbench/monitors/watchdog.hpp"
#include "testbench/report/result_csv.hpp"
#include "testbench/report/result_json.hpp"
#include "testbench/report/result_table.hpp"
#include "testbench/report/results_folder.hpp"
#include "testbench/statistics/measurement.hpp"
#include "testbench/statistics/snapshot.hpp"

namespace slackline::commands {

namespace {

/// The watchdog of a run, and when it looks.
struct Guard {
  monitors::Watchdog watchdog;
  std::uint64_t interval;  ///< cycles; 0: never
  Cycle next_look;
  std::vector<monitors::Stall> stalls;

  Guard(const network::Netlist& netlist, std::uint64_t cycles)
      : watchdog(netlist), interval(cycles), next_look(cycles == 0 ? never : Cycle(cycles)) {}

  template <class Engine>
  void look(const Engine& engine) {
    if (engine.now() != next_look) return;
    stalls = watchdog.look(engine);
    next_look = next_look + interval;
  }
};

struct Outcome {
  statistics::RunTotals totals;
  statistics::Verdict verdict;
  bool finished = false;
  bool stuck = false;
  double seconds = 0;
};

/// What is measured of a run, and when it has been measured well enough.
template <class Engine>
class Meter {
 public:
  Meter(Engine& engine, const config::RunSettings& run)
      : engine_(engine), counter_(engine.netlist()), measurement_({run.warmup, run.max_cycles, run.relative_error}) {}

  Cycle next_probe() const { return measurement_.next_probe(); }
  bool done() const { return measurement_.done(); }
  const char* state() const { return measurement_.window_open() ? "" : "warming up"; }

  void probe() {
    if (engine_.now() == next_probe() && measurement_.probe(statistics::take_counts(engine_, counter_))) open_window();
  }

  /// Up to here. What has been no window yet is an empty one.
  void finish(Outcome& outcome) {
    if (!measurement_.window_open()) open_window();
    outcome.totals = statistics::collect(engine_, begin_, counter_);
    outcome.verdict = measurement_.verdict();
    outcome.verdict.warmup = begin_.at.value;
  }

 private:
  void open_window() {
    begin_ = statistics::take_snapshot(engine_, counter_);
    engine_.latencies().total.restart_extremes();
    engine_.latencies().network.restart_extremes();
  }

  Engine& engine_;
  statistics::HostCounter counter_;
  statistics::Measurement measurement_;
  statistics::Snapshot begin_;
};

/// Runs in slices of about a tenth of a second, so that progress is shown and an interrupt heard; what is measured, and when
/// the run ends, depends on the model alone. False: interrupted, or something is stuck.
template <class Engine>
bool run_slices(Engine& engine, Meter<Engine>& meter, Progress& progress, std::uint64_t most, Guard& guard) {
  std::uint64_t slice = 256;
  for (meter.probe(); !meter.done(); meter.probe()) {
    if (interrupt_noted()) return false;
    const double before = progress.seconds();
    const Cycle goal = engine.now() + slice;
    engine.run_until(std::min({goal, meter.next_probe(), guard.next_look}));
    guard.look(engine);
    if (!guard.stalls.empty()) return false;
    const double took = progress.seconds() - before;
    if (took < 0.05 && engine.now() == goal)
      slice *= 2;
    else if (took > 0.2)
      slice = std::max<std::uint64_t>(1, slice / 2);
    progress.show(engine.now().value, most, meter.state());
  }
  return true;
}

template <class Engine>
Outcome simulate(Engine& engine, const config::RunSettings& settings, bool show_progress) {
  note_interrupts();  // from here on somebody listens: while an engine is built, a signal ends the program at once
  Progress progress(show_progress);
  Guard guard(engine.netlist(), settings.watchdog);
  Meter<Engine> meter(engine, settings);
  Outcome outcome;
  outcome.finished = run_slices(engine, meter, progress, settings.max_cycles, guard);
  outcome.stuck = !guard.stalls.empty();
  outcome.seconds = progress.seconds();
  meter.finish(outcome);
  std::vector<statistics::InstanceFault> stuck;  // named first: the cause of the rest
  for (const monitors::Stall& stall : guard.stalls)
    stuck.push_back({stall.where, stall.what + "; cycles stuck", settings.watchdog});
  outcome.totals.faults.insert(outcome.totals.faults.begin(), stuck.begin(), stuck.end());
  return outcome;
}

Outcome simulate(const config::Experiment& experiment, network::Netlist netlist, bool show_progress) {
  if (experiment.run.engine == config::Engine::fabric) {
    network::Fabric fabric(std::move(netlist));
    return simulate(fabric, experiment.run, show_progress);
  }
  // Cycles are what counts; the kernel's own time is one nanosecond a cycle.
  // It is never taken down: for that the kernel takes a time that grows with the square of the network.
  static network::SignalNetwork& network = *new network::SignalNetwork("network", std::move(netlist));
  return simulate(network, experiment.run, show_progress);
}

void say_faults(const statistics::RunTotals& totals) {
  constexpr std::size_t most = 20;
  for (std::size_t i = 0; i < std::min(totals.faults.size(), most); ++i)
    std::cerr << "slackline: fault: " << totals.faults[i].instance << ": " << totals.faults[i].fault << " = "
              << totals.faults[i].count << '\n';
  if (totals.faults.size() > most) std::cerr << "slackline: and " << totals.faults.size() - most << " more\n";
  if (!totals.conserved()) std::cerr << "slackline: fault: flits are not conserved\n";
}

}  // namespace

int run(const RunOptions& options) {
  const std::optional<config::Experiment> experiment = load_experiment(options.file, overrides_of(options.settings));
  if (!experiment) return wrong_input;
  std::unique_ptr<report::ResultsFolder> folder;
  if (options.out) {
    try {
      folder = std::make_unique<report::ResultsFolder>(*options.out);
    } catch (const report::ResultsFolderError& e) {
      std::cerr << "slackline: --out " << e.what() << '\n';
      return wrong_input;
    }
  }

  network::Netlist netlist = config::network_of(*experiment);
  report::Result result;
  result.experiment = *experiment;
  result.derived = config::derived(*experiment);
  result.switches = netlist.switches.size();
  result.channels = netlist.channels.size();
  Outcome outcome = simulate(*experiment, std::move(netlist), !options.quiet);
  result.totals = std::move(outcome.totals);
  result.verdict = outcome.verdict;
  if (result.totals.faulty())
    result.status = report::Status::faulty;
  else if (!outcome.finished)
    result.status = report::Status::partial;

  const std::string json = report::result_json(result), table = report::result_table(result);
  const report::Manifest manifest{
      report::version(),
      options.file,
      experiment->run.engine,
      experiment->run.seed,
      result.totals.cycles,
      outcome.seconds,
      {"result.json", "summary.txt", "links.csv", "latency.csv", report::ResultsFolder::manifest_name}};
  if (folder != nullptr)
    folder->publish({{"result.json", json},
                     {"summary.txt", table},
                     {"links.csv", report::links_csv(result)},
                     {"latency.csv", report::latency_csv(result)},
                     {report::ResultsFolder::manifest_name, report::manifest_json(manifest)}});
  if (options.json)
    std::cout << json;
  else if (!options.quiet)
    std::cout << table << "  " << report::speed_line(manifest) << '\n';

  if (result.totals.faulty()) say_faults(result.totals);
  if (!outcome.finished)
    std::cerr << "slackline: " << (outcome.stuck ? "stopped in cycle " : "interrupted in cycle ")
              << result.totals.cycles << (outcome.stuck ? ": what is stuck will never move again\n" : "\n");
  const ExitStatus status = status_of(result.totals, result.verdict, outcome.finished || outcome.stuck);
  if (status == not_converged)
    std::cerr << "slackline: not converged in " << result.totals.cycles
              << (result.verdict.saturated ? " cycles: the network is saturated\n" : " cycles\n");
  return status;
}

}  // namespace slackline::commands
