#include "testbench/simulation/error_waves.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <ostream>
#include <set>
#include <utility>

#include "rtl_models/network/fabric.hpp"
#include "testbench/report/standstill_text.hpp"
#include "testbench/tracing/waves.hpp"

namespace slackline::simulation {

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t cycles_around = 500, slice = 1000;
constexpr std::size_t most_switches = 64, most_channels = 256;

std::vector<std::string> scope_of(const monitors::Standstill& standstill) {
  const std::vector<std::string>& switches = standstill.switches;
  std::set<std::string> channels, interfaces;
  for (const monitors::KeptWorm& worm : standstill.kept) {
    if (interfaces.size() >= 4 * most_switches) break;
    interfaces.insert({worm.host, tracing::nic_scope(worm.host), "link_" + worm.host + "_*", "link_*_to_" + worm.host});
  }
  for (const monitors::StuckWorm& worm : standstill.worms) {
    if (channels.size() >= most_channels) break;
    for (const monitors::ChannelName& held : worm.holds) channels.insert(held.channel);
    for (const monitors::NamedWait& wait : worm.waits) {
      if (!wait.channel.channel.empty()) channels.insert(wait.channel.channel);
      if (wait.why == "interface") interfaces.insert(tracing::nic_scope(wait.buffer));
    }
  }
  std::vector<std::string> scope(
      switches.begin(), switches.begin() + static_cast<std::ptrdiff_t>(std::min(switches.size(), most_switches)));
  scope.insert(scope.end(), channels.begin(), channels.end());
  scope.insert(scope.end(), interfaces.begin(), interfaces.end());
  return scope;
}

/// The instances that report errors, and the links at them.
std::vector<std::string> scope_of(const network::Netlist& netlist, const statistics::RunTotals& totals) {
  if (netlist.switches.size() <= most_switches) return {};
  std::set<std::string> names;
  const auto add = [&](const std::string& name) {
    if (names.size() < 3 * most_switches) names.insert({name, "link_" + name + "_*", "link_*_to_" + name});
    if (names.size() < 3 * most_switches) names.insert("link_*_to_" + name + "_*");
  };
  for (const statistics::InstanceError& error : totals.errors) {
    add(error.instance);
    if (netlist.interfaces != nullptr)
      names.insert(tracing::nic_scope(error.instance));  // if it is a host that has one
  }
  for (const statistics::InjectedFault& fault : totals.injected) names.insert(fault.link);
  return {names.begin(), names.end()};
}

struct Window {
  std::uint64_t from, to;
};

Window around(Cycle cycle, std::uint64_t before, std::uint64_t after, std::uint64_t end) {
  return {cycle.value - std::min(cycle.value, before), std::min(cycle.value + after, end)};
}

/// "switch1_p1_vc0" -> "switch1.port1.vc0"
std::string scope_of_lane(std::string lane) {
  if (const std::size_t vc = lane.rfind("_vc"); vc != std::string::npos) lane[vc] = '.';
  if (const std::size_t port = lane.rfind("_p"); port != std::string::npos) lane.replace(port, 2, ".port");
  return lane;
}

/// The links that a worm waits for.
std::vector<tracing::Event::Place::Wait> held_links(const monitors::StuckWorm& worm) {
  constexpr std::size_t most_waits = 4;
  std::vector<tracing::Event::Place::Wait> links;
  for (const monitors::NamedWait& wait : worm.waits) {
    if (links.size() == most_waits) break;
    if (wait.channel.channel.empty()) continue;
    const std::string holder = wait.why == "held" ? ", held by " + wait.packet : "";
    links.push_back({"for " + wait.channel.channel + holder, wait.channel.channel, wait.channel.vc});
  }
  return links;
}

/// Where the worms of a deadlock are, or what is broken and the worms in front of it.
tracing::Event event_of(const monitors::Standstill& standstill) {
  constexpr std::size_t most_worms = 8, most_roots = 4;
  tracing::Event event{
      standstill.is_deadlock() ? "a deadlock is complete" : "the last stuck worm stops", standstill.formed, {}};
  for (std::size_t i = 0; i < std::min(standstill.roots.size(), most_roots); ++i)
    event.places.push_back({standstill.roots[i].what, scope_of_lane(standstill.roots[i].where)});
  for (const monitors::StuckWorm& worm : standstill.worms) {
    if (event.places.size() == most_worms || worm.head.empty()) continue;
    std::string title = worm.packet + " is in " + worm.head;
    if (!worm.waits.empty() && !worm.waits.front().packet.empty())
      title +=
          std::string(worm.waits.front().why == "behind" ? " behind " : ", waits for ") + worm.waits.front().packet;
    event.places.push_back({std::move(title), scope_of_lane(worm.head), "traffic", held_links(worm)});
  }
  for (const monitors::KeptWorm& worm : standstill.kept)
    if (event.places.size() < most_worms)
      event.places.push_back({report::wait_text(worm), tracing::nic_scope(worm.host)});
  return event;
}

/// Runs the experiment again, to the end of its waves. `event`: the reason for them, unless a trigger fires.
bool run_again(const features::Experiment& experiment, const network::Netlist& netlist,
               const std::optional<tracing::Event>& event, const GoOn& go_on, std::ostream& says) {
  try {
    tracing::Waves waves(experiment, netlist, says);
    if (event) waves.show(*event);
    network::Fabric fabric(network::elaborate(netlist));
    waves.begin(fabric.netlist());
    for (const Cycle end(*experiment.waves.to); fabric.now() < end && !waves.done() && go_on();)
      waves.run_until(fabric, std::min(fabric.now() + slice, end));
    const bool whole = waves.done() || fabric.now() >= Cycle(*experiment.waves.to);
    return waves.finish(whole, says) && whole && !waves.none_fired();
  } catch (const tracing::WaveFileError& error) {
    says << "slackline: waves: " << error.what() << '\n';
    return false;
  }
}

}  // namespace

ErrorWaves write_error_waves(const features::Experiment& experiment, const network::Netlist& netlist,
                             const Outcome& outcome, const std::string& folder, const GoOn& go_on, std::ostream& says) {
  features::Experiment again = experiment;
  again.waves = {};
  ErrorWaves written;
  std::optional<tracing::Event> event;
  const std::uint64_t end = outcome.totals.cycles;
  Window window{end - std::min(end, 2 * cycles_around), end};
  if (outcome.standstill && outcome.standstill->is_deadlock()) {
    again.waves.scope = scope_of(*outcome.standstill);
    event = event_of(*outcome.standstill);
    window = around(outcome.standstill->formed, cycles_around, cycles_around, end);
    written.of = "the deadlock of cycle " + std::to_string(outcome.standstill->formed.value);
  } else {
    again.waves.scope = scope_of(netlist, outcome.totals);
    written.of = "the last cycles";
    if (outcome.before_first_error) {
      window = {around(*outcome.before_first_error, cycles_around, 0, end).from, end};
      again.waves.triggers.emplace_back().kind = features::TriggerKind::error;
      again.waves.before = again.waves.after = cycles_around;
      written.of = "the first error";
    } else if (outcome.standstill) {
      event = event_of(*outcome.standstill);
      window = around(outcome.standstill->formed, cycles_around, cycles_around, end);
      written.of = "the standstill of cycle " + std::to_string(outcome.standstill->formed.value);
    }
  }
  const std::string name = outcome.standstill && outcome.standstill->is_deadlock() ? "deadlock.vcd" : "error.vcd";
  again.waves.file = (fs::path(folder) / name).string();
  again.waves.from = window.from;
  again.waves.to = window.to;
  const bool whole = run_again(again, netlist, event, go_on, says);
  std::vector<std::string>& found = whole ? written.files : written.unfinished;
  found = tracing::files_of(folder, name);
  if (const std::string partial = name + ".partial"; fs::exists(fs::path(folder) / partial)) found.push_back(partial);
  return written;
}

bool write_waves_of_deadlock(const features::Experiment& experiment, const network::Netlist& netlist,
                             const monitors::Standstill& deadlock, const GoOn& go_on, std::ostream& says) {
  features::Experiment again = experiment;
  const features::WavesSettings& waves = experiment.waves;
  const Window window = around(deadlock.formed, waves.before, waves.after + 1, deadlock.found.value);
  again.waves.triggers.clear();
  again.waves.from = std::max(waves.from, window.from);
  again.waves.to = std::min(waves.to.value_or(window.to), window.to);
  if (again.waves.from >= *again.waves.to) {
    says << "slackline: waves: the deadlock of cycle " << deadlock.formed.value << " is not in waves.from .. waves.to; "
         << tracing::not_written(waves.file) << '\n';
    return true;
  }
  says << "slackline: waves: deadlock in cycle " << deadlock.formed.value << ": cycles " << again.waves.from << " .. "
       << *again.waves.to - 1 << '\n';
  return run_again(again, netlist, event_of(deadlock), go_on, says);
}

}  // namespace slackline::simulation
