// The bisection by formula against the best of all halvings, by trial.
#include <catch2/catch.hpp>

#include "tests/testbench/topology/built.hpp"

using namespace slackline;
using namespace slackline::topology;
using network::InstanceKind;

namespace {

/// Channels each way between halves of the hosts that lose fewest links, over all placings of the switches. A host need
/// not be on the side of its switch; then its own link is lost.
std::uint64_t by_trial(const network::Netlist& netlist) {
  const std::size_t switches = netlist.switches.size(), hosts = netlist.endpoints.size();
  std::uint64_t least = ~std::uint64_t{0};
  for (std::uint32_t side = 0; side < 1u << switches; ++side) {
    std::uint64_t cut = 0, there = 0;
    for (const network::Channel& c : netlist.channels) {
      if (c.to.kind != InstanceKind::any_switch) continue;
      const bool to = ((side >> c.to.instance) & 1) != 0;
      if (c.from.kind == InstanceKind::endpoint)
        there += to;
      else
        cut += to && ((side >> c.from.instance) & 1) == 0;
    }
    const std::uint64_t half = hosts / 2, other_half = hosts - half;
    const std::uint64_t moved = there < half ? half - there : there > other_half ? there - other_half : 0;
    least = std::min(least, cut + moved);
  }
  return least;
}

}  // namespace

TEST_CASE("the bisection of trees is the least of all halvings of their hosts") {
  for (const Shape& shape :
       {Shape(FatTree{2, 2}), Shape(FatTree{2, 3}), Shape(FatTree{3, 2}), Shape(FatTree{4, 2}), Shape(FatTree{5, 2}),
        Shape(FullTree{3, 3}), Shape(FullTree{3, 4}), Shape(FullTree{4, 3}), Shape(FullTree{4, 4}),
        Shape(FullTree{5, 3}), Shape(FullTree{6, 3}), Shape(StarOfStars{2, 3}), Shape(StarOfStars{5, 1}),
        Shape(StarOfStars{4, 3}), Shape(StarOfStars{5, 3}), Shape(StarOfStars{7, 4})}) {
    INFO(text(shape));
    CHECK(bisection(shape) == by_trial(test::built(shape).netlist));
  }
}

TEST_CASE("the bisection of a hypercube is half its switches, of a ring 2") {
  for (const std::uint64_t n : {1, 2, 3, 4}) {
    CHECK(bisection(Hypercube{n, 9}) == std::uint64_t{1} << (n - 1));
    CHECK(bisection(Hypercube{n, 9}) == by_trial(test::built(Hypercube{n, 9}).netlist));
  }
  for (const std::uint64_t k : {2, 6, 8}) CHECK(bisection(Ring{k, 3}) == by_trial(test::built(Ring{k, 3}).netlist));
}

TEST_CASE("what has no formula, or only one switch, has no bisection", "[quick]") {
  for (const Shape& shape : {Shape(SingleSwitch{4}), Shape(FatTree{4, 1}), Shape(FullTree{4, 2}),
                             Shape(Dragonfly{4, 2, 9, 2}), Shape(RandomGraph{8, 3, 1, 1})})
    CHECK_FALSE(bisection(shape));
}
