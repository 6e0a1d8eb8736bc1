#include "testbench/report/replay_facts.hpp"

#include <algorithm>

#include "testbench/statistics/distribution.hpp"

namespace slackline::report {

ProgramShares shares_of(const replay::Answers& answers) {
  ProgramShares shares;
  std::uint64_t all = 0, computing = 0, communicating = 0;
  std::vector<CallShare> calls(replay::calls);
  for (const replay::RankAnswer& rank : answers.ranks) {
    all += rank.times.end;
    computing += rank.times.computing;
    for (unsigned i = 0; i < replay::calls; ++i) {
      calls[i].call = static_cast<replay::Call>(i);
      calls[i].calls += rank.times.by_call[i].calls;
      calls[i].cycles += rank.times.by_call[i].cycles;
      communicating += rank.times.by_call[i].cycles;
    }
  }
  if (all == 0) return shares;
  const auto share = [all](std::uint64_t cycles) { return static_cast<double>(cycles) / static_cast<double>(all); };
  shares.computing = share(computing);
  shares.communicating = share(communicating);
  for (CallShare& call : calls) {
    call.share = share(call.cycles);
    if (call.cycles != 0) shares.calls.push_back(call);
  }
  std::stable_sort(shares.calls.begin(), shares.calls.end(),
                   [](const CallShare& a, const CallShare& b) { return a.cycles > b.cycles; });
  return shares;
}

MessageLatency latency_of(const replay::SizeClass& size) {
  const statistics::Distribution latency({}, size.latency, size.latency_sum);
  return {latency.mean(), latency.least(), latency.percentile(500), latency.percentile(990), latency.most()};
}

std::vector<const statistics::LinkUse*> busiest_links(const statistics::RunTotals& totals, std::size_t most) {
  std::vector<const statistics::LinkUse*> links;
  for (const statistics::LinkUse& link : totals.links)
    if (link.flits != 0) links.push_back(&link);
  std::stable_sort(links.begin(), links.end(), [](const auto* a, const auto* b) { return a->busy > b->busy; });
  if (links.size() > most) links.resize(most);
  return links;
}

std::string whereabouts(const statistics::RunTotals& t) {
  std::string text = (t.conserved() ? "= " : "IS NOT ") + std::to_string(t.flits_delivered) + " delivered + " +
                     std::to_string(t.flits_in_switches) + " in switches + " + std::to_string(t.flits_on_links) +
                     " on links";
  const auto add = [&text](const char* sign, std::uint64_t flits, const char* what) {
    if (flits != 0) text += sign + std::to_string(flits) + what;
  };
  add(" + ", t.flits_stripped, " stripped off as routes");
  add(" + ", t.flits_discarded, " discarded by switches");
  add(" + ", t.flits_lost, " lost on links");
  add(" - ", t.aborts_made, " made to close worms");
  const std::uint64_t made = t.barrier_flits_made + t.padding_made, taken = t.barrier_flits_taken + t.padding_taken;
  add(made > taken ? " - " : " + ", made > taken ? made - taken : taken - made, " of barriers and padding among them");
  return text;
}

}  // namespace slackline::report
