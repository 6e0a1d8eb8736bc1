#include "testbench/workloads/exchange/kind.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "testbench/exchange/spread.hpp"
#include "testbench/features/link/settings.hpp"
#include "testbench/features/nic/build.hpp"
#include "testbench/features/nic/settings.hpp"
#include "testbench/features/run/settings.hpp"
#include "testbench/text/counted.hpp"
#include "testbench/workloads/exchange/meter.hpp"
#include "testbench/workloads/exchange/permutation_file.hpp"
#include "testbench/workloads/exchange/program.hpp"
#include "testbench/workloads/exchange/settings.hpp"
#include "testbench/workloads/exchange/waves.hpp"

namespace slackline::exchange {

namespace {

using features::ExchangeMethod;
using features::ExchangeReceive;
using features::ExchangeSettings;
using features::PauseLength;
using settings::advice;
using settings::problem;
using settings::value_found;
using settings::Values;
using Hosts = std::vector<std::uint32_t>;

Hosts hosts_of(const Values& experiment, const network::Netlist& netlist) {
  Hosts hosts = experiment.get<features::WorkloadHosts>().nodes;
  if (hosts.empty()) {
    hosts.resize(netlist.endpoints.size());
    std::iota(hosts.begin(), hosts.end(), 0);
  }
  return hosts;
}

std::shared_ptr<port::Program> program_of(const Values& experiment, const network::Netlist& netlist) {
  ProgramParams p;
  p.settings = experiment.get<ExchangeSettings>();
  p.hosts = hosts_of(experiment, netlist);
  p.nodes = static_cast<std::uint32_t>(netlist.endpoints.size());
  p.flits = static_cast<std::uint32_t>(experiment.get<features::PacketSettings>().flits);
  p.hosts_of_switch = spread_of(p.hosts, netlist).hosts_of_switch;
  p.seed = experiment.get<features::RunSettings>().seed;
  return std::make_shared<Program>(std::move(p));
}

features::Offer offer_of(const Values& experiment) {
  const ExchangeSettings& settings = experiment.get<ExchangeSettings>();
  return {"a complete exchange of " + text::counted(settings.packets, "packet") + " between each two of " +
          text::counted(features::workload_hosts(experiment), "host") +
          (settings.method == ExchangeMethod::pairwise ? ", pairwise" : ", shuffled")};
}

std::string contents_of(const Values& experiment) {
  const ExchangeSettings& settings = experiment.get<ExchangeSettings>();
  return settings.steps ? std::to_string(settings.steps->digest()) + '\n' : "";
}

/// Pauses are drawn one after the other, so that a run with very many of them in the time for a packet would not get on.
void check_pauses_of_packet(const ExchangeSettings& settings, const features::WorkloadKind::Report& error) {
  constexpr std::uint64_t most_pauses = 10'000;
  const std::uint64_t cycles = std::max(settings.send_cycles, settings.receive_cycles + settings.user_cycles);
  const std::uint64_t least = (cycles + most_pauses - 1) / most_pauses;
  if (settings.pause_every != 0 && settings.pause_every < least)
    error("pause_every",
          value_found(std::to_string(settings.pause_every),
                      "with hosts that work " + std::to_string(cycles) + " cycles for a packet"),
          "at least " + std::to_string(least) + ", for up to " + std::to_string(most_pauses) + " pauses a packet");
}

/// With `receive: expected` each host counts the packets of each other one.
std::uint64_t bytes_of(const Values& experiment) {
  if (experiment.get<ExchangeSettings>().receive == ExchangeReceive::any) return 0;
  const std::uint64_t hosts = features::workload_hosts(experiment);
  return hosts * hosts * sizeof(std::uint32_t);
}

void check(const Values& experiment, const features::WorkloadKind::Report& error) {
  const ExchangeSettings& settings = experiment.get<ExchangeSettings>();
  const std::uint64_t hosts = features::workload_hosts(experiment);
  const std::string read = text::counted(hosts, "host");
  if (hosts < 2) error("hosts", value_found(read), "2 or more");
  if (features::has_nics(experiment) && features::delivery(experiment) != firmware::Delivery::peer)
    error("kind", problem("exchange with nic.firmware: " + experiment.get<features::NicSettings>().firmware),
          "firmware whose messages end at the host they are for, such as unicast");
  const bool is_of_file = settings.permutation == Permutation::file;
  if (is_of_file && settings.permutation_file.empty())
    error("permutation_file", problem("missing"), "name of a file, for permutation: file");
  if (!is_of_file && !settings.permutation_file.empty())
    error("permutation_file",
          problem(std::string("has no effect with permutation: ") + to_string(settings.permutation)),
          advice("use it only with permutation: file"));
  if (is_of_file && settings.steps && settings.steps->hosts() != hosts)
    error("permutation_file",
          value_found(settings.permutation_file,
                      "of " + text::counted(settings.steps->hosts(), "rank") + ", with " + read),
          "a file with as many ranks as hosts");
  if (!fits(settings.permutation, hosts))
    error("permutation", value_found(to_string(settings.permutation), read),
          std::string(fitting(settings.permutation)) + " of hosts, or another permutation");
  if (settings.method == ExchangeMethod::pairwise) {
    const auto refuse = [&](bool is_given, const char* key) {
      if (is_given)
        error(key, problem("has no effect with method: pairwise"), advice("use it only with method: shuffle"));
    };
    refuse(settings.window.has_value(), "window");
    refuse(settings.buffer.has_value(), "buffer");
    refuse(settings.clamps, "clamp");
    refuse(settings.receive == ExchangeReceive::any, "receive");
  } else if (settings.window && settings.buffer) {
    error("buffer", problem("given together with window"), advice("give one of them"));
  } else if (settings.clamps && !settings.window && !settings.buffer) {
    error("clamp", problem("has no effect without a window"), advice("use it only with window or buffer"));
  }
  if (settings.pause_cycles != 0 && settings.pause_every == 0)
    error("pause_cycles", problem("given without pause_every"), advice("give both, or neither"));
  if (settings.pause_every != 0 && settings.pause_cycles == 0)
    error("pause_every", problem("given without pause_cycles"), advice("give both, or neither"));
  if (settings.pause_length != PauseLength::fixed && settings.pause_cycles == 0 && settings.pause_every == 0)
    error("pause_length", problem("has no effect without pauses"),
          advice("use it only with pause_cycles and pause_every"));
  check_pauses_of_packet(settings, error);
}

/// With all hosts at several switches, the same number at each.
void check_buffer(std::uint64_t buffer, const Spread& spread, const features::WorkloadKind::Report& error) {
  const std::uint64_t hosts = std::uint64_t{spread.hosts_of_switch} * spread.switches;
  const std::uint64_t of_uplink = (hosts - spread.hosts_of_switch) * spread.hosts_of_switch;
  const std::uint64_t least = (of_uplink + hosts - 2) / (hosts - 1);  // packets of a step, rounded up
  if (!spread.has_uplinks)
    error("buffer", value_found(std::to_string(buffer), "with switches that have no uplink, or several"),
          "window instead, or one link to another switch for each switch with hosts");
  else if (buffer < least)
    error("buffer", value_found(std::to_string(buffer)),
          "at least " + std::to_string(least) + " (the packets of a step), or window");
}

void check_hosts(const Values& experiment, const network::Netlist& netlist,
                 const features::WorkloadKind::Report& error) {
  const ExchangeSettings& settings = experiment.get<ExchangeSettings>();
  const bool judges_buffer =
      settings.buffer && !settings.window && settings.method != ExchangeMethod::pairwise;  // otherwise reported
  if (!settings.reorders && !judges_buffer) return;
  const Spread spread = spread_of(hosts_of(experiment, netlist), netlist);
  const char* const key = settings.reorders ? "reorder" : "buffer";
  const std::string read = settings.reorders ? "true" : std::to_string(*settings.buffer);
  if (const std::optional<SpreadError> wrong = error_of(spread, settings.reorders, "hosts"))
    error(key, value_found(read, wrong->found),
          (settings.reorders ? "false, or " : "window instead, or ") + wrong->expected);
  else if (judges_buffer)
    check_buffer(*settings.buffer, spread, error);
}

features::Completion complete(const Values&, network::Netlist& netlist) {
  unsigned place = 0;
  for (const generator::Workload& workload : netlist.workloads)
    if (auto* program = dynamic_cast<Program*>(workload.program.get())) program->set_place(place++);
  return {};
}

}  // namespace

features::WorkloadKind kind() {
  features::WorkloadKind kind{"exchange",
                              "each host sends packets to each other one; keys of its record; page: docs/exchange.md"};
  kind.keys = {{"exchange.", features::exchange_keys()}};
  kind.meter = meter_of;
  kind.waves = waves_of;
  kind.program = program_of;
  kind.offer = offer_of;
  kind.headlines = {{"cycles", "cycles", 0}, {"accepted", "accepted", 4}};
  kind.add_settings = [](settings::Sections& sections) {
    sections.add<ExchangeSettings>();
    sections.add<features::PacketSettings>();
  };
  kind.read_files = read_permutation;
  kind.contents = contents_of;
  kind.check = check;
  kind.check_hosts = check_hosts;
  kind.complete = complete;
  kind.bytes = bytes_of;
  kind.numbered_late = [](const Values&) -> std::optional<features::WorkloadKind::NumberedLate> {
    return features::WorkloadKind::NumberedLate{"kind", "packets of an exchange are numbered when they are sent"};
  };
  return kind;
}

}  // namespace slackline::exchange
