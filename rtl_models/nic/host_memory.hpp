// host_memory: the memory of hosts, as the DMA engines of their network interfaces reach it: by message and word. One
// object serves all hosts of a network.
//
//   host: posted, holds, over --> [host memory] <-- read, write: DMA engine
//                                 [words of interfaces] <-- read_own, write_own: DMA engine
//
// HashedMemory stores nothing: a word is a hash of (seed, host, message, word), so that it can be made where a message
// leaves, and checked where it arrives. Others keep bytes (host/stored_memory.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "rtl_models/common/ids.hpp"
#include "rtl_models/common/random_stream.hpp"

namespace slackline::nic {

/// Word `word` of message `message` of host `host`, unless the host stores others.
inline std::uint32_t host_word(std::uint64_t seed, NodeId host, std::uint32_t message, std::uint32_t word) {
  return static_cast<std::uint32_t>(mix64(mix64(seed ^ (std::uint64_t{host.value} << 32 | message)) + word) >> 32);
}

class HostMemory {
 public:
  virtual ~HostMemory() = default;

  // Of a network interface; the number of a message is that at its sender. In a fabric whose frames move whole calls for several interfaces do
  // not come in the order of edges; those for one interface and its host do.
  /// A word of a message that `sender` has posted.
  virtual std::uint32_t read(NodeId sender, std::uint32_t message, std::uint32_t word) = 0;
  /// A word of it arrives at edge `now` in the memory of the host that it is for. False: another has left the sender.
  virtual bool write(NodeId sender, std::uint32_t message, std::uint32_t word, std::uint32_t value, Cycle now) = 0;

  // Words that a network interface keeps in the memory of its host, apart from all messages; 0 until they are written.
  std::uint32_t read_own(NodeId host, std::uint32_t word) const {
    return host.value < own_.size() && word < own_[host.value].size() ? own_[host.value][word] : 0;
  }
  void write_own(NodeId host, std::uint32_t word, std::uint32_t value) {
    if (host.value >= own_.size()) own_.resize(host.value + std::size_t{1});
    std::vector<std::uint32_t>& words = own_[host.value];
    if (word >= words.size()) words.resize(word + std::size_t{1});
    words[word] = value;
  }

  // Of a host. Calls of one edge may come in any order.
  /// It posts a message of so many words at edge `now`.
  virtual void posted(NodeId sender, std::uint32_t message, std::uint32_t words, Cycle now) = 0;
  /// Every word of the message is in the memory of the host that it is for, as it has left the sender.
  virtual bool holds(NodeId sender, std::uint32_t message) const = 0;
  /// Sender and receiver have been notified, the second at edge `now`: the memory may be used for another from the next
  /// edge on.
  virtual void over(NodeId sender, std::uint32_t message, Cycle now) = 0;
  /// The host has been reset, and restarts the numbers of its messages.
  virtual void forget(NodeId sender) = 0;

 private:
  std::vector<std::vector<std::uint32_t>> own_;  // by host
};

class HashedMemory final : public HostMemory {
 public:
  explicit HashedMemory(std::uint64_t seed) : seed_(seed) {}

  std::uint32_t read(NodeId sender, std::uint32_t message, std::uint32_t word) override {
    return host_word(seed_, sender, message, word);
  }
  bool write(NodeId sender, std::uint32_t message, std::uint32_t word, std::uint32_t value, Cycle) override {
    return value == host_word(seed_, sender, message, word);
  }
  void posted(NodeId, std::uint32_t, std::uint32_t, Cycle) override {}
  bool holds(NodeId, std::uint32_t) const override { return true; }  // each word has been checked when it came
  void over(NodeId, std::uint32_t, Cycle) override {}
  void forget(NodeId) override {}

 private:
  std::uint64_t seed_;
};

}  // namespace slackline::nic
