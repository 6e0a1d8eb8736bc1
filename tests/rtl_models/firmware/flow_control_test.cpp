// Firmware of end-to-end flow controls in a network without timing.
#include <algorithm>
#include <catch2/catch.hpp>

#include "rtl_models/firmware/catalogue.h"
#include "rtl_models/firmware/flow_control.h"
#include "rtl_models/firmware/memory.h"
#include "tests/rtl_models/firmware/exchange.hpp"

using namespace slackline::firmware::test;

namespace {

FakeParams four_hosts(std::initializer_list<std::uint32_t> own) {
  FakeParams params;
  params.nodes = 4;
  params.longest_delay = 20;
  params.parameters[NIC_PARAMETER_PACKET_WORDS] = 8;
  params.parameters[NIC_PARAMETER_TRIES] = 8;
  std::copy(own.begin(), own.end(), params.own_parameters.begin() + FLOW_PARAMETERS);
  return params;
}

std::uint32_t outstanding(FakeNic& nic) { return nic.load(FLOW_OUTSTANDING); }

/// Runs until all messages have arrived and been answered; what each interface had outstanding after each tick.
std::vector<std::vector<std::uint32_t>> run_each(FakeNetwork& network, std::size_t messages) {
  std::vector<std::vector<std::uint32_t>> seen(network.nics.size());
  for (unsigned tick = 0; tick < 200000 && completions(network) < 2 * messages; ++tick) {
    network.run_on(1);
    for (std::size_t i = 0; i < seen.size(); ++i) seen[i].push_back(outstanding(network.nics[i]));
  }
  network.run_on(500);
  return seen;
}

std::uint32_t most(const std::vector<std::vector<std::uint32_t>>& seen) {
  std::uint32_t most = 0;
  for (const auto& of_nic : seen) most = std::max(most, *std::max_element(of_nic.begin(), of_nic.end()));
  return most;
}

}  // namespace

TEST_CASE("SW(n): each message arrives once and is answered once, with n requests outstanding and never more") {
  for (const std::uint32_t window : {1u, 2u, 5u, 32u, 33u, 64u})
    for (const std::uint32_t longest : {1u, 8u, 60u}) {
      INFO("window " << window << ", up to " << longest << " words");
      FakeParams params = four_hosts({window});
      params.nodes = window > 5 ? 2 : 4;  // there are 64 buffers for what may come at once
      params.waits_for_buffers = true;
      if (longest <= 8) params.longest_delay = 40 * window;  // so that it fills
      FakeNetwork network(firmware_static_window, params);
      const std::vector<Message> messages = post(network, 100, longest);
      const std::uint32_t seen = most(run_each(network, messages.size()));
      CHECK(seen <= window);
      if (longest <= 8) CHECK(seen == window);
      check_each_once(network, messages);
      for (FakeNic& nic : network.nics) CHECK(outstanding(nic) == 0);
    }
}

TEST_CASE("ASW stops at its high mark and goes on at its low mark") {
  for (const auto& [high, low] : {std::pair{4u, 0u}, {4u, 2u}, {9u, 3u}, {64u, 1u}, {2u, 1u}}) {
    INFO(high << ", " << low);
    FakeParams params = four_hosts({high, low});
    params.waits_for_buffers = true;
    params.longest_delay = 40 * high;  // so that it stops
    FakeNetwork network(firmware_alternating_window, params);
    const std::vector<Message> messages = post(network, 120, 8);
    const auto seen = run_each(network, messages.size());
    CHECK(most(seen) == high);
    check_each_once(network, messages);
    for (const auto& of_nic : seen) {
      bool halted = false;
      unsigned halts = 0;
      for (std::size_t i = 1; i < of_nic.size(); ++i) {
        if (halted && of_nic[i] > of_nic[i - 1]) {
          CHECK(of_nic[i - 1] <= low);
          halted = false;
        }
        halts += !halted && of_nic[i] == high;
        halted = halted || of_nic[i] == high;
      }
      CHECK(halts > 0);
    }
  }
}

TEST_CASE("ASW(n, n - 1) is SW(n), packet for packet") {
  for (const std::uint32_t n : {1u, 2u, 4u, 17u, 64u}) {
    FakeNetwork window(firmware_static_window, four_hosts({n})),
        alternating(firmware_alternating_window, four_hosts({n, n - 1}));
    const std::vector<Message> messages = post(window, 60, 20);
    post(alternating, 60, 20);
    for (unsigned tick = 0; tick < 20000; ++tick) {
      window.run_on(1);
      alternating.run_on(1);
      REQUIRE(window.packets == alternating.packets);
      REQUIRE(completions(window) == completions(alternating));
      REQUIRE(window.stream.state == alternating.stream.state);
    }
    check_each_once(window, messages);
    check_each_once(alternating, messages);
  }
}

TEST_CASE("With a timeout lost requests and responses are sent again, a bounded number of times; none is taken twice") {
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    FakeParams params = four_hosts({6});
    params.parameters[NIC_PARAMETER_TIMEOUT_TICKS] = 150;
    params.parameters[NIC_PARAMETER_TRIES] = 4;
    params.lost = 50;
    params.twice = seed % 2 == 0 ? 30 : 0;
    params.cut = seed % 3 == 0 ? 20 : 0;
    params.seed = seed;
    FakeNetwork network(firmware_static_window, params);
    const std::vector<Message> messages = post(network, 40, seed % 4 == 0 ? 40 : 8);
    for (unsigned tick = 0; tick < 100000; ++tick) network.run_on(1);
    CHECK(corrupt_words(network) == 0);
    check_harms(network, params);
    unsigned failed = 0;
    for (const Message& m : messages) {
      const std::uint32_t sent = told(network, m.from, NIC_DONE_SENT, m.to, m);
      const std::uint32_t given_up = told(network, m.from, NIC_DONE_FAILED, m.to, m);
      const std::uint32_t received = told(network, m.to, NIC_DONE_RECEIVED, m.from, m);
      CHECK(sent + given_up == 1);
      CHECK(received <= 1);
      if (sent == 1) CHECK(received == 1);
      failed += given_up;
    }
    CHECK(failed < messages.size() / 4);
    for (FakeNic& nic : network.nics) CHECK(outstanding(nic) == 0);
  }
}

TEST_CASE("Copies that come late, after their slot has been used again, are not taken") {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    FakeParams params = four_hosts({3});
    params.parameters[NIC_PARAMETER_TIMEOUT_TICKS] = 15;
    params.parameters[NIC_PARAMETER_TRIES] = 12;
    params.longest_delay = 120;
    params.seed = seed;
    FakeNetwork network(firmware_static_window, params);
    const std::vector<Message> messages = post(network, 60, seed % 2 == 0 ? 30 : 8);
    network.run_on(60000);
    CHECK(network.packets > 3 * messages.size());  // most are sent several times
    for (const Message& m : messages) {
      CHECK(told(network, m.to, NIC_DONE_RECEIVED, m.from, m) <= 1);
      CHECK(told(network, m.from, NIC_DONE_SENT, m.to, m) + told(network, m.from, NIC_DONE_FAILED, m.to, m) == 1);
    }
  }
}

TEST_CASE("Without answers each request is sent so many times, and its message fails") {
  FakeParams params = four_hosts({3});
  params.parameters[NIC_PARAMETER_TIMEOUT_TICKS] = 60;
  params.parameters[NIC_PARAMETER_TRIES] = 5;
  params.lost = 256;
  FakeNetwork network(firmware_static_window, params);
  const std::vector<Message> messages = post(network, 10, 8);
  network.run_on(20000);
  CHECK(network.packets == 5 * messages.size());
  for (const Message& m : messages) CHECK(told(network, m.from, NIC_DONE_FAILED, m.to, m) == 1);
  CHECK(completions(network) == messages.size());
}

TEST_CASE("A destination serves requests one after the other, for so long each") {
  FakeParams params = four_hosts({8});
  params.nodes = 2;
  params.longest_delay = 0;
  params.own_parameters[FLOW_SERVICE] = 100;
  FakeNetwork network(firmware_static_window, params);
  for (std::uint32_t i = 0; i < 20; ++i) network.nics[0].commands.push_back({NIC_COMMAND_SEND, 1, i, 8});
  std::vector<std::uint64_t> told_at;
  while (told_at.size() < 20 && network.now() < 10000) {
    network.run_on(1);
    while (told_at.size() < network.nics[0].completions.size()) told_at.push_back(network.now());
  }
  REQUIRE(told_at.size() == 20);
  CHECK(told_at.front() > 100);
  CHECK(told_at.back() - told_at.front() > 19 * 100 - 40);
  CHECK(told_at.back() - told_at.front() < 19 * 100 + 40);
}

TEST_CASE("A low mark that is not below the high one is refused", "[quick]") {
  for (const std::uint32_t low : {4u, 5u})
    CHECK_THROWS_AS(FakeNetwork(firmware_alternating_window, four_hosts({4, low})), FirmwareError);
  CHECK_NOTHROW(FakeNetwork(firmware_alternating_window, four_hosts({4, 3})));
}
