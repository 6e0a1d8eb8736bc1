#include <algorithm>
#include <catch2/catch.hpp>

#include "rtl_models/firmware/catalogue.h"
#include "tests/rtl_models/firmware/exchange.hpp"

using namespace slackline::firmware::test;

namespace {

FakeParams unacknowledged(std::uint32_t nodes, std::uint32_t packet_words) {
  FakeParams params;
  params.nodes = nodes;
  params.parameters[NIC_PARAMETER_PACKET_WORDS] = packet_words;
  params.parameters[NIC_PARAMETER_WINDOW] = 4;
  return params;
}

}  // namespace

TEST_CASE("Unicast carries messages of one word to thousands, each exactly once") {
  for (const std::uint32_t packet_words : {1u, 7u, 64u}) {
    FakeParams params = unacknowledged(3, packet_words);
    params.waits_for_buffers = true;
    FakeNetwork network(firmware_unicast, params);
    const std::vector<Message> messages = post(network, 12, packet_words * 40);
    REQUIRE(network.run(2 * messages.size(), 200000));
    network.run_on(1000);
    check_each_once(network, messages);
  }
}

TEST_CASE("Packets of unicast that overtake one another end up in the right message") {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    FakeParams params = unacknowledged(4, 8);
    params.longest_delay = 30;
    params.seed = seed;
    FakeNetwork network(firmware_unicast, params);
    const std::vector<Message> messages = post(network, 20, 100);
    REQUIRE(network.run(2 * messages.size(), 200000));
    network.run_on(1000);
    check_each_once(network, messages);
  }
}

TEST_CASE("A lost packet loses its message, and no other one") {
  FakeParams params = unacknowledged(3, 8);
  params.lost = 8;
  FakeNetwork network(firmware_unicast, params);
  const std::vector<Message> messages = post(network, 100, 60);
  network.run_on(60000);
  CHECK(corrupt_words(network) == 0);
  std::uint32_t arrived = 0;
  for (const Message& m : messages) {
    CHECK(told(network, m.from, NIC_DONE_SENT, m.to, m) == 1);
    const std::uint32_t times = told(network, m.to, NIC_DONE_RECEIVED, m.from, m);
    CHECK(times <= 1);
    arrived += times;
  }
  check_harms(network, params);
  CHECK(dropped_packets(network) == 0);
  CHECK(arrived == messages.size() - broken_messages(network).size());
}

TEST_CASE("A full table of messages gives one up, reports it, and goes on") {
  FakeParams params = unacknowledged(2, 8);
  params.lost = 40;
  FakeNetwork network(firmware_unicast, params);
  const std::vector<Message> messages = post(network, 200, 60);
  network.run_on(60000);
  check_harms(network, params);
  CHECK(dropped_packets(network) == 0);
  const auto broken = broken_messages(network);
  for (const Message& m : messages) {
    CHECK(told(network, m.from, NIC_DONE_SENT, m.to, m) == 1);
    CHECK(told(network, m.to, NIC_DONE_RECEIVED, m.from, m) == (broken.count({m.from, m.number}) == 0));
  }
  // Packets come in order. A message of several packets holds an entry from its first packet until it is whole; with
  // four entries the next such message makes one give up.
  for (const std::uint32_t from : {0u, 1u}) {
    unsigned entries = 0, given_up = 0;
    for (const Message& m : messages) {
      const auto packets = static_cast<std::size_t>((m.words + 7) / 8);
      const auto lost =
          static_cast<std::size_t>(std::count_if(network.harms.begin(), network.harms.end(), [&](const Harm& harm) {
            return harm.first == from && harm.message == m.number;
          }));
      if (m.from != from || packets == 1 || lost == packets) continue;
      ++(entries == 4 ? given_up : entries);
      entries -= lost == 0;
    }
    CHECK(given_up > 0);
    CHECK(network.nics[1 - from].logged ==
          std::vector<std::string>(given_up, "message %u of host %u has come in part and is given up"));
  }
}

TEST_CASE("A packet whose tail is lost is dropped, and its buffer is reused") {
  FakeParams params = unacknowledged(2, 4);
  params.cut = 64;
  params.parameters[NIC_PARAMETER_BUFFERS] = 8;
  FakeNetwork network(firmware_unicast, params);
  const std::vector<Message> messages = post(network, 200, 4);
  network.run_on(40000);
  CHECK(corrupt_words(network) == 0);
  std::uint32_t arrived = 0;
  for (const Message& m : messages) arrived += told(network, m.to, NIC_DONE_RECEIVED, m.from, m);
  check_harms(network, params);
  CHECK(dropped_packets(network) == 0);
  CHECK(arrived == messages.size() - harmed(network, Harm::cut));  // of one packet each
}

TEST_CASE("Unicast reports that the NIC memory is too small, and stops", "[quick]") {
  FakeParams params = unacknowledged(2, 64);
  params.memory_bytes = 1024;
  CHECK_THROWS_WITH(FakeNetwork(firmware_unicast, params), "error 1");
}

TEST_CASE("Unicast reports that the queues are too short for its window, and stops") {
  FakeParams params = unacknowledged(2, 64);
  params.queue_depth = 3;
  CHECK_THROWS_WITH(FakeNetwork(firmware_unicast, params), "error 3");
}

TEST_CASE("A command of no words is an error", "[quick]") {
  FakeNetwork network(firmware_unicast, unacknowledged(2, 64));
  network.nics[0].commands.push_back({NIC_COMMAND_SEND, 1, 0, 0});
  CHECK_THROWS_WITH(network.run_on(100), "error 2");
}
