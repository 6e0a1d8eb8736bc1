#include "testbench/topology/dragonfly.hpp"

#include <algorithm>
#include <utility>

namespace slackline::topology {

namespace {

/// How far round the groups link j of a group leads, 1 to g - 1. The link at its other end leads g - as far, and has
/// its number among the links of the same turn round all groups.
class Arrangement {
 public:
  explicit Arrangement(const Dragonfly& shape)
      : groups_(shape.groups), used_(shape.links_of_group()), whole_(used_ / (groups_ - 1) * (groups_ - 1)) {}

  std::uint64_t offset(std::uint64_t link) const {
    if (link < whole_) return link % (groups_ - 1) + 1;
    const std::uint64_t i = link - whole_, left = used_ - whole_;
    if (i < left / 2) return i + 1;                          // the nearest on one side,
    if (i == left / 2 && left % 2 != 0) return groups_ / 2;  // the one opposite,
    return groups_ - (left - i);                             // and the nearest on the other side
  }
  std::uint64_t opposite(std::uint64_t link) const {
    const std::uint64_t back = groups_ - offset(link);
    if (link < whole_) return link / (groups_ - 1) * (groups_ - 1) + back - 1;
    return whole_ + (used_ - whole_ - 1 - (link - whole_));
  }

 private:
  std::uint64_t groups_, used_, whole_;
};

}  // namespace

std::uint64_t Dragonfly::links_of_group() const {
  const std::uint64_t all = group_switches * global_links, left = all % (groups - 1);
  return left % 2 != 0 && groups % 2 != 0 ? all - 1 : all;
}

std::string Dragonfly::text() const {
  return "dragonfly of " + std::to_string(groups) + " groups of " + std::to_string(group_switches) +
         (group_switches == 1 ? " switch" : " switches");
}

Violations Dragonfly::violations() const {
  Violations found;
  check_range(found, "group_switches", group_switches, 1, 255);
  check_range(found, "global_links", global_links, 1, 255);
  check_range(found, "hosts_per_switch", hosts_per_switch, 1, 255);
  if (!found.empty()) return found;
  check_range(found, "groups", groups, 2, group_switches * global_links + 1);
  if (ports() <= 256) return found;
  // The largest part: its value is no default.
  const auto [most, key] = std::max<std::pair<std::uint64_t, std::string>>(
      {{group_switches, "group_switches"}, {global_links, "global_links"}, {hosts_per_switch, "hosts_per_switch"}});
  found.push_back({key, std::to_string(most),
                   "a value with which a switch has at most 256 ports, not " + std::to_string(ports()) +
                       " (group_switches - 1 + global_links + hosts_per_switch),"});
  return found;
}

Structure build(const Dragonfly& shape, network::Netlist& netlist) {
  const std::uint64_t a = shape.group_switches, h = shape.global_links, g = shape.groups;
  Wiring wiring(netlist, shape.ports(), shape.hosts());
  Structure structure;
  structure.kind = Kind::dragonfly;
  const Arrangement arrangement(shape);
  for (std::uint64_t group = 0; group < g; ++group)
    for (std::uint64_t s = 0; s < a; ++s) {
      wiring.add_switch("switch_g" + std::to_string(group) + "_" + std::to_string(s));
      structure.group.push_back(static_cast<std::uint32_t>(group));
      for (std::uint64_t other = s + 1; other < a; ++other) wiring.link(group * a + s, other - 1, group * a + other, s);
      for (std::uint64_t i = 0; i < shape.hosts_per_switch; ++i) wiring.add_host(group * a + s, a - 1 + h + i);
    }
  for (std::uint64_t group = 0; group < g; ++group)
    for (std::uint64_t j = 0; j < shape.links_of_group(); ++j) {
      const std::uint64_t other = (group + arrangement.offset(j)) % g, back = arrangement.opposite(j);
      if (group < other) wiring.link(group * a + j / h, a - 1 + j % h, other * a + back / h, a - 1 + back % h);
    }
  return structure;
}

}  // namespace slackline::topology
