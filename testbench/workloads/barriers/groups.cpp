#include "testbench/workloads/barriers/groups.hpp"

#include <algorithm>
#include <string_view>

#include "rtl_models/common/random_stream.hpp"
#include "testbench/routing/switch_graph.hpp"
#include "testbench/settings/utf8.hpp"

namespace slackline::features {

namespace {

using Field = GroupError::Field;

class Resolver {
 public:
  Resolver(const BarrierGroup& settings, const network::Netlist& netlist, const HostIndex& index)
      : settings_(settings), netlist_(netlist), index_(index), hosts_(netlist.endpoints.size()), is_member_(hosts_) {}

  Group group() {
    if (settings_.size)
      draw(*settings_.size);
    else
      name();
    find_absent();
    for (std::uint32_t h = 0; h < hosts_; ++h)
      if (is_member_[h]) group_.members.push_back(h);
    if (group_.members.empty()) return group_;
    group_.centre = group_.members.front();
    if (settings_.centre != "lowest" && settings_.centre != "medoid") find_centre();
    return group_;
  }

 private:
  void draw(std::uint64_t size) {
    if (!settings_.members.empty())
      error(Field::size, problem("given together with a list of members"), advice("give one of the two"));
    else if (size > hosts_)
      error(Field::size, value_found(std::to_string(size)),
            "up to " + std::to_string(hosts_) + " (the hosts of the network)");
    else {
      RandomStream random(settings_.seed, 0, RandomPurpose::mapping);
      std::vector<std::uint32_t> order(hosts_);
      for (std::uint32_t h = 0; h < hosts_; ++h) order[h] = h;
      for (std::uint32_t i = 0; i < size; ++i) {
        std::swap(order[i], order[i + random.below(static_cast<std::uint32_t>(hosts_) - i)]);
        is_member_[order[i]] = true;
      }
    }
  }

  void name() {
    if (settings_.members.empty()) error(Field::members, problem("an empty group"), "at least one host, or a size");
    is_member_ = named(settings_.members, Field::members);
  }

  std::vector<bool> named(const std::vector<std::string>& items, Field field) {
    std::vector<bool> is_named(hosts_);
    for (std::size_t i = 0; i < items.size(); ++i) add(items, i, field, is_named);
    return is_named;
  }

  void add(const std::vector<std::string>& items, std::size_t number, Field field, std::vector<bool>& is_named) {
    const std::string& item = items[number];
    const auto add_range = [&](std::uint64_t first, std::uint64_t last) {
      bool is_reported = false;  // once for a range
      for (std::uint64_t host = first; host <= last; ++host) {
        if (is_named[host] && !is_reported)
          error(field, problem(netlist_.endpoints[host].name + " given twice"), "each host once", number);
        is_reported = is_reported || is_named[host];
        is_named[host] = true;
      }
    };
    if (const std::optional<std::uint32_t> host = index_.find(item)) return add_range(*host, *host);
    if (item == "all") return add_range(0, hosts_ - 1);
    if (const std::size_t dash = item.find('-'); dash != std::string::npos) {
      const std::string_view text(item);
      const Parsed<std::uint64_t> first = parse_integer(text.substr(0, dash)),
                                  last = parse_integer(text.substr(dash + 1));
      if (first && last && first.value <= last.value && last.value < hosts_) return add_range(first.value, last.value);
    }
    error(field, value_found(escaped(item, 80)),
          "hosts of the topology, such as " + netlist_.endpoints.back().name + ", their numbers up to " +
              std::to_string(hosts_ - 1) + ", ranges such as 0-" + std::to_string(hosts_ - 1) + ", or all",
          number);
  }

  /// The hosts that are members; judged only where those are known.
  void find_absent() {
    group_.is_absent = named(settings_.absent, Field::absent);
    for (std::uint32_t h = 0; h < hosts_ && group_.errors.empty(); ++h)
      if (group_.is_absent[h] && !is_member_[h])
        error(Field::absent, value_found(netlist_.endpoints[h].name, "no member"), "members of the group");
    if (!group_.errors.empty() || settings_.absent.empty()) return;
    if (group_.is_absent == is_member_)
      error(Field::absent, problem("all members are absent"), "at least one member that enters");
  }

  void find_centre() {
    const std::optional<std::uint32_t> host = index_.find(settings_.centre);
    if (host && is_member_[*host])
      group_.centre = *host;
    else if (group_.errors.empty())
      error(Field::centre, value_found(escaped(settings_.centre, 80), host ? "no member" : ""),
            "lowest, medoid, or a member");
  }

  void error(Field field, Finding what, Expected expected, std::optional<std::size_t> item = std::nullopt) {
    constexpr std::size_t most = 20;
    if (group_.errors.size() < most) group_.errors.push_back({field, std::move(what), std::move(expected), item});
  }

  const BarrierGroup& settings_;
  const network::Netlist& netlist_;
  const HostIndex& index_;
  const std::size_t hosts_;
  std::vector<bool> is_member_;
  Group group_;
};

/// The member with the fewest channels on the ways to all others, the lowest of several.
std::uint32_t medoid(const std::vector<std::uint32_t>& members, const routing::SwitchGraph& graph) {
  std::vector<std::uint64_t> members_at(graph.switches());
  for (const std::uint32_t member : members) ++members_at[graph.host(member).at];
  std::vector<std::uint64_t> sum_at(graph.switches());  // 0: not known yet; a sum is 1 more
  std::vector<std::uint32_t> distance;
  const auto sum_of = [&](std::uint32_t candidate) {
    const std::uint32_t at = graph.host(candidate).at;
    if (sum_at[at] != 0) return sum_at[at];
    routing::distances_to(graph, at, distance);
    std::uint64_t sum = 1;
    for (std::uint32_t s = 0; s < graph.switches(); ++s)
      if (members_at[s] != 0) sum += members_at[s] * distance[s];
    return sum_at[at] = sum;
  };
  return *std::min_element(members.begin(), members.end(),
                           [&](std::uint32_t a, std::uint32_t b) { return sum_of(a) < sum_of(b); });
}

}  // namespace

Group group_of(const BarrierGroup& settings, const network::Netlist& netlist, const HostIndex& index,
               bool with_medoid) {
  Group group = Resolver(settings, netlist, index).group();
  if (with_medoid && settings.centre == "medoid" && !group.members.empty())
    group.centre = medoid(group.members, routing::SwitchGraph(netlist));
  return group;
}

}  // namespace slackline::features
