#include "testbench/exchange/orders.hpp"

#include <catch2/catch.hpp>
#include <memory>
#include <set>
#include <vector>

using namespace slackline::exchange;

namespace {

/// In each step the destinations are a permutation without a host that has itself, sources are its inverse, and in all steps
/// together each host has each other one once.
void check_orders(const Orders& orders) {
  const std::uint32_t p = orders.hosts();
  for (std::uint32_t me = 0; me < p; ++me) {
    std::set<std::uint32_t> all;
    for (std::uint32_t step = 1; step < p; ++step) all.insert(orders.destination(me, step));
    CHECK(all.size() == p - 1);
    CHECK(all.count(me) == 0);
    CHECK(*all.rbegin() < p);
  }
  for (std::uint32_t step = 1; step < p; ++step) {
    std::set<std::uint32_t> destinations;
    for (std::uint32_t me = 0; me < p; ++me) {
      destinations.insert(orders.destination(me, step));
      CHECK(orders.source(orders.destination(me, step), step) == me);
    }
    CHECK(destinations.size() == p);
  }
}

constexpr Permutation permutations[] = {Permutation::shift, Permutation::exclusive_or, Permutation::edge_colour};

}  // namespace

TEST_CASE("each step of an exchange is a permutation, and all of them together meet each pair of hosts once",
          "[quick]") {
  for (const Permutation permutation : permutations)
    for (std::uint32_t p = 2; p <= 34; ++p)
      if (fits(permutation, p)) check_orders({permutation, p});
}

TEST_CASE("steps of a table are as it has them, and their sources follow", "[quick]") {
  // Those of xor, the last one first, and the two others.
  const auto table =
      std::make_shared<const StepTable>(4, std::vector<std::uint32_t>{3, 2, 1, 0, 1, 0, 3, 2, 2, 3, 0, 1});
  const Orders orders(Permutation::file, 4, {}, table);
  check_orders(orders);
  CHECK(orders.destination(1, 1) == 2);
  CHECK(orders.destination(1, 2) == 0);
  CHECK(orders.destination(1, 3) == 3);
  check_orders(Orders(Permutation::file, 4, {2, 2}, table));
  // One that is no involution: to me + 1, and to me + 2.
  const auto ring = std::make_shared<const StepTable>(3, std::vector<std::uint32_t>{1, 2, 0, 2, 0, 1});
  check_orders(Orders(Permutation::file, 3, {}, ring));
  CHECK(Orders(Permutation::file, 3, {}, ring).source(0, 1) == 2);
  CHECK(ring->digest() != StepTable(3, {2, 0, 1, 1, 2, 0}).digest());
}

TEST_CASE("shift fits any number of hosts, xor a power of two, edge colouring an even number", "[quick]") {
  const auto all = [](Permutation permutation) {
    std::vector<unsigned> numbers;
    for (unsigned p = 2; p <= 9; ++p)
      if (fits(permutation, p)) numbers.push_back(p);
    return numbers;
  };
  CHECK(all(Permutation::shift) == std::vector<unsigned>{2, 3, 4, 5, 6, 7, 8, 9});
  CHECK(all(Permutation::exclusive_or) == std::vector<unsigned>{2, 4, 8});
  CHECK(all(Permutation::edge_colour) == std::vector<unsigned>{2, 4, 6, 8});
}

TEST_CASE("with xor and edge colouring a host sends to the one from which it receives", "[quick]") {
  for (const Permutation permutation : {Permutation::exclusive_or, Permutation::edge_colour}) {
    const Orders orders(permutation, 16);
    for (std::uint32_t me = 0; me < 16; ++me)
      for (std::uint32_t step = 1; step < 16; ++step) CHECK(orders.destination(me, step) == orders.source(me, step));
  }
}

TEST_CASE("a reordering is a bijection with its inverse, for all numbers of switches and of hosts at one", "[quick]") {
  for (std::uint32_t d1 = 1; d1 <= 12; ++d1)
    for (std::uint32_t d2 = 1; d2 <= 12; ++d2) {
      const Reordering reordering{d1, d2};
      std::set<std::uint32_t> all;
      for (std::uint32_t n = 0; n < d1 * d2; ++n) {
        all.insert(reordering.logical(n));
        CHECK(reordering.physical(reordering.logical(n)) == n);
      }
      CHECK(all.size() == d1 * d2);
      CHECK(*all.rbegin() == d1 * d2 - 1);
      for (const Permutation permutation : permutations)
        if (d1 * d2 > 1 && fits(permutation, d1 * d2)) check_orders({permutation, d1 * d2, reordering});
    }
}

TEST_CASE("with the reordering four switches of four exchange as in figure 4 of Tam and Wang", "[quick]") {
  // The switch of each host's destination, in the order of hosts. In step i hosts of switch s send to switch s xor i, modulo 4.
  const Orders orders(Permutation::exclusive_or, 16, {4, 4}), plain(Permutation::exclusive_or, 16);
  for (std::uint32_t step = 1; step < 16; ++step)
    for (std::uint32_t me = 0; me < 16; ++me) {
      CHECK(orders.destination(me, step) / 4 == (me / 4 ^ step % 4));
      CHECK(plain.destination(me, step) / 4 == (me / 4 ^ step / 4));  // figure 3: four steps to one switch
    }
  // The figure's columns have the logical numbers.
  std::vector<std::uint32_t> numbers;
  for (std::uint32_t me = 0; me < 16; ++me) numbers.push_back(Reordering{4, 4}.logical(me));
  CHECK(numbers == std::vector<std::uint32_t>{0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15});
}

TEST_CASE("global windows are those that the paper prints", "[quick]") {
  CHECK(global_window(30, 16, 4) == 9);
  CHECK(global_window(45, 16, 4) == 14);
  CHECK(global_window(45, 16, 8) == 10);
  CHECK(global_window(45, 12, 6) == 13);
  CHECK(global_window(45, 8, 4) == 19);
  CHECK(global_window(1, 16, 8) == 1);
}
