#include "rtl_models/host/host.hpp"

namespace slackline::host {

using firmware::Completion;
using firmware::Delivery;

namespace {

/// Arguments of one step.
struct Edge {
  const Params& p;
  const endpoint::TrafficSource& source;
  const endpoint::Place& place;
  State& s;
  MessageTable& messages;
  endpoint::LatencyTally& latencies;
  Cycle now;
};

/// A message is complete at this host.
void finish(const Edge& e, MessageRecord& record) {
  const std::uint64_t total = e.now - record.created, network = e.now - record.posted;
  record.received = e.now;
  ++e.s.done;
  e.s.ended = e.now;
  e.s.failed_done += record.failed;
  e.s.words_done += record.words;
  e.s.total_latency += total;
  e.s.network_latency += network;
  e.latencies.total.add(total);
  e.latencies.network.add(network);
  if (e.p.program == nullptr || e.p.delivery != Delivery::peer) return;
  PacketRecord packet;
  packet.created = record.created;
  packet.injected = record.posted;
  packet.delivered = e.now;
  packet.source = record.source;
  packet.destination = record.destination;
  packet.sequence = record.number;
  packet.flits = record.words;
  packet.message = record.message;
  e.p.program->delivered(e.place.node, packet, e.now, e.s.next);
}

void take_own(const Edge& e, const Completion& completion) {
  MessageRecord* record = e.messages.find(e.place.node, completion.message);
  if (record == nullptr) {
    ++e.s.faults.unknown;
    return;
  }
  if (completion.peer != record->destination.value || completion.words != record->words) {
    ++e.s.faults.wrong;
    return;
  }
  if (record->told != never) {
    ++e.s.faults.repeated;
    return;
  }
  record->told = e.now;
  if (completion.kind == NIC_DONE_FAILED) {
    record->failed = true;
    ++e.s.failed;
    e.s.ended = e.now;
    e.s.failed_done += record->received != never;
    return;
  }
  ++e.s.told;
  if (e.p.program != nullptr) e.p.program->left(e.place.node, record->message, e.now, e.s.next);
  if (e.p.delivery == Delivery::reply) finish(e, *record);
}

void take_received(const Edge& e, const Completion& completion) {
  MessageRecord* record = e.messages.find(NodeId(completion.peer), completion.message);
  const bool is_for_us = record != nullptr && (e.p.delivery == Delivery::peer     ? record->destination == e.place.node
                                               : e.p.delivery == Delivery::sender ? record->source == e.place.node
                                                                                  : false);
  if (!is_for_us) {
    ++e.s.faults.unknown;
  } else if (completion.words != record->words) {
    ++e.s.faults.wrong;
  } else if (record->received != never) {
    ++e.s.faults.repeated;
  } else {
    finish(e, *record);
  }
}

/// Enters a barrier, if it is time: before messages.
bool post_barrier(const Edge& e) {
  if (e.s.enters > e.now) return false;
  const std::optional<firmware::Command> command = enter(*e.p.barriers, e.place.node.value, e.s.members, e.now);
  e.s.enters = next_entry(*e.p.barriers, e.place.node.value, e.s.members);
  if (!command) return false;
  e.s.command = *command;
  e.s.posting = true;
  return true;
}

void take_barrier(const Edge& e, const Completion& completion) {
  if (e.p.barriers == nullptr || !leave(*e.p.barriers, e.place.node.value, e.s.members, e.now, completion)) {
    ++e.s.faults.unknown;
    return;
  }
  e.s.enters = next_entry(*e.p.barriers, e.place.node.value, e.s.members);
}

/// Posts the next message, if there is one.
void post(const Edge& e) {
  State& s = e.s;
  endpoint::Program* program = e.p.program.get();
  if (s.next.created > e.now || (program != nullptr && !program->load(e.place.node, e.now, s.next))) return;
  MessageRecord& record = e.messages.open(e.place.node, e.now);
  record.created = s.next.created;
  record.posted = e.now;
  record.destination = s.next.destination;
  record.words = s.next.flits;
  record.message = s.next.message;
  s.command = {NIC_COMMAND_SEND, record.destination.value, record.number, record.words};
  s.posting = true;
  ++s.posted;
  s.posted_words += record.words;
  if (program == nullptr) {
    e.source.next(e.place, s.next);
    return;
  }
  ++s.next.sequence;
  program->sent(e.place.node, e.now, s.next);
}

}  // namespace

void bind(const Params& p, const endpoint::TrafficSource& source, const endpoint::Place& place, State& s) {
  s = State();
  if (p.program != nullptr)
    p.program->begin(place.node, s.next);
  else
    s.next = source.first(place);
}

void bind_barriers(const Params& p, const endpoint::Place& place, State& s, Arena& arena) {
  if (p.barriers == nullptr) return;
  endpoint::bind(*p.barriers, place.node.value, s.members, arena);
  s.groups = static_cast<std::uint16_t>(p.barriers->hosts[place.node.value].size());
  if (s.members != nullptr) s.enters = next_entry(*p.barriers, place.node.value, s.members);
}

void step(const Params& p, const endpoint::TrafficSource& source, const endpoint::Place& place, State& s,
          MessageTable& messages, endpoint::LatencyTally& latencies, Cycle now, const Inputs& in) {
  const Edge edge{p, source, place, s, messages, latencies, now};
  const std::uint32_t taken = s.posting;  // the command on the pins goes into the queue at this edge
  s.posting = false;
  if (in.room > taken && !post_barrier(edge)) post(edge);
  if (in.completion == nullptr) return;
  if (in.completion->kind == NIC_DONE_BARRIER)
    take_barrier(edge, *in.completion);
  else if (in.completion->kind == NIC_DONE_RECEIVED)
    take_received(edge, *in.completion);
  else
    take_own(edge, *in.completion);
}

}  // namespace slackline::host
