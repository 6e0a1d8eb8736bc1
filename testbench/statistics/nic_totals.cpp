#include "testbench/statistics/nic_totals.hpp"

#include <algorithm>

#include "rtl_models/nic/error_text.hpp"

namespace slackline::statistics {

namespace {

/// "firmware, handler of RX_DONE in cycle 812: the queue is full: TX_PUSH; it said: 3 packets more"
std::string text_of(const nic::FirmwareError& error) {
  return std::string("firmware, handler of ") + nic::event_name(error.event) + " in cycle " +
         std::to_string(error.cycle.value) + ": " + nic::error_text(error);
}

/// visit(name, count) for each counter of what must not happen.
template <class Visit>
void for_each_count(const network::HostInterface& state, Visit&& visit) {
  visit("completions of no message", state.host.errors.unknown);
  visit("completions that came twice", state.host.errors.repeated);
  visit("completions with a wrong peer or length", state.host.errors.wrong);
  visit("words that came wrong into host memory", state.nic.dma.host_corrupt);
  visit("messages that are not whole in host memory", state.host.errors.damaged);
  visit("flits that found the receive engine's buffer full", state.nic.receive.overflows);
}

}  // namespace

void add_interface(NicTotals& totals, const std::string& host, const network::HostInterface& state, Cycle now) {
  const nic::State& n = state.nic;
  ++totals.interfaces;
  totals.posted += state.host.packets_sent;
  totals.done += state.host.packets_received;
  totals.failed += state.host.failed;
  totals.failed_done += state.host.failed_done;
  totals.words_done += state.host.flits_received;
  std::uint64_t busy = 0;
  for (std::size_t e = 0; e < totals.handlers.size(); ++e) {
    HandlerTotals& handler = totals.handlers[e];
    handler.runs += n.processor.runs[e];
    handler.cycles += n.processor.cycles[e];
    if (e < NIC_EVENTS) handler.waited += n.processor.waited[e];
    busy += n.processor.cycles[e];
  }
  // A native handler has counted all of its cycles when it begins, one of an RV32 processor counts them when it ends.
  if (n.processor.busy && n.processor.core != nullptr)
    busy += now - n.processor.began;
  else if (n.processor.busy && n.processor.ends > now)
    busy -= n.processor.ends - now;
  totals.busy_cycles += busy;
  if (totals.busiest.empty() || busy > totals.busiest_cycles) {
    totals.busiest_cycles = busy;
    totals.busiest = host;
  }
  totals.packets_dropped += n.receive.dropped;
  totals.memory_waits += n.memory.waits;
  totals.stopped_cycles += n.send.stopped_total;
  const std::array<std::uint32_t, nic_queues.size()> fullest{
      n.commands.fullest,        n.completions.fullest,      n.send.descriptors.fullest, n.send.sent.fullest,
      n.receive.headers.fullest, n.receive.received.fullest, n.dma.transfers.fullest,    n.dma.done.fullest};
  for (std::size_t q = 0; q < fullest.size(); ++q) totals.fullest[q] = std::max(totals.fullest[q], fullest[q]);
  for (unsigned c = 0; c < nic::classes; ++c) {
    if (n.receive.free[c].fullest == 0) continue;
    const std::uint32_t here = std::min(n.receive.fewest_free[c], n.receive.free[c].fullest);  // where none was taken
    totals.fewest_free[c] = std::min(totals.fewest_free[c].value_or(here), here);
  }
}

void add_message_counts(MessageCounts& counts, const host::State& state) {
  counts.done += state.packets_received;
  counts.words_done += state.flits_received;
  counts.total_latency += state.latency.total;
  counts.network_latency += state.latency.network;
}

void add_message_window(NicTotals& totals, const MessageCounts& begin, const MessageCounts& end) {
  totals.words_measured = end.words_done - begin.words_done;
  totals.total_latency =
      Distribution(begin.latencies.total, end.latencies.total, end.total_latency - begin.total_latency);
  totals.network_latency =
      Distribution(begin.latencies.network, end.latencies.network, end.network_latency - begin.network_latency);
}

void add_interface_errors(std::vector<InstanceError>& errors, const std::string& host,
                          const network::HostInterface& state) {
  const nic::FirmwareError& error = state.nic.processor.error;
  if (error.kind != nic::FirmwareErrorKind::none) errors.push_back({host, text_of(error), 1, false});
  for_each_count(state, [&](const char* what, std::uint64_t count) {
    if (count != 0) errors.push_back({host, what, count});
  });
}

std::uint64_t interface_error_count(const network::HostInterface& state) {
  std::uint64_t total = state.nic.processor.error.kind != nic::FirmwareErrorKind::none;
  for_each_count(state, [&](const char*, std::uint64_t count) { total += count; });
  return total;
}

}  // namespace slackline::statistics
