// stored_memory: host memory that keeps the bytes of messages: those that their senders have written, and those that
// have come to the hosts that they are for. A message that arrives is compared with what has left, word by word when it
// comes, and as a whole when the host is notified.
//
//   contents -> [sent]  -- read --> DMA engine ... DMA engine -- write --> [arrived] -> bytes of the message
//
// A message keeps its bytes until sender and receiver are done with it, and is dropped when its sender posts another
// later. One that gets lost keeps them until most_open more of its sender have been posted.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <utility>
#include <vector>

#include "rtl_models/nic/host_memory.hpp"

namespace slackline::host {

class StoredMemory final : public nic::HostMemory {
 public:
  static constexpr std::uint32_t most_open = 4096;  ///< messages of a host
  /// Writes the bytes of a message that a host posts; there are four a word, the first one the lowest of its word.
  using Contents = std::function<void(NodeId sender, std::uint32_t message, std::vector<std::byte>& bytes)>;

  StoredMemory(std::uint32_t hosts, Contents contents) : of_(hosts), contents_(std::move(contents)) {}

  std::uint32_t read(NodeId sender, std::uint32_t message, std::uint32_t word) override;
  /// Of a message that is over nothing is stored, or compared.
  bool write(NodeId sender, std::uint32_t message, std::uint32_t word, std::uint32_t value, Cycle now) override;
  void posted(NodeId sender, std::uint32_t message, std::uint32_t words, Cycle now) override;
  bool holds(NodeId sender, std::uint32_t message) const override;
  void over(NodeId sender, std::uint32_t message, Cycle now) override;
  void forget(NodeId sender) override { of_[sender.value] = Sender(); }

  /// The words of a message that have arrived so far, 0 where nothing has; nullptr: it is not known, or no longer.
  const std::vector<std::byte>* arrived(NodeId sender, std::uint32_t message) const;

 private:
  struct Message {
    std::vector<std::byte> sent, arrived;
    std::vector<bool> has;  ///< by word: it has arrived
    Cycle over{never};
  };
  struct Sender {
    std::map<std::uint32_t, Message> messages;  ///< by number
    std::uint32_t next = 0;                     ///< number of the next one
  };

  const Message* find(NodeId sender, std::uint32_t message) const;

  std::vector<Sender> of_;  ///< by sender
  Contents contents_;
};

/// The words of HashedMemory as bytes.
StoredMemory::Contents hashed_contents(std::uint64_t seed);

}  // namespace slackline::host
