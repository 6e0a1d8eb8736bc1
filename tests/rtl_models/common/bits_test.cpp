// Sets of ports: what a word does for up to 64 ports, a PortSet does for 256.
#include "rtl_models/common/bits.hpp"

#include <catch2/catch.hpp>
#include <set>
#include <vector>

#include "rtl_models/common/random_stream.hpp"

using namespace slackline;

namespace {

/// A set of the standard library with the same ports.
std::set<unsigned> ports_of(const PortSet& set) {
  std::set<unsigned> ports;
  for_each_bit(set, [&](unsigned port) { ports.insert(port); });
  return ports;
}

PortSet random_set(RandomStream& random, std::set<unsigned>& same) {
  PortSet set;
  for (unsigned n = random.below(30); n != 0; --n) {
    const unsigned port = random.below(most_ports_of_switch);
    insert(set, port);
    same.insert(port);
  }
  return set;
}

}  // namespace

TEST_CASE("a set holds the ports that were put in, and visits them from the lowest on", "[quick]") {
  PortSet set;
  REQUIRE(is_empty(set));
  for (const unsigned port : {255u, 0u, 63u, 64u, 128u, 127u}) {
    REQUIRE_FALSE(has(set, port));
    insert(set, port);
    REQUIRE(has(set, port));
  }
  std::vector<unsigned> visited;
  for_each_bit(set, [&](unsigned port) { visited.push_back(port); });
  REQUIRE(visited == std::vector<unsigned>{0, 63, 64, 127, 128, 255});
  REQUIRE(count_of(set) == 6);
  for (unsigned n = 0; n < visited.size(); ++n) REQUIRE(nth_set(set, n) == visited[n]);
  erase_if(set, 64, false);
  REQUIRE(has(set, 64));
  erase_if(set, 64, true);
  insert_if(set, 65, false);
  REQUIRE(ports_of(set) == std::set<unsigned>{0, 63, 127, 128, 255});
  assign(set, 0, false);
  assign(set, 200, true);
  erase_lowest(set);
  REQUIRE(ports_of(set) == std::set<unsigned>{127, 128, 200, 255});
}

TEST_CASE("the next port goes round over all banks", "[quick]") {
  PortSet set;
  for (const unsigned port : {5u, 64u, 255u}) insert(set, port);
  REQUIRE(next_behind(set, 5) == 64);
  REQUIRE(next_behind(set, 63) == 64);
  REQUIRE(next_behind(set, 64) == 255);
  REQUIRE(next_behind(set, 254) == 255);
  REQUIRE(next_behind(set, 255) == 5);
  REQUIRE(next_behind(only(130), 130) == 130);
}

TEST_CASE("the first ports end in the middle of a bank, or with one", "[quick]") {
  for (const unsigned count : {0u, 1u, 63u, 64u, 65u, 128u, 200u, 255u, 256u}) {
    const PortSet set = first_ports_of_banks(count);
    REQUIRE(count_of(set) == count);
    if (count != 0) REQUIRE(*ports_of(set).rbegin() == count - 1);
    unsigned sum = 0;
    for (unsigned bank = 0; bank < banks_of(count); ++bank) sum += ports_in_bank(count, bank);
    REQUIRE(sum == count);
  }
}

TEST_CASE("operations on sets are those on sets of the standard library", "[quick]") {
  RandomStream random(7, 0, RandomPurpose::test);
  for (unsigned n = 0; n < 300; ++n) {
    std::set<unsigned> a, b;
    const PortSet x = random_set(random, a), y = random_set(random, b);
    REQUIRE((x == y) == (a == b));
    for (unsigned port = 0; port < most_ports_of_switch; ++port) {
      const bool in_a = a.count(port) != 0, in_b = b.count(port) != 0;
      REQUIRE(has(x | y, port) == (in_a || in_b));
      REQUIRE(has(x & y, port) == (in_a && in_b));
      REQUIRE(has(x & ~y, port) == (in_a && !in_b));
      REQUIRE(has(from_port(x, 100), port) == (in_a && port >= 100));
    }
    if (!a.empty()) REQUIRE(lowest(x) == *a.begin());
  }
}

TEST_CASE("of sets that differ exactly one is less, so that they can be told apart in a map", "[quick]") {
  const std::vector<PortSet> sets{PortSet(), only(0), only(63), only(64), only(255), only(64) | only(0)};
  for (const PortSet& a : sets)
    for (const PortSet& b : sets) REQUIRE((a < b) + (b < a) == (a == b ? 0 : 1));
}
