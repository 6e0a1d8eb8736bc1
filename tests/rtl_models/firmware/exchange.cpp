#include "tests/rtl_models/firmware/exchange.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

namespace slackline::firmware::test {

std::vector<Message> post(FakeNetwork& network, std::uint32_t count, std::uint32_t longest) {
  RandomStream stream(network.packets + 7, longest, RandomPurpose::test);
  const auto nodes = static_cast<std::uint32_t>(network.nics.size());
  std::vector<Message> messages;
  for (std::uint32_t from = 0; from < nodes; ++from)
    for (std::uint32_t number = 0; number < count; ++number) {
      const Message message{from, (from + 1 + stream.below(nodes - 1)) % nodes, number, 1 + stream.below(longest)};
      network.nics[from].commands.push_back({NIC_COMMAND_SEND, message.to, number, message.words});
      messages.push_back(message);
    }
  return messages;
}

std::uint32_t told(const FakeNetwork& network, std::uint32_t host, nic_completion kind, std::uint32_t peer,
                   const Message& message) {
  const std::vector<Completion>& all = network.nics[host].completions;
  return static_cast<std::uint32_t>(std::count_if(all.begin(), all.end(), [&](const Completion& c) {
    return c.kind == static_cast<std::uint32_t>(kind) && c.peer == peer && c.message == message.number &&
           c.words == message.words;
  }));
}

std::size_t completions(const FakeNetwork& network) {
  std::size_t all = 0;
  for (const FakeNic& nic : network.nics) all += nic.completions.size();
  return all;
}

std::uint32_t corrupt_words(const FakeNetwork& network) {
  std::uint32_t all = 0;
  for (const FakeNic& nic : network.nics) all += nic.host_corrupt;
  return all;
}

std::uint32_t dropped_packets(const FakeNetwork& network) {
  std::uint32_t all = 0;
  for (const FakeNic& nic : network.nics) all += nic.dropped;
  return all;
}

void check_each_once(const FakeNetwork& network, const std::vector<Message>& messages) {
  CHECK(completions(network) == 2 * messages.size());
  CHECK(corrupt_words(network) == 0);
  for (const Message& m : messages) {
    CHECK(told(network, m.from, NIC_DONE_SENT, m.to, m) == 1);
    CHECK(told(network, m.to, NIC_DONE_RECEIVED, m.from, m) == 1);
  }
}

std::size_t harmed(const FakeNetwork& network, Harm::Kind kind) {
  return static_cast<std::size_t>(std::count_if(network.harms.begin(), network.harms.end(),
                                                [kind](const Harm& harm) { return harm.kind == kind; }));
}

void check_harms(const FakeNetwork& network, const FakeParams& params) {
  const auto carried = static_cast<double>(network.packets - harmed(network, Harm::lost));
  const auto check = [&](Harm::Kind kind, double packets, std::uint32_t share) {
    INFO("harm " << kind);
    const double mean = packets * share / 256, deviation = std::sqrt(mean * (1 - share / 256.0));
    if (share != 0) CHECK(harmed(network, kind) > 0);
    CHECK(std::abs(static_cast<double>(harmed(network, kind)) - mean) <= 5 * deviation);
  };
  check(Harm::lost, static_cast<double>(network.packets), params.lost);
  check(Harm::twice, carried, params.twice);
  check(Harm::cut, carried, params.cut);
  check(Harm::changed, carried, params.changed);
  check(Harm::shortened, carried, params.shortened);
  check(Harm::astray, carried, params.astray);
}

std::set<std::pair<std::uint32_t, std::uint32_t>> broken_messages(const FakeNetwork& network) {
  std::set<std::pair<std::uint32_t, std::uint32_t>> broken;
  for (const Harm& harm : network.harms)
    if ((harm.kind == Harm::lost || harm.kind == Harm::cut) && harm.first >> 30 == 0)
      broken.emplace(harm.first & 0xffffff, harm.message);
  return broken;
}

}  // namespace slackline::firmware::test
