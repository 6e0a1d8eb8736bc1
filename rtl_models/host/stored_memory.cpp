#include "rtl_models/host/stored_memory.hpp"

#include <algorithm>
#include <iterator>

namespace slackline::host {

namespace {

std::uint32_t word_of(const std::vector<std::byte>& bytes, std::size_t word) {
  std::uint32_t value = 0;
  for (unsigned i = 0; i < 4; ++i) value |= static_cast<std::uint32_t>(bytes[4 * word + i]) << 8 * i;
  return value;
}

void set_word(std::vector<std::byte>& bytes, std::size_t word, std::uint32_t value) {
  for (unsigned i = 0; i < 4; ++i) bytes[4 * word + i] = static_cast<std::byte>(value >> 8 * i);
}

}  // namespace

const StoredMemory::Message* StoredMemory::find(NodeId sender, std::uint32_t message) const {
  if (sender.value >= of_.size()) return nullptr;
  const auto& messages = of_[sender.value].messages;
  const auto found = messages.find(message);
  return found == messages.end() ? nullptr : &found->second;
}

std::uint32_t StoredMemory::read(NodeId sender, std::uint32_t message, std::uint32_t word) {
  const Message* m = find(sender, message);
  return m != nullptr && word < m->has.size() ? word_of(m->sent, word) : 0;
}

bool StoredMemory::write(NodeId sender, std::uint32_t message, std::uint32_t word, std::uint32_t value, Cycle now) {
  if (find(sender, message) == nullptr) return sender.value < of_.size() && message < of_[sender.value].next;
  Message& m = of_[sender.value].messages[message];
  if (m.over < now) return true;  // whether or not its sender has dropped it at this very edge
  if (word >= m.has.size()) return false;
  set_word(m.arrived, word, value);
  m.has[word] = true;
  return value == word_of(m.sent, word);
}

void StoredMemory::posted(NodeId sender, std::uint32_t message, std::uint32_t words, Cycle now) {
  auto& messages = of_[sender.value].messages;
  for (auto it = messages.begin(); it != messages.end();)
    it = it->second.over < now || message - it->first >= most_open ? messages.erase(it) : std::next(it);
  of_[sender.value].next = message + 1;
  Message& m = messages[message];
  m = Message();
  m.sent.resize(std::size_t{4} * words);
  m.arrived.resize(m.sent.size());
  m.has.resize(words);
  contents_(sender, message, m.sent);
}

bool StoredMemory::holds(NodeId sender, std::uint32_t message) const {
  const Message* m = find(sender, message);
  return m != nullptr && m->sent == m->arrived &&
         std::all_of(m->has.begin(), m->has.end(), [](bool has) { return has; });
}

void StoredMemory::over(NodeId sender, std::uint32_t message, Cycle now) {
  if (find(sender, message) != nullptr) of_[sender.value].messages[message].over = now;
}

const std::vector<std::byte>* StoredMemory::arrived(NodeId sender, std::uint32_t message) const {
  const Message* m = find(sender, message);
  return m == nullptr ? nullptr : &m->arrived;
}

StoredMemory::Contents hashed_contents(std::uint64_t seed) {
  return [seed](NodeId sender, std::uint32_t message, std::vector<std::byte>& bytes) {
    for (std::uint32_t word = 0; word < bytes.size() / 4; ++word)
      set_word(bytes, word, nic::host_word(seed, sender, message, word));
  };
}

}  // namespace slackline::host
