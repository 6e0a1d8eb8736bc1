#include "tests/rtl_models/firmware/exchange.hpp"

#include <algorithm>

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

}  // namespace slackline::firmware::test
