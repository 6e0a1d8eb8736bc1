#include "testbench/report/nic_report.hpp"

#include <nlohmann/json.hpp>
#include <utility>

#include "rtl_models/firmware/catalogue.hpp"
#include "testbench/report/measures_report.hpp"
#include "testbench/report/transactions_report.hpp"
#include "testbench/text/counted.hpp"

namespace slackline::report {

using present::fixed;
using present::plus_minus;
using present::Row;

namespace {

using Json = nlohmann::ordered_json;
using statistics::HandlerTotals;
using statistics::NicTotals;

double share(std::uint64_t cycles, std::uint64_t of) {
  return of == 0 ? 0 : static_cast<double>(cycles) / static_cast<double>(of);
}

/// Words of messages done in the measured window, per cycle and host with an interface.
double words_per_cycle(const Result& result) {
  const NicTotals& t = *result.totals.nic;
  return share(t.words_measured, result.totals.measured_cycles() * t.interfaces);
}

Json message_latency(const statistics::Distribution& d, const statistics::Estimate& estimate) {
  return {{"mean", d.mean()},         {"half_width", estimate.interval ? Json(estimate.interval->half_width) : Json()},
          {"min", d.least()},         {"max", d.most()},
          {"p50", d.percentile(500)}, {"p90", d.percentile(900)},
          {"p99", d.percentile(990)}};
}

/// The interval of a mean of messages. Where some hosts have no interfaces, the run's intervals are of messages and packets
/// together, and so of neither.
const statistics::Estimate& of_messages(const Result& result, const statistics::Estimate& estimate) {
  static const statistics::Estimate none;
  return result.totals.nic->interfaces == result.totals.hosts ? estimate : none;
}

Json handlers(const NicTotals& t) {
  Json json;
  for (std::size_t e = 0; e < t.handlers.size(); ++e) {
    const HandlerTotals& h = t.handlers[e];
    if (h.runs != 0) json[nic::event_name(e)] = {{"runs", h.runs}, {"cycles", h.cycles}, {"waited_cycles", h.waited}};
  }
  return json;
}

/// By host; null where it has no network interface.
Json clocks(const Result& result) {
  Json drift = Json::array(), offset = Json::array();
  for (const std::optional<features::HostClock>& clock : result.clocks) {
    drift.push_back(clock ? Json(static_cast<double>(clock->drift) / 1000) : Json());
    offset.push_back(clock ? Json(clock->offset) : Json());
  }
  return {{"drift_ppm", std::move(drift)}, {"offset_ticks", std::move(offset)}};
}

/// How full queues have been, and how few buffers have been free, at the interface where that was worst.
Json extremes(const NicTotals& t) {
  Json queues, buffers = Json::object();
  for (std::size_t q = 0; q < t.fullest.size(); ++q) queues[statistics::nic_queues[q]] = t.fullest[q];
  for (std::size_t c = 0; c < t.fewest_free.size(); ++c)
    if (t.fewest_free[c]) buffers[std::to_string(c)] = *t.fewest_free[c];
  return {{"fullest_queues", std::move(queues)}, {"fewest_free_buffers", std::move(buffers)}};
}

/// The messages that are not done.
std::string not_done(const NicTotals& t) {
  std::string text = std::to_string(t.open()) + " open";
  if (t.lost != 0) text += ", of them " + std::to_string(t.lost) + " lost";
  if (t.failed != 0) text += ", " + std::to_string(t.failed) + " failed";
  if (t.failed_done != 0) text += ", of them " + std::to_string(t.failed_done) + " done all the same";
  return text;
}

}  // namespace

Json nic_json(const Result& result) {
  const NicTotals& t = *result.totals.nic;
  Json json;
  json["messages"] = {{"created", result.totals.at_end.messages_created},
                      {"posted", t.posted},
                      {"done", t.done},
                      {"failed", t.failed},
                      {"failed_but_done", t.failed_done},
                      {"open", t.open()},
                      {"lost", t.lost}};
  json["words_done"] = t.words_done;
  json["words_per_cycle_and_host"] = result.is_measured() ? Json(words_per_cycle(result)) : Json();
  json["latency"] = {{"messages", result.is_measured() ? t.total_latency.packets() : 0}};
  if (result.is_measured() && t.total_latency.packets() != 0) {
    json["latency"]["total"] = message_latency(t.total_latency, of_messages(result, result.verdict.total_latency));
    json["latency"]["from_command"] =
        message_latency(t.network_latency, of_messages(result, result.verdict.network_latency));
  }
  json["handlers"] = handlers(t);
  json["processor"] = {{"busy", share(t.busy_cycles, t.cycles * t.interfaces)},
                       {"busiest", {{"host", t.busiest}, {"busy", share(t.busiest_cycles, t.cycles)}}}};
  json.update(extremes(t));
  json["clocks"] = clocks(result);
  json["log"] = {{"lines", result.firmware_lines.count}, {"first", result.firmware_lines.first}};
  json["packets_dropped"] = t.packets_dropped;
  json["memory_waits"] = t.memory_waits;
  json["send_stopped_cycles"] = t.stopped_cycles;
  return json;
}

namespace {

Json native_processor(const nic::Costs& costs) {
  return {{"cost_cycles",
           {{"event", costs.event[0]},
            {"start", costs.start},
            {"register_read", costs.register_read},
            {"register_write", costs.register_write},
            {"load", costs.load},
            {"store", costs.store}}}};
}

Json rv32_processor(const nic::Rv32& rv32) {
  Json cycles = Json::object();
  for (const rv32::InstructionClass& one : rv32::instruction_classes) cycles[one.name] = rv32.timing.*one.cycles;
  return {{"processor", "rv32"},
          {"firmware", {{"sha256", rv32.image->sha256}, {"rom_bytes", rv32.image->rom.size()}}},
          {"core_cycles", cycles},
          {"core_clock", {{"core_cycles", rv32.clock.core}, {"cycles", rv32.clock.base}}}};
}

}  // namespace

Json host_kinds_json(const Result& result) {
  constexpr std::pair<nic_parameter, const char*> parameters[] = {{NIC_PARAMETER_WINDOW, "window"},
                                                                  {NIC_PARAMETER_TIMEOUT_TICKS, "timeout_ticks"},
                                                                  {NIC_PARAMETER_TRIES, "tries"},
                                                                  {NIC_PARAMETER_BUFFERS, "buffers"}};
  Json all = Json::array();
  for (const HostKindResult& kind : result.host_kinds) {
    if (!kind.params) {
      all.push_back({{"hosts", kind.hosts}, {"first", kind.first}, {"endpoint", "generator"}});
      continue;
    }
    const nic::Params& p = *kind.params;
    Json json{{"hosts", kind.hosts}, {"first", kind.first}};
    json.update(p.rv32 == nullptr ? native_processor(p.costs) : rv32_processor(*p.rv32));
    json.update({{"watchdog_cycles", p.watchdog_cycles},
                 {"memory_bytes", p.memory_bytes},
                 {"memory_ports", p.memory_ports},
                 {"dma_cycles", {{"latency", p.dma_latency}, {"word", p.dma_cycles_per_word}}},
                 {"host_queue", p.host_queue},
                 {"when_full", p.when_full == nic::WhenFull::stop ? "stop" : "drop"}});
    const firmware::Entry* const entry = firmware::find_firmware(p.firmware->name);
    for (const auto& [parameter, name] : parameters)
      if (entry != nullptr && entry->uses(parameter)) json[name] = p.parameters[parameter];
    all.push_back(std::move(json));
  }
  return all;
}

std::vector<Row> nic_rows(const Result& result) {
  const NicTotals& t = *result.totals.nic;
  std::vector<Row> rows{{"messages done", std::to_string(t.done),
                         "of " + std::to_string(t.posted) + " posted, " +
                             std::to_string(result.totals.at_end.messages_created - t.posted) + " more wait at hosts"},
                        {"  not done", std::to_string(t.posted - t.done), not_done(t)},
                        result.is_measured()
                            ? Row{"words done", fixed(words_per_cycle(result), 4), "per cycle and host"}
                            : Row{"words done", "-", result.why_unmeasured()}};
  if (result.is_measured() && t.total_latency.packets() != 0) {
    rows.push_back({"message latency, mean", fixed(t.total_latency.mean(), 2),
                    "cycles, mean, from creation to completion, of " +
                        text::counted(t.total_latency.packets(), "message") +
                        plus_minus(of_messages(result, result.verdict.total_latency), 1, 2)});
    rows.push_back({"message latency, median", std::to_string(t.total_latency.percentile(500)),
                    "90 % " + std::to_string(t.total_latency.percentile(900)) + ", 99 % " +
                        std::to_string(t.total_latency.percentile(990)) + ", least " +
                        std::to_string(t.total_latency.least())});
    rows.push_back({"  from the command on", fixed(t.network_latency.mean(), 2),
                    "cycles, mean" + plus_minus(of_messages(result, result.verdict.network_latency), 1, 2)});
  }
  rows.push_back({"processors busy", fixed(share(t.busy_cycles, t.cycles * t.interfaces), 4),
                  "of all cycles; the busiest " + fixed(share(t.busiest_cycles, t.cycles), 4) + ", " + t.busiest});
  for (std::size_t e = 0; e < t.handlers.size(); ++e)
    if (const HandlerTotals& h = t.handlers[e]; h.runs != 0)
      rows.push_back({std::string("  ") + nic::event_name(e), std::to_string(h.runs),
                      "times, " + fixed(share(h.cycles, h.runs), 1) + " cycles, after a wait of " +
                          fixed(share(h.waited, h.runs), 1)});
  std::string fills, free;
  for (std::size_t q = 0; q < t.fullest.size(); ++q)
    if (t.fullest[q] != 0)
      fills +=
          (fills.empty() ? "" : ", ") + std::string(statistics::nic_queues[q]) + " " + std::to_string(t.fullest[q]);
  for (std::size_t c = 0; c < t.fewest_free.size(); ++c)
    if (t.fewest_free[c])
      free += (free.empty() ? "" : ", ") + std::to_string(*t.fewest_free[c]) + " of class " + std::to_string(c);
  if (!fills.empty()) rows.push_back({"fullest queues", "", fills});
  if (!free.empty()) rows.push_back({"fewest buffers free", "", free});
  if (result.firmware_lines.count != 0)
    rows.push_back({"lines of firmware", std::to_string(result.firmware_lines.count), ""});
  if (t.packets_dropped != 0)
    rows.push_back(
        {"packets dropped", std::to_string(t.packets_dropped), "for lack of a buffer, or of a place in a queue"});
  if (t.memory_waits != 0) rows.push_back({"memory waits", std::to_string(t.memory_waits), "cycles without a port"});
  if (result.totals.transactions && result.is_measured())
    for (Row& row : transaction_rows(*result.totals.transactions)) rows.push_back(std::move(row));
  if (result.totals.measures && result.is_measured())
    for (Row& row : measure_rows(*result.totals.measures)) rows.push_back(std::move(row));
  return rows;
}

}  // namespace slackline::report
