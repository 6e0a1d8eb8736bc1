// Deadlines in a list in order of time, compared with a plain table of them.
#include <catch2/catch.hpp>
#include <map>
#include <optional>

#include "rtl_models/common/random_stream.hpp"
#include "rtl_models/firmware/deadlines.h"
#include "rtl_models/firmware/memory.h"
#include "tests/rtl_models/firmware/fake_network.hpp"

using namespace slackline;
using namespace slackline::firmware::test;

namespace {

constexpr std::uint32_t owners = 12;

void reserve_and_start(nic_device* n) {
  memory_start(n);
  reserve(n, FLOW_VARIABLES_END - VARIABLES_END);
  deadlines_start(n, owners);
  nic_write(n, NIC_EVENT_ENABLE, 1u << NIC_EVENT_TIMER);
}

void ring(nic_device* n, std::uint32_t) {
  deadlines_end(n);
  deadlines_arm(n);
}

const nic_firmware firmware_of_deadlines = {"deadlines", reserve_and_start, ring};

/// Runs a handler of that code.
template <class Code>
void handle(FakeNetwork& network, Code code) {
  static Code* running;
  running = &code;
  const nic_firmware once = {"once", nullptr, [](nic_device* n, std::uint32_t) { (*running)(n); }};
  network.nics[0].handle(once, NIC_EVENT_TIMER);
}

}  // namespace

TEST_CASE("Deadlines pass in the order of their ticks, whatever the order in which they are set and cleared") {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    FakeParams params;
    params.seed = seed;
    FakeNetwork network(firmware_of_deadlines, params);
    RandomStream random(seed, 0, RandomPurpose::test);
    std::map<std::uint32_t, std::uint32_t> expected;  // by owner: its tick
    for (unsigned step = 0; step < 400; ++step) {
      const std::uint32_t owner = random.below(owners), what = random.below(4);
      const auto now = static_cast<std::uint32_t>(network.now());
      if (what < 2) {
        expected[owner] = now + random.below(30);
        handle(network, [&](nic_device* n) { deadline_set(n, owner, expected[owner]); });
      } else if (what == 2) {
        expected.erase(owner);
        handle(network, [&](nic_device* n) { deadline_clear(n, owner); });
      } else {
        network.run_on(random.below(12));
      }
      std::optional<std::uint32_t> first;
      for (const auto& [of, tick] : expected) first = first ? std::min(*first, tick) : tick;
      const auto later = static_cast<std::uint32_t>(network.now());
      handle(network, [&](nic_device* n) {
        const std::uint32_t passed = deadline_passed(n);
        if (!first || *first > later)
          CHECK(passed == NO_DEADLINE);
        else
          CHECK(expected.at(passed) == *first);
      });
    }
  }
}

TEST_CASE("The timer runs to the first deadline, and to the next one after it") {
  FakeNetwork network(firmware_of_deadlines, {});
  const auto now = static_cast<std::uint32_t>(network.now());
  handle(network, [&](nic_device* n) {
    deadline_set(n, 3, now + 50);
    deadline_set(n, 1, now + 20);
    deadlines_arm(n);
  });
  CHECK(network.nics[0].read(NIC_TIMER) == 20);
  handle(network, [](nic_device* n) {
    deadline_clear(n, 1);
    deadlines_arm(n);
  });
  CHECK(network.nics[0].read(NIC_TIMER) == 50);
  handle(network, [&](nic_device* n) {
    deadline_set(n, 2, now);  // has passed
    deadlines_arm(n);
  });
  CHECK(network.nics[0].read(NIC_TIMER) == 1);
}

TEST_CASE("Deadlines are in order where the tick counter wraps") {
  FakeNetwork network(firmware_of_deadlines, {});
  handle(network, [](nic_device* n) {
    deadline_set(n, 0, 0xfffffff0);
    deadline_set(n, 1, 5);
    deadline_set(n, 2, 0xffffff00);
    CHECK(deadline_passed(n) == 2);
    deadline_clear(n, 2);
    CHECK(deadline_passed(n) == 0);
    deadline_clear(n, 0);
    CHECK(deadline_passed(n) == NO_DEADLINE);
  });
}

TEST_CASE("Of two lists the earlier deadline passes first, and at equal ticks that of the list that all have") {
  constexpr std::uint32_t other = FLOW_OWN;
  FakeNetwork network(firmware_of_deadlines, FakeParams());
  const auto passed = [&] {
    std::uint32_t owner = 0;
    handle(network, [&](nic_device* n) { owner = deadline_passed_of_both(n, other); });
    return owner;
  };
  const auto now = static_cast<std::uint32_t>(network.now());
  handle(network, [&](nic_device* n) {
    deadline_set_in(n, other, 7, now + 20);
    deadline_set(n, 1, now + 20);
    deadline_set(n, 2, now + 30);
    deadline_set_in(n, other, 8, now + 25);
    deadlines_arm_both(n, other);
  });
  CHECK(passed() == NO_DEADLINE);
  network.run_on(40);
  CHECK(passed() == 1);
  handle(network, [&](nic_device* n) { deadline_clear(n, 1); });
  CHECK(passed() == 7);
  handle(network, [&](nic_device* n) { deadline_clear_in(n, other, 7); });
  CHECK(passed() == 8);
  handle(network, [&](nic_device* n) { deadline_set_in(n, other, 8, now + 1000); });
  CHECK(passed() == 2);
  handle(network, [&](nic_device* n) { deadline_clear(n, 2); });
  CHECK(passed() == NO_DEADLINE);
}
