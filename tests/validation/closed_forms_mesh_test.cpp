// Meshes under dimension-order routing against the bounds that no network of this shape can pass, and against counts
// that are exact; and zero load, conservation and complete exchanges, of all shapes.
#include <catch2/catch.hpp>

#include "testbench/studies/validation/sampling.hpp"
#include "tests/validation/case_check.hpp"

using namespace slackline;
using test::check_case;

TEST_CASE("mesh, uniform: mean switch-to-switch hops are (2/3)(k - 1/k) k^2/(k^2 - 1) = 2k/3") {
  for (const char* name : {"mesh-4-1vc-hops", "mesh-8-1vc-hops", "mesh-8-2vc-hops"}) check_case(name);
  for (const validation::Case& c : validation::cases())
    if (c.name == "mesh-8-1vc-hops") CHECK(c.expected == Approx(16.0 / 3));
}

TEST_CASE("8x8 mesh, uniform: below saturation the accepted load is the offered load") {
  check_case("mesh-8-1vc-accepted");
}

TEST_CASE("8x8 mesh, uniform, past saturation: accepted load stays below the bisection bound 4/k") {
  for (const char* name : {"mesh-8-1vc-bound", "mesh-8-2vc-bound", "mesh-8-4vc-bound"}) check_case(name);
}

TEST_CASE("8x8 mesh, uniform, past saturation: more virtual channels carry more") {
  const auto of = [](std::uint64_t vcs) {
    return validation::saturated(validation::square(features::TopologyKind::mesh, 8, vcs, 1), 1, 1).value;
  };
  const statistics::Interval one = of(1), two = of(2), four = of(4);
  CHECK(two.low() > one.high());
  CHECK(four.low() > two.high());
}

TEST_CASE("8x8 mesh, transpose: just below 1/7 of a flit a cycle and host everything is accepted") {
  check_case("transpose-accepted");
}

TEST_CASE("8x8 mesh, transpose, past saturation: the least served host below 1/7, at 1/64", "[quick]") {
  check_case("transpose-bound");
}

TEST_CASE("a single packet has the latency of the timing contract in every network") { test::check_group("zero-load"); }

TEST_CASE("random networks lose, change, double and disorder nothing") { check_case("conservation"); }

TEST_CASE("complete exchanges on schedule take the time of the equations", "[quick]") { test::check_group("exchange"); }
