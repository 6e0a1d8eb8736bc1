#include <catch2/catch.hpp>

#include "rtl_models/firmware/catalogue.h"
#include "tests/rtl_models/firmware/exchange.hpp"

using namespace slackline::firmware::test;

TEST_CASE("Echo brings each message back to its own sender", "[quick]") {
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
    CHECK(network.nics[0].followed > 0);
  }
}

TEST_CASE("Echo uses its buffers again, also of packets that were cut short", "[quick]") {
  FakeParams params;
  params.cut = 40;
  params.parameters[NIC_PARAMETER_PACKET_WORDS] = 8;
  params.parameters[NIC_PARAMETER_WINDOW] = 2;
  params.parameters[NIC_PARAMETER_BUFFERS] = 12;
  FakeNetwork network(firmware_echo, params);
  const std::vector<Message> messages = post(network, 300, 8);
  network.run_on(100000);
  CHECK(network.nics[0].dropped + network.nics[1].dropped == 0);
  CHECK(completions(network) > messages.size() + messages.size() / 2);
}
