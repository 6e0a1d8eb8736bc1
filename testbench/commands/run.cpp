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
#include "testbench/report/result_json.hpp"
#include "testbench/report/result_table.hpp"
#include "testbench/report/results_folder.hpp"
#include "testbench/tracing/waves.hpp"

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

/// Runs in slices of about a tenth of a second, so that progress is shown and an interrupt heard. False: interrupted,
/// or something is stuck.
template <class Engine>
bool run_slices(Engine& engine, Cycle end, Progress& progress, std::uint64_t goal, Guard& guard,
                tracing::Waves& waves) {
  std::uint64_t slice = 256;
  while (engine.now() < end) {
    if (interrupt_noted()) return false;
    const double before = progress.seconds();
    waves.run_until(engine, std::min({engine.now() + slice, end, guard.next_look}));
    guard.look(engine);
    if (!guard.stalls.empty()) return false;
    const double took = progress.seconds() - before;
    if (took < 0.05)
      slice *= 2;
    else if (took > 0.2)
      slice = std::max<std::uint64_t>(1, slice / 2);
    progress.show(engine.now().value, goal);
  }
  return true;
}

struct Outcome {
  statistics::RunTotals totals;
  bool finished = false;
  bool stuck = false;
  bool waves_written = true;
  double seconds = 0;
};

template <class Engine>
Outcome simulate(Engine& engine, const config::RunSettings& settings, bool show_progress, tracing::Waves& waves) {
  waves.begin(engine.netlist());
  note_interrupts();  // from here on somebody listens: while an engine is built, a signal ends the program at once
  Progress progress(show_progress);
  const std::uint64_t end = settings.max_cycles;
  Guard guard(engine.netlist(), settings.watchdog);
  statistics::HostCounts at_warmup;
  Outcome outcome;
  outcome.finished = run_slices(engine, Cycle(settings.warmup), progress, end, guard, waves);
  at_warmup = statistics::count_hosts(engine);
  if (outcome.finished) outcome.finished = run_slices(engine, Cycle(end), progress, end, guard, waves);
  outcome.stuck = !guard.stalls.empty();
  outcome.seconds = progress.seconds();
  outcome.waves_written = waves.finish(outcome.finished || outcome.stuck, std::cerr);
  outcome.totals = statistics::collect(engine, at_warmup);
  std::vector<statistics::InstanceFault> stuck;  // named first: the cause of the rest
  for (const monitors::Stall& stall : guard.stalls)
    stuck.push_back({stall.where, stall.what + "; cycles stuck", settings.watchdog});
  outcome.totals.faults.insert(outcome.totals.faults.begin(), stuck.begin(), stuck.end());
  return outcome;
}

Outcome simulate(const config::Experiment& experiment, network::Netlist netlist, bool show_progress,
                 tracing::Waves& waves) {
  if (experiment.run.engine == config::Engine::fabric) {
    network::Fabric fabric(std::move(netlist));
    return simulate(fabric, experiment.run, show_progress, waves);
  }
  // Cycles are what counts; the kernel's own time is one nanosecond a cycle.
  // It is never taken down: for that the kernel takes a time that grows with the square of the network.
  static network::SignalNetwork& network = *new network::SignalNetwork("network", std::move(netlist));
  return simulate(network, experiment.run, show_progress, waves);
}

std::vector<config::Override> overrides_of(const RunOptions& options) {
  std::vector<config::Override> overrides;
  if (options.engine) overrides.push_back({"--engine", "run.engine", *options.engine});
  if (options.seed) overrides.push_back({"--seed", "run.seed", *options.seed});
  if (options.waves) overrides.push_back({"--waves", "waves.file", *options.waves});
  return overrides;
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
  const std::optional<config::Experiment> experiment = load_experiment(options.file, overrides_of(options));
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
  report::Result result{*experiment, config::derived(*experiment), netlist.switches.size(), netlist.channels.size(), {},
                        {}};
  std::optional<tracing::Waves> waves;
  try {
    waves.emplace(*experiment, netlist, std::cerr);
  } catch (const tracing::WaveFileError& e) {
    std::cerr << "slackline: waves: " << e.what() << '\n';
    return wrong_input;
  }
  Outcome outcome = simulate(*experiment, std::move(netlist), !options.quiet, *waves);
  result.totals = std::move(outcome.totals);
  if (result.totals.faulty())
    result.status = report::Status::faulty;
  else if (!outcome.finished)
    result.status = report::Status::partial;

  const std::string json = report::result_json(result), table = report::result_table(result);
  const report::Manifest manifest{report::version(),
                                  options.file,
                                  experiment->run.engine,
                                  experiment->run.seed,
                                  result.totals.cycles,
                                  outcome.seconds,
                                  {"result.json", "summary.txt", report::ResultsFolder::manifest_name}};
  if (folder != nullptr)
    folder->publish({{"result.json", json},
                     {"summary.txt", table},
                     {report::ResultsFolder::manifest_name, report::manifest_json(manifest)}});
  if (options.json)
    std::cout << json;
  else if (!options.quiet)
    std::cout << table << "  " << report::speed_line(manifest) << '\n';

  if (result.totals.faulty()) say_faults(result.totals);
  if (!outcome.finished)
    std::cerr << "slackline: " << (outcome.stuck ? "stopped in cycle " : "interrupted in cycle ")
              << result.totals.cycles << (outcome.stuck ? ": what is stuck will never move again\n" : "\n");
  const int status = status_of(result.totals, outcome.finished || outcome.stuck);
  return status == done && !outcome.waves_written ? broken : status;
}

}  // namespace slackline::commands
