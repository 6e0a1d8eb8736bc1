#include <catch2/catch.hpp>

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

TEST_CASE("Each request is answered once, without the other host", "[quick]") {
  for (const std::uint32_t longest : {1u, 8u, 50u}) {
    FakeNetwork network(firmware_request_response, requests());
    const std::vector<Message> messages = post(network, 30, longest);
    REQUIRE(network.run(messages.size(), 200000));
    network.run_on(1000);
    CHECK(completions(network) == messages.size());
    for (const Message& m : messages) CHECK(told(network, m.from, NIC_DONE_SENT, m.to, m) == 1);
  }
}

TEST_CASE("With a time-out each request is answered or fails, once, whatever packets get lost", "[quick]") {
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    FakeParams params = requests();
    params.parameters[NIC_PARAMETER_TIMEOUT_TICKS] = 200;
    params.lost = 40;
    params.twice = 20;
    params.cut = seed % 2 == 0 ? 20 : 0;
    params.seed = seed;
    FakeNetwork network(firmware_request_response, params);
    const std::vector<Message> messages = post(network, 30, 20);
    REQUIRE(network.run(messages.size(), 200000));
    network.run_on(2000);
    CHECK(completions(network) == messages.size());
    std::uint32_t answered = 0;
    for (const Message& m : messages) {
      const std::uint32_t sent = told(network, m.from, NIC_DONE_SENT, m.to, m);
      CHECK(sent + told(network, m.from, NIC_DONE_FAILED, m.to, m) == 1);
      answered += sent;
    }
    CHECK(answered > messages.size() / 4);
    CHECK(answered < messages.size());
  }
}

TEST_CASE("A request from no host of the network is dropped", "[quick]") {
  FakeParams params = requests();
  params.changed = 60;
  params.parameters[NIC_PARAMETER_TIMEOUT_TICKS] = 200;
  FakeNetwork network(firmware_request_response, params);
  const std::vector<Message> messages = post(network, 30, 8);
  REQUIRE_NOTHROW(network.run(messages.size(), 200000));
  CHECK(completions(network) == messages.size());
}

TEST_CASE("A reply that comes behind the time-out of its request is ignored", "[quick]") {
  FakeParams params = requests();
  params.longest_delay = 400;
  params.parameters[NIC_PARAMETER_TIMEOUT_TICKS] = 100;
  FakeNetwork network(firmware_request_response, params);
  const std::vector<Message> messages = post(network, 30, 8);
  REQUIRE(network.run(messages.size(), 200000));
  network.run_on(2000);
  std::uint32_t failed = 0;
  for (const Message& m : messages) failed += told(network, m.from, NIC_DONE_FAILED, m.to, m);
  CHECK(failed > messages.size() / 4);
  CHECK(completions(network) == messages.size());
  CHECK(network.packets == 2 * messages.size());  // each was answered
}
