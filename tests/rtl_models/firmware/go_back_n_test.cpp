#include <algorithm>
#include <catch2/catch.hpp>
#include <set>

#include "rtl_models/firmware/catalogue.h"
#include "tests/rtl_models/firmware/exchange.hpp"

using namespace slackline::firmware::test;

namespace {

// The firmware's own parameters, in its order.
enum : std::size_t { window, timeout, delay, repeat, acknowledgement_words, queue };

FakeParams windowed(std::uint64_t seed) {
  FakeParams params;
  params.nodes = 3;
  params.parameters[NIC_PARAMETER_PACKET_WORDS] = 8;
  params.parameters[NIC_PARAMETER_WINDOW] = 3;
  params.parameters[NIC_PARAMETER_TRIES] = 1000;
  params.own_parameters[window] = 1 + seed % 8;
  params.own_parameters[timeout] = 400;
  params.own_parameters[delay] = seed % 3 * 40;
  params.own_parameters[repeat] = seed % 2;
  params.own_parameters[acknowledgement_words] = 6 + seed % 4;
  params.own_parameters[queue] = seed % 3 == 0 ? 1 + seed % 4 : 65535;
  params.seed = seed;
  return params;
}

/// Values of a measure that all interfaces have reported: how many, and their sum.
std::pair<std::size_t, std::uint64_t> measured(const FakeNetwork& network, std::uint32_t measure) {
  std::pair<std::size_t, std::uint64_t> found;
  for (const FakeNic& nic : network.nics)
    for (const Reported& one : nic.reported)
      if (!one.is_step && one.what == measure) {
        ++found.first;
        found.second += one.value;
      }
  return found;
}

}  // namespace

TEST_CASE("go_back_n: every message arrives exactly once, whatever the network loses, repeats or cuts short",
          "[quick]") {
  for (std::uint64_t seed = 1; seed <= 48; ++seed) {
    INFO("seed " << seed);
    FakeParams params = windowed(seed);
    params.lost = seed % 4 == 0 ? 0 : 40;
    params.twice = seed % 5 == 0 ? 40 : 0;
    params.cut = seed % 7 == 0 ? 40 : 0;
    params.longest_delay = seed % 2 == 0 ? 0 : 8;
    FakeNetwork network(firmware_go_back_n, params);
    const std::vector<Message> messages = post(network, 20, 100);
    REQUIRE(network.run(2 * messages.size(), 4000000));
    network.run_on(5000);
    check_each_once(network, messages);
    check_harms(network, params);
  }
}

TEST_CASE("go_back_n: packets that are changed, lose a word or go astray are sent again") {
  for (std::uint64_t seed = 1; seed <= 24; ++seed) {
    INFO("seed " << seed);
    FakeParams params = windowed(seed);
    params.changed = seed % 3 == 0 ? 0 : 30;
    params.shortened = seed % 3 == 1 ? 0 : 30;
    params.astray = seed % 3 == 2 ? 0 : 60;
    FakeNetwork network(firmware_go_back_n, params);
    const std::vector<Message> messages = post(network, 20, 100);
    REQUIRE(network.run(2 * messages.size(), 4000000));
    network.run_on(5000);
    check_each_once(network, messages);
    check_harms(network, params);
  }
}

TEST_CASE("go_back_n: packet numbers wrap, and everything still arrives exactly once") {
  FakeParams params = windowed(7);
  params.own_parameters[repeat] = GENERATE(0u, 1u);
  params.lost = 10;
  params.parameters[NIC_PARAMETER_PACKET_WORDS] = 1;
  params.nodes = 2;
  FakeNetwork network(firmware_go_back_n, params);
  const Message message{0, 1, 0, 70000};
  network.nics[0].commands.push_back({NIC_COMMAND_SEND, message.to, message.number, message.words});
  REQUIRE(network.run(2, 100000000));
  network.run_on(2000);
  check_each_once(network, {message});
}

TEST_CASE("go_back_n: without losses nothing is sent again", "[quick]") {
  FakeParams params = windowed(4);
  params.own_parameters[timeout] = 100000;
  FakeNetwork network(firmware_go_back_n, params);
  const std::vector<Message> messages = post(network, 20, 100);
  REQUIRE(network.run(2 * messages.size(), 1000000));
  const auto [sent, repeated] = measured(network, 0);
  std::size_t packets = 0;
  for (const Message& m : messages) packets += (m.words + 7) / 8;
  CHECK(sent == packets);
  CHECK(repeated == 0);
}

TEST_CASE("go_back_n: after a loss all packets under way are sent again, or with selective repeat the lost one alone",
          "[quick]") {
  for (const std::uint32_t selective : {0u, 1u}) {
    std::uint64_t all = 0;
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
      FakeParams params = windowed(seed);
      params.nodes = 2;
      params.own_parameters[window] = 8;
      params.own_parameters[timeout] = 3000;
      params.own_parameters[delay] = 0;
      params.own_parameters[repeat] = selective;
      params.lost = 4;
      FakeNetwork network(firmware_go_back_n, params);
      const Message message{0, 1, 0, 800};
      network.nics[0].commands.push_back({NIC_COMMAND_SEND, 1, 0, message.words});
      REQUIRE(network.run(2, 10000000));
      all += measured(network, 0).second;
      std::uint64_t lost = 0;  // packets of data
      for (const Harm& harm : network.harms) lost += harm.kind == Harm::lost && harm.first >> 30 == 0;
      // A lost acknowledgement at the end of a message is a time-out, too.
      if (selective == 1) CHECK(measured(network, 0).second <= lost + 8);
    }
    INFO("sent again " << all);
    CHECK((selective == 1 ? all < 160 : all > 250));
  }
}

TEST_CASE("go_back_n: acknowledgements go with packets to the same host, if they may wait for one", "[quick]") {
  const auto own_acknowledgements = [](std::uint32_t ticks) {
    FakeParams params = windowed(4);
    params.nodes = 2;
    params.own_parameters[window] = 8;
    params.own_parameters[delay] = ticks;
    params.own_parameters[timeout] = 100000;
    FakeNetwork network(firmware_go_back_n, params);
    std::vector<Message> messages;
    for (std::uint32_t from = 0; from < 2; ++from)
      for (std::uint32_t number = 0; number < 200; ++number) {
        network.nics[from].commands.push_back({NIC_COMMAND_SEND, 1 - from, number, 8});
        messages.push_back({from, 1 - from, number, 8});
      }
    REQUIRE(network.run(2 * messages.size(), 1000000));
    check_each_once(network, messages);
    return measured(network, 1).first;
  };
  CHECK(own_acknowledgements(0) == 400);
  CHECK(own_acknowledgements(2000) < 40);
}

TEST_CASE("go_back_n: no more packets are under way to a host than its window", "[quick]") {
  for (const std::uint32_t packets : {1u, 3u, 8u}) {
    FakeParams params = windowed(1);
    params.nodes = 2;
    params.own_parameters[window] = packets;
    params.own_parameters[timeout] = 500;
    params.lost = 256;
    FakeNetwork network(firmware_go_back_n, params);
    for (std::uint32_t number = 0; number < 20; ++number)
      network.nics[0].commands.push_back({NIC_COMMAND_SEND, 1, number, 4});
    network.run_on(20000);
    std::set<std::uint32_t> messages;
    for (const Harm& harm : network.harms) messages.insert(harm.message);
    CHECK(messages.size() == packets);
    CHECK(measured(network, 0).second > 10);
  }
}

TEST_CASE("go_back_n: a host that does not answer is given up, and others are not", "[quick]") {
  FakeParams params = windowed(1);
  params.parameters[NIC_PARAMETER_TRIES] = 3;
  params.own_parameters[window] = 4;
  FakeNetwork network(firmware_go_back_n, params);
  network.nics[1].is_off = true;
  std::vector<Message> to_silent, to_other;
  for (std::uint32_t number = 0; number < 10; ++number) {
    const Message message{0, 1 + number % 2, number, 20};
    network.nics[0].commands.push_back({NIC_COMMAND_SEND, message.to, number, message.words});
    (message.to == 1 ? to_silent : to_other).push_back(message);
  }
  REQUIRE(network.run(15, 1000000));
  network.run_on(5000);
  CHECK(completions(network) == 15);
  for (const Message& m : to_silent) CHECK(told(network, 0, NIC_DONE_FAILED, 1, m) == 1);
  for (const Message& m : to_other) {
    CHECK(told(network, 0, NIC_DONE_SENT, 2, m) == 1);
    CHECK(told(network, 2, NIC_DONE_RECEIVED, 0, m) == 1);
  }
}
