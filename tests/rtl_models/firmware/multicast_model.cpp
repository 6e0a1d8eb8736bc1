#include "tests/rtl_models/firmware/multicast_model.hpp"

#include <algorithm>

#include "rtl_models/common/random_stream.hpp"
#include "rtl_models/firmware/multicast_parts.h"
#include "rtl_models/firmware/registers.hpp"

namespace slackline::firmware::test {

namespace {

enum Lane : std::uint32_t { lane_closed, lane_fills, lane_discards };
enum Part : std::uint32_t { part_head, part_tail, part_abort };
constexpr std::uint32_t head_words = WORM_HEADER_WORDS;  ///< of a packet that arrive with its head
constexpr std::uint32_t late = 1u << 30;                 ///< TICK when a timer has expired, until that is handled

}  // namespace

std::uint32_t model_word(std::uint32_t host, std::uint32_t message, std::uint32_t word) {
  return static_cast<std::uint32_t>(mix64(mix64(std::uint64_t{host} << 32 | message) + word));
}

std::string to_string(const Move& move) {
  static const char* const names[] = {"handler", "arrival", "tail", "dma", "expiry"};
  const std::string overtaking = move.before == 0 ? "" : ", overtaking " + std::to_string(move.before);
  return std::string(names[move.kind]) + ' ' + std::to_string(move.a) + ' ' + std::to_string(move.b) + overtaking;
}

ModelNic::ModelNic(Model& model, std::uint32_t node) : model_(&model), node_(node) {
  const ModelParams& p = model.params();
  const std::uint32_t depth = p.queue_depth;
  const auto queue = [&](std::uint32_t width, std::uint32_t most) { return model.take_queue(width, most); };
  memory_ = model.take(p.memory_bytes / 4);
  for (std::uint32_t* place : {&enabled_, &timer_, &expired_, &begun_, &aborted_, &lost_}) *place = model.take(1);
  reserved_ = model.take(4);
  told_ = model.take(2 * p.nodes * p.messages);
  for (Queue& list : free_) list = queue(1, p.most_buffers);
  headers_ = queue(1, depth);
  done_ = queue(3, depth);
  refused_ = queue(4, depth);
  control_ = queue(3, p.most_buffers);
  descriptors_ = queue(7, depth);
  control_descriptors_ = queue(6, p.control_space);
  sent_ = queue(2, depth);
  transfers_ = queue(7, depth);
  moved_ = queue(1, depth);
  commands_ = queue(4, depth);
  lanes_ = queue(3, p.nodes);
  for (std::uint32_t to = 0; to < p.nodes; ++to) channels_.push_back(queue(2 + p.most_words, p.most_parts));
}

std::uint32_t& ModelNic::at(std::uint32_t place) const { return model_->words[place]; }

std::uint32_t* ModelNic::push(const Queue& queue, const char* name) {
  std::uint32_t& count = at(queue.at);
  if (count == queue.most) throw ModelError(std::string("full: ") + name);
  return &entry(queue, count++);
}

/// Entries beyond the last one are 0.
void ModelNic::remove(const Queue& queue, std::uint32_t i) {
  std::uint32_t& count = at(queue.at);
  if (count == 0) return;
  std::uint32_t* const first = &entry(queue, 0);
  std::copy(first + (i + 1) * queue.width, first + count * queue.width, first + i * queue.width);
  --count;
  std::fill(first + count * queue.width, first + (count + 1) * queue.width, 0);
}

std::uint32_t ModelNic::load(std::uint32_t address) {
  const std::uint32_t bytes = model_->params().memory_bytes;
  if (address % 4 != 0) throw ModelError("no word of memory: " + std::to_string(address));
  if (address < bytes) return at(memory_ + address / 4);
  const std::vector<std::uint32_t>& table = model_->params().tables.at(node_);
  return table.at((address - bytes) / 4);
}

void ModelNic::store(std::uint32_t address, std::uint32_t value) {
  if (++stores_ + writes_count_ > writes_.size()) throw ModelError("a handler writes too much");
  if (address % 4 != 0 || address >= model_->params().memory_bytes)
    throw ModelError("no word of memory: " + std::to_string(address));
  at(memory_ + address / 4) = value;
}

void ModelNic::log(const char* text, std::uint32_t, std::uint32_t) { model_->logged.emplace_back(text); }

void ModelNic::measure(std::uint32_t measure, std::uint32_t value) {
  Measured& m = model_->measured[node_].at(measure);
  ++m.count;
  m.sum += value;
  m.last = value;
}

void ModelNic::export_word(std::uint32_t word, std::uint32_t value) {
  model_->exported[node_].at(word) = value;
  if (word == EXPORT_SENDER_STEP) model_->sender_steps.at(value) = true;
  if (word == EXPORT_RECEIVER_STEP) model_->receiver_steps.at(value & 255) = true;
}

std::uint32_t ModelNic::raised() const {
  std::uint32_t events = 0;
  const auto add = [&](nic_event event, bool is) { events |= is ? 1u << event : 0; };
  add(NIC_EVENT_TIMER, (at(expired_) & 1) != 0);
  add(NIC_EVENT_RX_HEADER, count(headers_) != 0);
  add(NIC_EVENT_RX_DONE, count(done_) != 0);
  add(NIC_EVENT_TX_DONE, count(sent_) != 0);
  add(NIC_EVENT_DMA_DONE, count(moved_) != 0);
  add(NIC_EVENT_HOST, count(commands_) != 0);
  add(NIC_EVENT_RX_CONTROL, count(control_) != 0);
  add(NIC_EVENT_RX_REFUSED, count(refused_) != 0);
  return events;
}

std::uint32_t ModelNic::pending() const { return raised() & at(enabled_); }

std::uint32_t ModelNic::read(std::uint32_t reg) {
  if (reg / 4 >= changed_.size() || changed_[reg / 4] == handlers_)
    throw ModelError("not to be read: " + register_name(reg));
  const ModelParams& p = model_->params();
  if (reg >= NIC_PARAMETER && reg < NIC_PARAMETER + 4 * NIC_PARAMETERS) return p.parameters[(reg - NIC_PARAMETER) / 4];
  if (reg >= NIC_OWN_PARAMETER && reg < NIC_OWN_PARAMETER + 4 * NIC_OWN_PARAMETERS)
    return p.own_parameters[(reg - NIC_OWN_PARAMETER) / 4];
  if (reg >= NIC_RX_REFUSED_FIRST && reg < NIC_RX_REFUSED_FIRST + 16)
    return oldest(refused_, (reg - NIC_RX_REFUSED_FIRST) / 4);
  const auto space = [&](const Queue& queue) { return queue.most - count(queue); };
  switch (reg) {
    case NIC_EVENT_PENDING: return raised();
    case NIC_NODE: return node_;
    case NIC_NODES: return p.nodes;
    case NIC_TABLE_ADDRESS: return p.memory_bytes;
    case NIC_TABLE_WORDS: return p.tables.empty() ? 0 : static_cast<std::uint32_t>(p.tables[node_].size());
    case NIC_TICK: return p.clock_runs ? model_->now : (at(expired_) & 2) != 0 ? late : 0;
    case NIC_RX_HEADER_BUFFER: return oldest(headers_);
    case NIC_RX_DONE_BUFFER: return oldest(done_, 0);
    case NIC_RX_DONE_WORDS: return oldest(done_, 1);
    case NIC_RX_DONE_STATUS: return oldest(done_, 2);
    case NIC_RX_CONTROL_BUFFER: return oldest(control_, 0);
    case NIC_RX_CONTROL_WORDS: return oldest(control_, 1);
    case NIC_RX_CONTROL_STATUS: return oldest(control_, 2);
    case NIC_RX_REFUSED_LOST: return at(lost_);
    case NIC_TX_SPACE: return space(descriptors_);
    case NIC_TX_CONTROL_SPACE: return space(control_descriptors_);
    case NIC_TX_DONE_COOKIE: return oldest(sent_, 0);
    case NIC_TX_DONE_STATUS: return oldest(sent_, 1);
    case NIC_HOST_KIND: return oldest(commands_, 0);
    case NIC_HOST_PEER: return oldest(commands_, 1);
    case NIC_HOST_MESSAGE: return oldest(commands_, 2);
    case NIC_HOST_WORDS: return oldest(commands_, 3);
    case NIC_DONE_SPACE: return model_->done_space;
    case NIC_DMA_SPACE: return space(transfers_);
    case NIC_DMA_DONE_COOKIE: return oldest(moved_);
    default: throw ModelError("not expected to be read: " + register_name(reg));
  }
}

/// Takes effect when the handler ends. Registers that it changes are not to be read by this handler.
void ModelNic::write(std::uint32_t reg, std::uint32_t value) {
  if (writes_count_ == writes_.size()) throw ModelError("a handler writes too much");
  writes_[writes_count_++] = {reg, value};
  const auto change = [&](std::uint32_t first, std::uint32_t last) {
    for (std::uint32_t changed = first; changed <= last; changed += 4) changed_[changed / 4] = handlers_;
  };
  switch (reg) {
    case NIC_RX_HEADER_POP: return change(NIC_RX_HEADER_BUFFER, NIC_RX_HEADER_BUFFER);
    case NIC_RX_DONE_POP: return change(NIC_RX_DONE_BUFFER, NIC_RX_DONE_STATUS);
    case NIC_RX_CONTROL_POP: return change(NIC_RX_CONTROL_BUFFER, NIC_RX_CONTROL_STATUS);
    case NIC_RX_REFUSED_POP: return change(NIC_RX_REFUSED_FIRST, NIC_RX_REFUSED_FIRST + 12);
    case NIC_TX_DONE_POP: return change(NIC_TX_DONE_COOKIE, NIC_TX_DONE_STOPPED);
    case NIC_HOST_POP: return change(NIC_HOST_COMMANDS, NIC_HOST_WORDS);
    case NIC_DMA_DONE_POP: return change(NIC_DMA_DONE_COOKIE, NIC_DMA_DONE_COOKIE);
    case NIC_TX_PUSH: return change(NIC_TX_SPACE, NIC_TX_SPACE);
    case NIC_TX_PUSH_CONTROL: return change(NIC_TX_CONTROL_SPACE, NIC_TX_CONTROL_SPACE);
    case NIC_DONE_PUSH: return change(NIC_DONE_SPACE, NIC_DONE_SPACE);
    case NIC_DMA_PUSH: return change(NIC_DMA_SPACE, NIC_DMA_SPACE);
    default: return change(reg, reg);
  }
}

/// Free lists are in order of addresses: which buffer a packet takes makes no difference.
void ModelNic::give_buffer(std::uint32_t kind, std::uint32_t buffer) {
  const Queue& list = free_[kind];
  push(list, "free list");
  std::uint32_t* const first = &entry(list, 0);
  std::uint32_t* const last = first + count(list) - 1;
  std::uint32_t* const place = std::lower_bound(first, last, buffer);
  if (place != last && *place == buffer) throw ModelError("a buffer is freed twice");
  std::copy_backward(place, last, last + 1);
  *place = buffer;
}

void ModelNic::push_descriptor() {
  std::uint32_t* const d = push(descriptors_, "send queue");
  const std::uint32_t regs[] = {NIC_TX_DESTINATION,   NIC_TX_HEADER, NIC_TX_HEADER_WORDS, NIC_TX_PAYLOAD,
                                NIC_TX_PAYLOAD_WORDS, NIC_TX_FLAGS,  NIC_TX_COOKIE};
  for (std::uint32_t i = 0; i < 7; ++i) d[i] = holding(regs[i]);
  if (d[2] + d[4] > model_->params().most_words) throw ModelError("a packet is too long");
}

void ModelNic::push_completion() {
  const Completion c{holding(NIC_DONE_KIND), holding(NIC_DONE_PEER), holding(NIC_DONE_MESSAGE),
                     holding(NIC_DONE_WORDS)};
  if (!model_->is_cleared_) model_->completions.emplace_back(node_, c);
  const ModelParams& p = model_->params();
  if (c.kind == NIC_DONE_RECEIVED && !model_->is_cleared_ && model_->delivered[{node_, c.peer, c.message}] != c.words)
    throw ModelError("a message is reported of which not all has come");
  if (c.kind > 1 || c.peer >= p.nodes || c.message >= p.messages) throw ModelError("an unexpected completion");
  ++at(told_ + (c.kind * p.nodes + c.peer) * p.messages + c.message);
}

void ModelNic::abort(std::uint32_t cookie) {
  for (std::uint32_t i = 0; i < count(descriptors_); ++i) {
    if (entry(descriptors_, i, 6) != cookie) continue;
    if (i == 0 && at(begun_) != 0) {
      at(aborted_) = 1;
    } else {
      std::uint32_t* const sent = push(sent_, "queue of packets sent");
      sent[0] = cookie;
      sent[1] = 4;
      remove(descriptors_, i);
    }
    return;
  }
}

void ModelNic::apply(const Write& w) {
  const Register* r = find_register(w.reg);
  if (r == nullptr || r->access == Access::ro) throw ModelError("not to be written: " + register_name(w.reg));
  if (w.reg >= NIC_RX_FREE && w.reg < NIC_RX_FREE + 16) return give_buffer((w.reg - NIC_RX_FREE) / 4, w.value);
  if (w.reg >= NIC_RX_RESERVED && w.reg < NIC_RX_RESERVED + 16) {
    at(reserved_ + (w.reg - NIC_RX_RESERVED) / 4) = w.value;
    return;
  }
  switch (w.reg) {
    case NIC_ERROR: throw ModelError("error " + std::to_string(w.value));
    case NIC_EVENT_ENABLE: at(enabled_) = w.value; return;
    case NIC_TIMER:
      at(timer_) = w.value != 0;
      model_->timers[node_] = w.value;
      return;
    case NIC_TIMER_EXPIRED: at(expired_) &= ~1u; return;
    case NIC_RX_HEADER_POP: return pop(headers_);
    case NIC_RX_DONE_POP: return pop(done_);
    case NIC_RX_CONTROL_POP: return pop(control_);
    case NIC_RX_REFUSED_POP: return pop(refused_);
    case NIC_TX_DONE_POP: return pop(sent_);
    case NIC_HOST_POP: return pop(commands_);
    case NIC_DMA_DONE_POP: return pop(moved_);
    case NIC_TX_PUSH: return push_descriptor();
    case NIC_TX_PUSH_CONTROL: {
      if (holding(NIC_TX_HEADER_WORDS) != CONTROL_WORDS || holding(NIC_TX_PAYLOAD_WORDS) != 0)
        throw ModelError("a control worm has two words");
      std::uint32_t* const d = push(control_descriptors_, "control send queue");
      d[0] = holding(NIC_TX_DESTINATION);
      d[1] = holding(NIC_TX_HEADER);
      d[2] = holding(NIC_TX_FLAGS);
      d[3] = holding(NIC_TX_COOKIE);
      for (std::uint32_t i = 0; i < CONTROL_WORDS; ++i) d[4 + i] = at(memory_ + d[1] / 4 + i);
      return;
    }
    case NIC_TX_ABORT: return abort(w.value);
    case NIC_DMA_PUSH: {
      std::uint32_t* const t = push(transfers_, "DMA queue");
      const std::uint32_t regs[] = {NIC_DMA_DIRECTION, NIC_DMA_PEER,  NIC_DMA_MESSAGE, NIC_DMA_OFFSET,
                                    NIC_DMA_ADDRESS,   NIC_DMA_WORDS, NIC_DMA_COOKIE};
      for (std::uint32_t i = 0; i < 7; ++i) t[i] = holding(regs[i]);
      return;
    }
    case NIC_DONE_PUSH: return push_completion();
    default: holding(w.reg) = w.value;
  }
}

void ModelNic::commit() {
  for (std::uint32_t i = 0; i < writes_count_; ++i) apply(writes_[i]);
  writes_count_ = 0;
  begin();
}

/// Word `i` of the first packet of the send queue.
std::uint32_t ModelNic::word_of(std::uint32_t i) const {
  const std::uint32_t header_words = entry(descriptors_, 0, 2);
  const std::uint32_t address =
      i < header_words ? entry(descriptors_, 0, 1) + 4 * i : entry(descriptors_, 0, 3) + 4 * (i - header_words);
  return at(memory_ + address / 4);
}

/// Whatever the send queues hold begins at once, control worms first.
void ModelNic::begin() {
  if (at(begun_) != 0) return;
  while (count(control_descriptors_) != 0) {
    const std::uint32_t* const d = &entry(control_descriptors_, 0);
    std::uint32_t* const part = push(channels_[d[0]], "channel");
    part[0] = part_head;
    part[1] = CONTROL_WORDS;
    for (std::uint32_t i = 0; i < CONTROL_WORDS; ++i) {
      part[2 + i] = d[4 + i];
      if (!model_->is_cleared_ && at(memory_ + d[1] / 4 + i) != d[4 + i])
        throw ModelError("a control worm has been overwritten before it left");
    }
    if ((d[2] & NIC_TX_NOTIFY) != 0) push(sent_, "queue of packets sent")[0] = d[3];
    pop(control_descriptors_);
  }
  if (count(descriptors_) == 0) return;
  at(begun_) = 1;
  const std::uint32_t words = entry(descriptors_, 0, 2) + entry(descriptors_, 0, 4);
  std::uint32_t* const part = push(channels_[entry(descriptors_, 0, 0)], "channel");
  part[0] = part_head;
  part[1] = std::min(words, head_words);
  for (std::uint32_t i = 0; i < part[1]; ++i) part[2 + i] = word_of(i);
}

bool ModelNic::is_control(const Queue& channel, std::uint32_t part) const {
  return entry(channel, part) == part_head && entry(channel, part, 2) >> 30 == CLASS_CONTROL;
}

bool ModelNic::is_filling(std::uint32_t address) const {
  for (std::uint32_t from = 0; from < model_->params().nodes; ++from)
    if (entry(lanes_, from, 0) == lane_fills && address >= entry(lanes_, from, 1) &&
        address < entry(lanes_, from, 1) + 4 * model_->params().most_words)
      return true;
  return false;
}

Model::Model(const nic_firmware& firmware, ModelParams params) : firmware_(&firmware), params_(std::move(params)) {
  exported.assign(params_.nodes, std::vector<std::uint32_t>(EXPORTS));
  measured.resize(params_.nodes);
  done_space = params_.done_space;
  timers.resize(params_.nodes);
  nics_.reserve(params_.nodes);
  for (std::uint32_t i = 0; i < params_.nodes; ++i) nics_.emplace_back(*this, i);
  for (ModelNic& nic : nics_) {
    ++nic.handlers_;
    firmware::start(firmware, nic);
    nic.commit();
  }
}

std::uint32_t Model::take(std::uint32_t count) {
  const auto first = static_cast<std::uint32_t>(words.size());
  words.resize(words.size() + count);
  return first;
}

ModelNic::Queue Model::take_queue(std::uint32_t width, std::uint32_t most) {
  return {take(1 + width * most), width, most};
}

void Model::post(std::uint32_t host, const Command& command) {
  std::uint32_t* const c = nics_[host].push(nics_[host].commands_, "host queue");
  c[0] = command.kind;
  c[1] = command.peer;
  c[2] = command.message;
  c[3] = command.words;
  run_handlers();
}

void Model::inject(std::uint32_t from, std::uint32_t to, const std::vector<std::uint32_t>& packet) {
  const auto size = static_cast<std::uint32_t>(packet.size());
  for (const std::uint32_t kind : {part_head, part_tail}) {
    const std::uint32_t first = kind == part_head ? 0 : head_words,
                        end = kind == part_head ? std::min(size, head_words) : size;
    if (kind == part_tail && packet[0] >> 30 == CLASS_CONTROL) return;
    std::uint32_t* const part = nics_[from].push(nics_[from].channels_[to], "channel");
    part[0] = kind;
    part[1] = end > first ? end - first : 0;
    for (std::uint32_t i = first; i < end; ++i) part[2 + i - first] = packet[i];
  }
}

void Model::handle(std::uint32_t node, std::uint32_t event) {
  ModelNic& nic = nics_[node];
  nic.turns_ = nic.stores_ = 0;
  ++nic.handlers_;
  firmware::handle(*firmware_, nic, static_cast<nic_event>(event));
  if (event == NIC_EVENT_TIMER) nic.at(nic.expired_) &= ~2u;
  nic.commit();
}

void Model::run_handlers() {
  if (handlers_wait) return;
  for (std::uint32_t node = 0; node < params_.nodes; ++node)
    while (const std::uint32_t pending = nics_[node].pending())
      handle(node, static_cast<std::uint32_t>(__builtin_ctz(pending)));
}

void Model::arrive_head(ModelNic& nic, std::uint32_t from, const std::uint32_t* part) {
  const std::uint32_t kind = part[2] >> 30, free = nic.count(nic.free_[kind]);
  const bool claims = (part[2] & PACKET_CLAIMS) != 0;
  if (free == 0 || (!claims && free <= nic.at(nic.reserved_ + kind))) {
    nic.entry(nic.lanes_, from, 0) = lane_discards;
    if ((nic.holding(NIC_RX_REFUSED_CLASSES) >> kind & 1) == 0) {
      ++dropped;
    } else if (nic.count(nic.refused_) == nic.refused_.most) {
      ++nic.at(nic.lost_);
    } else {
      std::copy(part + 2, part + 6, nic.push(nic.refused_, "queue of refused packets"));
    }
    return;
  }
  const std::uint32_t buffer = nic.oldest(nic.free_[kind]);
  nic.pop(nic.free_[kind]);
  std::copy(part + 2, part + 2 + part[1], &nic.at(nic.memory_ + buffer / 4));
  if ((nic.holding(NIC_RX_CONTROL_CLASSES) >> kind & 1) != 0) {
    std::uint32_t* const packet = nic.push(nic.control_, "control queue");
    packet[0] = buffer;
    packet[1] = part[1];
    packet[2] = kind << 8;
    return;
  }
  nic.push(nic.headers_, "queue of headers")[0] = buffer;
  nic.entry(nic.lanes_, from, 0) = lane_fills;
  nic.entry(nic.lanes_, from, 1) = buffer;
  nic.entry(nic.lanes_, from, 2) = part[1];
}

void Model::arrive_end(ModelNic& nic, std::uint32_t from, const std::uint32_t* part) {
  std::uint32_t* const lane = &nic.entry(nic.lanes_, from);
  if (lane[0] == lane_fills) {
    const std::uint32_t buffer = lane[1], words_before = lane[2];
    std::copy(part + 2, part + 2 + part[1], &nic.at(nic.memory_ + buffer / 4 + words_before));
    std::uint32_t* const packet = nic.push(nic.done_, "queue of packets");
    packet[0] = buffer;
    packet[1] = words_before + part[1];
    packet[2] = nic.at(nic.memory_ + buffer / 4) >> 30 << 8 | (part[0] == part_abort ? NIC_RX_TRUNCATED : 0);
  }
  std::fill(lane, lane + 3, 0);
}

void Model::arrive(std::uint32_t from, std::uint32_t to, std::uint32_t before) {
  ModelNic& nic = nics_[to];
  const ModelNic::Queue& channel = nics_[from].channels_[to];
  const std::uint32_t* const part = &nics_[from].entry(channel, before);
  if (part[0] == part_head)
    arrive_head(nic, from, part);
  else
    arrive_end(nic, from, part);
  nics_[from].remove(channel, before);
}

/// The words of a transfer to the host have to be those that the originator's host has.
void Model::end_transfer(ModelNic& nic) {
  const std::uint32_t* const t = &nic.entry(nic.transfers_, 0);
  for (std::uint32_t i = 0; i < t[5]; ++i) {
    std::uint32_t& word = nic.at(nic.memory_ + t[4] / 4 + i);
    if (t[2] == NIC_OWN_WORDS) {
      std::uint32_t& kept = own_words[{t[1], t[3] + i}];
      (t[0] == 0 ? word : kept) = t[0] == 0 ? kept : word;
      continue;
    }
    const std::uint32_t expected = model_word(t[1], t[2], t[3] + i);
    if (t[0] == 0)
      word = expected;
    else if (word != expected)
      throw ModelError("a wrong word goes to a host");
  }
  if (t[0] != 0 && t[2] != NIC_OWN_WORDS && !is_cleared_) delivered[{nic.node_, t[1], t[2]}] += t[5];
  nic.push(nic.moved_, "queue of transfers that have ended")[0] = t[6];
  nic.pop(nic.transfers_);
}

void Model::send_tail(ModelNic& nic) {
  const std::uint32_t* const d = &nic.entry(nic.descriptors_, 0);
  const bool aborted = nic.at(nic.aborted_) != 0;
  std::uint32_t* const part = nic.push(nic.channels_[d[0]], "channel");
  part[0] = aborted ? part_abort : part_tail;
  for (std::uint32_t i = head_words; !aborted && i < d[2] + d[4]; ++i) part[2 + part[1]++] = nic.word_of(i);
  if ((d[5] & NIC_TX_NOTIFY) != 0) {
    std::uint32_t* const sent = nic.push(nic.sent_, "queue of packets sent");
    sent[0] = d[6];
    sent[1] = aborted ? 2 : 0;
  }
  nic.pop(nic.descriptors_);
  nic.at(nic.begun_) = nic.at(nic.aborted_) = 0;
  nic.begin();
}

void Model::make(const Move& move) {
  switch (move.kind) {
    case Move::handler: handle(move.a, move.b); break;
    case Move::arrival: arrive(move.a, move.b, move.before); break;
    case Move::tail: send_tail(nics_[move.a]); break;
    case Move::dma: end_transfer(nics_[move.a]); break;
    case Move::expiry:
      nics_[move.a].at(nics_[move.a].expired_) = 3;
      now += timers[move.a];
      nics_[move.a].at(nics_[move.a].timer_) = 0;
      break;
  }
  run_handlers();
}

std::vector<std::uint32_t> Model::next(std::uint32_t from, std::uint32_t to) const {
  const ModelNic::Queue& channel = nics_[from].channels_[to];
  if (nics_[from].count(channel) == 0) return {};
  const std::uint32_t* const part = &nics_[from].entry(channel, 0);
  std::vector<std::uint32_t> all = {part[0]};
  all.insert(all.end(), part + 2, part + 2 + part[1]);
  return all;
}

void Model::moves(std::vector<Move>& all) const {
  all.clear();
  for (std::uint32_t a = 0; a < params_.nodes; ++a) {
    const ModelNic& nic = nics_[a];
    if (handlers_wait) {
      std::uint32_t pending = nic.pending();
      // The hardware handles a packet's header before its end.
      for (std::uint32_t i = 0; i < nic.count(nic.headers_); ++i)
        if (nic.entry(nic.headers_, i) == nic.oldest(nic.done_)) pending &= ~(1u << NIC_EVENT_RX_DONE);
      for (std::uint32_t event = 0; event < NIC_EVENTS; ++event)
        if ((pending >> event & 1) != 0) all.push_back({Move::handler, a, event});
    }
    for (std::uint32_t b = 0; b < params_.nodes; ++b) {
      const std::uint32_t parts = nic.count(nic.channels_[b]);
      for (std::uint32_t i = 0; i < parts; ++i)
        if (i == 0 || (i <= params_.overtakes && nic.is_control(nic.channels_[b], i)))
          all.push_back({Move::arrival, a, b, i});
    }
    if (nic.at(nic.begun_) != 0) {
      const bool follows = (nic.entry(nic.descriptors_, 0, 5) & NIC_TX_FOLLOW) != 0;
      if (nic.at(nic.aborted_) != 0 || !follows || !nic.is_filling(nic.entry(nic.descriptors_, 0, 3)))
        all.push_back({Move::tail, a, 0});
    }
    if (nic.count(nic.transfers_) != 0) all.push_back({Move::dma, a, 0});
    if (nic.at(nic.timer_) != 0) all.push_back({Move::expiry, a, 0});
  }
}

std::uint32_t Model::told(std::uint32_t host, nic_completion kind, std::uint32_t peer, std::uint32_t message) const {
  const auto k = static_cast<std::uint32_t>(kind);
  return words[nics_[host].told_ + (k * params_.nodes + peer) * params_.messages + message];
}

std::uint32_t Model::completions_told() const {
  std::uint32_t all = 0;
  for (const ModelNic& nic : nics_)
    for (std::uint32_t i = 0; i < 2 * params_.nodes * params_.messages; ++i) all += words[nic.told_ + i];
  return all;
}

std::uint32_t Model::free_buffers(std::uint32_t host, std::uint32_t kind) const {
  return nics_[host].count(nics_[host].free_[kind]);
}

bool Model::is_idle() const {
  for (const ModelNic& nic : nics_) {
    const bool is_reached = params_.tables.at(nic.node_)[MULTICAST_PREDECESSOR_PAIRS] != 0;
    const std::uint32_t buffers = is_reached ? params_.own_parameters[SETTING_BUFFERS] : 0;
    const auto memory = [&](std::uint32_t address) { return nic.at(nic.memory_ + address / 4); };
    const std::uint32_t scheme = params_.own_parameters[SETTING_SCHEME];
    for (const std::uint32_t kind : {CLASS_LOWER, CLASS_UPPER}) {
      const bool has_class = kind == CLASS_LOWER || scheme < SCHEME_MANAGER;
      if (nic.count(nic.free_[kind]) != (has_class ? buffers : 0) || nic.at(nic.reserved_ + kind) != 0) return false;
    }
    for (std::uint32_t queue = 0; queue < QUEUES; ++queue)
      for (const std::uint32_t word : {QUEUE_FIRST, QUEUE_LAST, QUEUE_USED, QUEUE_REFUSED, QUEUE_RESERVED_FOR})
        if (memory(queue_record(queue) + word) != 0) return false;
    for (std::uint32_t pair = 0; pair < 2 * params_.nodes; ++pair)
      if (memory(memory(COPIES_PAIRS) + pair * PAIR_BYTES + PAIR_WORM) != 0) return false;
    if (memory(TRANSMIT_COOKIE) != 0 || memory(CONTROL_COUNT) != 0 || nic.at(nic.begun_) != 0) return false;
    for (const std::uint32_t word : {PERMITS_EARLY, MANAGER_WAITING, MANAGER_ASKED, MANAGER_FREED, MANAGER_TOLD,
                                     MANAGER_COUNT, SEARCH_HOST, SPILL_STORING, SPILL_FETCHED})
      if (memory(word) != 0) return false;
    for (std::uint32_t host = 0; host < params_.nodes; ++host) {
      const std::uint32_t pair = memory(COPIES_PAIRS) + pair_of(host, CLASS_LOWER) * PAIR_BYTES;
      const std::uint32_t credits = params_.own_parameters[SETTING_BUFFERS] / (params_.nodes - 1);
      if (scheme == SCHEME_CREDITS && memory(pair + PAIR_CREDITS) != credits) return false;
      if (memory(MANAGER_USED) != 0 && memory(memory(MANAGER_USED) + 4 * host) != 0) return false;
    }
  }
  return true;
}

void ModelNic::clear_dead_words() {
  const auto memory = [&](std::uint32_t address) -> std::uint32_t& { return at(memory_ + address / 4); };
  const auto clear = [&](std::uint32_t first, std::uint32_t end) {
    std::fill(&at(memory_) + first / 4, &at(memory_) + end / 4, 0);
  };
  const ModelParams& p = model_->params();
  const std::uint32_t record_bytes = WORM_RECORD_BYTES + COPY_BYTES * p.tables[node_][MULTICAST_FAN_OUT];
  const std::uint32_t worm_bytes = WORM_HEADER_BYTES + 4 * p.own_parameters[SETTING_BUFFER_WORDS];
  for (const std::uint32_t kind : {CLASS_LOWER, CLASS_UPPER})
    for (std::uint32_t i = 0; i < count(free_[kind]); ++i)
      clear(entry(free_[kind], i) - record_bytes, entry(free_[kind], i) + worm_bytes);
  for (std::uint32_t i = 0; i < count(free_[CLASS_CONTROL]); ++i)
    clear(entry(free_[CLASS_CONTROL], i), entry(free_[CLASS_CONTROL], i) + 4 * CONTROL_WORDS);
  for (std::uint32_t i = 0; memory(OWN_FREE) >> i != 0; ++i) {
    const std::uint32_t worm = memory(OWN_SLOTS) + i * memory(OWN_SLOT_BYTES);
    if ((memory(OWN_FREE) >> i & 1) != 0) clear(worm - record_bytes, worm + worm_bytes);
  }
  for (const std::uint32_t queue : {QUEUE_UPPER, QUEUE_LOWER})
    for (std::uint32_t worm = memory(queue_record(queue) + QUEUE_FIRST); worm != 0; worm = memory(worm + WORM_LINK)) {
      memory(worm + WORM_FIRST) &= ~PACKET_CLAIMS;
      if ((memory(worm + WORM_STATE) & WORM_IS_ACKNOWLEDGED) != 0) clear(worm + WORM_HOP, worm + WORM_LENGTH);
    }
  const bool has_ack = p.own_parameters[SETTING_SCHEME] < SCHEME_MANAGER;
  for (std::uint32_t pair = 0; pair < 2 * p.nodes; ++pair) {
    const std::uint32_t record = memory(COPIES_PAIRS) + pair * PAIR_BYTES;
    if (memory(record + PAIR_WORM) == 0) memory(record + PAIR_COPY) = 0;
    if (has_ack && memory(record + PAIR_REFUSED) == 0) clear(record + PAIR_NEXT, record + PAIR_BYTES);
    if (p.own_parameters[SETTING_TIMEOUT] == 0) continue;
    const std::uint32_t deadline = memory(DEADLINES) + 16 * pair;  // deadlines.c: tick, two links, whether it is set
    if (memory(deadline + 12) == 0) clear(deadline, deadline + 16);
  }
  if (memory(MANAGER_WAITING) == 0) memory(MANAGER_WAITING_LAST) = 0;
  if (memory(MANAGER_USED) != 0 && memory(MANAGER_COUNT) == 0) {
    memory(MANAGER_FIRST) = 0;
    clear(memory(MANAGER_REQUESTS), memory(MANAGER_REQUESTS) + 8 * p.nodes);
  }
  if (memory(DEADLINES_IS_ARMED) == 0) memory(DEADLINES_ARMED_FOR) = 0;
  if (memory(TRANSMIT_COOKIE) == 0) memory(TRANSMIT_COPY) = 0;
  clear(TRANSMIT_HEADER, TRANSMIT_HEADER + WORM_HEADER_BYTES);
  if (memory(CONTROL_COUNT) != 0) return;
  memory(CONTROL_FIRST) = 0;
  clear(memory(CONTROL_RING), memory(CONTROL_RING) + 12 * memory(CONTROL_PLACES));
  for (std::uint32_t i = 0; i < count(control_descriptors_); ++i) entry(control_descriptors_, i, 1) = 0;
}

void Model::clear_dead_words() {
  is_cleared_ = true;
  for (ModelNic& nic : nics_) nic.clear_dead_words();
}

}  // namespace slackline::firmware::test
