#include "testbench/workloads/synchronization/packet_slots.hpp"

#include <catch2/catch.hpp>

#include "rtl_models/firmware/fbs.h"

using namespace slackline::synchronization;

namespace {

constexpr std::uint32_t nobody = FBS_NOBODY;

/// Two rounds of 6 slots from slot 10 on, 3 of them a synchronization.
std::vector<std::uint32_t> table(const std::vector<std::uint32_t>& to, const std::vector<std::uint32_t>& stream) {
  std::vector<std::uint32_t> table(FBS_DESTINATIONS);
  table[FBS_FIRST_SLOT] = 10;
  table[FBS_INTERVAL] = 6;
  table[FBS_ROUNDS] = 2;
  table[FBS_SYNCHRONIZE] = 1;
  table[FBS_SLOTS] = 3;
  for (const std::uint32_t host : to) table[FBS_MESSAGES] += host != nobody;
  table[FBS_STREAM_SLOTS] = static_cast<std::uint32_t>(stream.size());
  table.insert(table.end(), to.begin(), to.end());
  table.insert(table.end(), 3, nobody);
  table.insert(table.end(), stream.begin(), stream.end());
  return table;
}

/// Of all packets, those that synchronize with a sign.
std::vector<int> slots_of(const std::vector<std::uint32_t>& table) {
  PacketSlots slots(table);
  std::vector<int> all;
  for (std::uint32_t n = 0; const auto packet = slots.of(n); ++n)
    all.push_back(packet->synchronizes ? -static_cast<int>(packet->slot) : static_cast<int>(packet->slot));
  return all;
}

}  // namespace

TEST_CASE("The n-th packet of a host goes in the n-th slot of its table that has one", "[quick]") {
  CHECK(slots_of(table({1, nobody, 2}, {2, nobody})) == std::vector<int>{-10, -12, 14, -16, -18, 20});
  CHECK(slots_of(table({1, 2, 3}, {})) == std::vector<int>{-10, -11, -12, -16, -17, -18});
}

TEST_CASE("Without packets that synchronize the first of a host is one of the stream") {
  std::vector<std::uint32_t> silent = table({1, nobody, 2}, {nobody, 1, 2});
  silent[FBS_SYNCHRONIZE] = 0;
  CHECK(slots_of(silent) == std::vector<int>{13, 14, 19, 20});
}

TEST_CASE("A host that sends nothing has no packet, and numbers may be asked for in any order") {
  CHECK(slots_of(table({nobody, nobody, nobody}, {})).empty());
  const std::vector<std::uint32_t> of_three = table({1, 2, 3}, {});
  PacketSlots slots(of_three);
  CHECK(slots.of(4)->slot == 17);
  CHECK(slots.of(4)->slot == 17);
  CHECK(slots.of(1)->slot == 11);
  CHECK_FALSE(slots.of(6));
}
