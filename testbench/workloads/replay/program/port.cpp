#include "testbench/workloads/replay/program/port.hpp"

#include <algorithm>

#include "rtl_models/common/random_stream.hpp"

namespace slackline::replay {

namespace {

constexpr unsigned kind_shift = 30;

/// The n-th of the ranks other than `own`, and the place of a rank among them.
constexpr std::uint32_t rank_at(std::uint32_t n, std::uint32_t own) { return n < own ? n : n + 1; }
constexpr std::uint32_t place_of(std::uint32_t rank, std::uint32_t own) { return rank < own ? rank : rank - 1; }

}  // namespace

Message& Port::message(const MessageId& id) { return exchange_->ports[id.source].messages_.at(id.name); }

void Port::note(std::uint64_t what, std::uint64_t at) { progress = mix64(progress ^ mix64(what << 48 ^ at)); }

std::uint32_t Port::other_ranks() const { return static_cast<std::uint32_t>(exchange_->ports.size()) - 1; }

void Port::queue(const Outgoing& outgoing) {
  exchange_->under_way +=
      outgoing.kind == Kind::multicast ? exchange_->settings->multicasts->groups->front().receivers() : 1;
  (is_control(outgoing.kind) ? control_ : data_).push_back(outgoing);
}

/// The name of a new message.
std::uint32_t Port::open(std::uint32_t to, const Envelope& envelope, std::uint64_t bytes, std::uint64_t at) {
  if (sent_to_.size() <= to) sent_to_.resize(to + 1, 0);
  Message message;
  message.envelope = envelope;
  message.to = to;
  message.order = sent_to_[to]++;
  message.bytes = bytes;
  message.packets = exchange_->settings->packets_of(bytes);
  message.posted_at = at;
  ++messages_sent;
  bytes_sent += bytes;
  ++exchange_->messages;
  ++exchange_->unfinished;
  return messages_.add(message);
}

void Port::send(std::uint32_t to, const Envelope& envelope, std::uint64_t bytes, std::uint32_t request,
                std::uint64_t at) {
  note(1, at);
  const std::uint32_t name = open(to, envelope, bytes, at);
  Message& message = messages_.at(name);
  message.rendezvous = bytes > exchange_->settings->eager_bytes && to != index_;
  message.send_request = request;
  exchange_->rendezvous += message.rendezvous;
  if (to == index_) {
    message.arrived = message.sent = message.packets;
    announce(index_, name, at);
    complete({index_, name}, at);
    release(message, at);
  } else {
    queue({at, message.rendezvous ? Kind::request_to_send : Kind::data, to, name});
  }
}

void Port::multicast(const Envelope& envelope, std::uint64_t bytes, std::uint32_t request, std::uint64_t at) {
  note(1, at);
  const std::uint32_t first = open(rank_at(0, index_), envelope, bytes, at);
  for (std::uint32_t n = 1; n < other_ranks(); ++n) open(rank_at(n, index_), envelope, bytes, at);
  messages_.at(first).send_request = request;
  ++exchange_->multicasts;
  queue({at, Kind::multicast, index_, first});
}

void Port::receive(const Envelope& envelope, std::uint32_t request, std::uint64_t at) {
  note(2, at);
  if (const std::optional<MessageId> id = matching_.post(envelope, request)) match(*id, request, at);
}

void Port::announce(std::uint32_t source, std::uint32_t name, std::uint64_t at) {
  Message& m = message({source, name});
  if (m.announced) return;
  m.announced = true;
  matching_.arrived({source, name}, m.envelope, m.order,
                    [&](const MessageId& id, std::uint32_t request) { match(id, request, at); });
}

void Port::match(const MessageId& id, std::uint32_t request, std::uint64_t at) {
  Message& m = message(id);
  m.matched = true;
  m.receive_request = request;
  if (m.complete)
    rank_->completed(request, at);
  else if (m.rendezvous)
    queue({at, Kind::clear_to_send, id.source, id.name});
}

void Port::complete(const MessageId& id, std::uint64_t at) {
  Message& m = message(id);
  m.complete = true;
  ++messages_received;
  bytes_received += m.bytes;
  --exchange_->unfinished;
  exchange_->last_arrival = std::max(exchange_->last_arrival, at);
  SizeClass& size = exchange_->sizes[size_class_of(m.bytes)];
  ++size.messages;
  size.bytes += m.bytes;
  size.packets += m.packets;
  size.latency_sum += at - m.posted_at;
  size.latency.add(at - m.posted_at);
  if (m.matched) rank_->completed(m.receive_request, at);
}

bool Port::load(std::uint64_t now, port::ProgramState& s) {
  if (loaded_) return true;
  loaded_control_ = !control_.empty() && control_.front().ready <= now;
  if (!loaded_control_ && (data_.empty() || data_.front().ready > now)) return false;
  const Outgoing& outgoing = loaded_control_ ? control_.front() : data_.front();
  const Settings& settings = *exchange_->settings;
  s.due = s.packet.created = Cycle(outgoing.ready);
  s.packet.to_group = outgoing.kind == Kind::multicast;
  s.packet.destination = NodeId(s.packet.to_group ? settings.group : settings.hosts[outgoing.to]);
  s.packet.message = static_cast<std::uint32_t>(outgoing.kind) << kind_shift | outgoing.name;
  s.packet.flits = settings.header_flits;
  if (!loaded_control_) {
    const Message& m = messages_.at(outgoing.name);
    s.packet.flits = settings.flits_of(m.bytes, m.sent);
  }
  loaded_ = true;
  return true;
}

void Port::sent(std::uint64_t now) {
  loaded_ = false;
  note(3, now);
  exchange_->under_way += exchange_->settings->interfaces;  // until it has left
  if (loaded_control_) {
    control_.pop_front();
    ++exchange_->control_packets;
    return;
  }
  Message& m = messages_.at(data_.front().name);
  if (++m.sent != m.packets) {
    ++exchange_->under_way;  // the next one
    return;
  }
  data_.pop_front();
  if (!exchange_->settings->interfaces) release(m, now + 1);
}

void Port::left(std::uint32_t message, std::uint64_t now) {
  --exchange_->under_way;
  note(8, now);
  const auto kind = static_cast<Kind>(message >> kind_shift);
  if (is_control(kind)) return;
  const std::uint32_t name = message & MessageTable::name_mask;
  for (std::uint32_t n = 1; kind == Kind::multicast && n < other_ranks(); ++n) messages_.at(name + n).left = true;
  release(messages_.at(name), now + 1);
}

/// The source is done with a message.
void Port::release(Message& message, std::uint64_t at) {
  message.left = true;
  rank_->completed(message.send_request, at);
}

void Port::delivered(const PacketRecord& packet, std::uint64_t now) {
  const std::uint32_t from = exchange_->rank_of[packet.source.value];
  std::uint32_t name = packet.message & MessageTable::name_mask;
  const auto kind = static_cast<Kind>(packet.message >> kind_shift);
  --exchange_->under_way;
  note(4 + static_cast<unsigned>(kind), now);
  if (kind == Kind::clear_to_send) {
    queue({now + 1, Kind::data, messages_.at(name).to, name});
    return;
  }
  if (kind == Kind::multicast) {
    if (from == index_) return;  // in total order a message comes back to its source
    name += place_of(index_, from);
  }
  announce(from, name, now + 1);
  Message& m = message({from, name});
  if (!is_control(kind) && ++m.arrived == m.packets) complete({from, name}, now + 1);
}

std::uint64_t Port::ready_at() const {
  std::uint64_t ready = never.value;
  if (!control_.empty()) ready = control_.front().ready;
  if (!data_.empty()) ready = std::min(ready, data_.front().ready);
  return ready;
}

}  // namespace slackline::replay
