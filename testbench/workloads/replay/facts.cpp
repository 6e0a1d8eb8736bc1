#include "testbench/workloads/replay/facts.hpp"

#include <algorithm>

#include "testbench/statistics/distribution.hpp"

namespace slackline::replay {

ProgramShares shares_of(const Answers& answers) {
  ProgramShares shares;
  std::uint64_t all = 0, computing = 0, communicating = 0;
  std::vector<CallShare> of_calls(calls);
  for (const RankAnswer& rank : answers.ranks) {
    all += rank.times.end;
    computing += rank.times.computing;
    for (unsigned i = 0; i < calls; ++i) {
      of_calls[i].call = static_cast<Call>(i);
      of_calls[i].calls += rank.times.by_call[i].calls;
      of_calls[i].cycles += rank.times.by_call[i].cycles;
      communicating += rank.times.by_call[i].cycles;
    }
  }
  if (all == 0) return shares;
  const auto share = [all](std::uint64_t cycles) { return static_cast<double>(cycles) / static_cast<double>(all); };
  shares.computing = share(computing);
  shares.communicating = share(communicating);
  for (CallShare& call : of_calls) {
    call.share = share(call.cycles);
    if (call.cycles != 0) shares.calls.push_back(call);
  }
  std::stable_sort(shares.calls.begin(), shares.calls.end(),
                   [](const CallShare& a, const CallShare& b) { return a.cycles > b.cycles; });
  return shares;
}

MessageLatency latency_of(const SizeClass& size) {
  const statistics::Distribution latency({}, size.latency, size.latency_sum);
  return {latency.mean(), latency.least(), latency.percentile(500), latency.percentile(990), latency.most()};
}

}  // namespace slackline::replay
