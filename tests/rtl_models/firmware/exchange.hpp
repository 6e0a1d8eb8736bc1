// Messages that hosts send one another, and what has become of them.
#pragma once

#include <cstdint>
#include <vector>

#include "tests/rtl_models/firmware/fake_network.hpp"

namespace slackline::firmware::test {

struct Message {
  std::uint32_t from, to, number, words;
};

/// `count` messages from each host to others, of 1 to `longest` words, posted at once.
std::vector<Message> post(FakeNetwork& network, std::uint32_t count, std::uint32_t longest);

/// Completions of one kind at a host for a message.
std::uint32_t told(const FakeNetwork& network, std::uint32_t host, nic_completion kind, std::uint32_t peer,
                   const Message& message);

/// All completions of all hosts.
std::size_t completions(const FakeNetwork& network);
/// Words that came wrong, of all hosts.
std::uint32_t corrupt_words(const FakeNetwork& network);

}  // namespace slackline::firmware::test
