#include "testbench/workloads/multicast/path_tables.hpp"

#include <catch2/catch.hpp>
#include <numeric>

#include "rtl_models/firmware/multicast_table.h"
#include "testbench/multicast/algorithms.hpp"

using namespace slackline;
using namespace slackline::multicast;
using Catch::Matchers::Contains;

namespace {

constexpr std::uint32_t lower = 2u << 30, upper = 3u << 30;

/// Members 0 to 3 of four hosts whose IDs are their numbers, all equally far from one another.
Tree tree_of(Algorithm algorithm, std::uint32_t root) {
  Costs costs{Distances(4)};
  for (std::uint32_t a = 0; a < 4; ++a)
    for (std::uint32_t b = 0; b < 4; ++b) costs.distances.at(a, b) = 10;
  costs.copy_cycles = 100;
  return build(algorithm, {0, 1, 2, 3}, root, Order({0, 1, 2, 3}), costs);
}

/// An entry of a table as the firmware finds it.
struct Entry {
  std::uint32_t flags = 0, hops = 0;
  std::vector<std::uint32_t> successors;
};

Entry entry_at(const std::vector<std::uint32_t>& table, std::uint32_t place) {
  Entry entry{table.at(place + MULTICAST_FLAGS), table.at(place + MULTICAST_HOPS), {}};
  for (std::uint32_t i = 0; i < table.at(place + MULTICAST_COUNT); ++i)
    entry.successors.push_back(table.at(place + MULTICAST_SUCCESSORS + i));
  return entry;
}

Entry own_entry(const std::vector<std::uint32_t>& table, std::uint32_t group) {
  const std::uint32_t place = table.at(MULTICAST_RECORDS + MULTICAST_GROUP_WORDS * group + MULTICAST_OWN);
  REQUIRE(place != 0);
  return entry_at(table, place);
}

/// Of a worm from `source`.
Entry entry_of(const std::vector<std::uint32_t>& table, std::uint32_t group, std::uint32_t source) {
  const std::uint32_t record = MULTICAST_RECORDS + MULTICAST_GROUP_WORDS * group;
  for (std::uint32_t i = 0; i < table.at(record + MULTICAST_SOURCE_COUNT); ++i) {
    const std::uint32_t item = table.at(record + MULTICAST_SOURCES) + MULTICAST_SOURCE_WORDS * i;
    if (table.at(item + MULTICAST_SOURCE_HOST) == source)
      return entry_at(table, table.at(item + MULTICAST_SOURCE_ENTRY));
  }
  FAIL("no worms of host " << source << " come here");
  return {};
}

}  // namespace

TEST_CASE("a ring's worms change to the upper class when they pass the highest number", "[quick]") {
  PathTables tables(4);
  tables.add(0, tree_of(Algorithm::ring, 2), true);
  const auto all = tables.take(1);
  const Entry own = own_entry(all[2], 0);
  CHECK(own.successors == std::vector<std::uint32_t>{3 | lower});
  CHECK(own.hops == 3);
  CHECK(own.flags == 0);
  CHECK(entry_of(all[3], 0, 2).successors == std::vector<std::uint32_t>{0 | upper});
  CHECK(entry_of(all[3], 0, 2).flags == MULTICAST_DELIVERS);
  CHECK(entry_of(all[0], 0, 2).successors == std::vector<std::uint32_t>{1 | upper});
  CHECK(entry_of(all[1], 0, 2).successors.empty());
  CHECK(all[3].at(MULTICAST_SUCCESSOR_PAIRS) == 1);
  CHECK(all[3].at(MULTICAST_PREDECESSOR_PAIRS) == 1);
  CHECK(all[3].at(MULTICAST_FAN_OUT) == 1);
  CHECK(all[3].at(MULTICAST_GROUPS) == 1);
}

TEST_CASE("a ring that returns ends at its source, which does not get the message again") {
  PathTables tables(4);
  tables.add(0, tree_of(Algorithm::returning_ring, 2), true);
  const auto all = tables.take(1);
  CHECK(own_entry(all[2], 0).hops == 4);
  CHECK(own_entry(all[2], 0).flags == MULTICAST_RETURNS);
  CHECK(entry_of(all[1], 0, 2).successors == std::vector<std::uint32_t>{2 | upper});
  CHECK(entry_of(all[2], 0, 2).flags == MULTICAST_RETURNS);
  CHECK(entry_of(all[2], 0, 2).successors.empty());
}

TEST_CASE("a ring with more hops than a worm can count is refused") {
  const auto ring = [](Algorithm algorithm, std::uint32_t hosts) {
    std::vector<std::uint32_t> all(hosts);
    std::iota(all.begin(), all.end(), 0);
    PathTables tables(hosts);
    tables.add(0, build(algorithm, all, 0, Order(all), Costs{Distances(hosts)}), true);
    return tables.take(1);
  };
  CHECK(own_entry(ring(Algorithm::ring, 256)[0], 0).hops == 255);
  CHECK_THROWS_WITH(ring(Algorithm::ring, 257),
                    Contains("a ring of 256 hops among 257 hosts; expected up to 255 hops"));
  CHECK(own_entry(ring(Algorithm::returning_ring, 255)[0], 0).hops == 255);
  CHECK_THROWS_WITH(ring(Algorithm::returning_ring, 256), Contains("a ring of 256 hops among 256 hosts"));
  CHECK(own_entry(ring(Algorithm::bus, 257)[0], 0).hops == 0);
}

TEST_CASE("in total order a message goes to the lowest host, and all members get it from there", "[quick]") {
  PathTables tables(4);
  for (const std::uint32_t source : {0u, 2u}) tables.add(0, tree_of(Algorithm::ordered_path, source), true);
  const auto all = tables.take(1);
  CHECK(own_entry(all[2], 0).successors == std::vector<std::uint32_t>{0 | lower});
  CHECK(own_entry(all[0], 0).successors == std::vector<std::uint32_t>{1 | upper});
  CHECK(own_entry(all[0], 0).flags == (MULTICAST_ORDERED | MULTICAST_DELIVERS));
  CHECK(entry_of(all[0], 0, 2).successors == std::vector<std::uint32_t>{1 | upper});
  CHECK(entry_of(all[2], 0, 2).flags == MULTICAST_DELIVERS);
  CHECK(entry_of(all[2], 0, 2).successors == std::vector<std::uint32_t>{3 | upper});
  CHECK(entry_of(all[2], 0, 0).successors == std::vector<std::uint32_t>{3 | upper});
}

TEST_CASE("unicasts are no worms, and hosts that they come to have nothing to look up") {
  PathTables tables(4);
  tables.add(0, tree_of(Algorithm::unicasts, 1), true);
  const auto all = tables.take(1);
  CHECK(own_entry(all[1], 0).flags == MULTICAST_UNICASTS);
  CHECK(own_entry(all[1], 0).successors.size() == 3);
  CHECK(all[1].at(MULTICAST_SUCCESSOR_PAIRS) == 0);
  CHECK(all[1].at(MULTICAST_FAN_OUT) == 0);
  CHECK(all[0].at(MULTICAST_PREDECESSOR_PAIRS) == 0);
}

TEST_CASE("with one class all copies are of class lower, and a group has its own record") {
  PathTables tables(4);
  tables.add(1, tree_of(Algorithm::bus, 1), false);
  const auto all = tables.take(2);
  CHECK(all[1].at(MULTICAST_RECORDS + MULTICAST_OWN) == 0);
  for (const std::uint32_t successor : own_entry(all[1], 1).successors) CHECK(successor >> 30 == 2);
  CHECK(own_entry(all[1], 1).successors.size() == 2);
}

TEST_CASE("with permits entries say so, and the manager has the members of all groups") {
  PathTables tables(4);
  tables.permit();
  tables.add(0, tree_of(Algorithm::ring, 2), false);
  tables.add(1, tree_of(Algorithm::unicasts, 1), false);
  tables.set_manager(1, {{0, 1, 2, 3}, {1, 3}});
  const auto all = tables.take(2);
  CHECK(own_entry(all[2], 0).flags == MULTICAST_PERMITTED);
  CHECK(entry_of(all[3], 0, 2).flags == (MULTICAST_PERMITTED | MULTICAST_DELIVERS));
  CHECK(own_entry(all[1], 1).flags == MULTICAST_UNICASTS);
  for (const std::vector<std::uint32_t>& table : all) CHECK(table.at(MULTICAST_MANAGER) == 1);
  CHECK(all[0].at(MULTICAST_MANAGED) == 0);
  const std::uint32_t managed = all[1].at(MULTICAST_MANAGED);
  const auto members = [&](std::uint32_t group) {
    const std::uint32_t place = all[1].at(managed + group);
    return std::vector<std::uint32_t>(all[1].begin() + place + 1, all[1].begin() + place + 1 + all[1].at(place));
  };
  CHECK(members(0) == std::vector<std::uint32_t>{0, 1, 2, 3});
  CHECK(members(1) == std::vector<std::uint32_t>{1, 3});
}
