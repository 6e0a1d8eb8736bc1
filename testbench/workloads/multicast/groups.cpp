#include "testbench/workloads/multicast/groups.hpp"

#include <algorithm>
#include <numeric>
#include <sstream>

#include "rtl_models/common/random_stream.hpp"
#include "testbench/features/topology/names.hpp"
#include "testbench/settings/utf8.hpp"
#include "testbench/workloads/multicast/scheme.hpp"
#include "testbench/workloads/multicast/settings.hpp"
#include "testbench/workloads/workload.hpp"

namespace slackline::multicast {

namespace {

using features::MulticastSettings;
using Hosts = std::vector<std::uint32_t>;
using Report = features::WorkloadKind::Report;

class GroupReader {
 public:
  GroupReader(const settings::Values& experiment, const network::Netlist& netlist, const Report& report)
      : settings_(experiment.get<MulticastSettings>()),
        of_(experiment.get<features::WorkloadHosts>()),
        netlist_(netlist),
        report_(report) {}

  std::vector<Hosts> read() {
    if (settings_.count != 0) return drawn();
    std::vector<Hosts> groups;
    for (std::size_t i = 0; i < settings_.groups.size(); ++i) groups.push_back(named(i));
    if (groups.empty()) error("groups", settings::problem("missing"), "groups, or count");
    return groups;
  }

 private:
  Hosts all_hosts() const {
    if (!of_.nodes.empty()) return of_.nodes;
    Hosts all(netlist_.endpoints.size());
    std::iota(all.begin(), all.end(), 0);
    return all;
  }

  std::vector<Hosts> drawn() {
    std::vector<Hosts> groups;
    Hosts hosts = all_hosts();
    if (!settings_.groups.empty())
      error("count", settings::problem("given together with groups"), settings::advice("give one of them"));
    if (settings_.size > hosts.size()) {
      error("size", settings::value_found(std::to_string(settings_.size)),
            "up to " + std::to_string(hosts.size()) + " (the number of hosts)");
      return groups;
    }
    RandomStream random(settings_.seed, 0, RandomPurpose::mapping);
    for (std::uint64_t g = 0; g < settings_.count; ++g) {
      for (std::uint32_t i = 0; i < settings_.size; ++i)
        std::swap(hosts[i], hosts[i + random.below(static_cast<std::uint32_t>(hosts.size()) - i)]);
      groups.emplace_back(hosts.begin(), hosts.begin() + static_cast<std::ptrdiff_t>(settings_.size));
      std::sort(groups.back().begin(), groups.back().end());
    }
    return groups;
  }

  Hosts named(std::size_t number) {
    const std::string field = "groups[" + std::to_string(number) + "]";
    std::istringstream items(settings_.groups[number]);
    Hosts members;
    bool all_fit = true;
    for (std::string item; items >> item;) {
      const Hosts found = names_.find(item);
      if (found.empty()) error(field, settings::value_found(settings::escaped(item, 80)), names_.wanted());
      all_fit = all_fit && !found.empty();
      for (const std::uint32_t node : found) all_fit = add(field, node, members) && all_fit;
    }
    if (all_fit && members.size() < 2)
      error(
          field,
          settings::value_found(members.empty() ? "no host" : "one host, " + netlist_.endpoints[members.front()].name),
          "two or more hosts");
    std::sort(members.begin(), members.end());
    return members;
  }

  /// Returns whether it may be a member.
  bool add(const std::string& field, std::uint32_t node, Hosts& members) {
    const std::string& name = netlist_.endpoints[node].name;
    const bool is_ours = has(of_, node);
    const bool is_new = std::find(members.begin(), members.end(), node) == members.end();
    if (!is_ours)
      error(field, settings::value_found(name, "the workload does not run on it"), "hosts of the workload");
    else if (!is_new)
      error(field, settings::problem(name + " given twice"), "each host once");
    else
      members.push_back(node);
    return is_ours && is_new;
  }

  void error(const std::string& field, settings::Finding what, settings::Expected expected) const {
    if (report_) report_(field, std::move(what), std::move(expected));
  }

  const MulticastSettings& settings_;
  const features::WorkloadHosts& of_;
  const network::Netlist& netlist_;
  const Report& report_;
  const features::HostNames names_{netlist_};
};

}  // namespace

Groups groups_of(const settings::Values& experiment, const network::Netlist& netlist, const Report& error) {
  const MulticastSettings& settings = experiment.get<MulticastSettings>();
  Groups all;
  all.groups_of.resize(netlist.endpoints.size());
  // In total order a source gets its own message in its place among the others.
  const bool comes_back = is_ordered(settings.algorithm);
  for (Hosts& members : GroupReader(experiment, netlist, error).read()) {
    const auto number = static_cast<std::uint32_t>(all.groups.size());
    for (std::size_t i = 0; i < members.size(); ++i)
      if (settings.sources == features::MulticastSources::all || i == 0) all.groups_of[members[i]].push_back(number);
    all.groups.push_back({std::move(members), comes_back});
  }
  return all;
}

Hosts given_order(const settings::Values& experiment, const network::Netlist& netlist, const Report& error) {
  const MulticastSettings& settings = experiment.get<MulticastSettings>();
  Hosts order(netlist.endpoints.size());
  std::iota(order.begin(), order.end(), 0);
  switch (settings.order) {
    case HostOrder::shortest:
    case HostOrder::group: return {};
    case HostOrder::numbers: return order;
    case HostOrder::drawn: {
      RandomStream random(settings.seed, 1, RandomPurpose::mapping);  // stream 0 draws the groups
      for (std::size_t left = order.size(); left > 1; --left)
        std::swap(order[left - 1], order[random.below(static_cast<std::uint32_t>(left))]);
      return order;
    }
    case HostOrder::given: break;
  }
  const features::HostNames names(netlist);
  order.clear();
  std::vector<bool> is_listed(netlist.endpoints.size());
  bool any_wrong = false;  // what is missing may be listed under a wrong name
  const auto refuse = [&](std::size_t i, settings::Finding what, const std::string& expected) {
    any_wrong = true;
    if (error) error("ids[" + std::to_string(i) + "]", std::move(what), expected);
  };
  for (std::size_t i = 0; i < settings.ids.size(); ++i) {
    const Hosts found = names.find(settings.ids[i]);
    if (found.empty()) refuse(i, settings::value_found(settings::escaped(settings.ids[i], 80)), names.wanted());
    for (const std::uint32_t node : found) {
      if (is_listed[node])
        refuse(i, settings::problem(netlist.endpoints[node].name + " given twice"), "each host once");
      is_listed[node] = true;
      order.push_back(node);
    }
  }
  const auto missing = std::find(is_listed.begin(), is_listed.end(), false);
  if (missing != is_listed.end() && error && !any_wrong)
    error("ids",
          settings::problem(netlist.endpoints[static_cast<std::size_t>(missing - is_listed.begin())].name +
                            " is missing"),
          "all " + std::to_string(is_listed.size()) + " hosts, each once");
  return order;
}

}  // namespace slackline::multicast
