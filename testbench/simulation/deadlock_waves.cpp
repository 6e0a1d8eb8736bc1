#include "testbench/simulation/deadlock_waves.hpp"

#include <algorithm>
#include <filesystem>
#include <ostream>
#include <set>

#include "rtl_models/network/fabric.hpp"
#include "testbench/tracing/waves.hpp"

namespace slackline::simulation {

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t cycles_around = 500, slice = 1000;
constexpr std::size_t most_switches = 64, most_channels = 256;

std::vector<std::string> scope_of(const monitors::Standstill& standstill) {
  const std::vector<std::string>& switches = standstill.switches;
  std::set<std::string> channels;
  for (const monitors::StuckWorm& worm : standstill.worms) {
    if (channels.size() >= most_channels) break;
    for (const monitors::ChannelName& held : worm.holds) channels.insert(held.channel);
    for (const monitors::NamedWait& wait : worm.waits)
      if (!wait.channel.channel.empty()) channels.insert(wait.channel.channel);
  }
  std::vector<std::string> scope(
      switches.begin(), switches.begin() + static_cast<std::ptrdiff_t>(std::min(switches.size(), most_switches)));
  scope.insert(scope.end(), channels.begin(), channels.end());
  return scope;
}

}  // namespace

std::vector<std::string> write_deadlock_waves(const config::Experiment& experiment, const network::Netlist& netlist,
                                              const monitors::Standstill& standstill, const std::string& folder,
                                              const std::function<bool()>& go_on, std::ostream& says) {
  config::Experiment again = experiment;
  again.waves.file = (fs::path(folder) / "deadlock.vcd").string();
  again.waves.scope = scope_of(standstill);
  const std::uint64_t formed = standstill.formed.value;
  again.waves.from = formed > cycles_around ? formed - cycles_around : 0;
  again.waves.to = std::min(formed + cycles_around, standstill.found.value);
  try {
    tracing::Waves waves(again, netlist, says);
    network::Fabric fabric(netlist);
    waves.begin(fabric.netlist());
    for (const Cycle end(*again.waves.to); fabric.now() < end && go_on();)
      waves.run_until(fabric, std::min(fabric.now() + slice, end));
    if (fabric.now() < Cycle(*again.waves.to) || !waves.finish(true, says)) return {};
  } catch (const tracing::WaveFileError& error) {
    says << "slackline: deadlock.vcd: " << error.what() << '\n';
    return {};
  }
  std::vector<std::string> files;
  for (const char* extension : {".vcd", ".gtkw", ".kinds", ".stalls"})
    files.push_back(std::string("deadlock") + extension);
  return files;
}

}  // namespace slackline::simulation
