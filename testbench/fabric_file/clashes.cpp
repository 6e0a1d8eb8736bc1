#include "testbench/fabric_file/clashes.hpp"

#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "testbench/text/some_of.hpp"

namespace slackline::fabric_file {

namespace {

using network::Channel;
using network::InstanceKind;
using network::Netlist;

class Clashes {
 public:
  explicit Clashes(topology::GivenNetwork& network) : network_(network) {}

  /// Each round numbers one or more nodes: when all are numbered no names clash.
  void resolve() {
    while (find()) number();
    if (!numbered_.empty())
      network_.notes.push_back("called by number, since their names would give two links one name: " +
                               text::some_of(numbered_));
  }

 private:
  /// Switches first, then hosts.
  std::size_t nodes() const { return network_.switches.size() + network_.hosts.size(); }
  std::string& name(std::size_t node) {
    const std::size_t switches = network_.switches.size();
    return node < switches ? network_.switches[node] : network_.hosts[node - switches].name;
  }

  /// The nodes that have to do with a name that is there twice.
  bool find() {
    std::unordered_map<std::string, std::vector<std::size_t>> bearers;
    clashing_.clear();
    for (std::size_t node = 0; node < nodes(); ++node) add(bearers, name(node), {node});
    Netlist netlist;
    build(topology::FromFile{std::make_shared<topology::GivenNetwork>(network_)}, netlist);
    for (const Channel& channel : netlist.channels)
      add(bearers, network::channel_name(netlist, channel), {node_of(channel.from), node_of(channel.to)});
    return !clashing_.empty();
  }

  void add(std::unordered_map<std::string, std::vector<std::size_t>>& bearers, const std::string& name,
           std::vector<std::size_t> nodes) {
    const auto [before, is_new] = bearers.insert({name, nodes});
    if (is_new) return;
    clashing_.insert(before->second.begin(), before->second.end());
    clashing_.insert(nodes.begin(), nodes.end());
  }

  std::size_t node_of(const network::PortRef& end) const {
    return end.kind == InstanceKind::any_switch ? end.instance : network_.switches.size() + end.instance;
  }

  void number() {
    std::set<std::string> taken;
    for (std::size_t node = 0; node < nodes(); ++node) taken.insert(name(node));
    for (const std::size_t node : clashing_) {
      if (!is_numbered_.insert(node).second) continue;
      const bool is_switch = node < network_.switches.size();
      const std::string kind = is_switch ? "switch" : "host";
      const std::size_t step = is_switch ? network_.switches.size() : network_.hosts.size();
      std::size_t number = is_switch ? node : node - network_.switches.size();
      while (!taken.insert(kind + std::to_string(number)).second) number += step;
      numbered_.push_back(name(node) + " as " + kind + std::to_string(number));
      name(node) = kind + std::to_string(number);
    }
  }

  topology::GivenNetwork& network_;
  std::set<std::size_t> clashing_, is_numbered_;
  std::vector<std::string> numbered_;
};

}  // namespace

void resolve_clashes(topology::GivenNetwork& network) { Clashes(network).resolve(); }

}  // namespace slackline::fabric_file
