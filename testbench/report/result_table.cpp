#include "testbench/report/result_table.hpp"

#include <algorithm>
#include <cstdio>
#include <tuple>
#include <vector>

#include "testbench/features/topology/build.hpp"
#include "testbench/present/rows.hpp"
#include "testbench/report/nic_report.hpp"
#include "testbench/report/packet_switch_report.hpp"
#include "testbench/report/standstill_text.hpp"
#include "testbench/run/experiment.hpp"
#include "testbench/text/counted.hpp"

namespace slackline::report {

using present::aligned;
using present::fixed;
using present::plus_minus;
using present::rounded;
using present::Row;
using present::whereabouts;

namespace {

using text::counted;

std::string headline(const Result& result) {
  std::string text = result.experiment.run.name + ": " +
                     topology::text(features::shape_of(result.experiment.topology)) + ", " +
                     std::to_string(result.totals.hosts) + " hosts, " + std::to_string(result.channels) + " channels";
  if (result.status != Status::complete) text += std::string(" (") + to_string(result.status) + ")";
  return text + "\n";
}

/// A fault that was asked for: how often it hit.
Row injected_row(const statistics::InjectedFault& fault) {
  const std::string what = std::string(features::word_of(fault.kind)) + " on " + fault.link;
  if (fault.kind == LinkFaultKind::stop_stuck) return {"injected fault", "-", what + ": not counted"};
  std::string done;
  for (const auto& [count, noun, verb] :
       {std::tuple{fault.state.flits_lost, "flit", " lost"}, std::tuple{fault.state.flits_changed, "flit", " changed"},
        std::tuple{fault.state.credits_lost, "credit", " lost"},
        std::tuple{fault.state.worms_placed, "worm", " placed"}})
    if (count != 0) done += (done.empty() ? ": " : ", ") + counted(count, noun) + verb;
  return {"injected fault", std::to_string(fault.state.hits()), what + (done.empty() ? ": hit nothing" : done)};
}

std::string shortest(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%g", value);
  return text;
}

/// Latencies of packets.
void add_latencies(std::vector<Row>& rows, const Result& result) {
  const statistics::RunTotals& t = result.totals;
  const std::string latency_of = t.nic ? "packet latency" : "latency";
  if (!result.is_measured()) {
    rows.push_back({latency_of, "-", result.why_unmeasured()});
    return;
  }
  if (t.total_latency.packets() == 0) {
    rows.push_back({latency_of, "-", "no packet has arrived in the measured window"});
    return;
  }
  // With network interfaces intervals are of messages: nic_rows().
  const statistics::Estimate none;
  const statistics::Estimate &total = t.nic ? none : result.verdict.total_latency,
                             &network = t.nic ? none : result.verdict.network_latency;
  const auto count = [](std::uint64_t n) { return std::to_string(n); };
  rows.push_back({latency_of + ", mean", fixed(t.total_latency.mean(), 2),
                  "cycles, from creation to the tail's arrival, of " + counted(t.total_latency.packets(), "packet") +
                      plus_minus(total, 1, 2)});
  rows.push_back({latency_of + ", least", count(t.total_latency.least()), ""});
  rows.push_back({latency_of + ", median", count(t.total_latency.percentile(500)),
                  "90 % " + count(t.total_latency.percentile(900)) + ", 99 % " +
                      count(t.total_latency.percentile(990)) + ", 99.9 % " + count(t.total_latency.percentile(999))});
  rows.push_back({latency_of + ", most", count(t.total_latency.most()), ""});
  rows.push_back({t.nic ? "  from injection" : "network latency", fixed(t.network_latency.mean(), 2),
                  "cycles, mean, from the head's injection" + plus_minus(network, 1, 2)});
}

std::string why_no_intervals(const Result& result) {
  for (const auto& section : result.sections)
    if (std::string why = section->why_no_intervals(); !why.empty()) return why;
  return {};
}

/// The run was too short: for workloads that end, or for the error that was asked for.
void add_cuts(std::vector<Row>& rows, const Result& result) {
  const std::size_t before = rows.size();
  const bool is_list = features::has_list(result.experiment);
  const bool at_end = result.totals.cycles >= result.experiment.run.max_cycles;
  for (const auto& section : result.sections)
    if (const std::string cut = section->cut_off(); !cut.empty())
      rows.push_back(
          {"cut off", "", (is_list ? section->name() + ": " : "") + (at_end ? "at run.max_cycles, " : "") + cut});
  if (rows.size() == before)
    rows.push_back({"not converged", "", "to a relative error of " + shortest(result.verdict.relative_error)});
}

/// Whether the means can be trusted, where they cannot.
void add_doubts(std::vector<Row>& rows, const Result& result) {
  const statistics::Verdict& v = result.verdict;
  const std::string doubt = v.doubt();
  if (v.saturated == true)
    rows.push_back({"saturated", "", v.saturated_by});
  else if (v.steady() == false)
    rows.push_back({"not steady", "", doubt});
  else if (const std::string why = why_no_intervals(result); !why.empty())
    rows.push_back({"no intervals", "", why});
  else if (!doubt.empty() && result.totals.total_latency.packets() != 0)
    rows.push_back({"no intervals", "", doubt});
  if (v.converged && !*v.converged) add_cuts(rows, result);
}

void append(std::vector<Row>& rows, const std::vector<Row>& more) { rows.insert(rows.end(), more.begin(), more.end()); }

std::string warmup(const statistics::Verdict& v) {
  return std::to_string(v.warmup) + (v.warmup_given ? "" : v.warmup_found ? " (found)" : " (no steady state found)");
}

/// The unit of loads.
std::string flits_per_cycle(const statistics::RunTotals& t) {
  if (!t.nic) return "flits per cycle";
  return t.nic->interfaces == t.hosts ? "words of messages per cycle"
                                      : "words of messages, and flits of hosts without interfaces, per cycle";
}

/// The cycles that were run, and the loads of those that were measured.
std::vector<Row> load_rows(const Result& result) {
  const statistics::RunTotals& t = result.totals;
  const statistics::Verdict& v = result.verdict;
  const std::string cycles = std::to_string(t.cycles);
  if (result.came_to_stand())
    return {{"cycles", cycles, "none measured: a network at a standstill has no load and no latency"}};
  if (!result.is_measured())
    return {{"cycles", cycles, "none measured: the run ended before its warm-up did"},
            {"offered load", "-", result.why_unmeasured()},
            {"accepted load", "-", result.why_unmeasured()}};
  const std::string per_host = flits_per_cycle(t) + " and host";
  return {{"cycles", cycles, std::to_string(t.measured_cycles()) + " measured, after a warm-up of " + warmup(v)},
          {"offered load", fixed(t.offered_load(), 4), per_host},
          {"accepted load", fixed(t.accepted_load(), 4),
           per_host + plus_minus(v.accepted, static_cast<double>(t.hosts), 4)}};
}

/// The table of a workload that runs once and alone; none of others.
std::vector<Row> rows_of_only_section(const Result& result) {
  return result.sections.size() == 1 && !features::has_list(result.experiment)
             ? result.sections.front()->rows_alone(result.facts(*result.sections.front()))
             : std::vector<Row>();
}

Row busiest_link_row(const Result& result) {
  if (!result.is_measured()) return {"busiest link", "-", result.why_unmeasured()};
  const statistics::LinkUse* busiest = result.totals.busiest_link();
  return {"busiest link", fixed(busiest == nullptr ? 0 : busiest->utilisation(), 4),
          busiest == nullptr ? "no flit was sent" : "of the cycles it carries a flit, " + busiest->name};
}

/// The run over time, with run.windows.
void add_windows(std::vector<Row>& rows, const Result& result) {
  if (!result.totals.windows) return;
  const statistics::Windows& windows = *result.totals.windows;
  std::string remark = "of " + counted(windows.cycles(), "cycle");
  if (const auto& t = windows.throughput(); t && result.is_measured()) {
    remark += ", " + std::to_string(t->windows) + " of them measured: accepted " + fixed(t->mean, 4) + ' ' +
              flits_per_cycle(result.totals) + ", standard deviation " + fixed(t->deviation, 4);
    if (t->peak)
      remark += ", autocorrelation " + fixed(t->peak->value, 2) + " after " + counted(t->peak->lag, "window") +
                " (chance: " + fixed(t->significant(), 2) + ")";
  }
  rows.push_back({"windows", std::to_string(windows.size()), remark});
}

}  // namespace

const char* to_string(Status status) {
  switch (status) {
    case Status::complete: return "complete";
    case Status::partial: return "partial";
    case Status::failed: break;
  }
  return "failed";
}

std::string result_table(const Result& result) {
  const statistics::RunTotals& t = result.totals;
  if (std::vector<Row> rows = rows_of_only_section(result); !rows.empty()) {
    add_windows(rows, result);
    if (t.packet_switches) append(rows, packet_switch_rows(*t.packet_switches));
    if (t.nic) append(rows, nic_rows(result));
    return headline(result) + aligned(rows) + (result.standstill ? standstill_text(*result.standstill) : "");
  }
  const auto count = [](std::uint64_t n) { return std::to_string(n); };
  std::vector<Row> rows = load_rows(result);
  if (!result.came_to_stand()) add_latencies(rows, result);
  if (const auto hops = t.mean_hops(); hops && result.is_measured())
    rows.push_back({"hops", fixed(*hops, 3), "switches that a flit passed, mean"});
  if (t.fairness && result.is_measured())
    rows.push_back({"fairness", fixed(*t.fairness, 4), "of what sources could send; 1: all alike"});
  if (result.is_measured()) add_doubts(rows, result);
  rows.push_back({"packets created", count(t.at_end.packets_created), ""});
  rows.push_back({"packets delivered", count(t.packets_delivered),
                  count(t.packets_waiting()) + " wait at hosts, " +
                      count(t.at_end.packets_begun - t.packets_delivered) +
                      (t.flits_lost + t.flits_discarded == 0 ? " are in flight" : " are in flight or lost")});
  if (t.packets_overtaken != 0)
    rows.push_back(
        {"overtakings", count(t.packets_overtaken), "packets that came before an earlier one of their source"});
  rows.push_back(busiest_link_row(result));
  add_windows(rows, result);
  rows.push_back({"flits injected", count(t.at_end.flits_injected), whereabouts(t)});
  if (t.packet_switches) append(rows, packet_switch_rows(*t.packet_switches));
  if (t.nic) append(rows, nic_rows(result));
  for (const auto& section : result.sections) {
    if (features::has_list(result.experiment)) rows.push_back({section->name(), "", section->kind()});
    append(rows, section->rows(result.facts(*section)));
  }
  for (const present::SharedPart& part : result.shared_parts()) append(rows, part.rows);
  for (const statistics::InjectedFault& fault : t.injected) rows.push_back(injected_row(fault));
  if (!t.injected.empty() && t.injected_hits() != 0 && !t.failed())
    rows.push_back({"not detected", "", "no check has found what the injected faults did"});
  for (const statistics::InstanceError& f : t.errors)
    rows.push_back({"ERROR", count(f.count), f.instance + ": " + f.error});
  return headline(result) + aligned(rows) + (result.standstill ? standstill_text(*result.standstill) : "");
}

std::string speed_line(const Manifest& manifest) {
  return rounded(static_cast<double>(manifest.cycles)) + " cycles in " + fixed(manifest.wall_seconds, 2) + " s, " +
         rounded(manifest.cycles_per_second()) + " cycles/s";
}

}  // namespace slackline::report
