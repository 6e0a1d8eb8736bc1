#include "testbench/fabric_file/parts.hpp"

#include <algorithm>
#include <numeric>
#include <string>

#include "testbench/text/some_of.hpp"

namespace slackline::fabric_file {

namespace {

/// Nodes joined by cables, by union-find.
class Parts {
 public:
  explicit Parts(const FabricFile& file) : parent_(file.nodes.size()) {
    std::iota(parent_.begin(), parent_.end(), 0u);
    for (const Cable& cable : file.cables) {
      const auto [kept, joined] = std::minmax({root(cable.a.node), root(cable.b.node)});
      parent_[joined] = kept;
    }
  }

  std::uint32_t root(std::uint32_t node) {
    while (parent_[node] != node) node = parent_[node] = parent_[parent_[node]];
    return node;
  }

 private:
  std::vector<std::uint32_t> parent_;
};

}  // namespace

std::vector<bool> network_part(FabricFile& file, const std::vector<std::string>& names, Complaints& complaints) {
  const auto nodes = static_cast<std::uint32_t>(file.nodes.size());
  Parts parts(file);
  std::vector<bool> has_cable(nodes, false), belongs(nodes, false);
  for (const Cable& cable : file.cables) has_cable[cable.a.node] = has_cable[cable.b.node] = true;
  // Where the file names no hosts, every switch has some.
  const auto counts = [&](std::uint32_t n) { return file.nodes[n].is_host || !file.has_hosts(); };
  std::vector<std::uint32_t> hosts(nodes, 0);
  for (std::uint32_t n = 0; n < nodes; ++n)
    if (has_cable[n] && counts(n)) ++hosts[parts.root(n)];
  const auto most = static_cast<std::uint32_t>(std::max_element(hosts.begin(), hosts.end()) - hosts.begin());

  std::vector<std::string> bare, cut_off, apart;
  for (std::uint32_t n = 0; n < nodes; ++n) {
    belongs[n] = has_cable[n] && parts.root(n) == most;
    if (belongs[n]) continue;
    if (!has_cable[n])
      bare.push_back(names[n]);
    else if (hosts[parts.root(n)] == 0)
      apart.push_back(names[n]);
    else if (counts(n))
      cut_off.push_back(names[n]);
  }
  if (!bare.empty()) file.notes.push_back("left out, without a cable: " + text::some_of(bare));
  if (!apart.empty()) file.notes.push_back("left out, without a way to a host: " + text::some_of(apart));
  if (!cut_off.empty())
    complaints.add_problem({}, "no way to " + text::some_of(cut_off) + " from the others", "a way between all hosts");
  return belongs;
}

}  // namespace slackline::fabric_file
