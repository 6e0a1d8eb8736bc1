// Messages that hosts send one another, and their outcome.
#pragma once

#include <cstdint>
#include <set>
#include <utility>
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

/// Number of completions of all hosts.
std::size_t completions(const FakeNetwork& network);
/// Number of wrong words received by all hosts.
std::uint32_t corrupt_words(const FakeNetwork& network);
/// Number of packets that all interfaces dropped for lack of a buffer.
std::uint32_t dropped_packets(const FakeNetwork& network);

/// Checks that every message has arrived exactly once, whole, and that both hosts are notified.
void check_each_once(const FakeNetwork& network, const std::vector<Message>& messages);

/// The number of packets that were harmed in this way.
std::size_t harmed(const FakeNetwork& network, Harm::Kind kind);
/// Checks that each harm occurred in proportion to its share, within five standard deviations, or never without one.
void check_harms(const FakeNetwork& network, const FakeParams& params);
/// Sender and number of the messages of which a packet of class 0 got lost or was cut.
std::set<std::pair<std::uint32_t, std::uint32_t>> broken_messages(const FakeNetwork& network);

}  // namespace slackline::firmware::test
