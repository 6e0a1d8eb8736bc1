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

/// The counts that have got into the network.
HostCounts injected(const endpoint::State& state) {
  HostCounts counts;
  counts.packets_begun = state.packets_sent + (state.sent != 0);
  counts.flits_injected = state.flits_sent;
  counts.route_flits_injected =
      state.route_flits_sent + (state.sent == 0 ? 0 : std::min<std::uint64_t>(state.sent, state.route_flits));
  return counts;
}

}  // namespace

const HostCounter::Walk& HostCounter::walk(std::size_t host, const endpoint::Place& place,
                                           const endpoint::TrafficState& next, std::uint64_t flits, Cycle end) {
  Walk& walk = walks_[host];
  if (!walk.begun || walk.next.sequence < next.sequence) {
    walk.begun = true;
    walk.next = next;
    walk.flits = flits;
  }
  for (; walk.next.created < end; source_.next(place, walk.next)) walk.flits += walk.next.flits;
  return walk;
}

HostCounts HostCounter::count(std::size_t host, const endpoint::Place& place, const endpoint::State& state, Cycle end) {
  // Responses: those that have been sent, one a request that waits, and the one that is being sent. Own packets before
  // `next` have been sent.
  const std::uint64_t responses_sent = state.packets_sent - state.next.sequence;
  const std::uint64_t responses = responses_sent + state.requests + state.responding;
  const std::uint64_t response_flits = source_.params().response_flits;

  HostCounts counts = injected(state);
  counts.flits_handed_over = counts.flits_injected - counts.route_flits_injected;
  if (is_program_) {  // messages not handed over yet are not counted
    counts.packets_created = counts.packets_begun;
    counts.flits_created = counts.flits_handed_over;
    return counts;
  }
  const Walk& created =
      walk(host, place, state.next,
           state.flits_sent - state.sent - state.route_flits_sent - responses_sent * response_flits, end);
  counts.packets_created = created.next.sequence + responses;
  counts.flits_created = created.flits + responses * response_flits;
  return counts;
}

HostCounts HostCounter::count(std::size_t host, const endpoint::Place& place, const endpoint::State& state,
                              const host::State& behind, Cycle end) {
  HostCounts counts = injected(state);
  counts.packets_created = counts.packets_begun;
  counts.flits_handed_over = counts.flits_created = behind.posted_words;
  counts.messages_created = behind.posted;
  if (is_program_) return counts;
  const Walk& created = walk(host, place, behind.next, behind.posted_words, end);
  counts.messages_created = created.next.sequence;
  counts.flits_created = created.flits;
  return counts;
}

}  // namespace slackline::statistics
