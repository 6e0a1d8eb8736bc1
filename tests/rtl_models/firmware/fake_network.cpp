#include "tests/rtl_models/firmware/fake_network.hpp"

#include <algorithm>

#include "rtl_models/firmware/registers.hpp"

namespace slackline::firmware::test {

std::uint32_t host_word(std::uint32_t host, std::uint32_t message, std::uint32_t i) {
  return static_cast<std::uint32_t>(mix64(mix64(std::uint64_t{host} << 32 | message) + i));
}

FakeNic::FakeNic(FakeNetwork& network, const FakeParams& params, std::uint32_t node)
    : network_(&network), params_(&params), node_(node), memory_(params.memory_bytes / 4) {}

std::uint32_t& FakeNic::word(std::uint32_t address) {
  if (address % 4 != 0 || address / 4 >= memory_.size())
    throw FirmwareError("no word of memory: " + std::to_string(address));
  return memory_[address / 4];
}

void FakeNic::log(const char* text, std::uint32_t, std::uint32_t) { logged.emplace_back(text); }

void FakeNic::measure(std::uint32_t measure, std::uint32_t value) {
  reported.push_back({network_->now(), false, measure, 0, 0, value});
}
void FakeNic::transaction(nic_step step, std::uint32_t peer, std::uint32_t id, std::uint32_t value) {
  reported.push_back({network_->now(), true, static_cast<std::uint32_t>(step), peer, id, value});
}

std::uint32_t FakeNic::pending() const {
  std::uint32_t events = 0;
  const auto add = [&](nic_event event, bool is) { events |= is ? 1u << event : 0; };
  add(NIC_EVENT_TIMER, expired_ != 0);
  add(NIC_EVENT_RX_HEADER, !headers_.empty());
  add(NIC_EVENT_RX_DONE, !done_.empty());
  add(NIC_EVENT_TX_DONE, !sent_.empty());
  add(NIC_EVENT_DMA_DONE, !transferred_.empty());
  add(NIC_EVENT_HOST, !commands.empty());
  return events;
}

std::uint32_t FakeNic::read(std::uint32_t reg) {
  if (find_register(reg) == nullptr) throw FirmwareError("no register: " + register_name(reg));
  if (reg >= NIC_PARAMETER && reg < NIC_PARAMETER + 4 * NIC_PARAMETERS)
    return params_->parameters[(reg - NIC_PARAMETER) / 4];
  if (reg >= NIC_OWN_PARAMETER && reg < NIC_OWN_PARAMETER + 4 * NIC_OWN_PARAMETERS)
    return params_->own_parameters[(reg - NIC_OWN_PARAMETER) / 4];
  const std::uint32_t depth = params_->queue_depth;
  const auto space = [&](const auto& queue) { return depth - static_cast<std::uint32_t>(queue.size()); };
  switch (reg) {
    case NIC_NODE: return node_;
    case NIC_NODES: return params_->nodes;
    case NIC_MEMORY_BYTES:
    case NIC_TABLE_ADDRESS: return params_->memory_bytes;
    case NIC_TICK: return static_cast<std::uint32_t>(network_->now());
    case NIC_EVENT_PENDING: return pending();
    case NIC_TIMER_EXPIRED: return expired_;
    case NIC_RX_HEADER_BUFFER: return headers_.empty() ? 0 : headers_.front();
    case NIC_RX_DONE_BUFFER: return done_.empty() ? 0 : done_.front().buffer;
    case NIC_RX_DONE_WORDS: return done_.empty() ? 0 : done_.front().words;
    case NIC_RX_DONE_STATUS: return done_.empty() ? 0 : done_.front().status;
    case NIC_RX_DONE_TICK: return done_.empty() ? 0 : done_.front().tick;
    case NIC_TX_SPACE: return space(descriptors_);
    case NIC_TX_DONE_COOKIE: return sent_.empty() ? 0 : sent_.front();
    case NIC_HOST_COMMANDS: return static_cast<std::uint32_t>(commands.size());
    case NIC_HOST_KIND: return commands.empty() ? 0 : commands.front().kind;
    case NIC_HOST_PEER: return commands.empty() ? 0 : commands.front().peer;
    case NIC_HOST_MESSAGE: return commands.empty() ? 0 : commands.front().message;
    case NIC_HOST_WORDS: return commands.empty() ? 0 : commands.front().words;
    case NIC_DONE_SPACE: return depth - unread_;
    case NIC_DMA_SPACE: return space(transfers_);
    case NIC_DMA_DONE_COOKIE: return transferred_.empty() ? 0 : transferred_.front();
    default: return holding(reg);
  }
}

static bool is_cut(std::uint32_t status) { return (status & NIC_RX_TRUNCATED) != 0; }

template <class Queue>
static void pop(Queue& queue) {
  if (!queue.empty()) queue.pop_front();
}

void FakeNic::apply(const Write& w) {
  const Register* r = find_register(w.reg);
  if (r == nullptr || r->access == Access::ro) throw FirmwareError("not to be written: " + register_name(w.reg));
  if (w.reg >= NIC_RX_FREE && w.reg < NIC_RX_FREE + 16) {
    auto& list = free_.at((w.reg - NIC_RX_FREE) / 4);
    if (list.size() == 64) throw FirmwareError("the free list is full");
    if (std::count(list.begin(), list.end(), w.value) != 0) throw FirmwareError("a buffer is freed twice");
    list.push_back(w.value);
    return;
  }
  switch (w.reg) {
    case NIC_ERROR: throw FirmwareError("error " + std::to_string(w.value));
    case NIC_TIMER_EXPIRED: expired_ &= ~w.value; return;
    case NIC_RX_HEADER_POP: return pop(headers_);
    case NIC_RX_DONE_POP: return pop(done_);
    case NIC_TX_DONE_POP: return pop(sent_);
    case NIC_HOST_POP: return pop(commands);
    case NIC_DMA_DONE_POP: return pop(transferred_);
    case NIC_TX_PUSH:
      if (descriptors_.size() == params_->queue_depth) throw FirmwareError("the send queue is full");
      descriptors_.push_back({holding(NIC_TX_DESTINATION), holding(NIC_TX_HEADER), holding(NIC_TX_HEADER_WORDS),
                              holding(NIC_TX_PAYLOAD), holding(NIC_TX_PAYLOAD_WORDS), holding(NIC_TX_FLAGS),
                              holding(NIC_TX_COOKIE), holding(NIC_TX_STAMP_ADDRESS)});
      for (const Received& r : done_) descriptors_.back().cut |= follows(descriptors_.back(), r) && is_cut(r.status);
      return;
    case NIC_DMA_PUSH:
      if (transfers_.size() == params_->queue_depth) throw FirmwareError("the DMA queue is full");
      transfers_.push_back({holding(NIC_DMA_DIRECTION), holding(NIC_DMA_PEER), holding(NIC_DMA_MESSAGE),
                            holding(NIC_DMA_OFFSET), holding(NIC_DMA_ADDRESS), holding(NIC_DMA_WORDS),
                            holding(NIC_DMA_COOKIE)});
      return;
    case NIC_DONE_PUSH:
      if (unread_ == params_->queue_depth) throw FirmwareError("the queue of completions is full");
      unread_ += params_->reading_ticks != 0;
      completions.push_back(
          {holding(NIC_DONE_KIND), holding(NIC_DONE_PEER), holding(NIC_DONE_MESSAGE), holding(NIC_DONE_WORDS)});
      return;
    default: holding(w.reg) = w.value;
  }
}

void FakeNic::commit() {
  const std::vector<Write> writes = std::move(writes_);
  writes_.clear();
  if (writes.size() > 512) throw FirmwareError("a handler writes too much");
  for (const Write& w : writes) apply(w);
}

void FakeNic::start(const nic_firmware& firmware) {
  turns_ = 0;
  firmware::start(firmware, *this);
  commit();
}

bool FakeNic::follows(const Descriptor& d, const Received& r) const {
  const std::uint32_t room = registers_.at((NIC_RX_BUFFER_WORDS + 4 * (r.status >> 8 & 3)) / 4);
  return (d.flags & NIC_TX_FOLLOW) != 0 && d.payload >= r.buffer && d.payload - r.buffer < 4 * room;
}

bool FakeNic::coin() const { return params_->is_prompt || (network_->stream.bits() & 1) != 0; }

void FakeNic::take(const Packet& packet) {
  if (is_off) return;
  const std::uint32_t kind = packet.words.at(0) >> 30;
  if (free_[kind].empty()) {
    ++dropped;
    return;
  }
  const std::uint32_t buffer = free_[kind].front(), room = holding(NIC_RX_BUFFER_WORDS + 4 * kind);
  free_[kind].pop_front();
  auto words = static_cast<std::uint32_t>(packet.words.size());
  if (packet.cut) words = 1 + static_cast<std::uint32_t>(network_->stream.below(words));
  std::uint32_t status = kind << 8 | (packet.cut ? NIC_RX_TRUNCATED : 0) | (packet.marked ? NIC_RX_MARKED : 0);
  if (words > room) status |= NIC_RX_TOO_LONG;
  words = std::min(words, room);
  for (std::uint32_t i = 0; i < words; ++i) word(buffer + 4 * i) = packet.words[i];
  if (holding(NIC_RX_HEADER_WORDS) != 0) headers_.push_back(buffer);
  arriving_.push_back({buffer, words, status});
}

void FakeNic::transfer() {
  if (transfers_.empty()) return;
  const Transfer t = transfers_.front();
  transfers_.pop_front();
  for (std::uint32_t i = 0; i < t.words; ++i) {
    const std::uint32_t expected = host_word(t.peer, t.message, t.offset + i);
    std::uint32_t& here = word(t.address + 4 * i);
    if (t.to_host != 0)
      host_corrupt += here != expected;
    else
      here = expected;
  }
  transferred_.push_back(t.cookie);
}

void FakeNic::send() {
  if (descriptors_.empty()) return;
  const Descriptor d = descriptors_.front();
  if (params_->waits_for_buffers && network_->nics.at(d.destination).runs_out_of_buffers()) return;
  Packet packet;
  packet.destination = d.destination;
  if (std::any_of(arriving_.begin(), arriving_.end(), [&](const Received& r) { return follows(d, r); })) return;
  packet.cut = d.cut;
  followed += (d.flags & NIC_TX_FOLLOW) != 0;
  for (std::uint32_t i = 0; i < d.header_words; ++i) packet.words.push_back(word(d.header + 4 * i));
  for (std::uint32_t i = 0; i < d.payload_words; ++i) packet.words.push_back(word(d.payload + 4 * i));
  descriptors_.pop_front();
  if ((d.flags & NIC_TX_STAMP) != 0) word(d.stamp) = static_cast<std::uint32_t>(network_->now());
  if ((d.flags & NIC_TX_NOTIFY) != 0) sent_.push_back(d.cookie);
  network_->send(std::move(packet));
}

void FakeNic::run_timers() {
  for (unsigned i = 0; i < 8; ++i) {
    std::uint32_t& left = holding(NIC_TIMER + 4 * i);
    if (left != 0 && --left == 0) expired_ |= 1u << i;
  }
}

void FakeNic::step(const nic_firmware& firmware) {
  run_timers();
  if (unread_ != 0 && network_->now() % params_->reading_ticks == 0) --unread_;
  if (coin()) transfer();
  if (coin()) send();
  if (coin() && !arriving_.empty()) {
    const Received& come = arriving_.front();
    for (Descriptor& d : descriptors_) d.cut |= follows(d, come) && is_cut(come.status);
    done_.push_back(come);
    done_.back().tick = static_cast<std::uint32_t>(network_->now());
    arriving_.pop_front();
  }
  const std::uint32_t ready = pending() & holding(NIC_EVENT_ENABLE);
  if (ready == 0 || !coin()) return;
  const auto event = static_cast<nic_event>(__builtin_ctz(ready));
  ++handled[event];
  handle(firmware, event);
}

void FakeNic::handle(const nic_firmware& firmware, nic_event event) {
  turns_ = 0;
  firmware::handle(firmware, *this, event);
  commit();
}

FakeNetwork::FakeNetwork(const nic_firmware& firmware, const FakeParams& params)
    : stream(params.seed, 0, RandomPurpose::test), params_(params), firmware_(&firmware) {
  nics.reserve(params.nodes);
  for (std::uint32_t i = 0; i < params.nodes; ++i) nics.emplace_back(*this, params_, i);
  for (FakeNic& nic : nics) nic.start(firmware);
}

bool FakeNetwork::happens(std::uint32_t share) { return (stream.bits() & 255) < share; }

void FakeNetwork::damage(Packet& packet) {
  const auto size = static_cast<std::uint32_t>(packet.words.size());
  if (happens(params_.changed)) {
    packet.words[stream.below(std::min(size, 5u))] ^= 1u << stream.below(32);
    note(Harm::changed, packet);
  }
  if (happens(params_.astray)) {
    packet.destination = static_cast<std::uint32_t>(stream.below(params_.nodes));
    note(Harm::astray, packet);
  }
  if (happens(params_.shortened) && size > 1) {
    packet.words.erase(packet.words.begin() + stream.below(size));
    note(Harm::shortened, packet);
  }
}

void FakeNetwork::restart(std::uint32_t node) {
  nics[node] = FakeNic(*this, params_, node);
  nics[node].start(*firmware_);
}

void FakeNetwork::send(Packet packet) {
  ++packets;
  if (happens(params_.lost) || (is_lost != nullptr && is_lost(packet))) return note(Harm::lost, packet);
  damage(packet);
  if (!packet.cut && happens(params_.cut)) {
    packet.cut = true;
    note(Harm::cut, packet);
  }
  packet.marked = params_.marked != 0 && happens(params_.marked);
  packet.at = now_ + (params_.longest_delay == 0 ? 0 : stream.below(params_.longest_delay));
  if (happens(params_.twice)) {
    under_way_.push_back(packet);
    note(Harm::twice, packet);
  }
  under_way_.push_back(std::move(packet));
}

void FakeNetwork::tick() {
  ++now_;
  for (std::size_t i = 0; i < under_way_.size();) {
    if (under_way_[i].at > now_) {
      ++i;
      continue;
    }
    nics.at(under_way_[i].destination).take(under_way_[i]);
    under_way_.erase(under_way_.begin() + static_cast<std::ptrdiff_t>(i));
  }
  for (FakeNic& nic : nics) nic.step(*firmware_);
}

bool FakeNetwork::run(std::size_t completions, std::uint64_t ticks) {
  for (; ticks != 0; --ticks) {
    std::size_t all = 0;
    for (const FakeNic& nic : nics) all += nic.completions.size();
    if (all >= completions) return true;
    tick();
  }
  return false;
}

void FakeNetwork::run_on(std::uint64_t ticks) {
  for (; ticks != 0; --ticks) tick();
}

}  // namespace slackline::firmware::test
