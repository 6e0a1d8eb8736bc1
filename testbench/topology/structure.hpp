// structure: facts of a network from the builder of its topology that are not in the netlist and that routing needs.
#pragma once

#include <cstdint>
#include <vector>

namespace slackline::topology {

enum class Kind : std::uint8_t {
  single_switch,
  ring,
  mesh,
  torus,
  hypercube,
  fat_tree,
  full_tree,
  star_of_stars,
  dragonfly,
  random,
  file,
};

struct Structure {
  Kind kind = Kind::mesh;
  /// Grids (ring, mesh, torus, and the hypercube as one of 2 x 2 x ...): switches along each dimension. Switch numbers
  /// count dimension 0 fastest; port 2i leads up dimension i, 2i + 1 down, on a hypercube port i along it.
  std::vector<std::uint16_t> size;
  bool wraps = false;                ///< ring and torus
  std::vector<std::uint32_t> group;  ///< dragonfly: of each switch
  std::vector<std::uint8_t> level;   ///< trees, and files: of each switch, 0 at the hosts, higher towards the roots
};

}  // namespace slackline::topology
