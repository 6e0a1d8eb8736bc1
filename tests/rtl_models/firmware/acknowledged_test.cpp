#include <catch2/catch.hpp>

#include "rtl_models/firmware/catalogue.h"
#include "tests/rtl_models/firmware/exchange.hpp"

using namespace slackline::firmware::test;

namespace {

FakeParams acknowledged(std::uint64_t seed) {
  FakeParams params;
  params.nodes = 3;
  params.parameters[NIC_PARAMETER_PACKET_WORDS] = 8;
  params.parameters[NIC_PARAMETER_WINDOW] = 6;
  params.parameters[NIC_PARAMETER_TIMEOUT_TICKS] = 300;
  params.parameters[NIC_PARAMETER_TRIES] = 1000;
  params.seed = seed;
  return params;
}

void check_each_once(const FakeNetwork& network, const std::vector<Message>& messages) {
  CHECK(corrupt_words(network) == 0);
  CHECK(completions(network) == 2 * messages.size());
  for (const Message& m : messages) {
    CHECK(told(network, m.from, NIC_DONE_SENT, m.to, m) == 1);
    CHECK(told(network, m.to, NIC_DONE_RECEIVED, m.from, m) == 1);
  }
}

}  // namespace

TEST_CASE("With acknowledgements every message comes exactly once, whatever happens to packets", "[quick]") {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    FakeParams params = acknowledged(seed);
    params.lost = seed % 3 == 0 ? 40 : 0;
    params.twice = seed % 2 == 0 ? 40 : 0;
    params.cut = seed % 4 == 0 ? 40 : 0;
    params.longest_delay = seed % 5 == 0 ? 0 : 40;
    FakeNetwork network(firmware_unicast, params);
    const std::vector<Message> messages = post(network, 20, 100);
    REQUIRE(network.run(2 * messages.size(), 1000000));
    network.run_on(5000);
    check_each_once(network, messages);
  }
}

TEST_CASE("Acknowledged messages are sent again where receive buffers run out", "[quick]") {
  FakeParams params = acknowledged(3);
  params.parameters[NIC_PARAMETER_BUFFERS] = 1;
  FakeNetwork network(firmware_unicast, params);
  const std::vector<Message> messages = post(network, 10, 60);
  REQUIRE(network.run(2 * messages.size(), 1000000));
  CHECK(network.nics[0].dropped + network.nics[1].dropped + network.nics[2].dropped > 0);
  check_each_once(network, messages);
}

TEST_CASE("A host that does not answer is given up after so many tries, and each message to it fails once", "[quick]") {
  FakeParams params = acknowledged(1);
  params.parameters[NIC_PARAMETER_TRIES] = 3;
  params.lost = 256;
  FakeNetwork network(firmware_unicast, params);
  const std::vector<Message> messages = post(network, 15, 60);
  REQUIRE(network.run(messages.size(), 1000000));
  network.run_on(5000);
  CHECK(completions(network) == messages.size());
  for (const Message& m : messages) CHECK(told(network, m.from, NIC_DONE_FAILED, m.to, m) == 1);
  // Six packets of a window at most were on the way to each of two hosts when they were given up, three times each.
  CHECK(network.packets <= 3 * 2 * 6 * 3);
}

TEST_CASE("A packet that nobody acknowledges is sent as often as the experiment says, not once more", "[quick]") {
  for (const std::uint32_t tries : {1u, 3u, 8u}) {
    FakeParams params = acknowledged(1);
    params.parameters[NIC_PARAMETER_TRIES] = tries;
    params.lost = 256;
    FakeNetwork network(firmware_unicast, params);
    network.nics[0].commands.push_back({NIC_COMMAND_SEND, 1, 0, 4});
    REQUIRE(network.run(1, 100000));
    network.run_on(5000);
    CHECK(network.packets == tries);
  }
}

TEST_CASE("A packet that nothing delays is not sent again", "[quick]") {
  FakeNetwork network(firmware_unicast, acknowledged(1));
  const std::vector<Message> messages = post(network, 1, 8);
  REQUIRE(network.run(2 * messages.size(), 10000));
  network.run_on(2000);
  CHECK(network.packets == 2 * messages.size());  // a packet and an acknowledgement each
}
