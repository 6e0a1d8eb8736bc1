#include "testbench/studies/validation/distances.hpp"

#include <catch2/catch.hpp>

#include "testbench/topology/shape.hpp"

using namespace slackline;
using validation::Distances;
using validation::Ways;

namespace {

Distances distances(const topology::Shape& shape, Ways ways) {
  network::Netlist netlist;
  const topology::Structure structure = topology::build(shape, netlist);
  return {netlist, structure, ways};
}

}  // namespace

TEST_CASE("distances of hosts: all ways round a ring, or not past the switch opposite to the root", "[quick]") {
  const topology::Ring ring{6, 2};
  const Distances all = distances(ring, Ways::all), up_down = distances(ring, Ways::up_down);
  CHECK(all.between(0, 1) == 0);
  CHECK(all.between(0, 11) == 1);
  CHECK(all.between(4, 8) == 2);
  CHECK(up_down.between(2, 6) == 2);  // down all the way, 1 to 2 to 3
  CHECK(up_down.between(6, 2) == 2);  // and up
  CHECK(up_down.between(4, 8) == 4);  // 2 to 3 would be down, 3 to 4 up again
}

TEST_CASE("distances on a dragonfly: over one link between groups at most") {
  const topology::Dragonfly fly{4, 2, 9, 1};
  const Distances all = distances(fly, Ways::all), minimal = distances(fly, Ways::between_groups);
  unsigned longer = 0;
  for (std::uint32_t from = 0; from < 36; ++from)
    for (std::uint32_t to = 0; to < 36; ++to) {
      CHECK(minimal.between(from, to) >= all.between(from, to));
      CHECK(minimal.between(from, to) <= 3);
      if (from / 4 == to / 4) CHECK(minimal.between(from, to) == (from != to));
      longer += minimal.between(from, to) > all.between(from, to);
    }
  CHECK(longer > 0);
}
