// buffer_graph: which buffers of network interfaces can wait for which, over all trees in use (Anglano et al., section
// 3.2.1).
//
//   edge a -> b, class x, then edge b -> c, class y:   (b, x) waits for (c, y)
//
// A worm keeps its buffer at b until c has taken it in. If no buffers wait for one another in a cycle, no multicast
// blocks for ever. Worms that a host originates occupy no buffer of a class, and those that end free theirs.
//
// All trees of one run go into one graph, as all groups share the buffers. With per-group IDs each group has buffers of
// its own, and a graph. Rings may share buffers with wrap-around trees, and buses with up-down trees. Rings and buses
// may not: IDs ascend in `lower` buffers of the first and descend in those of the second. Paths and trees in total order
// can be used with either.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "testbench/multicast/tree.hpp"

namespace slackline::multicast {

struct Buffer {
  std::uint32_t host = 0;
  BufferClass buffer = BufferClass::lower;
  friend bool operator==(const Buffer& a, const Buffer& b) { return a.host == b.host && a.buffer == b.buffer; }
};

class BufferGraph {
 public:
  /// `one_class`: network interfaces have one class of buffers, which is called lower.
  explicit BufferGraph(bool one_class = false) : one_class_(one_class) {}

  void add(const Tree& tree);

  std::size_t dependencies() const { return waits_.size(); }
  /// A shortest cycle of buffers: each waits for the next one, the last for the first. Empty: there is none.
  std::vector<Buffer> cycle() const;

 private:
  std::uint32_t node(const Edge& edge) const;

  bool one_class_;
  std::set<std::pair<std::uint32_t, std::uint32_t>> waits_;  ///< host x 3 + class, for the same
};

/// "host 3 upper -> host 7 upper -> host 3 upper"; empty for no buffers.
std::string to_string(const std::vector<Buffer>& cycle);

}  // namespace slackline::multicast
