#include "rtl_models/host/host.hpp"

namespace slackline::host {

using firmware::Completion;
using firmware::Delivery;

namespace {

/// Arguments of one step.
struct Edge {
  const Params& p;
  const Shared& shared;
  NodeId node;
  State& s;
  Cycle now;

  generator::Sources sources() const { return {shared.workloads, node, s.sources, nullptr}; }
};

/// Both ends have been notified.
void end_if_over(const Edge& e, const MessageRecord& record) {
  if (record.told != never && record.received != never) e.shared.memory.over(record.source, record.number, e.now);
}

/// Counts for all workloads together, and for the one.
template <class Count>
void count(State& s, unsigned workload, Count&& count_in) {
  count_in(s);
  if (s.workloads != nullptr) count_in(s.workloads[workload]);
}

/// Hosts to which the message is to come.
std::uint32_t receivers_of(const Params& p, const MessageRecord& record) {
  return record.to_group ? (*p.groups)[record.destination.value].receivers() : 1;
}

/// A message is complete at this host.
void finish(const Edge& e, MessageRecord& record) {
  const std::uint64_t total = e.now - record.created, network = e.now - record.posted;
  if (--record.missing == 0) record.received = e.now;
  end_if_over(e, record);
  e.s.ended = e.now;
  e.s.failed_done += record.failed;
  count(e.s, record.workload, [&](port::Counters& counters) {
    counters.flits_received += record.words;
    port::count_arrival(counters, total, network);
  });
  e.shared.latencies.add(record.workload, total, network);
  if (e.p.delivery != Delivery::peer) return;
  PacketRecord packet;
  packet.created = record.created;
  packet.injected = record.posted;
  packet.delivered = e.now;
  packet.source = record.source;
  packet.destination = e.node;
  packet.sequence = record.number;
  packet.flits = record.words;
  packet.message = record.message;
  packet.workload = record.workload;
  e.sources().arrived(e.now, 0, packet);
}

void take_own(const Edge& e, const Completion& completion) {
  MessageRecord* record = e.shared.messages.find(e.node, completion.message);
  if (record == nullptr) {
    ++e.s.errors.unknown;
    return;
  }
  if (completion.peer != record->destination.value || completion.words != record->words) {
    ++e.s.errors.wrong;
    return;
  }
  if (record->told != never) {
    ++e.s.errors.repeated;
    return;
  }
  record->told = e.now;
  end_if_over(e, *record);
  if (completion.kind == NIC_DONE_FAILED) {
    record->failed = true;
    ++e.s.failed;
    e.s.ended = e.now;
    e.s.failed_done += record->received != never;
    return;
  }
  e.s.told += receivers_of(e.p, *record);
  e.sources().left(record->workload, record->message, e.now);
  if (e.p.delivery == Delivery::reply) finish(e, *record);
}

std::size_t place_in_group(const Edge& e, const MessageRecord& record) {
  return (*e.p.groups)[record.destination.value].place_of(e.node, record.source);
}

/// The message comes to this host.
bool is_for_us(const Edge& e, const MessageRecord& record) {
  if (record.to_group) return place_in_group(e, record) < record.has.size();
  if (e.p.delivery == Delivery::peer) return record.destination == e.node;
  return e.p.delivery == Delivery::sender && record.source == e.node;
}

/// It has come to this host before.
bool has_come(const Edge& e, const MessageRecord& record) {
  return record.to_group ? record.has[place_in_group(e, record)] : record.received != never;
}

void take_received(const Edge& e, const Completion& completion) {
  MessageRecord* record = e.shared.messages.find(NodeId(completion.peer), completion.message);
  if (record == nullptr || !is_for_us(e, *record)) {
    ++e.s.errors.unknown;
  } else if (completion.words != record->words) {
    ++e.s.errors.wrong;
  } else if (has_come(e, *record)) {
    ++e.s.errors.repeated;
  } else {
    if (record->to_group) record->has[place_in_group(e, *record)] = true;
    e.s.errors.damaged += !e.shared.memory.holds(record->source, record->number);
    finish(e, *record);
  }
}

/// Enters a barrier, if it is time: before messages.
bool post_barrier(const Edge& e) {
  if (e.s.enters > e.now) return false;
  const std::optional<firmware::Command> command = enter(*e.p.barriers, e.node.value, e.s.members, e.now);
  e.s.enters = next_entry(*e.p.barriers, e.node.value, e.s.members);
  if (!command) return false;
  e.s.command = *command;
  e.s.posting = true;
  return true;
}

void take_barrier(const Edge& e, const Completion& completion) {
  if (e.p.barriers == nullptr || !leave(*e.p.barriers, e.node.value, e.s.members, e.now, completion)) {
    ++e.s.errors.unknown;
    return;
  }
  e.s.enters = next_entry(*e.p.barriers, e.node.value, e.s.members);
}

/// Posts the next message, if there is one.
void post(const Edge& e) {
  State& s = e.s;
  generator::Sources sources = e.sources();
  port::Packet message;
  if (s.sources.due > e.now || !sources.next(e.now, message)) return;
  MessageRecord& record = e.shared.messages.open(e.node, e.now);
  record.created = message.created;
  record.posted = e.now;
  record.destination = message.destination;
  record.words = message.flits;
  record.message = message.message;
  record.workload = message.workload;
  record.to_group = message.to_group;
  if (record.to_group) record.has.resize((*e.p.groups)[record.destination.value].members.size());
  const std::uint32_t receivers = record.missing = receivers_of(e.p, record);
  const std::uint32_t kind = record.to_group ? NIC_COMMAND_MULTICAST : NIC_COMMAND_SEND;
  s.command = {kind, record.destination.value, record.number, record.words};
  s.posting = true;
  e.shared.memory.posted(e.node, record.number, record.words, e.now);
  count(s, record.workload, [&](port::Counters& counters) {
    counters.packets_sent += receivers;
    counters.flits_sent += std::uint64_t{receivers} * record.words;
  });
  sources.head_left(e.now);
  sources.tail_left(e.now);
}

}  // namespace

void bind(const Params& p, const generator::Workloads& workloads, NodeId node, Cycle first_edge, State& s,
          Arena& arena) {
  s = State();
  bind(workloads, node, first_edge, s.sources, arena);
  if (workloads.count() > 1) s.workloads = arena.take<port::Counters>(workloads.count());
  if (p.barriers == nullptr) return;
  barrier::bind(*p.barriers, node.value, s.members, arena);
  s.groups = static_cast<std::uint16_t>(p.barriers->hosts[node.value].size());
  if (s.members != nullptr) s.enters = next_entry(*p.barriers, node.value, s.members);
}

void step(const Params& p, const Shared& shared, NodeId node, State& s, Cycle now, const Inputs& in) {
  const Edge edge{p, shared, node, s, now};
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
