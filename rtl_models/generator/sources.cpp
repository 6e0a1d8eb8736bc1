#include "rtl_models/generator/sources.hpp"

#include <algorithm>

namespace slackline::generator {

Violations Workload::violations() const {
  Violations found;
  if (program == nullptr) found = traffic.violations();
  for (const std::uint32_t host : hosts)
    if (traffic.members.empty() ? host >= traffic.nodes
                                : !std::binary_search(traffic.members.begin(), traffic.members.end(), host)) {
      found.push_back({"hosts", std::to_string(host), "nodes of the network"});
      break;
    }
  return found;
}

Workloads::Workloads(const std::vector<Workload>& list, std::shared_ptr<const barrier::Traffic> barriers)
    : barriers_(std::move(barriers)) {
  for (const Workload& workload : list) {
    of_.push_back({RandomTraffic(workload.traffic, count_++), workload.program, workload.hosts});
    std::sort(of_.back().hosts.begin(), of_.back().hosts.end());
  }
}

bool Workloads::creates(unsigned workload, NodeId host) const {
  const std::vector<std::uint32_t>& hosts = of_[workload].hosts;
  return hosts.empty() || std::binary_search(hosts.begin(), hosts.end(), host.value);
}

namespace {

/// An own packet may leave, as far as the responses that it awaits are concerned.
bool may_send(const TrafficParams& traffic, const SourceState& s) {
  return traffic.response_flits == 0 || s.outstanding < traffic.max_outstanding;
}

/// Random traffic: from when on something can leave.
Cycle available(const TrafficParams& traffic, const SourceState& s) {
  if (s.requests != 0) return Cycle(0);
  return may_send(traffic, s) ? s.next.created : never;
}

/// The packet that random traffic sends next: a response if one is due.
void choose(const TrafficParams& traffic, const PacketTable* packets, const SourceState& s, port::Packet& packet) {
  if (s.requests != 0) {
    const PacketRecord& request = *packets->find(s.first_request);
    packet.created = request.delivered;
    packet.destination = request.source;
    packet.flits = traffic.response_flits;
    packet.role = PacketRole::response;
    return;
  }
  packet.created = s.next.created;
  packet.destination = s.next.destination;
  packet.flits = s.next.flits;
  packet.role = traffic.response_flits != 0 ? PacketRole::request : PacketRole::one_way;
}

/// The last flit of a request or of a response has arrived.
void exchange(PacketTable& packets, std::uint32_t tag, PacketRole role, SourceState& s) {
  if (role == PacketRole::response) {
    if (s.outstanding != 0) --s.outstanding;  // 0: this host was reset while the response was under way
    return;
  }
  if (s.requests == 0)
    s.first_request = tag;
  else
    packets.find(s.last_request)->next_request = tag;
  s.last_request = tag;
  ++s.requests;
}

}  // namespace

void bind(const Workloads& workloads, NodeId host, Cycle first_edge, SourcesState& s, Arena& arena) {
  s = SourcesState();
  s.of = arena.take<SourceState>(workloads.count());
  for (unsigned w = 0; s.of != nullptr && w < workloads.count(); ++w) {
    SourceState& source = s.of[w];
    if (port::Program* program = workloads.program(w); program != nullptr) {
      program->begin(host, source.program);
      if (source.program.due != never) source.program.due = source.program.due + first_edge.value;
      source.created = source.due = source.program.due;
    } else if (workloads.creates(w, host)) {
      source.next = workloads.traffic(w).first(host);
      if (source.next.created != never) source.next.created = source.next.created + first_edge.value;
      source.created = source.due = source.next.created;
    }
    s.created = std::min(s.created, source.created);
    s.due = std::min(s.due, source.due);
  }
}

inline void Sources::update_all() {
  s_.created = s_.of[0].created;
  s_.due = s_.of[0].due;
  for (unsigned w = 1; w < workloads_.count(); ++w) {
    s_.created = std::min(s_.created, s_.of[w].created);
    s_.due = std::min(s_.due, s_.of[w].due);
  }
}

/// After a packet of the workload.
inline void Sources::update(unsigned workload) {
  SourceState& s = s_.of[workload];
  if (workloads_.program(workload) != nullptr) {
    s.created = s.due = s.program.due;
  } else {
    s.created = s.next.created;
    s.due = available(workloads_.traffic(workload).params(), s);
  }
  update_all();
}

inline bool Sources::next_of(unsigned workload, Cycle now, port::Packet& packet) {
  SourceState& s = s_.of[workload];
  if (port::Program* program = workloads_.program(workload); program != nullptr) {
    const bool any = program->load(host_, now, s.program);
    if (any)
      packet = s.program.packet;
    else
      update(workload);
    packet.workload = static_cast<std::uint8_t>(workload);
    return any;
  }
  choose(workloads_.traffic(workload).params(), packets_, s, packet);
  packet.workload = static_cast<std::uint8_t>(workload);
  return true;
}

bool Sources::next(Cycle now, port::Packet& packet) {
  const unsigned count = workloads_.count();
  for (unsigned i = 0, w = s_.turn; i < count; ++i, w = w + 1 == count ? 0 : w + 1)
    if (s_.of[w].due <= now && next_of(w, now, packet)) {
      s_.chosen = static_cast<std::uint8_t>(w);
      return true;
    }
  return false;
}

void Sources::head_left(Cycle now) {
  s_.turn = s_.chosen + 1u == workloads_.count() ? 0 : static_cast<std::uint8_t>(s_.chosen + 1);
  SourceState& s = s_.of[s_.chosen];
  if (workloads_.program(s_.chosen) != nullptr) return;
  if (s.requests == 0) {
    s.outstanding += workloads_.traffic(s_.chosen).params().response_flits != 0;
    return;
  }
  PacketRecord& request = *packets_->find(s.first_request);
  s.first_request = request.next_request;
  request.answered = now;
  --s.requests;
  s.responding = true;
}

void Sources::tail_left(Cycle now) {
  const unsigned workload = s_.chosen;
  SourceState& s = s_.of[workload];
  if (port::Program* program = workloads_.program(workload); program != nullptr)
    program->sent(host_, now, s.program);
  else if (s.responding)
    s.responding = false;
  else
    workloads_.traffic(workload).next(host_, s.next);
  update(workload);
}

bool Sources::arrived(Cycle now, std::uint32_t tag, const PacketRecord& packet) {
  const unsigned workload = packet.workload;
  if (workload >= workloads_.count()) return false;  // of another source, which has none
  SourceState& s = s_.of[workload];
  if (port::Program* program = workloads_.program(workload); program != nullptr) {
    program->delivered(host_, packet, now, s.program);
    update(workload);
    return true;
  }
  if (packet.role == PacketRole::one_way) return false;
  exchange(*packets_, tag, packet.role, s);
  s.due = std::min(s.due, std::max(available(workloads_.traffic(workload).params(), s), now + 1));
  update_all();
  return true;
}

void Sources::left(unsigned workload, std::uint32_t message, Cycle now) {
  port::Program* program = workloads_.program(workload);
  if (program == nullptr) return;
  program->left(host_, message, now, s_.of[workload].program);
  update(workload);
}

}  // namespace slackline::generator
