#include <catch2/catch.hpp>
#include <set>
#include <utility>

#include "rtl_models/firmware/catalogue.h"
#include "tests/rtl_models/firmware/exchange.hpp"

using namespace slackline::firmware::test;

TEST_CASE("Echo returns each message to its own sender") {
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    FakeParams params;
    params.nodes = 3;
    params.seed = seed;
    params.longest_delay = seed % 2 == 0 ? 20 : 0;
    params.parameters[NIC_PARAMETER_PACKET_WORDS] = 8;
    params.parameters[NIC_PARAMETER_WINDOW] = 4;
    FakeNetwork network(firmware_echo, params);
    const std::vector<Message> messages = post(network, 20, 60);
    REQUIRE(network.run(2 * messages.size(), 200000));
    network.run_on(1000);
    CHECK(completions(network) == 2 * messages.size());
    CHECK(corrupt_words(network) == 0);
    for (const Message& m : messages) {
      CHECK(told(network, m.from, NIC_DONE_SENT, m.to, m) == 1);
      CHECK(told(network, m.from, NIC_DONE_RECEIVED, m.from, m) == 1);
    }
    for (const FakeNic& nic : network.nics) CHECK(nic.followed > 0);
  }
}

TEST_CASE("Echo reuses its buffers, also those of packets that were cut short", "[quick]") {
  FakeParams params;
  params.cut = 40;
  params.parameters[NIC_PARAMETER_PACKET_WORDS] = 8;
  params.parameters[NIC_PARAMETER_WINDOW] = 2;
  params.parameters[NIC_PARAMETER_BUFFERS] = 12;
  FakeNetwork network(firmware_echo, params);
  const std::vector<Message> messages = post(network, 300, 8);
  network.run_on(100000);
  check_harms(network, params);
  CHECK(dropped_packets(network) == 0);
  CHECK(corrupt_words(network) == 0);
  // Messages have one packet each: those that are not cut on the way there or on the way back (type 1) return to their
  // senders.
  std::set<std::pair<std::uint32_t, std::uint32_t>> cut;
  for (const Harm& harm : network.harms)
    cut.emplace((harm.first >> 24 & 63) == 0 ? harm.first & 0xffffff : harm.destination, harm.message);
  for (const Message& m : messages) {
    CHECK(told(network, m.from, NIC_DONE_SENT, m.to, m) == 1);
    CHECK(told(network, m.from, NIC_DONE_RECEIVED, m.from, m) == (cut.count({m.from, m.number}) == 0 ? 1 : 0));
  }
}
