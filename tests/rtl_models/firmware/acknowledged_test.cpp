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

}  // namespace

TEST_CASE("With acknowledgements every message arrives exactly once, whatever happens to packets", "[quick]") {
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
    check_harms(network, params);
  }
}

TEST_CASE("With acknowledgements packets that are changed, lose a word or go astray are sent again") {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    FakeParams params = acknowledged(seed);
    params.changed = seed % 3 == 0 ? 0 : 30;
    params.shortened = seed % 3 == 1 ? 0 : 30;
    params.astray = seed % 3 == 2 ? 0 : 60;
    params.twice = seed % 2 == 0 ? 40 : 0;
    params.longest_delay = 40;
    FakeNetwork network(firmware_unicast, params);
    const std::vector<Message> messages = post(network, 20, 100);
    REQUIRE(network.run(2 * messages.size(), 1000000));
    network.run_on(5000);
    check_each_once(network, messages);
    check_harms(network, params);
  }
}

TEST_CASE("Packet numbers wrap, and everything still arrives exactly once") {
  FakeParams params = acknowledged(1);
  params.lost = 10;
  params.parameters[NIC_PARAMETER_PACKET_WORDS] = 1;
  params.nodes = 2;
  FakeNetwork network(firmware_unicast, params);
  const Message message{0, 1, 0, 70000};
  network.nics[0].commands.push_back({NIC_COMMAND_SEND, message.to, message.number, message.words});
  REQUIRE(network.run(2, 100000000));
  network.run_on(2000);
  check_each_once(network, {message});
  check_harms(network, params);
}

TEST_CASE("After a restart of the sender's interface no message is taken for an earlier one") {
  for (const std::uint32_t before : {1u, 3u, 20u}) {
    FakeParams params = acknowledged(before);
    params.nodes = 2;
    params.parameters[NIC_PARAMETER_TRIES] = 10;
    FakeNetwork network(firmware_unicast, params);
    for (std::uint32_t i = 0; i < before; ++i) network.nics[0].commands.push_back({NIC_COMMAND_SEND, 1, i, 4});
    REQUIRE(network.run(2 * before, 100000));
    network.run_on(1000);
    for (unsigned restarts = 0; restarts < 70; ++restarts) {
      network.restart(0);
      network.nics[1].completions.clear();
      const Message message{0, 1, before + restarts, 20};
      network.nics[0].commands.push_back({NIC_COMMAND_SEND, 1, message.number, message.words});
      REQUIRE(network.run(2, 100000));
      network.run_on(1000);
      check_each_once(network, {message});
    }
  }
}

TEST_CASE("Parts of a message from before a restart of its sender do not count for one sent after it", "[quick]") {
  FakeParams params = acknowledged(1);
  params.nodes = 2;
  FakeNetwork network(firmware_unicast, params);
  network.nics[0].commands.push_back({NIC_COMMAND_SEND, 1, 0, 804});  // words short of packets of 8
  network.run_on(600);
  REQUIRE(network.nics[1].handled[NIC_EVENT_RX_DONE] > 10);
  REQUIRE(completions(network) == 0);
  network.restart(0);
  network.run_on(100);
  const Message message{0, 1, 0, 900};
  network.nics[0].commands.push_back({NIC_COMMAND_SEND, 1, 0, message.words});
  REQUIRE(network.run(2, 1000000));
  network.run_on(1000);
  check_each_once(network, {message});
}

TEST_CASE("A host whose interface restarts is given up by its senders, and nothing is reported as sent", "[quick]") {
  FakeParams params = acknowledged(1);
  params.nodes = 2;
  params.parameters[NIC_PARAMETER_TRIES] = 3;
  FakeNetwork network(firmware_unicast, params);
  for (std::uint32_t i = 0; i < 3; ++i) network.nics[0].commands.push_back({NIC_COMMAND_SEND, 1, i, 4});
  REQUIRE(network.run(6, 100000));
  network.run_on(1000);
  network.restart(1);
  network.nics[0].completions.clear();
  const Message message{0, 1, 3, 4};
  network.nics[0].commands.push_back({NIC_COMMAND_SEND, 1, message.number, message.words});
  REQUIRE(network.run(1, 100000));
  network.run_on(1000);
  CHECK(completions(network) == 1);
  CHECK(told(network, 0, NIC_DONE_FAILED, 1, message) == 1);
}

TEST_CASE("The message after one that is given up in the middle arrives whole", "[quick]") {
  FakeParams params = acknowledged(1);
  params.nodes = 3;
  params.parameters[NIC_PARAMETER_TRIES] = 3;
  FakeNetwork network(firmware_unicast, params);
  const Message before{0, 1, 0, 4}, given_up{0, 1, 1, 804}, after{0, 2, 2, 20};
  const auto post = [&](const Message& m) {
    network.nics[0].commands.push_back({NIC_COMMAND_SEND, m.to, m.number, m.words});
  };
  post(before);
  REQUIRE(network.run(2, 100000));
  network.run_on(1000);
  network.restart(1);
  post(given_up);
  post(after);
  network.run_on(100000);
  CHECK(told(network, 0, NIC_DONE_FAILED, 1, given_up) == 1);
  CHECK(told(network, 0, NIC_DONE_SENT, 2, after) == 1);
  CHECK(told(network, 2, NIC_DONE_RECEIVED, 0, after) == 1);
  CHECK(corrupt_words(network) == 0);
}

TEST_CASE("Acknowledged messages are sent again where receive buffers run out") {
  FakeParams params = acknowledged(3);
  params.parameters[NIC_PARAMETER_BUFFERS] = 1;
  FakeNetwork network(firmware_unicast, params);
  const std::vector<Message> messages = post(network, 10, 60);
  REQUIRE(network.run(2 * messages.size(), 1000000));
  CHECK(dropped_packets(network) > 0);
  check_each_once(network, messages);
}

TEST_CASE("A host that does not answer is given up after the set number of tries, and each message to it fails once",
          "[quick]") {
  FakeParams params = acknowledged(1);
  params.parameters[NIC_PARAMETER_TRIES] = 3;
  params.lost = 256;
  FakeNetwork network(firmware_unicast, params);
  const std::vector<Message> messages = post(network, 15, 60);
  REQUIRE(network.run(messages.size(), 1000000));
  network.run_on(5000);
  CHECK(completions(network) == messages.size());
  for (const Message& m : messages) CHECK(told(network, m.from, NIC_DONE_FAILED, m.to, m) == 1);
  // At most six packets of a window were in flight to each of two hosts when they were given up, three times each.
  CHECK(network.packets <= 3 * 2 * 6 * 3);
}

TEST_CASE("A packet that is never acknowledged is sent as often as the experiment sets, not once more") {
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

TEST_CASE("A packet without delay is sent once, except the first to a host, which opens the connection") {
  FakeParams params = acknowledged(1);
  params.nodes = 2;
  FakeNetwork network(firmware_unicast, params);
  for (std::uint32_t number = 0; number < 4; ++number) {
    const std::uint64_t before = network.packets;
    network.nics[0].commands.push_back({NIC_COMMAND_SEND, 1, number, 8});
    REQUIRE(network.run(2 * (number + 1), 10000));
    network.run_on(2000);
    CHECK(network.packets - before == (number == 0 ? 4 : 2));  // with an acknowledgement each
  }
}
