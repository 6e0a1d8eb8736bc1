#include "testbench/statistics/host_counts.hpp"

#include <algorithm>

namespace slackline::statistics {

HostCounts& operator+=(HostCounts& sum, const HostCounts& more) {
  sum.packets_created += more.packets_created;
  sum.flits_created += more.flits_created;
  sum.flits_handed_over += more.flits_handed_over;
  sum.messages_created += more.messages_created;
  sum.packets_begun += more.packets_begun;
  sum.flits_injected += more.flits_injected;
  sum.route_flits_injected += more.route_flits_injected;
  return sum;
}

namespace {

/// The counts of packets that have entered the network, of all workloads or of one; `is_sent`: a packet of it is being sent.
HostCounts injected(const port::Counters& counters, const port::State& port, bool is_sent) {
  HostCounts counts;
  counts.packets_begun = counters.packets_sent + is_sent;
  counts.flits_injected = counters.flits_sent;
  counts.route_flits_injected =
      counters.route_flits_sent + (is_sent ? std::min<std::uint64_t>(port.sent, port.route_flits) : 0);
  return counts;
}

}  // namespace

const HostCounter::Walk& HostCounter::walk(std::size_t host, NodeId node, unsigned workload,
                                           const generator::TrafficState& next, std::uint64_t flits, Cycle end) {
  Walk& walk = walks_[host * workloads_.count() + workload];
  if (!walk.begun || walk.next.sequence < next.sequence) {
    walk.begun = true;
    walk.next = next;
    walk.flits = flits;
  }
  const generator::RandomTraffic& traffic = workloads_.traffic(workload);
  for (; walk.next.created < end; traffic.next(node, walk.next)) walk.flits += walk.next.flits;
  return walk;
}

HostCounts HostCounter::count(std::size_t host, NodeId node, unsigned workload, const port::State& port,
                              const generator::State& behind, Cycle end) {
  const port::Counters& counters = port::counters(port, workload);
  const bool is_sent = port.sent != 0 && behind.sources.chosen == workload;
  const generator::SourceState& source = behind.sources.of[workload];
  HostCounts counts = injected(counters, port, is_sent);
  counts.flits_handed_over = counts.flits_injected - counts.route_flits_injected;
  if (workloads_.program(workload) != nullptr) {  // messages not handed over yet are not counted
    counts.packets_created = counts.packets_begun;
    counts.flits_created = counts.flits_handed_over;
    return counts;
  }
  // Responses: those that have been sent, one a request that waits, and the one that is being sent. Own packets before
  // `next` have been sent.
  const std::uint64_t responses_sent = counters.packets_sent - source.next.sequence;
  const std::uint64_t responses = responses_sent + source.requests + source.responding;
  const std::uint64_t response_flits = workloads_.traffic(workload).params().response_flits;
  const std::uint64_t of_own =
      counters.flits_sent - (is_sent ? port.sent : 0) - counters.route_flits_sent - responses_sent * response_flits;
  const Walk& created = walk(host, node, workload, source.next, of_own, end);
  counts.packets_created = created.next.sequence + responses;
  counts.flits_created = created.flits + responses * response_flits;
  return counts;
}

HostCounts HostCounter::count(std::size_t host, NodeId node, const port::State& port, const generator::State& behind,
                              Cycle end) {
  HostCounts counts;
  for (unsigned w = 0; w < workloads_.count(); ++w) counts += count(host, node, w, port, behind, end);
  return counts;
}

HostCounts HostCounter::count(std::size_t host, NodeId node, unsigned workload, const port::State& port,
                              const host::State& behind, Cycle end) {
  const port::Counters posted = host::counters(behind, workload);
  HostCounts counts = injected(port, port, port.sent != 0);
  counts.packets_created = counts.packets_begun;
  counts.flits_handed_over = counts.flits_created = posted.flits_sent;
  counts.messages_created = posted.packets_sent;
  if (workloads_.program(workload) != nullptr) return counts;
  const Walk& created = walk(host, node, workload, behind.sources.of[workload].next, posted.flits_sent, end);
  counts.messages_created = created.next.sequence;
  counts.flits_created = created.flits;
  return counts;
}

HostCounts HostCounter::count(std::size_t host, NodeId node, const port::State& port, const host::State& behind,
                              Cycle end) {
  HostCounts counts = count(host, node, 0, port, behind, end);
  for (unsigned w = 1; w < workloads_.count(); ++w) {
    const HostCounts more = count(host, node, w, port, behind, end);
    counts.flits_created += more.flits_created;
    counts.flits_handed_over += more.flits_handed_over;
    counts.messages_created += more.messages_created;
  }
  return counts;
}

}  // namespace slackline::statistics
