#include "testbench/schedule/tree_csv.hpp"

#include <algorithm>
#include <map>
#include <string>

#include "testbench/routing/switch_graph.hpp"
#include "testbench/schedule/csv_table.hpp"
#include "testbench/settings/nearest.hpp"
#include "testbench/settings/number.hpp"
#include "testbench/text/counted.hpp"

namespace slackline::schedule {

namespace {

using network::Netlist;

class TreeReader {
 public:
  TreeReader(const settings::SourcePtr& file, const Netlist& netlist, settings::InputErrors& errors)
      : table_(file, "switch,parent", "tree", errors),
        netlist_(netlist),
        graph_(netlist),
        lines_(netlist.switches.size()) {
    for (std::uint32_t s = 0; s < netlist.switches.size(); ++s) {
      names_.emplace_back(netlist.switches[s].name);
      switches_.emplace(netlist.switches[s].name, s);
    }
    tree_.parent.assign(netlist.switches.size(), Tree::none);
  }

  std::optional<SpanningTree> read() {
    if (!table_.read([this](const CsvTable::Record& record) { read_switch(record); })) return std::nullopt;
    if (!find_root()) return std::nullopt;
    std::optional<SpanningTree> found = spanning_tree(netlist_, tree_);
    if (!found) {
      refuse_hosts_not_reached();
      return std::nullopt;
    }
    if (const std::uint32_t s = not_reached(found->tree); s != Tree::none) {
      table_.refuse(std::string(names_[s]) + " has no way to the root " + std::string(names_[tree_.root]),
                    "a tree: no switches that are each other's parents");
      return std::nullopt;
    }
    return found;
  }

 private:
  void read_switch(const CsvTable::Record& fields) {
    const std::uint32_t child = switch_of("switch", fields[0]), parent = switch_of("parent", fields[1]);
    if (child == Tree::none || parent == Tree::none) return;
    if (lines_[child] != 0)
      return table_.refuse("switch", fields[0],
                           "one parent of each switch (line " + std::to_string(lines_[child]) + " has one of it)");
    lines_[child] = table_.line();
    named_.push_back(child);
    named_.push_back(parent);
    const routing::SwitchGraph::Links links = graph_.from(child);
    if (std::none_of(links.begin(), links.end(), [&](const auto& link) { return link.other == parent; }))
      return table_.refuse("parent", fields[1], "a switch to which a link leads from " + std::string(names_[child]));
    tree_.parent[child] = parent;
  }

  std::uint32_t switch_of(const char* column, const CsvTable::Field& field) {
    if (const auto named = switches_.find(field.text); named != switches_.end()) return named->second;
    const settings::Parsed<std::uint64_t> number = settings::parse_integer(field.text);
    if (number && number.value < names_.size()) return static_cast<std::uint32_t>(number.value);
    table_.refuse(column, field, "a switch: a name, or a number from 0 to " + std::to_string(names_.size() - 1), "",
                  settings::nearest(std::string(field.text), names_));
    return Tree::none;
  }

  /// The one switch of the file that has no parent; of a file without switches the only one of the network.
  bool find_root() {
    std::vector<std::uint32_t> roots;
    for (const std::uint32_t s : named_)
      if (tree_.parent[s] == Tree::none && std::find(roots.begin(), roots.end(), s) == roots.end()) roots.push_back(s);
    if (named_.empty()) roots.push_back(0);
    if (roots.size() == 1) {
      tree_.root = roots.front();
      return true;
    }
    if (roots.empty())
      table_.refuse("every switch has a parent", "a root: one switch without");
    else
      table_.refuse(std::string(names_[roots[0]]) + " and " + std::string(names_[roots[1]]) + " have no parent",
                    "one root");
    return false;
  }

  /// A switch of the file that is not in the tree; none: all are.
  std::uint32_t not_reached(const Tree& tree) const {
    for (const std::uint32_t s : named_)
      if (s != tree.root && tree.parent[s] == Tree::none) return s;
    return Tree::none;
  }

  void refuse_hosts_not_reached() {
    std::uint32_t missed = 0;
    std::string first;
    for (const network::EndpointInstance& host : netlist_.endpoints) {
      std::uint32_t at = graph_.host(host.place.node.value).at, steps = 0;
      while (at != Tree::none && at != tree_.root && steps++ < names_.size()) at = tree_.parent[at];
      if (at == tree_.root) continue;
      if (missed++ == 0) first = host.name;
    }
    table_.refuse(text::counted(missed, "host") + " without a way to the root " + std::string(names_[tree_.root]) +
                      ", " + first + " one of them",
                  "a tree that reaches all hosts");
  }

  CsvTable table_;
  const Netlist& netlist_;
  const routing::SwitchGraph graph_;
  std::vector<std::string_view> names_;
  std::map<std::string, std::uint32_t, std::less<>> switches_;
  Tree tree_;
  std::vector<std::uint32_t> named_;  ///< switches of the file
  std::vector<std::size_t> lines_;    ///< of each switch: where it has its parent; 0: nowhere
};

}  // namespace

std::optional<SpanningTree> read_tree_csv(const settings::SourcePtr& file, const Netlist& netlist,
                                          settings::InputErrors& errors) {
  return TreeReader(file, netlist, errors).read();
}

}  // namespace slackline::schedule
