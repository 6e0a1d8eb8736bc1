#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>
#include <vector>

#include "rtl_models/common/link_pacer.hpp"

using namespace slackline;

namespace {

using Edges = std::vector<std::uint64_t>;

/// The edges at which a sender that always has a flit sends them.
Edges sent_by_greedy(CyclesPerFlit rate, std::uint64_t edges) {
  LinkPacer pacer;
  Edges sent;
  for (Cycle now; now.value < edges; now = now + 1) {
    if (now < pacer.free) continue;
    pace(pacer, rate, now);
    sent.push_back(now.value);
  }
  return sent;
}

}  // namespace

TEST_CASE("a fraction of cycles per flit is kept in lowest terms, and rounded up only for a single flit", "[quick]") {
  const CyclesPerFlit rate{10, 8};
  CHECK(rate.cycles == 5);
  CHECK(rate.flits == 4);
  CHECK(rate.value() == 1.25);
  CHECK(rate.rounded_up() == 2);
  CHECK(rate.cycles_of(3) == 4);  // 3.75
  CHECK(rate.cycles_of(4) == 5);
  CHECK(rate.flits_within(6) == 4);  // 4.8
  CHECK(rate.is_slow());
  CHECK_FALSE(CyclesPerFlit(7, 7).is_slow());
  CHECK(CyclesPerFlit(5, 4) < CyclesPerFlit(4, 3));
}

TEST_CASE("from 1 to 1000 cycles a flit are legal, in fractions down to one of 1000", "[quick]") {
  CHECK(CyclesPerFlit(1).is_legal());
  CHECK(CyclesPerFlit(1000).is_legal());
  CHECK(CyclesPerFlit(1001, 1000).is_legal());
  CHECK_FALSE(CyclesPerFlit(0).is_legal());
  CHECK_FALSE(CyclesPerFlit(1001).is_legal());
  CHECK_FALSE(CyclesPerFlit(3, 4).is_legal());
  CHECK_FALSE(CyclesPerFlit(1002, 1001).is_legal());
  CHECK_FALSE(CyclesPerFlit((std::uint64_t{1} << 32) + 1).is_legal());
  CHECK_FALSE(CyclesPerFlit(70'000, 65'537).is_legal());
  CHECK_FALSE(CyclesPerFlit(1, 0).is_legal());
}

TEST_CASE("a link of 4 flits in 5 cycles sends at the edges of the diagram in link_pacer.hpp", "[quick]") {
  CHECK(sent_by_greedy({5, 4}, 11) == Edges{0, 2, 3, 4, 5, 7, 8, 9, 10});
}

TEST_CASE("a busy link sends flit k at k times its cycles per flit, rounded up: its rate is exact") {
  for (const CyclesPerFlit rate : {CyclesPerFlit(1), CyclesPerFlit(3), CyclesPerFlit(5, 4), CyclesPerFlit(11, 6),
                                   CyclesPerFlit(1001, 1000), CyclesPerFlit(999'999, 1000)}) {
    INFO(rate.cycles << "/" << rate.flits);
    const Edges sent = sent_by_greedy(rate, 30'000);
    REQUIRE(sent.size() == 29'999 * std::uint64_t{rate.flits} / rate.cycles + 1);
    for (std::size_t k = 0; k < sent.size(); ++k) REQUIRE(sent[k] == (k * rate.cycles + rate.flits - 1) / rate.flits);
  }
}

TEST_CASE("only a flit that follows at once regains the time lost by rounding up", "[quick]") {
  const CyclesPerFlit rate{5, 4};
  LinkPacer at_once, later;
  pace(at_once, rate, Cycle(0));
  pace(later, rate, Cycle(0));
  REQUIRE(at_once.free == Cycle(2));
  pace(at_once, rate, Cycle(2));
  CHECK(at_once.free == Cycle(3));
  pace(later, rate, Cycle(3));
  CHECK(later.free == Cycle(5));
}

TEST_CASE("a link is busy from each flit to the edge from which the next may go", "[quick]") {
  LinkPacer pacer;
  pace(pacer, {5, 4}, Cycle(0));
  CHECK(busy_cycles(pacer, Cycle(1)) == 1);
  CHECK(busy_cycles(pacer, Cycle(2)) == 2);
  pace(pacer, {5, 4}, Cycle(2));
  CHECK(busy_cycles(pacer, Cycle(3)) == 3);
  CHECK(busy_cycles(pacer, Cycle(9)) == 3);
}

TEST_CASE("flits_at(n) is the maximum number of flits in any n consecutive edges") {
  for (const CyclesPerFlit rate : {CyclesPerFlit(2), CyclesPerFlit(5, 4), CyclesPerFlit(11, 6), CyclesPerFlit(7, 3)}) {
    const Edges sent = sent_by_greedy(rate, 2000);
    for (std::uint64_t edges = 1; edges < 60; ++edges) {
      std::uint64_t most = 0;
      for (std::size_t first = 0; first < sent.size(); ++first) {
        std::size_t last = first;
        while (last < sent.size() && sent[last] < sent[first] + edges) ++last;
        most = std::max<std::uint64_t>(most, last - first);
      }
      INFO(rate.cycles << "/" << rate.flits << ", " << edges << " edges");
      REQUIRE(rate.flits_at(edges) == most);
      REQUIRE(rate.flits_following(edges - 1) == most - 1);
    }
  }
}

TEST_CASE("the nearest fraction is the value itself where possible, and otherwise no other is nearer") {
  CHECK(nearest_cycles_per_flit(25'000'000, 13'636'364) == CyclesPerFlit(11, 6));  // EDR over FDR: 25 / (150/11)
  CHECK(nearest_cycles_per_flit(40, 32) == CyclesPerFlit(5, 4));
  CHECK(nearest_cycles_per_flit(3, 4) == CyclesPerFlit(1));
  CHECK_FALSE(nearest_cycles_per_flit(1'000'001, 999).is_legal());
  for (std::uint64_t cycles = 1'000'003; cycles < 40'000'000; cycles += 777'777) {
    const double value = static_cast<double>(cycles) / 1'000'000;
    double nearest = value;  // distance of the best of all fractions
    for (std::uint64_t flits = 1; flits <= 1000; ++flits) {
      const auto scale = static_cast<double>(flits);
      nearest = std::min(nearest, std::abs(std::round(value * scale) / scale - value));
    }
    INFO(cycles);
    REQUIRE(std::abs(nearest_cycles_per_flit(cycles, 1'000'000).value() - value) <= nearest + 1e-12);
  }
}

TEST_CASE("no flit leaves before the earliest edge that is named for it, and in whole cycles it leaves there",
          "[quick]") {
  for (const CyclesPerFlit rate : {CyclesPerFlit(1), CyclesPerFlit(3), CyclesPerFlit(5, 4), CyclesPerFlit(7, 3)}) {
    LinkPacer pacer;
    pace(pacer, rate, Cycle(10));
    const LinkPacer at_first = pacer;
    for (std::uint64_t n = 0; n < 20; ++n) {
      const Cycle earliest = earliest_edge_of(at_first, rate, n);
      INFO(rate.value() << ", flit " << n);
      CHECK(earliest <= pacer.free);
      CHECK(pacer.free - earliest <= (rate.is_whole() ? 0 : 2));
      pace(pacer, rate, pacer.free);
    }
  }
}
