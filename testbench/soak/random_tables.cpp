#include "testbench/soak/random_tables.hpp"

#include <algorithm>

#include "testbench/routing/routing.hpp"
#include "testbench/topology/shape.hpp"

namespace slackline::soak {

namespace {

using network::Netlist;
using routing::Algorithm;

topology::Shape any_shape(RandomStream& random) {
  const auto between = [&](std::uint32_t least, std::uint32_t most) { return least + random.below(most - least + 1); };
  switch (random.below(8)) {
    case 0: return topology::SingleSwitch{between(2, 20)};
    case 1: return topology::Ring{between(2, 9), between(1, 3)};
    case 2: return topology::Hypercube{between(1, 5), between(1, 2)};
    case 3: return topology::FatTree{between(2, 3), between(1, 3)};
    case 4: return topology::FullTree{between(3, 4), between(2, 4)};
    case 5: return topology::StarOfStars{between(2, 6), between(1, 4)};
    case 6: return topology::Dragonfly{between(1, 4), between(1, 2), between(2, 4), between(1, 2)};
    default: return topology::RandomGraph{between(3, 20), between(2, 4), between(1, 2), random.bits()};
  }
}

topology::Shape small_shape(RandomStream& random) {
  for (;;) {
    topology::Shape shape = any_shape(random);
    if (topology::violations(shape).empty() && topology::hosts(shape) >= 2 && topology::hosts(shape) <= 60)
      return shape;
  }
}

/// As many virtual channels as the classes need, or more.
void fit_virtual_channels(Netlist& netlist, RandomStream& random) {
  route_unit::Params& routing = netlist.routing;
  const unsigned classes = routing.classes, more = random.below(3);
  routing.vc_assignment = static_cast<route_unit::VcAssignment>(random.below(2));
  std::uint8_t& virtual_channels = netlist.switch_kinds[0].virtual_channels;
  virtual_channels = static_cast<std::uint8_t>(classes * (1 + more));
  if (routing.choice != route_unit::Choice::adaptive) return;
  virtual_channels = static_cast<std::uint8_t>(classes + 1 + more);
  routing.vc_assignment = route_unit::VcAssignment::any;
}

route_unit::Kind any_kind(Algorithm algorithm, RandomStream& random) {
  const auto kind = static_cast<route_unit::Kind>(std::max(1u, random.below(4)));
  return algorithm == Algorithm::adaptive ? route_unit::Kind::table : kind;
}

}  // namespace

void build_with_tables(Netlist& netlist, RandomStream& random) {
  const topology::Structure structure = topology::build(small_shape(random), netlist);
  routing::Settings settings;
  settings.seed = random.bits();
  do {
    settings.algorithm = static_cast<Algorithm>(random.below(7));
    settings.at_switch = any_kind(settings.algorithm, random);
  } while (!routing::fill(settings, structure, netlist).empty());
  fit_virtual_channels(netlist, random);
  if (!network::violations(netlist, network::Check::structure).empty())  // a route too long to be shifted
    netlist.routing.kind = route_unit::Kind::source_stripped;
}

}  // namespace slackline::soak
