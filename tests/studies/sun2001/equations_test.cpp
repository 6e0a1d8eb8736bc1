#include "testbench/studies/sun2001/equations.hpp"

#include <catch2/catch.hpp>
#include <cmath>

using namespace slackline::sun2001;

TEST_CASE("equations (1) to (4) count Tb twice in each of 2 (L - 1) hops, as printed") {
  Model m;
  m.p = 0;
  for (const unsigned levels : {1u, 2u, 10u, 128u}) {
    m.levels = levels;
    const double plain = 100 + 4.0 * (levels - 1) * 16;
    CHECK(latency_1(m) == plain);
    CHECK(latency_2(m) == plain);
    CHECK(latency_3(m, 1000) == plain);
    CHECK(latency_4(m, 1000) == plain);
  }
}

TEST_CASE("preemption costs p^k Tp, p Tp, or p^k ((1 - pf) Tp + pf Delta) a hop; the tree without it p Delta") {
  const Model m{100, 16, 10, 0.5, 0.25, 2, 11};  // 20 hops, p^k = 1/4
  const double plain = 100 + 20 * 32;
  CHECK(latency_1(m) == plain + 20 * 0.25 * 10);
  CHECK(latency_2(m) == plain + 20 * 0.5 * 10);
  CHECK(latency_3(m, 400) == plain + 20 * 0.25 * (0.75 * 10 + 0.25 * 400));
  CHECK(latency_4(m, 400) == plain + 20 * 0.5 * 400);
}

TEST_CASE("with the values of Fig. 11 architecture III is ahead of II below 829 and 1381 cycles of congestion",
          "[quick]") {
  Model m;
  for (const auto& [tp, meets] : {std::pair(6.0, 828.6), std::pair(10.0, 1381.0)}) {
    m.Tp = tp;
    for (const unsigned levels : {10u, 128u}) {
      m.levels = levels;
      const double congestion = congestion_where_3_meets_2(m).value();
      // (3) = (2): p^k ((1 - pf) Tp + pf Delta) = p Tp, with p = 0.8, k = 16 and pf = 0.2.
      CHECK(congestion == Approx(tp * (std::pow(0.8, 1 - 16) - 0.8) / 0.2));
      CHECK(congestion == Approx(meets).epsilon(0.0005));
      CHECK(latency_3(m, congestion) == Approx(latency_2(m)));
      CHECK(latency_3(m, congestion - 10) < latency_2(m));
      CHECK(latency_3(m, congestion + 10) > latency_2(m));
    }
  }
  m.pf = 0;
  CHECK_FALSE(congestion_where_3_meets_2(m));
}

TEST_CASE("in Fig. 11 I and II do not depend on congestion, and the tree grows 0.8 cycles a hop with each of it") {
  for (const unsigned levels : {10u, 128u}) {
    Model m;
    m.levels = levels;
    CHECK(latency_4(m, 1001) - latency_4(m, 1000) == Approx(0.8 * 2 * (levels - 1)));
    CHECK(latency_1(m) < latency_2(m));
    CHECK(latency_2(m) < latency_4(m, 10));
    CHECK(latency_3(m, 10'000) < latency_4(m, 10'000) / 20);
  }
}

TEST_CASE("theorem 2 counts Tb once a hop each way; the corrected bound adds what it leaves out") {
  Model m;
  CHECK(theorem_2(m, 9) == 288);
  CHECK(corrected_bound(m, 9, 0) == 100 + 2 * 9 * (16 + 6));
  CHECK(corrected_bound(m, 9, 12) == corrected_bound(m, 9, 0) + 12);
  CHECK(theorem_2(m, 0) == 0);
}
