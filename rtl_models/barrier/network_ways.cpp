#include "rtl_models/barrier/network_ways.hpp"

#include <algorithm>
#include <string>

#include "rtl_models/common/random_stream.hpp"

namespace slackline::barrier {

void NetworkWays::set_hosts(std::size_t count) {
  switch_of_host.assign(count, 0);
  port_of_host.assign(count, barrier_unit::Place::no_way);
}

void NetworkWays::set_host(std::uint32_t host, std::uint32_t at_switch, PortId port) {
  switch_of_host[host] = static_cast<std::uint16_t>(at_switch);
  port_of_host[host] = port.value;
}

namespace {

void check_planned(const NetworkWays& ways, const std::vector<unsigned>& entries, Violations& found) {
  if (const std::size_t planned = ways.planned.size(); planned != 0 && planned != entries.size())
    found.push_back({"barrier_ways.planned", std::to_string(planned), "a list of entries for each switch, or none"});
  for (std::size_t s = 0; s < std::min(ways.planned.size(), entries.size()); ++s) {
    if (ways.planned[s].size() <= entries[s]) continue;
    found.push_back({"barrier.entries", std::to_string(entries[s]),
                     "at least " + std::to_string(ways.planned[s].size()) +
                         ", for the trees that are planned at switch " + std::to_string(s)});
    break;
  }
}

void check_choices(const NetworkWays& ways, std::size_t pairs, Violations& found) {
  check_range(found, "barrier_ways.choices", ways.choices.size(), 0, 65535);
  Cycle from;
  for (const barrier_unit::Ways& choice : ways.choices) {
    if (choice.ports.size() != pairs)
      found.push_back({"barrier_ways.choices.ports", std::to_string(choice.ports.size()), "switches x switches"});
    if (!choice.tree.empty() && choice.tree.size() != pairs)
      found.push_back(
          {"barrier_ways.choices.tree", std::to_string(choice.tree.size()), "switches x switches, or none"});
    if (choice.from < from || choice.from < choice.change || (&choice == ways.choices.data() && choice.from != Cycle()))
      found.push_back({"barrier_ways.choices.from", std::to_string(choice.from.value),
                       "0, then in their order, not before their cause"});
    from = choice.from;
  }
  const auto acknowledges = [](const std::vector<barrier_unit::Planned>& at_switch) {
    return std::any_of(at_switch.begin(), at_switch.end(), [](const auto& p) { return p.entry.acknowledges; });
  };
  if (!ways.choices.empty() && std::any_of(ways.planned.begin(), ways.planned.end(), acknowledges))
    found.push_back({"barrier_ways.choices", std::to_string(ways.choices.size()),
                     "none, where barriers are acknowledged: an arrival must not overtake an acknowledgement"});
}

}  // namespace

void check(const NetworkWays& ways, const std::vector<unsigned>& entries, Violations& found) {
  const std::size_t pairs = entries.size() * entries.size();
  if (ways.ports_to_switch.size() != pairs)
    found.push_back({"barrier_ways", std::to_string(ways.ports_to_switch.size()), "switches x switches"});
  check_planned(ways, entries, found);
  for (const std::uint16_t hold : ways.holds)
    check_range(found, "barrier_ways.holds", hold, 1, preemption_unit::longest_hold);
  check_choices(ways, pairs, found);
}

namespace {

barrier_unit::Place unit_place(const NetworkWays& ways, std::uint32_t sw, std::size_t switches) {
  barrier_unit::Place place;
  place.self = barrier_unit::Address::of_switch(sw);
  place.ports_to_switch = ways.ports_to_switch.data() + sw * switches;
  place.switch_of_host = ways.switch_of_host.data();
  place.port_of_host = ways.port_of_host.data();
  place.switches = static_cast<std::uint16_t>(switches);
  place.hosts = static_cast<std::uint16_t>(ways.switch_of_host.size());
  place.ways = ways.choices.data();
  place.ways_count = static_cast<std::uint16_t>(ways.choices.size());
  if (!ways.planned.empty()) {
    place.planned = ways.planned[sw].data();
    place.planned_entries = static_cast<std::uint16_t>(ways.planned[sw].size());
  }
  return place;
}

}  // namespace

SwitchPlace place_at(const NetworkWays& ways, std::uint32_t sw, std::size_t switches, std::uint64_t seed) {
  SwitchPlace place;
  place.unit = unit_place(ways, sw, switches);
  place.holds = ways.holds.data();
  place.groups_with_holds = static_cast<std::uint16_t>(ways.holds.size());
  for (std::size_t host = 0; host < ways.port_of_host.size(); ++host)
    if (ways.switch_of_host[host] == sw && ways.port_of_host[host] != barrier_unit::Place::no_way)
      insert(place.hosts, ways.port_of_host[host]);
  RandomStream random(seed, sw, RandomPurpose::victims);
  place.victims = static_cast<std::uint32_t>(random.bits()) | 1;
  return place;
}

}  // namespace slackline::barrier
