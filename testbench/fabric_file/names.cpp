#include "testbench/fabric_file/names.hpp"

#include <array>
#include <set>
#include <string_view>
#include <unordered_map>

namespace slackline::fabric_file {

namespace {

constexpr std::size_t longest = 36;  // names of links, of two of them, have up to 100 characters

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/// Letters and digits as they are, everything between them as one _.
std::string legal(std::string_view text) {
  std::string name;
  for (const char c : text) {
    const bool is_kept = is_letter(c) || (c >= '0' && c <= '9');
    if (is_kept)
      name += c;
    else if (!name.empty() && name.back() != '_')
      name += '_';
  }
  while (!name.empty() && name.back() == '_') name.pop_back();
  return name;
}

/// "node7 HCA-1" without its adapter: one word is left, or nothing.
std::string_view without_adapter(std::string_view description) {
  constexpr std::array<std::string_view, 6> adapters{"HCA", "mlx", "hfi", "qib", "mthca", "ibp"};
  const std::size_t blank = description.find(' ');
  if (blank == std::string_view::npos) return {};
  const std::string_view behind = description.substr(blank + 1);
  if (behind.find(' ') != std::string_view::npos) return {};
  for (const std::string_view adapter : adapters)
    if (behind.substr(0, adapter.size()) == adapter) return description.substr(0, blank);
  return {};
}

using Candidates = std::array<std::string, 3>;

Candidates candidates_of(const Node& node) {
  const std::string kind = node.is_host ? "host" : "switch";
  Candidates names{legal(without_adapter(node.description)), legal(node.description), legal(node.id)};
  for (std::string& name : names) {
    if (!name.empty() && !is_letter(name.front())) name.insert(0, kind);
    if (name.size() > longest || name == "clock") name.clear();  // which is a scope of waves
  }
  return names;
}

}  // namespace

std::vector<std::string> names_of(const FabricFile& file) {
  std::vector<Candidates> candidates;
  std::unordered_map<std::string, unsigned> bearers;
  for (const Node& node : file.nodes) {
    candidates.push_back(candidates_of(node));
    const Candidates& of_node = candidates.back();
    for (const std::string& name : std::set<std::string>(of_node.begin(), of_node.end())) ++bearers[name];
  }
  std::vector<std::string> names;
  std::set<std::string> taken;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    std::string chosen;
    for (const std::string& name : candidates[i])
      if (chosen.empty() && !name.empty() && bearers[name] == 1 && taken.count(name) == 0) chosen = name;
    for (std::size_t number = i; chosen.empty() || taken.count(chosen) != 0; ++number)
      chosen = (file.nodes[i].is_host ? "host_" : "switch_") + std::to_string(number);
    taken.insert(chosen);
    names.push_back(std::move(chosen));
  }
  return names;
}

}  // namespace slackline::fabric_file
