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
// can be used with either, and even in one class with the first, as IDs only ascend in them.
//
// With credits of pairs, a host has buffers for each other one: (b from a) waits for (c from b). With a central manager no
// worm that has a buffer waits for another one, since all of its copies have theirs: there is no graph to look at.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "testbench/multicast/tree.hpp"

namespace slackline::multicast {

/// The parts into which the buffers of an interface are divided.
enum class BufferPools : std::uint8_t {
  classes,  ///< lower and upper
  pairs,    ///< those for worms from each other host
};

struct Buffer {
  static constexpr std::uint32_t anyone = ~std::uint32_t{0};

  std::uint32_t host = 0;
  BufferClass buffer = BufferClass::lower;
  std::uint32_t from = anyone;  ///< with BufferPools::pairs: whose worms it is for

  std::tuple<std::uint32_t, BufferClass, std::uint32_t> key() const { return {host, buffer, from}; }
  friend bool operator==(const Buffer& a, const Buffer& b) { return a.key() == b.key(); }
  friend bool operator<(const Buffer& a, const Buffer& b) { return a.key() < b.key(); }
};

class BufferGraph {
 public:
  explicit BufferGraph(BufferPools pools = BufferPools::classes) : pools_(pools) {}

  /// Without two classes all worms of the tree use `lower` buffers.
  void add(const Tree& tree, bool has_two_classes = true);

  std::size_t dependencies() const { return waits_.size(); }
  /// A shortest cycle of buffers: each waits for the next one, the last for the first. Empty: there is none.
  std::vector<Buffer> cycle() const;

 private:
  Buffer buffer_of(const Edge& edge, bool has_two_classes) const;

  BufferPools pools_;
  std::set<std::pair<Buffer, Buffer>> waits_;  ///< of the first for the second
};

/// "host 3 upper -> host 7 upper -> host 3 upper", or "host 3 from host 1 -> ..."; empty for no buffers.
std::string to_string(const std::vector<Buffer>& cycle);

}  // namespace slackline::multicast
