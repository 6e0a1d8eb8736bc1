#include "rtl_models/network/route_table.hpp"

#include <algorithm>
#include <utility>

#include "rtl_models/network/route_tracer.hpp"

namespace slackline::network {

namespace {

using port::SourceRoutes;
using route_unit::Choice;
using route_unit::TableEntry;

constexpr std::size_t most_messages = 10;

/// Hosts by their nodes, for messages.
class HostNames {
 public:
  HostNames(const Netlist& netlist, std::size_t nodes) : netlist_(netlist), instance_of_(nodes) {
    for (std::uint32_t i = 0; i < netlist.endpoints.size(); ++i)
      if (const std::uint32_t node = netlist.endpoints[i].place.node.value; node < nodes) instance_of_[node] = i;
  }
  const std::string& operator()(std::uint32_t node) const { return netlist_.endpoints[instance_of_[node]].name; }

 private:
  const Netlist& netlist_;
  std::vector<std::uint32_t> instance_of_;
};

/// The text of a switch's port and of what is there.
std::string port_text(const Netlist& netlist, const HostNames& names, const SourceRoutes& routes, std::uint32_t at,
                      unsigned port) {
  std::string text = "port " + std::to_string(port);
  if (port >= routes.ports) return port == route_unit::no_port ? "no route" : text + ", which no switch has";
  const std::uint32_t next = routes.next[std::size_t{at} * routes.ports + port];
  if (next == SourceRoutes::none) return text + ", which has no link";
  if (next < SourceRoutes::host) return text + ", back to " + netlist.switches[next].name;
  return text + ", to " + names(next - SourceRoutes::host);
}

std::string entry_text(const Netlist& netlist, const HostNames& names, const SourceRoutes& routes, std::uint32_t at,
                       TableEntry entry) {
  const unsigned classes = routes.valiant ? routes.classes / 2u : routes.classes;
  if (entry.leads_on() && entry.vc_class() >= classes)
    return "class " + std::to_string(entry.vc_class()) + ", of " + std::to_string(classes);
  return port_text(netlist, names, routes, at, entry.port());
}

/// Keeps the first messages, and counts the others.
class Messages {
 public:
  void add(std::string of, const std::string& is, const char* expected) {
    if (found_.size() < most_messages)
      found_.push_back({std::move(of), is, expected});
    else
      ++more_;
  }
  Violations all() {
    if (more_ != 0) found_.push_back({"route_tables", std::to_string(more_) + " more such routes", "none"});
    return std::move(found_);
  }

 private:
  Violations found_;
  std::size_t more_ = 0;
};

Violations check_rows(const Netlist& netlist) {
  const RouteTables& tables = netlist.route_tables;
  const std::size_t switches = netlist.switches.size(), nodes = netlist.endpoints.size();
  Violations found;
  check_range(found, "route_tables.rows", tables.rows, 1, 2);
  if (tables.entries.size() != switches * tables.rows * nodes)
    found.push_back({"route_tables", std::to_string(tables.entries.size()) + " entries",
                     "switches x rows x nodes (" + std::to_string(switches) + " x " + std::to_string(tables.rows) +
                         " x " + std::to_string(nodes) + ")"});
  if (tables.rows == 2 && tables.second_row.size() != switches)
    found.push_back({"route_tables.second_row", std::to_string(tables.second_row.size()) + " masks",
                     "one a switch (" + std::to_string(switches) + ")"});
  return found;
}

/// Whether every choice is of a set that there is.
bool sets_exist(const RouteTables& tables, std::size_t switches, std::size_t nodes) {
  if (tables.choices.size() != switches * nodes || tables.first_set.size() != switches + 1) return false;
  if (tables.first_set.back() != tables.port_sets.size()) return false;
  for (std::size_t s = 0; s < switches; ++s) {
    if (tables.first_set[s] > tables.first_set[s + 1]) return false;
    const std::uint32_t sets = tables.first_set[s + 1] - tables.first_set[s];
    for (std::size_t node = 0; node < nodes; ++node)
      if (tables.choices[s * nodes + node] >= sets) return false;
  }
  return true;
}

Violations check_sets(const Netlist& netlist) {
  const route_unit::Params& route = netlist.routing;
  Violations found;
  if (route.choice == Choice::none) return found;
  if (!sets_exist(netlist.route_tables, netlist.switches.size(), netlist.endpoints.size()))
    found.push_back({"route_tables.choices", "choices and sets that do not fit together",
                     "switches x nodes choices, each of a set of its switch"});
  if (route.choice == Choice::minimal && netlist.route_tables.rows != 1)
    found.push_back({"route_tables.rows", "2", "1 with minimal routing"});
  return found;
}

/// A packet that comes by a host's port has a choice that none from a switch has on an escape channel: it must be one.
void check_host_ports(const Netlist& netlist, Violations& found) {
  if (netlist.routing.choice != Choice::adaptive) return;
  std::vector<PortRef> to(netlist.endpoints.size());
  for (const Channel& channel : netlist.channels)
    if (channel.from.kind == InstanceKind::endpoint) to[channel.from.instance] = channel.to;
  for (const Channel& channel : netlist.channels)
    if (channel.to.kind == InstanceKind::endpoint && !(to[channel.to.instance] == channel.from))
      found.push_back({netlist.endpoints[channel.to.instance].name, "two ports of switches",
                       "one for both ways with adaptive routing"});
}

bool is_complete(const Netlist& netlist) {
  return !netlist.endpoints.empty() && check_route_table_sizes(netlist).empty();
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
    if (channel.from.kind == InstanceKind::any_switch && channel.to.kind == InstanceKind::endpoint)
      insert(places[channel.from.instance].hosts, channel.from.port.value);
  return places;
}

port::SourceRoutes source_routes(const Netlist& netlist) {
  SourceRoutes routes;
  routes.ports = netlist.most_ports();
  routes.nodes = static_cast<std::uint32_t>(netlist.endpoints.size());
  const RouteTables& tables = netlist.route_tables;
  const route_unit::Params& params = netlist.routing;
  routes.rows = tables.rows;
  routes.classes = params.classes;
  routes.valiant = params.valiant;
  routes.table = tables.entries;
  if (params.choice != Choice::none) {
    routes.choices = tables.choices;
    routes.port_sets = tables.port_sets;
    routes.first_set = tables.first_set;
  }
  routes.next.assign(netlist.switches.size() * routes.ports, SourceRoutes::none);
  routes.row_behind.assign(routes.next.size(), 0);
  routes.first.assign(routes.nodes, SourceRoutes::none);
  routes.first_row.assign(routes.nodes, 0);
  // A netlist that is wrong elsewhere is named for that, and must not lead out of the arrays here.
  const auto is_switch = [&](const PortRef& port) {
    return port.kind == InstanceKind::any_switch && port.instance < netlist.switches.size() &&
           port.port.value < std::min(routes.ports, route_unit::max_ports);
  };
  const auto is_host = [&](const PortRef& port) {
    return port.kind == InstanceKind::endpoint && port.instance < netlist.endpoints.size() &&
           netlist.endpoints[port.instance].place.node.value < routes.nodes;
  };
  const auto row_at = [&](const PortRef& port) {
    return static_cast<std::uint8_t>(tables.rows == 2 && has(tables.second_row[port.instance], port.port.value));
  };
  for (const Channel& channel : netlist.channels) {
    const PortRef &from = channel.from, &to = channel.to;
    if (is_switch(from)) {
      const std::size_t way = std::size_t{from.instance} * routes.ports + from.port.value;
      if (is_switch(to)) {
        routes.next[way] = to.instance;
        routes.row_behind[way] = row_at(to);
      }
      if (is_host(to)) routes.next[way] = SourceRoutes::host | netlist.endpoints[to.instance].place.node.value;
    }
    if (is_host(from) && is_switch(to)) {
      const std::uint32_t node = netlist.endpoints[from.instance].place.node.value;
      routes.first[node] = to.instance;
      routes.first_row[node] = row_at(to);
    }
  }
  return routes;
}

Violations check_route_table_sizes(const Netlist& netlist) {
  Violations found = check_rows(netlist);
  const Violations of_sets = check_sets(netlist);
  found.insert(found.end(), of_sets.begin(), of_sets.end());
  return found;
}

Violations check_route_table(const Netlist& netlist) {
  if (Violations found = check_route_table_sizes(netlist); !found.empty()) return found;
  const SourceRoutes routes = source_routes(netlist);
  const HostNames names(netlist, routes.nodes);
  Messages messages;
  RouteTracer tracer(routes);
  ChoiceTracer of_choices(routes);
  for (std::uint32_t node = 0; node < routes.nodes; ++node) {
    const std::string to_host = " to " + names(node);
    const auto astray = [&](std::uint32_t at, TableEntry entry) {
      messages.add("route_tables of " + netlist.switches[at].name + to_host,
                   entry_text(netlist, names, routes, at, entry), "a port that leads there");
    };
    tracer.lengths(node, astray);
    if (routes.choices.empty()) continue;
    const std::vector<std::uint32_t>& ways = of_choices.lengths(node, [&](std::uint32_t at, unsigned port) {
      messages.add("set of ports of " + netlist.switches[at].name + to_host,
                   port_text(netlist, names, routes, at, port), "ports that all lead nearer");
    });
    for (std::uint32_t at = 0; at < ways.size(); ++at)  // there a packet may turn to its escape channel
      if (ways[at] != ChoiceTracer::unknown) tracer.trace_from_switch(node, at, astray);
  }
  Violations found = messages.all();
  check_host_ports(netlist, found);
  return found;
}

std::uint32_t longest_route(const Netlist& netlist) {
  if (!is_complete(netlist)) return 0;
  const SourceRoutes routes = source_routes(netlist);
  RouteTracer tracer(routes);
  ChoiceTracer of_choices(routes);
  std::uint32_t longest = 0;
  bool all_arrive = true;
  const auto miss = [&](std::uint32_t, auto) { all_arrive = false; };
  for (std::uint32_t node = 0; node < routes.nodes; ++node) {
    const std::vector<std::uint32_t>& lengths = tracer.lengths(node, miss);
    const std::vector<std::uint32_t>* with_choice = routes.choices.empty() ? nullptr : &of_choices.lengths(node, miss);
    if (!all_arrive) return 0;
    for (std::uint32_t from = 0; from < routes.nodes; ++from) {
      const std::uint32_t at = routes.first[from];
      if (at == SourceRoutes::none) continue;
      // From its intermediate switch a packet goes on as if it came from nowhere.
      longest = std::max({longest, lengths[tracer.state_of_host(from)], routes.valiant ? lengths[at * routes.rows] : 0,
                          with_choice != nullptr ? (*with_choice)[at] : 0});
    }
  }
  return routes.valiant ? 2 * longest - 1 : longest;
}

}  // namespace slackline::network
