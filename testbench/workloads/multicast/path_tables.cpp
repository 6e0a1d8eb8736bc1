#include "testbench/workloads/multicast/path_tables.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <tuple>

#include "rtl_models/firmware/multicast_table.h"

namespace slackline::multicast {

namespace {

bool is_ring(Algorithm algorithm) { return algorithm == Algorithm::ring || algorithm == Algorithm::returning_ring; }

/// Host and class, as the table has them.
std::uint32_t pair_of(std::uint32_t host, BufferClass buffer, bool two_classes) {
  constexpr std::uint32_t lower = 2u << 30, upper = 3u << 30;
  return host | (buffer == BufferClass::upper && two_classes ? upper : lower);
}

}  // namespace

void PathTables::add(std::uint32_t group, const Tree& tree, bool two_classes) {
  const bool by_unicasts = tree.algorithm == Algorithm::unicasts;
  GroupEntries& of_root = hosts_[tree.root].groups[group];
  of_root.sends = true;
  if (by_unicasts) of_root.own.flags |= MULTICAST_UNICASTS;
  if (is_ring(tree.algorithm)) {
    constexpr std::size_t most_hops = 255;  // firmware/multicast_worm.h has eight bits for them
    if (tree.edges.size() > most_hops)
      throw std::invalid_argument("a ring of " + std::to_string(tree.edges.size()) + " hops among " +
                                  std::to_string(tree.members.size()) + " hosts; expected up to " +
                                  std::to_string(most_hops) + " hops, or an algorithm that counts none, such as bus");
    of_root.own.hops = static_cast<std::uint32_t>(tree.edges.size());
  }
  if (tree.algorithm == Algorithm::returning_ring) of_root.own.flags |= MULTICAST_RETURNS;
  if (is_ordered(tree.algorithm) && tree.root == tree.members.front())  // it gets its own messages in their places
    of_root.own.flags |= MULTICAST_ORDERED | MULTICAST_DELIVERS;
  const auto entry_of = [&](std::uint32_t host, std::uint32_t arrival) -> Entry& {
    GroupEntries& of_host = hosts_[host].groups[group];
    Entry& entry = arrival == Edge::own ? of_host.own : of_host.of_source[tree.root];
    if (is_permitted_ && !by_unicasts) entry.flags |= MULTICAST_PERMITTED;
    return entry;
  };
  for (std::size_t i = 0; i < tree.edges.size(); ++i) {
    const Edge& edge = tree.edges[i];
    entry_of(edge.parent, edge.arrival).successors.push_back(pair_of(edge.child, edge.buffer, two_classes));
    if (by_unicasts) continue;  // ordinary packets: their receiver looks nothing up
    hosts_[edge.child].predecessors.insert(pair_of(edge.parent, edge.buffer, two_classes));
    Entry& at_child = entry_of(edge.child, static_cast<std::uint32_t>(i));
    at_child.flags |= edge.child != tree.root || is_ordered(tree.algorithm) ? MULTICAST_DELIVERS : MULTICAST_RETURNS;
  }
}

void PathTables::add_managed(std::vector<std::uint32_t>& table) const {
  const std::size_t places = table.size();
  table[MULTICAST_MANAGED] = static_cast<std::uint32_t>(places);
  table.resize(places + managed_.size());
  for (std::size_t group = 0; group < managed_.size(); ++group) {
    table[places + group] = static_cast<std::uint32_t>(table.size());
    table.push_back(static_cast<std::uint32_t>(managed_[group].size()));
    table.insert(table.end(), managed_[group].begin(), managed_[group].end());
  }
}

std::vector<std::vector<std::uint32_t>> PathTables::take(std::uint32_t groups) const {
  std::vector<std::vector<std::uint32_t>> tables;
  for (const Host& host : hosts_) {
    std::vector<std::uint32_t> table(MULTICAST_RECORDS + std::size_t{MULTICAST_GROUP_WORDS} * groups);
    std::map<Entry, std::uint32_t> places;
    std::set<std::uint32_t> successors;
    std::size_t fan_out = 0;
    const auto place_of = [&](const Entry& entry) {
      const auto [found, is_new] = places.emplace(entry, static_cast<std::uint32_t>(table.size()));
      if (!is_new) return found->second;
      table.push_back(entry.flags);
      table.push_back(entry.hops);
      table.push_back(static_cast<std::uint32_t>(entry.successors.size()));
      table.insert(table.end(), entry.successors.begin(), entry.successors.end());
      if ((entry.flags & MULTICAST_UNICASTS) != 0) return found->second;
      successors.insert(entry.successors.begin(), entry.successors.end());
      fan_out = std::max(fan_out, entry.successors.size());
      return found->second;
    };
    for (const auto& [group, entries] : host.groups) {
      std::vector<std::uint32_t> sources;
      for (const auto& [source, entry] : entries.of_source) {
        sources.push_back(source);
        sources.push_back(place_of(entry));
      }
      const std::uint32_t own = entries.sends ? place_of(entries.own) : 0;
      std::uint32_t* record = &table[MULTICAST_RECORDS + std::size_t{MULTICAST_GROUP_WORDS} * group];
      record[MULTICAST_OWN] = own;
      record[MULTICAST_SOURCES] = static_cast<std::uint32_t>(table.size());
      record[MULTICAST_SOURCE_COUNT] = static_cast<std::uint32_t>(entries.of_source.size());
      table.insert(table.end(), sources.begin(), sources.end());
    }
    table[MULTICAST_SUCCESSOR_PAIRS] = static_cast<std::uint32_t>(successors.size());
    table[MULTICAST_PREDECESSOR_PAIRS] = static_cast<std::uint32_t>(host.predecessors.size());
    table[MULTICAST_FAN_OUT] = static_cast<std::uint32_t>(fan_out);
    table[MULTICAST_GROUPS] = groups;
    if (manager_) table[MULTICAST_MANAGER] = *manager_;
    if (manager_ == tables.size()) add_managed(table);
    tables.push_back(std::move(table));
  }
  return tables;
}

}  // namespace slackline::multicast
