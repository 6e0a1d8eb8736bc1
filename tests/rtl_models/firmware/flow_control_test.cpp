// Firmware of end-to-end flow controls in a network without timing.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <map>

#include "rtl_models/firmware/catalogue.h"
#include "rtl_models/firmware/flow_control.h"
#include "rtl_models/firmware/memory.h"
#include "tests/rtl_models/firmware/exchange.hpp"
#include "tests/rtl_models/firmware/flow_rules.hpp"

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

TEST_CASE("SW(n): each message arrives once and is answered once, with n requests outstanding and never more",
          "[window]") {
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

TEST_CASE("ASW stops at its high mark and goes on at its low mark", "[window]") {
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
      const unsigned halts = keeps_marks(of_nic, high, low);
      CHECK(halts > 0);
    }
  }
}

TEST_CASE("ASW(n, n - 1) is SW(n), packet for packet", "[window]") {
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

TEST_CASE("With a timeout lost requests and responses are sent again, a bounded number of times; none is taken twice",
          "[window]") {
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

TEST_CASE("Copies that come late, after their slot has been used again, are not taken", "[window]") {
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

TEST_CASE("Without answers each request is sent so many times, and its message fails", "[window]") {
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

TEST_CASE("A destination serves requests one after the other, for so long each", "[window]") {
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

TEST_CASE("A low mark that is not below the high one is refused", "[window][quick]") {
  for (const std::uint32_t low : {4u, 5u})
    CHECK_THROWS_AS(FakeNetwork(firmware_alternating_window, four_hosts({4, low})), FirmwareError);
  CHECK_NOTHROW(FakeNetwork(firmware_alternating_window, four_hosts({4, 3})));
}

namespace {

FakeParams params_of(const Spp& spp) {
  FakeParams p = four_hosts({spp.delta, spp.history, spp.step, spp.window, spp.absolute, spp.of_destination,
                             spp.disjoint, spp.every_history, spp.from_tail, spp.from_start});
  p.waits_for_buffers = true;
  return p;
}

}  // namespace

TEST_CASE("every flow control brings each message once, as writes and as reads, whatever overtakes what", "[window]") {
  for (const nic_firmware* firmware : {&firmware_static_window, &firmware_alternating_window,
                                       &firmware_simplified_packet_pair, &firmware_packet_pair, &firmware_aimd_window})
    for (const std::uint32_t reads : {0u, 1u})
      for (const std::uint32_t longest : {8u, 30u}) {
        INFO(firmware->name << (reads != 0 ? ", reads" : ", writes") << " of up to " << longest << " words");
        FakeParams params = params_of(Spp());
        // Of SW the window, of ASW both marks, of PP window and gain; of AIMD least, most, cut_to, sign and target.
        if (firmware != &firmware_simplified_packet_pair) params = four_hosts({4, 3});
        if (firmware == &firmware_aimd_window) params = four_hosts({1, 8, 50, 0, 100});
        params.own_parameters[FLOW_OPERATION] = reads;
        params.own_parameters[FLOW_START_UP] = longest == 8 ? 0 : 40;
        params.marked = 20;
        FakeNetwork network(*firmware, params);
        const std::vector<Message> messages = post(network, 60, longest);
        network.run(2 * messages.size(), 200'000);
        network.run_on(500);
        CHECK(completions(network) == 2 * messages.size());
        CHECK(corrupt_words(network) == 0);
        for (const Message& m : messages) {
          CHECK(told(network, m.from, NIC_DONE_SENT, m.to, m) == 1);
          CHECK(told(network, reads != 0 ? m.from : m.to, NIC_DONE_RECEIVED, m.from, m) == 1);
        }
        for (FakeNic& nic : network.nics) CHECK(outstanding(nic) == 0);
      }
}

TEST_CASE("SPP with delta above any round trip and SW(4) is SW(4), packet for packet", "[window]") {
  for (const bool absolute : {false, true})
    for (const bool of_destination : {false, true}) {
      Spp spp;
      spp.delta = 1'000'000;
      spp.absolute = absolute;
      spp.of_destination = of_destination;
      FakeParams plain = four_hosts({4});
      plain.waits_for_buffers = true;
      FakeNetwork paced(firmware_simplified_packet_pair, params_of(spp)), window(firmware_static_window, plain);
      const std::vector<Message> messages = post(window, 60, 20);
      post(paced, 60, 20);
      for (unsigned tick = 0; tick < 20'000; ++tick) {
        window.run_on(1);
        paced.run_on(1);
        REQUIRE(window.packets == paced.packets);
        REQUIRE(completions(window) == completions(paced));
        REQUIRE(window.stream.state == paced.stream.state);
      }
      check_each_once(paced, messages);
    }
}

TEST_CASE("absolute SPP with delta 0 never shortens I", "[window]") {
  Spp spp;
  spp.delta = 0;
  spp.absolute = true;
  FakeNetwork network(firmware_simplified_packet_pair, params_of(spp));
  const std::vector<Message> messages = post(network, 60, 8);
  network.run(2 * messages.size(), 400'000);
  check_each_once(network, messages);
  for (const FakeNic& nic : network.nics) {
    const std::uint32_t last = never_shortened(nic.reported);
    CHECK(last > 100);
  }
}

TEST_CASE("SPP's I moves as its wins dictate, and holds the requests apart, in every reading of the paper",
          "[window]") {
  for (unsigned reading = 0; reading < 64; ++reading) {
    INFO("reading " << reading);
    Spp spp = spp_in_reading(reading);
    spp.history = reading % 3 == 0 ? 8 : 5;
    FakeNetwork network(firmware_simplified_packet_pair, params_of(spp));
    const std::vector<Message> messages = post(network, 80, 8);
    network.run(2 * messages.size(), 400'000);
    check_each_once(network, messages);
    std::uint32_t largest = 0;
    for (const FakeNic& nic : network.nics) largest = std::max(largest, follow(spp, nic.reported));
    CHECK(largest > 0);
  }
}

TEST_CASE("a response that comes while its request waits to be sent again ends the request", "[window]") {
  // SPP whose delay grows at each comparison: repeated requests wait for new ones.
  FakeParams params = four_hosts({0, 1, 300, 4, 1});
  params.nodes = 2;
  params.longest_delay = 60;
  params.parameters[NIC_PARAMETER_TIMEOUT_TICKS] = 90;
  FakeNetwork network(firmware_simplified_packet_pair, params);
  for (std::uint32_t i = 0; i < 40; ++i) network.nics[0].commands.push_back({NIC_COMMAND_SEND, 1, i, 8});
  REQUIRE(network.run(80, 400'000));
  std::map<std::uint32_t, std::uint64_t> responded;  // by transaction: when its first response had left
  for (const Reported& r : network.nics[1].reported)
    if (r.is_step && r.what == NIC_STEP_RESPONDED) responded.emplace(r.id, r.tick);
  unsigned called_off = 0;
  const Reported* before = nullptr;
  for (const Reported& r : network.nics[0].reported) {
    if (!r.is_step) continue;
    if (r.what == NIC_STEP_ANSWERED) {
      REQUIRE(responded.count(r.id) == 1);
      CHECK(r.tick <= responded[r.id] + params.longest_delay + 60);  // and the handlers before
      called_off += before->what == NIC_STEP_SENT && before->id == r.id && before->tick == r.tick;
    }
    before = &r;
  }
  CHECK(called_off > 0);
}

TEST_CASE("PP holds pairs apart by the average of the times between their answers", "[window]") {
  FakeParams params = four_hosts({0, 64});
  params.nodes = 2;
  params.longest_delay = 0;
  params.own_parameters[FLOW_SERVICE] = 150;  // the slowest place on the way
  FakeNetwork network(firmware_packet_pair, params);
  for (std::uint32_t i = 0; i < 60; ++i) network.nics[0].commands.push_back({NIC_COMMAND_SEND, 1, i, 16});
  network.run(120, 200'000);
  std::vector<std::uint32_t> estimates;
  std::vector<std::uint64_t> leaves;  // once there is an estimate
  std::uint32_t average = 0;
  for (const Reported& r : network.nics[0].reported) {
    if (r.is_step && r.what == NIC_STEP_QUEUED && !estimates.empty()) leaves.push_back(r.tick);
    if (r.is_step || r.what < FLOW_MEASURES) continue;
    if (r.what == FLOW_MEASURES) {  // a spacing, in ticks; the average is in parts of 16
      const auto measured = static_cast<std::int32_t>(16 * r.value), before = static_cast<std::int32_t>(average);
      average = average == 0 ? 16 * r.value : static_cast<std::uint32_t>(before + (measured - before) * 64 / 256);
    } else {
      CHECK(r.value == average);
      estimates.push_back(r.value);
    }
  }
  REQUIRE(estimates.size() > 20);
  CHECK(estimates.back() > 16 * 140);
  CHECK(estimates.back() < 16 * 160);
  // Requests leave no faster than that, but for the second one of a pair at either end.
  const std::uint32_t least = *std::min_element(estimates.begin(), estimates.end());
  constexpr std::size_t some = 20;
  REQUIRE(leaves.size() > 2 * some);
  for (std::size_t i = some; i < leaves.size(); ++i) CHECK(leaves[i] - leaves[i - some] >= (some - 2) * least / 16);
  CHECK(outstanding(network.nics[0]) == 0);
}

TEST_CASE("AIMD's window grows by one request a window of answers, and is cut once for a congestion", "[window]") {
  // Signs of congestion: none; some marks; every answer has one; round trips longer than 60 ticks.
  for (const auto& [marked, by_round_trip] : {std::pair(0u, false), {12u, false}, {256u, false}, {0u, true}}) {
    INFO(marked << ' ' << by_round_trip);
    const std::uint32_t target = 60;
    FakeParams params = four_hosts({2, 12, 50, by_round_trip, target});
    params.marked = marked;
    params.waits_for_buffers = true;
    params.longest_delay = 200;
    FakeNetwork network(firmware_aimd_window, params);
    const std::vector<Message> messages = post(network, 150, 8);
    const auto seen = run_each(network, messages.size());
    check_each_once(network, messages);
    CHECK(most(seen) <= 12);
    unsigned cuts = 0, spared = 0;
    for (const FakeNic& nic : network.nics) {
      const std::vector<RoundTrip> trips = round_trips(nic.reported);
      std::size_t next = 0;
      std::uint32_t size = 0, cut_at = 0;
      for (std::size_t i = 0; i < nic.reported.size(); ++i) {
        const Reported& r = nic.reported[i];
        const bool is_answer = next < trips.size() && trips[next].at == i;
        if (is_answer) {
          const RoundTrip& trip = trips[next++];
          // The window changes right after the answer, if it does.
          std::uint32_t after = size;
          for (std::size_t k = i + 1;
               k < nic.reported.size() && nic.reported[k].tick == r.tick && !nic.reported[k].is_step; ++k)
            if (nic.reported[k].what == FLOW_MEASURES) after = nic.reported[k].value;
          const bool is_sign = by_round_trip ? trip.came - trip.sent > target : marked == 256;
          const bool is_old = cut_at != 0 && trip.sent < cut_at;
          if (after < size) {
            CHECK_FALSE(is_old);
            CHECK(after == std::max(2 * 256u, size / 2));
            cut_at = static_cast<std::uint32_t>(r.tick);
            ++cuts;
          } else if (is_sign && is_old) {
            CHECK(after == size);
            ++spared;
          } else if (is_sign) {
            CHECK(size == 2 * 256);  // it cannot be smaller
            cut_at = static_cast<std::uint32_t>(r.tick);
          } else if (marked == 0) {
            CHECK(after == std::min(12 * 256u, size + 256 * 256 / size));
          }
        }
        if (!r.is_step && r.what == FLOW_MEASURES) {
          if (size == 0) CHECK(r.value == 2 * 256);
          size = r.value;
        }
      }
      if (marked == 0 && !by_round_trip) CHECK(size == 12 * 256);
    }
    CHECK((cuts != 0) == (marked == 12 || by_round_trip));
    CHECK((spared != 0) == (marked == 256 || by_round_trip));
  }
}

TEST_CASE("AIMD's window is cut once for requests that are given up together", "[window]") {
  FakeParams params = four_hosts({8, 8, 50, 0, 1000});
  params.own_parameters[FLOW_PARAMETERS] = 1;
  params.parameters[NIC_PARAMETER_TIMEOUT_TICKS] = 60;
  params.parameters[NIC_PARAMETER_TRIES] = 1;
  params.lost = 256;
  FakeNetwork network(firmware_aimd_window, params);
  network.nics[0].store(FLOW_OWN, 8 * 256);  // as if it had grown
  for (std::uint32_t i = 0; i < 8; ++i) network.nics[0].commands.push_back({NIC_COMMAND_SEND, 1, i, 8});
  network.run(8, 5000);
  CHECK(completions(network) == 8);
  CHECK(network.nics[0].load(FLOW_OWN) == 4 * 256);
}

TEST_CASE("PP learns nothing from an answer that overtakes that to the first request of its pair", "[window]") {
  FakeParams params = four_hosts({4, 256});  // parts of four messages at most come in any order
  params.nodes = 2;
  params.longest_delay = 300;
  params.waits_for_buffers = true;
  FakeNetwork network(firmware_packet_pair, params);
  for (std::uint32_t i = 0; i < 200; ++i) network.nics[0].commands.push_back({NIC_COMMAND_SEND, 1, i, 16});
  network.run(400, 400'000);
  CHECK(completions(network) == 400);
  const std::vector<RoundTrip> answered = round_trips(network.nics[0].reported);
  std::vector<RoundTrip> sent = answered;
  std::sort(sent.begin(), sent.end(), [](const RoundTrip& a, const RoundTrip& b) { return a.sent < b.sent; });
  unsigned learnt = 0;
  for (std::size_t i = 0; i < network.nics[0].reported.size(); ++i) {
    const Reported& r = network.nics[0].reported[i];
    if (r.is_step || r.what != FLOW_MEASURES) continue;
    ++learnt;
    // From the answer that was handled last: that to the second request. The first was sent just before it.
    const auto after = std::find_if(answered.begin(), answered.end(), [&](const RoundTrip& t) { return t.at > i; });
    REQUIRE(after != answered.begin());
    const RoundTrip& second = *std::prev(after);
    const auto place = std::find_if(sent.begin(), sent.end(), [&](const RoundTrip& t) { return t.at == second.at; });
    REQUIRE(place != sent.begin());
    CHECK(std::prev(place)->came + r.value == second.came);
  }
  CHECK(learnt > 10);
}

TEST_CASE("The smallest window of AIMD must not be above the largest", "[window][quick]") {
  CHECK_THROWS_AS(FakeNetwork(firmware_aimd_window, four_hosts({5, 4, 50, 0, 1000})), FirmwareError);
  CHECK_NOTHROW(FakeNetwork(firmware_aimd_window, four_hosts({5, 5, 50, 0, 1000})));
}

TEST_CASE("a firmware reports each step of a request once, in order", "[window]") {
  FakeNetwork network(firmware_static_window, four_hosts({4}));
  const std::vector<Message> messages = post(network, 40, 8);
  network.run(2 * messages.size(), 100'000);
  network.run_on(500);
  std::map<std::uint32_t, std::size_t> steps;
  for (const FakeNic& nic : network.nics)
    for (const Reported& r : nic.reported)
      if (r.is_step) ++steps[r.what];
  for (const nic_step step : {NIC_STEP_BEGUN, NIC_STEP_READY, NIC_STEP_QUEUED, NIC_STEP_SENT, NIC_STEP_TAKEN,
                              NIC_STEP_RESPONDED, NIC_STEP_ANSWERED})
    CHECK(steps[step] == messages.size());
  CHECK(steps[NIC_STEP_GIVEN_UP] == 0);
  for (const FakeNic& nic : network.nics)
    for (const RoundTrip& trip : round_trips(nic.reported)) {
      CHECK(trip.begun <= trip.sent);
      CHECK(trip.sent < trip.came);
    }
}

TEST_CASE("a request is not sent before its start-up is over, and start-ups do not wait for one another", "[window]") {
  for (const std::uint32_t reads : {0u, 1u}) {
    FakeParams params = four_hosts({4});
    params.nodes = 2;
    params.own_parameters[FLOW_START_UP] = 300;
    params.own_parameters[FLOW_OPERATION] = reads;
    FakeNetwork network(firmware_static_window, params);
    for (std::uint32_t i = 0; i < 40; ++i) network.nics[0].commands.push_back({NIC_COMMAND_SEND, 1, i, 8});
    CHECK(network.run(80, 8000));  // ten windows of 300 ticks and a round trip
    for (const RoundTrip& trip : round_trips(network.nics[0].reported)) {
      CHECK(trip.sent >= trip.begun + 300);
      CHECK(trip.sent < trip.begun + 400);
    }
  }
}
