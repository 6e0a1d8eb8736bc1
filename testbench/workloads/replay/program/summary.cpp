#include "testbench/workloads/replay/program/summary.hpp"

namespace slackline::replay {

namespace {

void add_message(Summary& summary, std::uint64_t bytes) {
  ++summary.messages;
  summary.bytes += bytes;
}

void add_multicast(Summary& summary, std::uint32_t rank, std::uint64_t bytes) {
  for (std::uint64_t other = 1; other < summary.ranks; ++other) add_message(summary, bytes);
  ++summary.multicasts;
  summary.multicast_bytes += bytes;
  summary.multicast_roots.insert(rank);
}

void add(Summary& summary, const Trace& trace, std::uint32_t rank, const Action& action, const Algorithms& algorithms) {
  ++summary.of_kind[static_cast<unsigned>(action.call)];
  if (action.call == Call::compute) summary.operations += static_cast<double>(action.amount);
  if (action.call == Call::send || action.call == Call::isend || action.call == Call::sendrecv)
    add_message(summary, action.bytes);
  if (!is_collective(action.call)) return;
  for (const Step& step : steps_of(trace, rank, action, algorithms)) {
    if (step.kind == Step::Kind::send) add_message(summary, step.amount);
    if (step.kind == Step::Kind::multicast) add_multicast(summary, rank, step.amount);
    if (step.kind == Step::Kind::compute) summary.operations += static_cast<double>(step.amount);
  }
}

}  // namespace

Summary summary_of(const Trace& trace, const Algorithms& algorithms) {
  Summary summary;
  summary.ranks = trace.ranks.size();
  for (std::uint32_t rank = 0; rank < trace.ranks.size(); ++rank)
    for (const Action& action : trace.ranks[rank].actions) add(summary, trace, rank, action, algorithms);
  return summary;
}

}  // namespace slackline::replay
