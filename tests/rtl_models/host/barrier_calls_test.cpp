#include "rtl_models/host/barrier_calls.hpp"

#include <array>
#include <catch2/catch.hpp>

#include "rtl_models/firmware/firmware.h"

using namespace slackline;

TEST_CASE("a host leaves a barrier after its receive overhead, thinks, and enters the next after its send overhead",
          "[quick]") {
  barrier::Traffic traffic;
  traffic.hosts.resize(2);
  traffic.rounds = 2;
  traffic.send_overhead = 7;
  traffic.receive_overhead = 11;
  traffic.think = 100;
  barrier::add_group(traffic, 5, 0, {0, 1}, {Cycle(20), Cycle(20)});
  std::array<Cycle, 2> entered{}, left{};
  barrier::Member member;
  member.entered = entered.data();
  member.left = left.data();
  member.enters = Cycle(27);
  REQUIRE(!host::enter(traffic, 0, &member, Cycle(26)));
  REQUIRE(host::enter(traffic, 0, &member, Cycle(27)));
  CHECK(entered[0] == Cycle(20));
  REQUIRE(host::leave(traffic, 0, &member, Cycle(50), {NIC_DONE_BARRIER, 5, 0, 0}));
  CHECK(left[0] == Cycle(50 + 11));
  const Cycle next(50 + 11 + 100 + 7);
  CHECK(host::next_entry(traffic, 0, &member) == next);
  REQUIRE(!host::enter(traffic, 0, &member, Cycle(next.value - 1)));
  REQUIRE(host::enter(traffic, 0, &member, next));
  CHECK(entered[1] == left[0] + 100);
}

TEST_CASE(
    "with a period hosts enter barrier n that often after their first, or when they have left the last and thought, "
    "if that is later",
    "[quick]") {
  barrier::Traffic traffic;
  traffic.hosts.resize(2);
  traffic.send_overhead = 7;
  traffic.think = 100;
  traffic.period = 1000;
  barrier::add_group(traffic, 5, 0, {0, 1}, {Cycle(20), Cycle(50)});
  const auto entered = [&](std::uint32_t host, std::uint32_t round, std::uint64_t left) {
    return barrier::next_message(traffic, traffic.hosts[host][0], round, Cycle(left)).value - traffic.send_overhead;
  };
  CHECK(entered(0, 1, 500) == 1020);
  CHECK(entered(1, 1, 500) == 1050);
  CHECK(entered(0, 3, 500) == 3020);
  CHECK(entered(0, 1, 920) == 1020);
  CHECK(entered(0, 1, 921) == 1021);
  CHECK(entered(0, 2, 1500) == 2020);  // late in barrier 1, and in time again
}
