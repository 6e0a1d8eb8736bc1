// destination: where a host's packets go when its pattern alone decides. Pure functions; the definitions are those of
// Dally and Towles, "Principles and Practices of Interconnection Networks", section 3.2.
//
//   b = log2 of the nodes, s and d bits of source and destination       k = switches along a dimension, x a coordinate
//   bit_complement  d_i = not s_i     shuffle    d_i = s_(i-1 mod b)    tornado    d_x = s_x + (ceil(k/2) - 1) mod k
//   bit_reverse     d_i = s_(b-1-i)   transpose  d_i = s_(i+b/2 mod b)  neighbour  d_x = s_x + 1 mod k
//
// Tornado and neighbour move along every dimension at once and keep the host's place at its switch.
#pragma once

#include <array>
#include <cstdint>

#include "rtl_models/common/ids.hpp"
#include "rtl_models/common/violation.hpp"

namespace slackline::generator {

/// Where packets go.
enum class Pattern : std::uint8_t {
  uniform,      ///< every other node with the same probability
  permutation,  ///< always Place::partner; silent where that is the node itself
  transpose,    ///< this and the following, to neighbour: silent where the destination is the node itself
  bit_complement,
  bit_reverse,
  shuffle,
  tornado,
  neighbour,
  hot_spot,     ///< a share of the packets to a few nodes, see hot_spot.hpp
  uniform_all,  ///< every node with the same probability, the sender included: what many closed forms assume
};
inline constexpr unsigned patterns = 10;  ///< how many there are

/// Places of nodes in a grid of switches: node = switch * hosts_per_switch + host, dimension 0 counting fastest.
struct Grid {
  std::array<std::uint16_t, 8> size{1, 1, 1, 1, 1, 1, 1, 1};  ///< switches along each dimension, 1 where there is none
  std::uint8_t hosts_per_switch = 1;

  std::uint64_t nodes() const;
};

/// Requirements of `pattern` on the nodes: bit patterns need a power of two of them, transpose an even power of two;
/// tornado and neighbour need a grid of all nodes in which some node sends to another.
Violations pattern_violations(Pattern pattern, std::uint32_t nodes, const Grid& grid);

/// The only destination of a node under one of the patterns transpose to neighbour.
NodeId patterned_destination(Pattern pattern, std::uint32_t nodes, const Grid& grid, NodeId node);

}  // namespace slackline::generator
