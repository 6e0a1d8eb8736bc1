// route_tracer: follows the routes of all switches to one node after another, as SourceRoutes describes them: whether
// they arrive, and how many switches they pass.
#pragma once

#include <cstdint>
#include <vector>

#include "rtl_models/network/table_columns.hpp"
#include "rtl_models/port/source_routes.hpp"
#include "rtl_models/route_unit/table_entry.hpp"

namespace slackline::network {

/// The routes of the entries. Where a packet goes on depends on the switch and the row: a *state*, switch x rows + row.
class RouteTracer {
 public:
  static constexpr std::uint32_t unknown = 0, on_the_way = ~0u, lost = ~0u - 1;

  explicit RouteTracer(const port::SourceRoutes& routes);

  /// Switches from each state on, that one included, or `lost`: for every state that the route of a host to `node`
  /// passes, from where it is joined or, by the first row, from that switch on. Calls `miss(switch, entry)` where a
  /// route fails: for a loop, at one switch of it. Each state is walked through once.
  template <class Miss>
  const std::vector<std::uint32_t>& lengths(std::uint32_t node, Miss&& miss) {
    length_.assign(std::size_t{routes_.switches()} * routes_.rows, unknown);
    for (const std::uint32_t start : starts_) trace(node, start, miss);
    return length_;
  }
  /// After lengths(): the route by the first row of any other switch, too.
  template <class Miss>
  void trace_from_switch(std::uint32_t node, std::uint32_t at, Miss&& miss) {
    trace(node, at * routes_.rows, miss);
  }
  /// The state in which packets of a host are at their first switch; host: it has no link.
  std::uint32_t state_of_host(std::uint32_t node) const {
    const std::uint32_t at = routes_.first[node];
    return at >= routes_.switches() ? port::SourceRoutes::host
                                    : at * routes_.rows + (routes_.rows == 2 ? routes_.first_row[node] : 0);
  }

 private:
  template <class Miss>
  void trace(std::uint32_t node, std::uint32_t state, Miss& miss) {
    const std::uint16_t* entries = entries_.column(node);
    std::uint32_t length = 0;  // of the rest after the walk: 0 after the last switch
    walk_.clear();
    while (length_[state] == unknown) {
      length_[state] = on_the_way;
      walk_.push_back(state);
      const route_unit::TableEntry entry(entries[state]);
      const std::uint32_t at = routes_.rows == 1 ? state : state / 2;
      const std::size_t way = std::size_t{at} * routes_.ports + entry.port();
      const bool exists = entry.port() < routes_.ports && entry.vc_class() < classes_;
      const std::uint32_t next = exists ? routes_.next[way] : port::SourceRoutes::none;
      if (next == (port::SourceRoutes::host | node)) break;
      const std::uint32_t behind = next >= port::SourceRoutes::host ? next
                                   : routes_.rows == 1              ? next
                                                                    : next * 2 + routes_.row_behind[way];
      if (next >= port::SourceRoutes::host || length_[behind] == on_the_way) {
        miss(at, entry);
        length = lost;
        break;
      }
      state = behind;
    }
    if (length_[state] != on_the_way) length = length_[state];  // reached a known route
    for (auto passed = walk_.rbegin(); passed != walk_.rend(); ++passed)
      length_[*passed] = length == lost ? lost : ++length;
  }

  const port::SourceRoutes& routes_;
  unsigned classes_;  // that an entry may name
  TableColumns<std::uint16_t> entries_;
  std::vector<std::uint32_t> starts_, length_, walk_;
};

/// Traces packets that choose any port of the sets.
class ChoiceTracer {
 public:
  static constexpr std::uint32_t unknown = 0, on_the_way = ~0u;

  explicit ChoiceTracer(const port::SourceRoutes& routes)
      : routes_(routes),
        entries_(routes.table.data(), std::size_t{routes.switches()} * routes.rows, routes.nodes),
        choices_(routes.choices.data(), routes.switches(), routes.nodes) {}

  /// For every switch that a packet of some host to `node` may pass, the number of switches on the longest way from
  /// there, that one included; `unknown` for the others. Calls `miss(switch, port)` where a port does not lead nearer,
  /// and `miss(switch, no_port)` where there is none.
  template <class Miss>
  const std::vector<std::uint32_t>& lengths(std::uint32_t node, Miss&& miss) {
    length_.assign(routes_.switches(), unknown);
    for (const std::uint32_t at : routes_.first)
      if (at < routes_.switches() && length_[at] == unknown) trace(node, at, miss);
    return length_;
  }

 private:
  struct Visit {
    std::uint32_t at;
    PortSet rest;          // of its set, not followed yet
    std::uint32_t behind;  // switches on the longest way so far, itself not included
  };

  template <class Miss>
  void trace(std::uint32_t node, std::uint32_t start, Miss& miss) {
    enter(node, start, miss);
    while (!walk_.empty()) {
      Visit& visit = walk_.back();
      if (is_empty(visit.rest)) {
        const std::uint32_t length = length_[visit.at] = visit.behind + 1;
        walk_.pop_back();
        if (!walk_.empty() && walk_.back().behind < length) walk_.back().behind = length;
        continue;
      }
      const unsigned port = lowest(visit.rest);
      erase(visit.rest, port);
      const std::uint32_t next =
          port < routes_.ports ? routes_.next[std::size_t{visit.at} * routes_.ports + port] : port::SourceRoutes::none;
      if (next == (port::SourceRoutes::host | node) && is_only_way(visit.at, node, port)) continue;
      if (next >= port::SourceRoutes::host || length_[next] == on_the_way)
        miss(visit.at, port);
      else if (length_[next] == unknown)
        enter(node, next, miss);
      else if (visit.behind < length_[next])
        visit.behind = length_[next];
    }
  }

  template <class Miss>
  void enter(std::uint32_t node, std::uint32_t at, Miss& miss) {
    const PortSet& set = set_of(at, node);
    if (is_empty(set)) miss(at, unsigned{route_unit::no_port});
    length_[at] = on_the_way;
    walk_.push_back({at, set, 0});
  }

  /// To the host itself there is no choice.
  bool is_only_way(std::uint32_t at, std::uint32_t node, unsigned port) {
    return set_of(at, node) == only(port) &&
           route_unit::TableEntry(entries_.column(node)[std::size_t{at} * routes_.rows]).port() == port;
  }

  const PortSet& set_of(std::uint32_t at, std::uint32_t node) {
    return routes_.port_sets[routes_.first_set[at] + choices_.column(node)[at]];
  }

  const port::SourceRoutes& routes_;
  TableColumns<std::uint16_t> entries_;
  TableColumns<std::uint16_t> choices_;
  std::vector<std::uint32_t> length_;
  std::vector<Visit> walk_;
};

}  // namespace slackline::network
