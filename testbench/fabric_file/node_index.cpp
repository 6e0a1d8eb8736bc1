#include "testbench/fabric_file/node_index.hpp"

#include <utility>

#include "testbench/fabric_file/text.hpp"

namespace slackline::fabric_file {

std::optional<std::uint32_t> NodeIndex::find(const std::string& id) const {
  const auto found = by_id_.find(id);
  if (found == by_id_.end()) return std::nullopt;
  return found->second;
}

std::optional<std::uint32_t> NodeIndex::add(Node node, Place place) {
  if (find(node.id)) {
    complaints_.add_problem(place, shown(node.id) + " given twice", "each node once");
    return std::nullopt;
  }
  return find_or_add(std::move(node), place);
}

std::optional<std::uint32_t> NodeIndex::find_or_add(Node node, Place place) {
  const auto number = static_cast<std::uint32_t>(file_.nodes.size());
  const auto [found, is_new] = by_id_.insert({node.id, number});
  if (!is_new) return found->second;
  if (number == most_nodes) {
    by_id_.erase(found);
    complaints_.add_problem(place, "one node more", "up to " + std::to_string(most_nodes) + " nodes");
    return std::nullopt;
  }
  file_.nodes.push_back(std::move(node));
  return number;
}

}  // namespace slackline::fabric_file
