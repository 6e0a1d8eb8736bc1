#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <optional>
#include <sstream>

#include "rtl_models/network/fabric.hpp"
#include "testbench/commands/commands.hpp"
#include "testbench/commands/exit_status.hpp"
#include "testbench/commands/interrupt.hpp"
#include "testbench/commands/load.hpp"
#include "testbench/commands/progress.hpp"
#include "testbench/config/experiment_network.hpp"
#include "testbench/config/nearest.hpp"
#include "testbench/config/number.hpp"
#include "testbench/config/resolved.hpp"
#include "testbench/monitors/packet_watch.hpp"
#include "testbench/report/explanation.hpp"
#include "testbench/report/manifest.hpp"
#include "testbench/report/results_folder.hpp"

namespace slackline::commands {

namespace {

int refuse(const std::string& why) {
  std::cerr << "slackline explain: " << why << '\n';
  return wrong_input;
}

/// How many cycles the run of a results folder took; nothing: it is none.
std::optional<std::uint64_t> cycles_of(const std::filesystem::path& folder) {
  std::ifstream file(folder / report::ResultsFolder::manifest_name, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return report::cycles_of_manifest(text.str());
}

struct PacketId {
  std::uint32_t host = 0, sequence = 0;
};

/// "host3:17". Says what is wrong with it.
std::optional<PacketId> packet_of(const std::string& text, const network::Netlist& netlist) {
  const std::size_t colon = text.rfind(':');
  const std::string host = text.substr(0, colon);
  std::vector<std::string_view> names;
  for (const network::EndpointInstance& e : netlist.endpoints) names.push_back(e.name);
  auto found = std::find(names.begin(), names.end(), host);
  if (const auto index = config::parse_integer(host); index && index.value < names.size())  // as packets.csv has it
    found = names.begin() + static_cast<std::ptrdiff_t>(index.value);
  if (found == names.end()) {
    const std::string meant = config::nearest(host, names);
    refuse("--packet " + text + ": " + host + " is no host; allowed: " + std::string(names.front()) + " .. " +
           std::string(names.back()) + ", a colon, and the packet's number there" +
           (meant.empty() ? "" : "; did you mean " + meant + "?"));
    return std::nullopt;
  }
  const std::string number = colon == std::string::npos ? "" : text.substr(colon + 1);
  const config::Parsed<std::uint64_t> sequence = config::parse_integer(number);
  if (!sequence || sequence.value > 0xffffffff) {
    refuse("--packet " + text + ": allowed: " + host + ":N, with N from 0 to 4294967295");
    return std::nullopt;
  }
  return PacketId{static_cast<std::uint32_t>(found - names.begin()), static_cast<std::uint32_t>(sequence.value)};
}

}  // namespace

int explain(const ExplainOptions& options) {
  const std::filesystem::path folder(options.folder);
  const std::optional<std::uint64_t> cycles = cycles_of(folder);
  if (!cycles) return refuse(options.folder + " holds no results of a run; allowed: the folder of slackline run --out");
  const auto experiment = load_experiment((folder / config::resolved_file).string(), {});
  if (!experiment) return wrong_input;
  const network::Netlist netlist = config::network_of(*experiment);
  const std::optional<PacketId> packet = packet_of(options.packet, netlist);
  if (!packet) return wrong_input;

  network::Fabric fabric(netlist);
  monitors::PacketWatch watch(fabric.netlist(), packet->host, packet->sequence);
  note_interrupts();
  bool whole = false;
  {
    Progress progress(!options.json);
    std::uint64_t steps = 0;
    whole = watch.run_until(fabric, Cycle(*cycles), [&] {
      if (++steps % 256 == 0) progress.show(fabric.now().value, *cycles);
      return !interrupt_noted();
    });
  }
  if (!whole) return interrupted;
  if (!watch.explanation()) {
    const std::uint64_t packets = watch.packets_of_source();
    const std::string& host = netlist.endpoints[packet->host].name;
    return refuse("--packet " + options.packet + ": was not created in the " + std::to_string(*cycles) +
                  " cycles of this run; allowed: " +
                  (packets == 0 ? "none of " + host : host + ":0 .. " + host + ':' + std::to_string(packets - 1)));
  }
  std::cout << (options.json ? report::explanation_json(*watch.explanation())
                             : report::explanation_text(*watch.explanation()));
  return done;
}

}  // namespace slackline::commands
