#include "testbench/simulation/simulation.hpp"

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

#include "rtl_models/network/fabric.hpp"
#include "rtl_models/network/signal_network.hpp"
#include "testbench/deadlock/deadlock.hpp"
#include "testbench/features/nic/build.hpp"
#include "testbench/monitors/packet_log.hpp"
#include "testbench/run/kinds.hpp"
#include "testbench/run/network.hpp"
#include "testbench/run/workloads.hpp"
#include "testbench/simulation/guard.hpp"
#include "testbench/simulation/network_meter.hpp"
#include "testbench/statistics/error_counters.hpp"
#include "testbench/tracing/waves.hpp"

namespace slackline::simulation {

namespace {

class Stopwatch {
 public:
  double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point start_ = Clock::now();
};

template <class Engine>
class Run {
 public:
  /// `may_lock_up`: it is not certain that everything under way arrives.
  Run(Engine& engine, const features::Experiment& experiment, const Hooks& hooks, bool may_lock_up,
      statistics::FirmwareInstruments* instruments)
      : engine_(engine),
        settings_(experiment.run),
        hooks_(hooks),
        may_lock_up_(may_lock_up),
        guard_(engine.netlist(), experiment.run.watchdog),
        seen_(engine),
        meter_(seen_, experiment, hooks.look, instruments) {}

  Outcome outcome() {
    if (hooks_.waves != nullptr) hooks_.waves->begin(engine_.netlist());
    if (hooks_.packets != nullptr) hooks_.packets->begin(engine_.netlist());
    if (hooks_.built) hooks_.built();
    const Stopwatch watch;
    Outcome outcome;
    outcome.finished = run_measured(watch);
    outcome.standstill = guard_.standstill();
    outcome.halted = guard_.halted();
    outcome.nothing_since = guard_.nothing_since();
    outcome.before_first_error = before_first_error_;
    outcome.seconds = watch.seconds();
    if (hooks_.over) hooks_.over(!outcome.interrupted());
    if constexpr (std::is_same_v<Engine, network::Fabric>)
      if (hooks_.fabric_over) hooks_.fabric_over(engine_);
    outcome.sections = meter_.finish(outcome.totals, outcome.verdict);
    if (outcome.finished && may_lock_up_) look_behind_the_end(watch, outcome);
    if (outcome.standstill || outcome.nothing_since) outcome.verdict.withdraw();
    const std::vector<statistics::InstanceError> stuck = errors_of(outcome.standstill);  // the cause of the rest
    outcome.totals.errors.insert(outcome.totals.errors.begin(), stuck.begin(), stuck.end());
    if (outcome.nothing_since)
      outcome.totals.errors.push_back(
          {"hosts", "nothing completed since cycle " + std::to_string(outcome.nothing_since->value) + "; messages open",
           outcome.totals.nic->open()});
    return outcome;
  }

 private:
  std::vector<statistics::InstanceError> errors_of(const std::optional<monitors::Standstill>& standstill) const {
    std::vector<statistics::InstanceError> errors;
    if (!standstill) return errors;
    if (!standstill->kept.empty())
      errors.push_back({standstill->kept[0].host, "deadlock, network interfaces that wait for one another",
                        standstill->kept.size()});
    else if (standstill->is_deadlock())
      errors.push_back(
          {standstill->worms[0].head, "deadlock, worms that wait for one another", standstill->worms.size()});
    for (const monitors::Stall& stall : standstill->roots)
      errors.push_back({stall.where, stall.what + "; cycles stuck", settings_.watchdog});
    return errors;
  }

  /// The measured run: false when it ended before its time.
  bool run_measured(const Stopwatch& watch) {
    const auto over = [&] {
      meter_.probe();
      if (!meter_.done()) guard_.rest(meter_.quiet_until());
      return meter_.done();
    };
    const auto step = [&](Cycle end) {
      const Cycle begin = engine_.now();
      run_until(std::min(end, meter_.next_probe()));
      if (!before_first_error_ && statistics::error_count(engine_) != 0) before_first_error_ = begin;
    };
    const auto tell = [&] {
      if (hooks_.progress) hooks_.progress(engine_.now().value, settings_.max_cycles, meter_.state());
    };
    return run_slices(watch, over, step, tell);
  }

  /// A run may end before the watchdog has looked twice at worms that are still. The network goes on, unmeasured.
  void look_behind_the_end(const Stopwatch& watch, Outcome& outcome) {
    guard_.end_run(engine_);
    if (guard_.next_look() == never) return;
    run_slices(
        watch, [&] { return guard_.enough(); }, [&](Cycle to) { engine_.run_until(to); }, [] {});
    if (!guard_.standstill()) return;
    outcome.standstill = guard_.standstill();
    outcome.finished = false;
  }

  /// Slices of about a tenth of a second, so that progress is shown and an interrupt heard, until `over()`, which is
  /// asked before each of them. `step(end)` runs to `end` or less. False: interrupted, or the watchdog has found something.
  template <class Over, class Step, class Tell>
  bool run_slices(const Stopwatch& watch, Over&& over, Step&& step, Tell&& tell) {
    std::uint64_t slice = 256;
    while (!over()) {
      if (hooks_.go_on && !hooks_.go_on()) return false;
      const double before = watch.seconds();
      const Cycle goal = engine_.now() + slice;
      step(std::min(goal, guard_.next_look()));
      guard_.look(engine_, meter_.host_computes());
      if (guard_.has_found()) return false;
      const double took = watch.seconds() - before;
      if (took < 0.05 && engine_.now() == goal)
        slice *= 2;
      else if (took > 0.2)
        slice = std::max<std::uint64_t>(1, slice / 2);
      tell();
    }
    return true;
  }

  void run_until(Cycle end) {
    const auto run = [this](Cycle to) { run_with_waves(to); };
    if (hooks_.packets != nullptr)
      hooks_.packets->run_until(engine_, end, run);
    else
      run(end);
  }

  void run_with_waves(Cycle end) {
    if (hooks_.waves != nullptr)
      hooks_.waves->run_until(engine_, end);
    else
      engine_.run_until(end);
  }

  Engine& engine_;
  const features::RunSettings& settings_;
  const Hooks& hooks_;
  const bool may_lock_up_;
  Guard guard_;
  observe::EngineOf<Engine> seen_;
  NetworkMeter meter_;
  std::optional<Cycle> before_first_error_;
};

template <class Engine>
Outcome outcome_of(Engine& engine, const features::Experiment& experiment, const Hooks& hooks,
                   statistics::FirmwareInstruments* instruments) {
  const bool may_lock_up = deadlock::may_lock_up(engine.netlist(), experiment.routing.allow_cycles);
  if (instruments != nullptr) instruments->transactions.watch(engine.hosts().messages);
  return Run<Engine>(engine, experiment, hooks, may_lock_up, instruments).outcome();
}

/// Instruments at all network interfaces of the network; nullptr: it has none.
std::unique_ptr<statistics::FirmwareInstruments> instrument(network::Netlist& netlist) {
  if (netlist.interfaces == nullptr) return nullptr;
  auto instruments = std::make_unique<statistics::FirmwareInstruments>(netlist);
  auto interfaces = std::make_shared<network::HostInterfaces>(*netlist.interfaces);
  interfaces->set_instruments(instruments.get());
  netlist.interfaces = std::move(interfaces);
  return instruments;
}

/// Cycles are what counts; the kernel's own time is one nanosecond a cycle. SystemC elaborates once, so there is no second one.
/// It is never taken down: for that the kernel takes a time that grows with the square of the network.
network::SignalNetwork& the_signal_network(network::Netlist netlist) {
  static network::SignalNetwork* made = nullptr;
  if (made != nullptr)
    throw std::logic_error(
        "a second run with engine: signal in one process; expected one run, since SystemC elaborates once");
  made = new network::SignalNetwork("network", network::elaborate(std::move(netlist)));
  return *made;
}

}  // namespace

Outcome simulate(const features::Experiment& experiment, network::Netlist netlist, const Hooks& hooks) {
  const std::unique_ptr<statistics::FirmwareInstruments> instruments = instrument(netlist);
  if (experiment.run.engine == features::Engine::fabric) {
    network::Fabric fabric(network::elaborate(std::move(netlist)));
    return outcome_of(fabric, experiment, hooks, instruments.get());
  }
  return outcome_of(the_signal_network(std::move(netlist)), experiment, hooks, instruments.get());
}

namespace {

std::vector<report::HostKindResult> host_kinds_of(const network::Netlist& netlist) {
  std::vector<report::HostKindResult> kinds;
  for (const nic::Params& nic : netlist.interfaces->nics) kinds.push_back({0, "", nic});
  const std::size_t without = kinds.size();
  if (netlist.has_generators()) kinds.emplace_back();
  for (std::size_t i = 0; i < netlist.endpoints.size(); ++i) {
    report::HostKindResult& kind = kinds[netlist.has_interface(i) ? netlist.endpoints[i].nic : without];
    if (kind.hosts++ == 0) kind.first = netlist.endpoints[i].name;
  }
  return kinds;
}

}  // namespace

report::Result result_of(const features::Experiment& experiment, const network::Netlist& netlist, Outcome outcome) {
  report::Result result;
  result.standstill = std::move(outcome.standstill);
  result.nothing_since = outcome.nothing_since;
  result.experiment = experiment;
  const features::SwitchKinds kinds = features::switch_kinds_of(experiment, netlist);
  result.derived = kinds.kinds.front().derived;
  if (!experiment.kinds.switches.empty()) {
    for (const features::SwitchKind& kind : kinds.kinds)
      result.kinds.push_back({kind.group.count, "", {}, kind.params, kind.derived});
    for (std::size_t s = 0; s < netlist.switches.size(); ++s) {
      report::KindResult& kind = result.kinds[kinds.of[s]];
      if (kind.first.empty()) kind.first = netlist.switches[s].name;
      if (kind.switches <= report::KindResult::most_names) kind.names.push_back(netlist.switches[s].name);
    }
  }
  result.switches = netlist.switches.size();
  result.channels = netlist.channels.size();
  result.totals = std::move(outcome.totals);
  result.verdict = outcome.verdict;
  if (netlist.interfaces != nullptr) {
    const std::vector<features::HostClock> clocks = features::clocks_of(experiment, netlist);
    for (std::size_t i = 0; i < clocks.size(); ++i)
      result.clocks.push_back(netlist.has_interface(i) ? std::optional(clocks[i]) : std::nullopt);
    if (features::has_host_kinds(experiment) || experiment.nic.processor == features::ProcessorKind::rv32)
      result.host_kinds = host_kinds_of(netlist);
  }
  result.sections = std::move(outcome.sections);
  if (result.totals.failed())
    result.status = report::Status::failed;
  else if (!outcome.finished)
    result.status = report::Status::partial;
  return result;
}

report::Result run(const features::Experiment& experiment, const Hooks& hooks) {
  const network::Netlist netlist = features::completed_network_of(experiment);
  return result_of(experiment, netlist, simulate(experiment, netlist, hooks));
}

}  // namespace slackline::simulation
