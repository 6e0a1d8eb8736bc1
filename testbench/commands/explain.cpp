#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <optional>
#include <sstream>

#include "rtl_models/network/fabric.hpp"
#include "testbench/commands/changed_inputs.hpp"
#include "testbench/commands/commands.hpp"
#include "testbench/commands/exit_status.hpp"
#include "testbench/commands/interrupt.hpp"
#include "testbench/commands/load.hpp"
#include "testbench/commands/may_run.hpp"
#include "testbench/commands/preparation.hpp"
#include "testbench/commands/progress.hpp"
#include "testbench/features/topology/names.hpp"
#include "testbench/monitors/message_watch.hpp"
#include "testbench/monitors/packet_watch.hpp"
#include "testbench/report/explanation.hpp"
#include "testbench/report/manifest.hpp"
#include "testbench/report/results_folder.hpp"
#include "testbench/run/experiment.hpp"
#include "testbench/text/some_of.hpp"

namespace slackline::commands {

namespace {

int refuse_explanation(const std::string& why) {
  std::cerr << "slackline explain: " << why << '\n';
  return bad_input;
}

std::string manifest_of(const std::filesystem::path& folder) {
  std::ifstream file(folder / report::ResultsFolder::manifest_name, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

/// "host3:17", of this option. Reports what is wrong with it.
std::optional<features::PacketId> packet_of(const std::string& option, const std::string& text,
                                            const network::Netlist& netlist) {
  features::PacketIdReading read = features::packet_id_of(text, netlist);
  if (!read.id)
    refuse_explanation(option + ' ' + text + ": " +
                       settings::to_string(settings::problem(read.wrong), read.wanted, read.hint));
  return read.id;
}

int explain_message(const ExplainOptions& options, const network::Netlist& netlist, Cycle end) {
  const std::optional<features::PacketId> message = packet_of("--message", options.message, netlist);
  if (!message) return bad_input;
  network::Fabric fabric(network::elaborate(netlist));
  monitors::MessageWatch watch(fabric.netlist(), message->host, message->sequence);
  if (!watch.can_follow())
    return refuse_explanation(
        "--message: no firmware of this run exports queues; use --packet, or a run with firmware multicast");
  {
    Progress progress(!options.json);
    std::uint64_t steps = 0;
    if (!watch.run_until(fabric, end, [&] {
          if (++steps % 256 == 0) progress.show(fabric.now().value, end.value);
          return !interrupt_noted();
        }))
      return interrupted;
  }
  if (!watch.explanation())
    return refuse_explanation("--message " + options.message + ": was not posted in the " + std::to_string(end.value) +
                              " cycles of this run; expected a message that the host has posted, from 0 on");
  std::cout << (options.json ? report::explanation_json(*watch.explanation())
                             : report::explanation_text(*watch.explanation()));
  return done;
}

}  // namespace

int explain(const ExplainOptions& options) {
  if (options.packet.empty() && options.message.empty())
    return refuse_explanation("no packet is given; use --packet HOST:N, or --message HOST:N");
  const std::filesystem::path folder(options.folder);
  const std::string manifest = manifest_of(folder);
  const std::optional<std::uint64_t> cycles = report::cycles_of_manifest(manifest);
  if (!cycles)
    return refuse_explanation(options.folder +
                              " holds no results of a run; expected the folder of slackline run --out");
  const std::string resolved = (folder / features::resolved_file).string();
  if (const std::vector<std::string> changed = changed_inputs(resolved, manifest); !changed.empty())
    return refuse_explanation(text::some_of(changed) + (changed.size() == 1 ? " has" : " have") +
                              " changed since the run; restore what was read then, or run again");
  constexpr const char* in_vain = "nothing was run";
  const std::optional<features::ExperimentReading> reading = load_reading(resolved, {}, in_vain);
  if (!reading) return bad_input;
  note_interrupts();
  settings::InputErrors refused;
  const std::optional<network::Netlist> completed = network_to_run(*reading, !options.json, refused);
  if (!completed) {
    print_errors(refused, in_vain);
    return bad_input;
  }
  const network::Netlist& netlist = *completed;
  if (netlist.has_packet_switches())
    return refuse_explanation(
        resolved + ": packets are not followed through packet switches; use a network without them, or waves");
  if (!options.message.empty()) return explain_message(options, netlist, Cycle(*cycles));
  const std::optional<features::PacketId> packet = packet_of("--packet", options.packet, netlist);
  if (!packet) return bad_input;

  network::Fabric fabric(network::elaborate(netlist));
  monitors::PacketWatch watch(fabric.netlist(), packet->host, packet->sequence);
  bool whole = false;
  {
    Progress progress(!options.json);
    std::uint64_t steps = 0;
    whole = watch.run_until(fabric, Cycle(*cycles), [&] {
      if (++steps % 256 == 0) progress.show(fabric.now().value, *cycles);
      return !interrupt_noted();
    });
    const std::uint64_t interval =
        reading->experiment.run.watchdog != 0 ? reading->experiment.run.watchdog : features::RunSettings().watchdog;
    whole = whole && watch.run_behind_the_end(fabric, interval, [] { return !interrupt_noted(); });
  }
  if (!whole) return interrupted;
  if (!watch.explanation()) {
    const std::uint64_t packets = watch.packets_of_source();
    const std::string& host = netlist.endpoints[packet->host].name;
    const std::string made =
        netlist.has_interface(packet->host) ? "handed to its send engine by the firmware of " + host : "created";
    return refuse_explanation(
        "--packet " + options.packet + ": was not " + made + " in the " + std::to_string(*cycles) +
        " cycles of this run; expected " +
        (packets == 0 ? "none of " + host : host + ":0 .. " + host + ':' + std::to_string(packets - 1)));
  }
  std::cout << (options.json ? report::explanation_json(*watch.explanation())
                             : report::explanation_text(*watch.explanation()));
  return done;
}

}  // namespace slackline::commands
