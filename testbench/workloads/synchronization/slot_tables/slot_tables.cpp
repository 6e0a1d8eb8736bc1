#include "testbench/workloads/synchronization/slot_tables/slot_tables.hpp"

#include <algorithm>
#include <memory>

#include "rtl_models/firmware/fbs.h"
#include "rtl_models/nic/nic.hpp"
#include "testbench/features/nic/build.hpp"
#include "testbench/features/nic/settings.hpp"
#include "testbench/workloads/synchronization/slot_tables/handler_cycles.hpp"

namespace slackline::slot_tables {

std::vector<std::vector<std::uint32_t>> tables_of(const settings::Values& experiment, const SlotPlan& plan) {
  const features::SynchronizationSettings& s = experiment.get<features::SynchronizationSettings>();
  const std::uint32_t slots = plan.schedule.slots(), frame = plan.stream.slots();
  std::vector<std::uint32_t> common(FBS_DESTINATIONS + 2 * slots + frame, FBS_NOBODY);
  common[FBS_FIRST_SLOT] = plan.first_slot;
  common[FBS_INTERVAL] = plan.interval;
  common[FBS_ROUNDS] = static_cast<std::uint32_t>(s.rounds);
  common[FBS_SYNCHRONIZE] = s.packets;
  common[FBS_SLOTS] = slots;
  common[FBS_MESSAGES] = common[FBS_STREAM_SLOTS] = 0;
  common[FBS_PACKET_WORDS] = plan.slot_flits - 1 - FBS_HEADER_WORDS;
  common[FBS_LAST_WORDS] = plan.last_flits - 1 - FBS_HEADER_WORDS;
  common[FBS_STREAM_WORDS] = plan.stream_words;
  common[FBS_PAUSES] = s.pause == features::ClockPause::firmware;
  std::vector<std::vector<std::uint32_t>> tables(plan.schedule.hosts.size(), common);
  for (const schedule::Message& m : plan.schedule.messages) {
    tables[m.from][FBS_DESTINATIONS + m.slot] = m.to;
    tables[m.to][FBS_DESTINATIONS + slots + m.slot] = m.from;
    ++tables[m.from][FBS_MESSAGES];
  }
  for (const schedule::Message& m : plan.stream.messages) {
    tables[m.from][FBS_DESTINATIONS + 2 * slots + m.slot] = m.to;
    tables[m.from][FBS_STREAM_SLOTS] = frame;  // a host that sends nothing has no frame to go through
  }
  return tables;
}

namespace {

/// Why the firmware cannot keep up with the stream; empty: it can, or there is none.
features::Refusals too_slow(const settings::Values& e, const SlotPlan& plan, const network::Netlist& netlist) {
  if (plan.stream.messages.empty()) return {};
  const std::vector<std::vector<std::uint32_t>>& tables = netlist.interfaces->tables;
  std::vector<std::uint64_t> sent(tables.size()), received(sent);
  for (const schedule::Message& m : plan.stream.messages) {
    ++sent[m.from];
    ++received[m.to];
  }
  std::vector<HandlerCycles> of_kind;
  for (nic::Params params : netlist.interfaces->nics) {
    params.nodes = static_cast<std::uint32_t>(sent.size());
    of_kind.push_back(handler_cycles(params, tables[plan.stream.messages.front().from]));
  }
  std::uint64_t busiest = 0;
  HandlerCycles cycles;  // of the busiest host
  for (std::size_t host = 0; host < sent.size(); ++host) {
    const HandlerCycles& own = of_kind[netlist.endpoints[host].nic];
    const std::uint64_t busy = sent[host] * own.sent + received[host] * own.received;
    if (busy <= busiest) continue;
    busiest = busy;
    cycles = own;
  }
  const std::uint64_t frame = plan.stream.slots(), least = (busiest + frame - 1) / frame;
  if (e.get<features::NicSettings>().slot_ticks >= least) return {};
  features::Refusals refused;
  refused.of_keys.push_back(
      {"nic.slot_ticks",
       {},
       "at least " + std::to_string(least) +
           " (the cycles that the handlers of the busiest interface take for the stream's packets of a slot, by "
           "nic.costs: " +
           std::to_string(cycles.sent) + " for one sent, " + std::to_string(cycles.received) + " for one received)"});
  return refused;
}

/// The tables of the firmware isotach, which knows no schedule: its packets fill a slot each.
features::Refusals add_tokens(const settings::Values& e, network::Netlist& netlist) {
  features::Refusals refused;
  const std::uint64_t hosts = netlist.endpoints.size(), most_hosts = nic::send_depth + 1;
  if (hosts > most_hosts)
    refused.of_keys.push_back(
        {"nic.firmware", settings::remark(std::to_string(hosts) + " hosts"),
         "up to " + std::to_string(most_hosts) + " hosts with isotach, whose tokens the send queue of host0 holds"});
  if (!e.get<features::SynchronizationSettings>().stream_words)
    if (const std::optional<features::Refusal> speeds = several_speeds(netlist)) refused.of_keys.push_back(*speeds);
  const std::uint64_t flits =
      netlist.channels.front().cycles_per_flit.flits_within(e.get<features::NicSettings>().slot_ticks);
  const std::uint64_t words = e.get<features::SynchronizationSettings>().stream_words.value_or(
      flits > FBS_HEADER_WORDS + 1 ? flits - FBS_HEADER_WORDS - 1 : 0);
  const std::size_t least = host_with_least_memory(netlist);
  const std::uint64_t needed = 4 * (words + FBS_DESTINATIONS) + FBS_MEMORY_BYTES(0, 0);
  if (words > nic::most_words || needed > netlist.nic_of(least).memory_bytes)
    refused.of_keys.push_back(
        {"nic.memory",
         {},
         std::to_string(needed) + " bytes and more, or a smaller nic.synchronization.stream_words",
         {"nic.firmware"},
         least});
  if (!refused.empty()) return refused;
  std::vector<std::uint32_t> table(FBS_DESTINATIONS);
  table[FBS_INTERVAL] = 1;
  table[FBS_ROUNDS] = static_cast<std::uint32_t>(e.get<features::SynchronizationSettings>().rounds);
  table[FBS_STREAM_SLOTS] = 1;
  table[FBS_STREAM_WORDS] = static_cast<std::uint32_t>(words);
  auto interfaces = std::make_shared<network::HostInterfaces>(*netlist.interfaces);
  interfaces->tables.assign(hosts, table);
  netlist.interfaces = interfaces;
  return refused;
}

/// Lets the first synchronization begin when the slowest firmware has queued its first packets.
void wait_for_start(network::HostInterfaces& interfaces, const network::Netlist& netlist, std::uint64_t slot_ticks) {
  std::uint64_t start = least_start;
  for (std::size_t host = 0; host < interfaces.tables.size(); ++host) {
    nic::Params params = interfaces.nics[netlist.endpoints[host].nic];
    params.nodes = static_cast<std::uint32_t>(interfaces.tables.size());
    nic::Place place;
    place.node = NodeId(static_cast<std::uint32_t>(host));
    place.table = &interfaces.tables[host];
    start = std::max(start, nic::start_of(params, place).cycles);
  }
  for (std::vector<std::uint32_t>& table : interfaces.tables) table[FBS_FIRST_SLOT] = first_slot(start, slot_ticks);
}

}  // namespace

features::Completion complete(const settings::Values& experiment, network::Netlist& netlist) {
  if (features::hands_out_tokens(experiment)) return add_tokens(experiment, netlist);
  if (!features::synchronizes(experiment)) return {};
  features::Refusals objections;
  const std::optional<SlotPlan> plan = plan_of(experiment, netlist, objections);
  if (!plan) return objections;
  auto interfaces = std::make_shared<network::HostInterfaces>(*netlist.interfaces);
  interfaces->tables = tables_of(experiment, *plan);
  wait_for_start(*interfaces, netlist, experiment.get<features::NicSettings>().slot_ticks);
  netlist.interfaces = interfaces;
  return too_slow(experiment, *plan, netlist);
}

}  // namespace slackline::slot_tables
