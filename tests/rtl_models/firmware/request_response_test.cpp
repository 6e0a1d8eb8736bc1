#include <algorithm>
#include <catch2/catch.hpp>
#include <set>
#include <utility>

#include "rtl_models/firmware/catalogue.h"
#include "tests/rtl_models/firmware/exchange.hpp"

using namespace slackline::firmware::test;

namespace {

FakeParams requests() {
  FakeParams params;
  params.nodes = 4;
  params.longest_delay = 20;
  params.parameters[NIC_PARAMETER_PACKET_WORDS] = 8;
  params.parameters[NIC_PARAMETER_WINDOW] = 3;
  params.parameters[NIC_PARAMETER_REPLY_WORDS] = 20;
  return params;
}

}  // namespace

TEST_CASE("Each request is answered once, without involving the other host") {
  for (const std::uint32_t longest : {1u, 8u, 50u}) {
    FakeNetwork network(firmware_request_response, requests());
    const std::vector<Message> messages = post(network, 30, longest);
    REQUIRE(network.run(messages.size(), 200000));
    network.run_on(1000);
    CHECK(completions(network) == messages.size());
    for (const Message& m : messages) CHECK(told(network, m.from, NIC_DONE_SENT, m.to, m) == 1);
  }
}

TEST_CASE("With a time-out each request is answered or fails, once, whichever packets get lost") {
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    FakeParams params = requests();
    params.parameters[NIC_PARAMETER_TIMEOUT_TICKS] = 200;
    params.lost = 40;
    params.twice = seed % 4 < 2 ? 20 : 0;
    params.cut = seed % 2 == 0 ? 20 : 0;
    params.seed = seed;
    FakeNetwork network(firmware_request_response, params);
    const std::vector<Message> messages = post(network, 30, 20);
    REQUIRE(network.run(messages.size(), 200000));
    network.run_on(2000);
    CHECK(completions(network) == messages.size());
    check_harms(network, params);
    // Requests with a harmed packet, or a harmed packet of their reply (class 1), by sender and number.
    std::set<std::pair<std::uint32_t, std::uint32_t>> harmed;
    for (const Harm& harm : network.harms)
      harmed.emplace(harm.first >> 30 == 0 ? harm.first & 0xffffff : harm.destination, harm.message);
    for (const Message& m : messages) {
      const std::uint32_t sent = told(network, m.from, NIC_DONE_SENT, m.to, m);
      CHECK(sent + told(network, m.from, NIC_DONE_FAILED, m.to, m) == 1);
      const bool unharmed = harmed.count({m.from, m.number}) == 0;
      if (unharmed) CHECK(sent == 1);
      if (!unharmed && params.twice == 0) CHECK(sent == 0);
    }
  }
}

TEST_CASE("A request from no host of the network is dropped", "[quick]") {
  FakeParams params = requests();
  params.changed = 60;
  params.parameters[NIC_PARAMETER_TIMEOUT_TICKS] = 200;
  FakeNetwork network(firmware_request_response, params);
  const std::vector<Message> messages = post(network, 30, 8);
  REQUIRE_NOTHROW(network.run(messages.size(), 200000));  // a reply to no host would throw
  CHECK(completions(network) == messages.size());
  CHECK(std::any_of(network.harms.begin(), network.harms.end(), [&](const Harm& harm) {
    return harm.first >> 30 == 0 && (harm.first & 0xffffff) >= params.nodes;
  }));
}

TEST_CASE("A reply that comes after the time-out of its request is ignored") {
  FakeParams params = requests();
  params.longest_delay = 400;
  params.parameters[NIC_PARAMETER_TIMEOUT_TICKS] = 100;
  FakeNetwork network(firmware_request_response, params);
  const std::vector<Message> messages = post(network, 30, 8);
  REQUIRE(network.run(messages.size(), 200000));
  network.run_on(2000);
  std::uint32_t failed = 0;
  for (const Message& m : messages) failed += told(network, m.from, NIC_DONE_FAILED, m.to, m);
  // Each way takes up to 400 ticks: both together take less than the 100 of the time-out in one request of 32.
  CHECK(failed > messages.size() * 7 / 8);
  CHECK(completions(network) == messages.size());
  CHECK(network.packets == 2 * messages.size());  // each was answered
}

TEST_CASE("The time-out of a request begins when its last packet has left, and not before") {
  constexpr std::uint32_t timeout = 1000;
  FakeParams params = requests();
  params.parameters[NIC_PARAMETER_TIMEOUT_TICKS] = timeout;
  params.lost = 256;  // every packet: there is no reply
  FakeNetwork network(firmware_request_response, params);
  FakeNic& nic = network.nics[0];
  nic.commands.push_back({NIC_COMMAND_SEND, 1, 0, 20});  // three packets, of 8, 8 and 4 words
  const auto packets_left = [&] { return nic.handled[NIC_EVENT_TX_DONE]; };
  for (std::uint32_t ticks = 0; packets_left() < 3 && ticks < timeout; ++ticks) {
    CHECK(nic.read(NIC_TIMER) == 0);
    network.run_on(1);
  }
  REQUIRE(packets_left() == 3);
  CHECK(nic.read(NIC_TIMER) == timeout);
  network.run_on(timeout - 1);
  CHECK(nic.completions.empty());
  CHECK(nic.read(NIC_TIMER) == 1);
  network.run_on(1);
  CHECK(nic.read(NIC_TIMER) == 0);
  REQUIRE(network.run(1, 100));
  CHECK(told(network, 0, NIC_DONE_FAILED, 1, {0, 1, 0, 20}) == 1);
}
