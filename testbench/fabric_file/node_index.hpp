// node_index: the nodes of a file by what it calls them.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>

#include "testbench/fabric_file/fabric_file.hpp"

namespace slackline::fabric_file {

class NodeIndex {
 public:
  NodeIndex(FabricFile& file, Complaints& complaints) : file_(file), complaints_(complaints) {}

  std::optional<std::uint32_t> find(const std::string& id) const;
  /// Adds a node. One that is there already is a complaint, and nothing.
  std::optional<std::uint32_t> add(Node node, Place place);
  /// The node of this id, added if it is not there; nothing when there are too many.
  std::optional<std::uint32_t> find_or_add(Node node, Place place);

 private:
  FabricFile& file_;
  Complaints& complaints_;
  std::unordered_map<std::string, std::uint32_t> by_id_;
};

}  // namespace slackline::fabric_file
