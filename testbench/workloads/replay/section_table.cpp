#include "testbench/workloads/replay/section.hpp"

#include <string>
#include <utility>

#include "testbench/settings/number.hpp"
#include "testbench/text/counted.hpp"
#include "testbench/workloads/replay/facts.hpp"
#include "testbench/workloads/replay/settings.hpp"

namespace slackline::replay {

using present::fixed;
using present::Row;
using present::RunFacts;

namespace {

constexpr std::size_t most_links_shown = 5;

std::string percent(double share) { return fixed(100 * share, 2); }

/// "12.5 us"
std::string time_of(std::uint64_t cycles, const settings::Time& period) {
  double ns =
      static_cast<double>(cycles) * static_cast<double>(period.numerator) / static_cast<double>(period.denominator);
  const char* units[] = {" ns", " us", " ms", " s"};
  unsigned unit = 0;
  for (; ns >= 1000 && unit < 3; ++unit) ns /= 1000;
  return fixed(ns, 3) + units[unit];
}

std::string range_text(unsigned size) {
  if (size == 0) return "0 B";
  const std::uint64_t least = std::uint64_t{1} << (size - 1);
  return least == 1 ? "1 B" : settings::bytes_text(least) + " up to " + settings::bytes_text(2 * least - 1);
}

void add_ranks(std::vector<Row>& rows, const Section& section) {
  const Answers& a = section.answers;
  const RankAnswer *first = nullptr, *last = nullptr;
  for (const RankAnswer& rank : a.ranks) {
    if (!rank.times.ended) continue;
    if (first == nullptr || rank.times.end < first->times.end) first = &rank;
    if (last == nullptr || rank.times.end >= last->times.end) last = &rank;
  }
  const auto name = [&](const RankAnswer* rank) {
    const auto index = static_cast<std::size_t>(rank - a.ranks.data());
    return "rank " + std::to_string(index) + " on " + section.rank_hosts[index];
  };
  if (first != nullptr) rows.push_back({"first rank to end", std::to_string(first->times.end), name(first)});
  if (last != nullptr) rows.push_back({"last rank to end", std::to_string(last->times.end), name(last)});
  const ProgramShares shares = shares_of(a);
  rows.push_back({"computing", percent(shares.computing), "% of the ranks' cycles"});
  rows.push_back({"communicating", percent(shares.communicating), "% of the ranks' cycles, of it in"});
  for (const CallShare& call : shares.calls)
    rows.push_back({std::string("  ") + to_string(call.call), percent(call.share),
                    "%, " + std::to_string(call.calls) + (call.calls == 1 ? " call" : " calls")});
}

void add_messages(std::vector<Row>& rows, const Answers& a) {
  std::uint64_t bytes = 0, arrived = 0;
  for (const SizeClass& size : a.sizes) {
    bytes += size.bytes;
    arrived += size.messages;
  }
  rows.push_back({"messages", std::to_string(a.messages),
                  std::to_string(arrived) + " arrived, " + text::counted(bytes, "byte") + "; " +
                      std::to_string(a.rendezvous) + " by rendezvous, with " +
                      text::counted(a.control_packets, "control packet")});
  if (a.trees)
    rows.push_back({"  of multicasts", std::to_string(a.multicasts * (a.ranks.size() - 1)),
                    text::counted(a.multicasts, "multicast") + " to " + text::counted(a.ranks.size() - 1, "rank") +
                        " each; " + a.trees->algorithm + ", up to " + text::counted(a.trees->depth, "hop") + ", " +
                        text::counted(a.trees->branching, "copy") + " of a host"});
  if (a.never_received != 0)
    rows.push_back({"never received", std::to_string(a.never_received), "messages that no rank has asked for"});
  for (unsigned i = 0; i < a.sizes.size(); ++i) {
    if (a.sizes[i].messages == 0) continue;
    const MessageLatency latency = latency_of(a.sizes[i]);
    rows.push_back({"  " + range_text(i), std::to_string(a.sizes[i].messages),
                    "mean " + fixed(latency.mean, 1) + " cycles, least " + std::to_string(latency.least) + ", 99 % " +
                        std::to_string(latency.p99) + ", most " + std::to_string(latency.most)});
  }
}

void add_links(std::vector<Row>& rows, const std::vector<statistics::Trunk>& trunks, const RunFacts& run) {
  if (!run.is_measured) {
    rows.push_back({"busiest links", "-", run.why_unmeasured});
    return;
  }
  const std::vector<const statistics::LinkUse*> busiest = statistics::busiest_links(run.totals.links, most_links_shown);
  for (const statistics::LinkUse* link : busiest)
    rows.push_back({link == busiest.front() ? "busiest links" : "", percent(link->utilisation()),
                    "% of the cycles, " + link->name});
  if (!trunks.empty()) {
    const statistics::Trunk& hottest = trunks.front();
    rows.push_back({"hottest trunk", percent(hottest.utilisation()),
                    "% of the cycles of its " + std::to_string(hottest.links) +
                        (hottest.links == 1 ? " link" : " links") + " from " + hottest.from + " to " + hottest.to});
  }
}

}  // namespace

std::vector<Row> Section::rows(const RunFacts& run) const {
  std::vector<Row> rows;
  const std::string time = time_of(answers.cycles, run.experiment.clock_period);
  rows.push_back({"program", std::to_string(answers.ranks.size()),
                  "ranks of " + run.experiment.get<features::ReplaySettings>().trace_file +
                      (answers.finished ? ", all finished" : ", NOT ALL finished")});
  rows.push_back({"cycles", std::to_string(answers.cycles),
                  time + (answers.finished ? ", of the whole program" : ", up to here")});
  add_ranks(rows, *this);
  add_messages(rows, answers);
  return rows;
}

std::vector<Row> Section::rows_alone(const RunFacts& run) const {
  const statistics::RunTotals& t = run.totals;
  std::vector<Row> rows = this->rows(run);
  rows.push_back({"packets delivered", std::to_string(t.packets_delivered),
                  !run.is_measured
                      ? ""
                      : "latency mean " + fixed(t.total_latency.mean(), 1) + ", most " +
                            std::to_string(t.total_latency.most()) + "; no intervals: a program runs once"});
  if (t.packets_overtaken != 0)
    rows.push_back({"overtakings", std::to_string(t.packets_overtaken),
                    "packets that came before an earlier one of their source"});
  add_links(rows, trunks, run);
  rows.push_back({"flits injected", std::to_string(t.at_end.flits_injected), present::whereabouts(t)});
  for (const statistics::InstanceError& f : t.errors)
    rows.push_back({"ERROR", std::to_string(f.count), f.instance + ": " + f.error});
  return rows;
}

}  // namespace slackline::replay
