// table_writer: what algorithms fill route tables with, one destination after another.
//
// Algorithms find the ways to one destination from everywhere, a column of the tables. Columns are gathered and written
// some at a time: one by one, each byte would be in a cache line of its own.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "rtl_models/common/bits.hpp"
#include "rtl_models/common/random_stream.hpp"
#include "rtl_models/network/route_tables.hpp"
#include "testbench/routing/switch_graph.hpp"

namespace slackline::routing {

/// Chooses one of several ports, by a seed and the place of the entry: each is as likely.
class Picker {
 public:
  explicit Picker(std::uint64_t seed) : seed_(mix64(seed + 0x9e3779b97f4a7c15u)) {}

  /// `ports` must not be empty.
  unsigned pick(const PortSet& ports, std::uint32_t state, std::uint32_t node) const {
    const unsigned count = count_of(ports);
    if (count == 1) return lowest(ports);
    const std::uint64_t drawn = mix64(seed_ + (std::uint64_t{state} << 32) + node);
    return nth_set(ports, static_cast<unsigned>(((drawn >> 32) * count) >> 32));
  }

 private:
  std::uint64_t seed_;
};

/// Columns that wait to be written: `height` values each.
template <class Value>
class Columns {
 public:
  explicit Columns(std::size_t height) : stride_(height | 65), values_(most * stride_) {}

  bool full() const { return nodes_.size() == most; }
  Value* add(std::uint32_t node) {
    nodes_.push_back(node);
    return &values_[(nodes_.size() - 1) * stride_];
  }
  /// Calls body(node, value) for all values at a height, and forgets nothing.
  template <class Body>
  void each(std::size_t at, Body&& body) const {
    for (std::size_t i = 0; i < nodes_.size(); ++i) body(nodes_[i], values_[i * stride_ + at]);
  }
  void clear() { nodes_.clear(); }

 private:
  static constexpr std::size_t most = 64;
  std::size_t stride_;  ///< not a power of two: then the values at a height would share a set of the cache
  std::vector<Value> values_;
  std::vector<std::uint32_t> nodes_;
};

/// The entries of route tables.
class EntryWriter {
 public:
  EntryWriter(network::RouteTables& tables, const SwitchGraph& graph, unsigned rows);

  /// The column of the next node: an entry for each switch and row. All are without a route.
  std::uint16_t* column(std::uint32_t node);
  /// Writes what is left.
  void finish();

 private:
  network::RouteTables& tables_;
  std::size_t height_, nodes_;
  Columns<std::uint16_t> columns_;
};

/// The port sets of route tables.
class SetWriter {
 public:
  explicit SetWriter(const SwitchGraph& graph);

  /// The column of the next node: the ports that a packet may take at each switch, to be filled in.
  PortSet* column(std::uint32_t node);
  /// Writes what is left, and moves all into the tables. False: a switch has more than 65536 different sets.
  bool finish(network::RouteTables& tables);

 private:
  struct Known {
    std::map<PortSet, std::uint16_t> index;
    std::vector<PortSet> sets;
  };
  void write();
  std::uint16_t index_of(Known& known, const PortSet& ports);

  std::size_t nodes_;
  std::vector<Known> known_;
  std::vector<std::uint16_t> choices_;
  Columns<PortSet> columns_;
  bool too_many_ = false;
};

}  // namespace slackline::routing
