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

/// Two interfaces or more whose parts act in every tick, with a packet a message and one slot for packets that are being sent: the next one
/// leaves after the one before.
FakeParams prompt(std::uint32_t packets, std::uint32_t ticks) {
  FakeParams params = windowed(1);
  params.nodes = 2;
  params.is_prompt = true;
  params.queue_depth = 32;
  params.parameters[NIC_PARAMETER_WINDOW] = 1;
  params.own_parameters[window] = packets;
  params.own_parameters[timeout] = ticks;
  params.own_parameters[delay] = 0;
  params.own_parameters[repeat] = 0;
  params.own_parameters[queue] = 65535;
  return params;
}

/// Commands of host 0 for messages `first` to `end` - 1, of a packet each.
void send_messages(FakeNetwork& network, std::uint32_t peer, std::uint32_t first, std::uint32_t end) {
  for (std::uint32_t number = first; number < end; ++number)
    network.nics[0].commands.push_back({NIC_COMMAND_SEND, peer, number, 4});
}

/// The first packets of these messages get lost, one for each time that it is named.
void lose(FakeNetwork& network, std::multiset<std::uint32_t> messages) {
  network.is_lost = [messages](const Packet& packet) mutable {
    const bool is_data = packet.words[0] >> 30 == 0;
    const auto found = is_data ? messages.find(packet.words[1]) : messages.end();
    if (found == messages.end()) return false;
    messages.erase(found);
    return true;
  };
}

/// The ticks at which host 0 has begun to send packets again.
std::vector<std::uint64_t> repeated_at(const FakeNetwork& network) {
  std::vector<std::uint64_t> ticks;
  for (const Reported& one : network.nics[0].reported)
    if (!one.is_step && one.what == 0 && one.value == 1) ticks.push_back(one.tick);
  return ticks;
}

std::ptrdiff_t count_after(const std::vector<std::uint64_t>& ticks, std::uint64_t tick) {
  return std::count_if(ticks.begin(), ticks.end(), [tick](std::uint64_t one) { return one > tick; });
}

/// Runs until the condition holds; the tick.
template <class Condition>
std::uint64_t run_until(FakeNetwork& network, Condition&& condition) {
  for (unsigned n = 0; n < 10000 && !condition(); ++n) network.run_on(1);
  REQUIRE(condition());
  return network.now();
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

TEST_CASE("go_back_n: the time-out runs from the first packet under way, and again from each acknowledgement",
          "[quick]") {
  // A packet leaves in the tick after it has been pushed, which is when its time-out begins.
  FakeNetwork silent(firmware_go_back_n, prompt(4, 100));
  silent.nics[1].is_off = true;
  send_messages(silent, 1, 0, 1);
  const std::uint64_t left = run_until(silent, [&] { return silent.packets == 1; });
  silent.run_on(30);
  send_messages(silent, 1, 1, 2);  // under way, too, from here on
  run_until(silent, [&] { return !repeated_at(silent).empty(); });
  CHECK(silent.packets == 2);
  CHECK(repeated_at(silent).front() == left - 1 + 100);

  FakeParams params = prompt(4, 100);
  params.own_parameters[delay] = 40;
  FakeNetwork network(firmware_go_back_n, params);
  lose(network, {1});
  send_messages(network, 1, 0, 2);
  const std::uint64_t acknowledged = run_until(network, [&] { return network.nics[0].completions.size() == 1; });
  run_until(network, [&] { return !repeated_at(network).empty(); });
  CHECK(repeated_at(network).front() == acknowledged + 100);
}

TEST_CASE("go_back_n: an interface takes no more packets than its queue while none leaves") {
  for (const std::uint32_t packets : {1u, 2u, 5u}) {
    FakeParams params = prompt(31, 100000);
    params.own_parameters[queue] = packets;
    params.waits_for_buffers = true;
    params.parameters[NIC_PARAMETER_BUFFERS] = 8;  // so few that nothing is sent
    FakeNetwork network(firmware_go_back_n, params);
    send_messages(network, 1, 0, 20);
    network.run_on(200);
    CHECK(network.packets == 0);
    CHECK(network.nics[0].commands.size() == 20 - 1 - packets);  // and the one that has the slot
  }
}

TEST_CASE("go_back_n: a host that is given up leaves its room to others, and gets no further packet", "[quick]") {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    INFO("seed " << seed);
    FakeParams params = prompt(31, 100);
    params.nodes = 3;
    params.is_prompt = false;
    params.seed = seed;
    params.own_parameters[queue] = 1;
    params.parameters[NIC_PARAMETER_TRIES] = 1;
    FakeNetwork network(firmware_go_back_n, params);
    network.nics[1].is_off = true;
    send_messages(network, 1, 0, 20);  // more than leave until it is given up: one may wait then
    send_messages(network, 2, 20, 25);
    REQUIRE(network.run(20 + 2 * 5, 5000));
    for (std::uint32_t number = 0; number < 20; ++number)
      CHECK(told(network, 0, NIC_DONE_FAILED, 1, {0, 1, number, 4}) == 1);
    for (std::uint32_t number = 20; number < 25; ++number) {
      CHECK(told(network, 0, NIC_DONE_SENT, 2, {0, 2, number, 4}) == 1);
      CHECK(told(network, 2, NIC_DONE_RECEIVED, 0, {0, 2, number, 4}) == 1);
    }
    network.run_on(1000);
    const std::uint64_t packets = network.packets;
    send_messages(network, 1, 25, 26);
    REQUIRE(network.run(20 + 2 * 5 + 1, 100));
    CHECK(told(network, 0, NIC_DONE_FAILED, 1, {0, 1, 25, 4}) == 1);
    network.run_on(1000);
    CHECK(network.packets == packets);
  }
}

TEST_CASE("go_back_n: what is sent again after a partial acknowledgement", "[quick]") {
  for (const std::uint32_t selective : {0u, 1u}) {
    FakeParams params = prompt(8, 200);
    params.own_parameters[repeat] = selective;
    FakeNetwork network(firmware_go_back_n, params);
    lose(network, {3});
    send_messages(network, 1, 0, 8);
    REQUIRE(network.run(2 * 8, 5000));
    CHECK(repeated_at(network).size() == (selective == 1 ? 1 : 8 - 3));
  }
}

TEST_CASE("go_back_n: packets that are acknowledged while they are sent again are left out", "[quick]") {
  // The acknowledgement of all comes some packets after the time-out.
  FakeParams params = prompt(16, 60);
  params.own_parameters[delay] = 70;
  FakeNetwork network(firmware_go_back_n, params);
  send_messages(network, 1, 0, 16);
  const std::uint64_t acknowledged = run_until(network, [&] { return !network.nics[0].completions.empty(); });
  network.run_on(1000);
  CHECK(completions(network) == 2 * 16);
  CHECK(!repeated_at(network).empty());
  CHECK(count_after(repeated_at(network), acknowledged) == 0);

  // With selective repeat also where the first one does not come, and the others are known from the mask.
  params.own_parameters[repeat] = 1;
  FakeNetwork selective(firmware_go_back_n, params);
  lose(selective, {0, 0});
  send_messages(selective, 1, 0, 16);
  const std::uint64_t sent = run_until(selective, [&] { return measured(selective, 1).first == 1; });
  REQUIRE(selective.run(2 * 16, 5000));
  CHECK(count_after(repeated_at(selective), sent + 2) == 1);  // the first one, at the next time-out
}

TEST_CASE("go_back_n: with selective repeat the mask of packets that have come moves with the window", "[quick]") {
  FakeParams params = prompt(8, 200);
  params.own_parameters[repeat] = 1;
  FakeNetwork network(firmware_go_back_n, params);
  lose(network, {0, 10, 12});
  send_messages(network, 1, 0, 16);
  REQUIRE(network.run(2 * 16, 5000));
  const std::vector<std::uint64_t> ticks = repeated_at(network);
  REQUIRE(ticks.size() == 3);
  CHECK(ticks[1] >= ticks[0] + 200);
  CHECK(ticks[2] < ticks[1] + 200);  // at the same time-out
}

TEST_CASE("go_back_n: an acknowledgement waits until there are places for the completions of a window") {
  FakeParams params = prompt(8, 10000);
  params.queue_depth = 8;
  params.reading_ticks = 50;
  params.own_parameters[delay] = 100;
  FakeNetwork network(firmware_go_back_n, params);
  std::vector<Message> messages;
  for (std::uint32_t from = 0; from < 2; ++from)
    for (std::uint32_t number = 0; number < 40; ++number) {
      network.nics[from].commands.push_back({NIC_COMMAND_SEND, 1 - from, number, 4});
      messages.push_back({from, 1 - from, number, 4});
    }
  REQUIRE(network.run(2 * messages.size(), 100000));
  check_each_once(network, messages);
}
