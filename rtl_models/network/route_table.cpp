#include "rtl_models/network/route_table.hpp"

#include <algorithm>

namespace slackline::network {

namespace {

using endpoint::SourceRoutes;

constexpr std::size_t most_messages = 10;

/// The text of a switch's port and of what is there.
std::string port_text(const Netlist& netlist, const SourceRoutes& routes, std::uint32_t at, unsigned port) {
  std::string text = "port " + std::to_string(port);
  if (port >= routes.ports) return port == route_unit::no_port ? "no route" : text + ", which no switch has";
  const std::uint32_t next = routes.next[std::size_t{at} * routes.ports + port];
  if (next == SourceRoutes::none) return text + ", which has no link";
  if (next < SourceRoutes::host) return text + ", back to " + netlist.switches[next].name;
  return text + ", to host " + std::to_string(next - SourceRoutes::host);
}

/// The routes of all switches to one node after another.
class Tracer {
 public:
  static constexpr std::uint32_t unknown = 0, on_the_way = ~0u, lost = ~0u - 1;

  explicit Tracer(const SourceRoutes& routes)
      : routes_(routes), switches_(static_cast<std::uint32_t>(routes.table.size() / std::max(routes.nodes, 1u))) {}

  /// For every switch the number of switches on its route to `node`, itself included, or `lost`. Calls `fault(switch,
  /// port)` where a route goes wrong: for a loop, at one switch of it. Each switch is walked through once.
  template <class Fault>
  const std::vector<std::uint32_t>& lengths(std::uint32_t node, Fault&& fault) {
    length_.assign(switches_, unknown);
    for (std::uint32_t start = 0; start < switches_; ++start) {
      std::uint32_t at = start, length = 0;  // `length` of what follows the walk: 0 behind the last switch
      walk_.clear();
      while (length_[at] == unknown) {
        length_[at] = on_the_way;
        walk_.push_back(at);
        const unsigned port = routes_.table[std::size_t{at} * routes_.nodes + node];
        const std::uint32_t next =
            port < routes_.ports ? routes_.next[std::size_t{at} * routes_.ports + port] : SourceRoutes::none;
        if (next == (SourceRoutes::host | node)) break;
        if (next >= SourceRoutes::host || length_[next] == on_the_way) {
          fault(at, port);
          length = lost;
          break;
        }
        at = next;
      }
      if (length_[at] != on_the_way) length = length_[at];  // came upon a route that is known
      for (auto passed = walk_.rbegin(); passed != walk_.rend(); ++passed)
        length_[*passed] = length == lost ? lost : ++length;
    }
    return length_;
  }

 private:
  const SourceRoutes& routes_;
  std::uint32_t switches_;
  std::vector<std::uint32_t> length_, walk_;
};

bool has_table(const Netlist& netlist) {
  return !netlist.endpoints.empty() &&
         netlist.route_tables.entries.size() == netlist.switches.size() * netlist.endpoints.size();
}

}  // namespace

std::vector<route_unit::Place> route_places(const Netlist& netlist) {
  const RouteTables& tables = netlist.route_tables;
  const std::size_t nodes = netlist.endpoints.size();
  std::vector<route_unit::Place> places;
  places.reserve(netlist.switches.size());
  for (std::uint32_t s = 0; s < netlist.switches.size(); ++s) {
    route_unit::Place& place = places.emplace_back(netlist.switches[s].route);
    if (!tables.entries.empty()) place.table = route_table_row(netlist, s);
    if (tables.rows == 2) place.second_row = tables.second_row[s];
    if (tables.choices.empty()) continue;
    place.choices = tables.choices.data() + s * nodes;
    place.port_sets = tables.port_sets.data() + tables.first_set[s];
  }
  for (const Channel& channel : netlist.channels)
    if (channel.from.kind == InstanceKind::wormhole_switch && channel.to.kind == InstanceKind::endpoint)
      places[channel.from.instance].hosts |= bit(channel.from.port.value);
  return places;
}

endpoint::SourceRoutes source_routes(const Netlist& netlist) {
  SourceRoutes routes;
  routes.ports = netlist.switch_params.ports;
  routes.nodes = static_cast<std::uint32_t>(netlist.endpoints.size());
  routes.table = netlist.route_tables.entries;
  routes.next.assign(netlist.switches.size() * routes.ports, SourceRoutes::none);
  routes.first.assign(routes.nodes, SourceRoutes::none);
  // A netlist that is wrong elsewhere is named for that, and must not lead out of the arrays here.
  const auto is_switch = [&](const PortRef& port) {
    return port.kind == InstanceKind::wormhole_switch && port.instance < netlist.switches.size() &&
           port.port.value < routes.ports;
  };
  const auto is_host = [&](const PortRef& port) {
    return port.kind == InstanceKind::endpoint && port.instance < netlist.endpoints.size() &&
           netlist.endpoints[port.instance].place.node.value < routes.nodes;
  };
  for (const Channel& channel : netlist.channels) {
    const PortRef &from = channel.from, &to = channel.to;
    if (is_switch(from)) {
      std::uint32_t& next = routes.next[std::size_t{from.instance} * routes.ports + from.port.value];
      if (is_switch(to)) next = to.instance;
      if (is_host(to)) next = SourceRoutes::host | netlist.endpoints[to.instance].place.node.value;
    }
    if (is_host(from) && is_switch(to)) routes.first[netlist.endpoints[from.instance].place.node.value] = to.instance;
  }
  return routes;
}

Violations check_route_table(const Netlist& netlist) {
  Violations found;
  if (netlist.route_tables.entries.size() != netlist.switches.size() * netlist.endpoints.size()) {
    found.push_back({"route_table", std::to_string(netlist.route_tables.entries.size()) + " entries",
                     "switches x nodes (" + std::to_string(netlist.switches.size()) + " x " +
                         std::to_string(netlist.endpoints.size()) + ")"});
    return found;
  }
  const SourceRoutes routes = source_routes(netlist);
  Tracer tracer(routes);
  std::size_t more = 0;
  for (std::uint32_t node = 0; node < routes.nodes; ++node)
    tracer.lengths(node, [&](std::uint32_t at, unsigned port) {
      if (found.size() == most_messages) {
        ++more;
        return;
      }
      found.push_back({"route_table of " + netlist.switches[at].name + " to host " + std::to_string(node),
                       port_text(netlist, routes, at, port), "a port that leads there"});
    });
  if (more != 0) found.push_back({"route_table", std::to_string(more) + " more such routes", "none"});
  return found;
}

std::uint32_t longest_route(const Netlist& netlist) {
  if (!has_table(netlist)) return 0;
  const SourceRoutes routes = source_routes(netlist);
  Tracer tracer(routes);
  std::uint32_t longest = 0;
  bool all_arrive = true;
  for (std::uint32_t node = 0; node < routes.nodes; ++node) {
    const std::vector<std::uint32_t>& lengths =
        tracer.lengths(node, [&](std::uint32_t, unsigned) { all_arrive = false; });
    for (const std::uint32_t from : routes.first)
      if (from != SourceRoutes::none && lengths[from] != Tracer::lost) longest = std::max(longest, lengths[from]);
  }
  return all_arrive ? longest : 0;
}

}  // namespace slackline::network
