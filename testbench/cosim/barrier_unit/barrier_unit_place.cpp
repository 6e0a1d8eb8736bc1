#include "testbench/cosim/barrier_unit/barrier_unit_place.hpp"

namespace slackline::cosim {

using barrier_unit::Address;
using barrier_unit::Place;

namespace {

/// The unit's own hosts below are children, and the switches behind other ports; every third group has its root here.
barrier_unit::Planned plan(const Place& place, unsigned ports, unsigned group) {
  barrier_unit::Planned planned;
  barrier_unit::Entry& entry = planned.entry;
  entry.valid = entry.node = true;
  entry.group = static_cast<std::uint8_t>(group);
  entry.root = group % 3 == 0;
  entry.acknowledges = group % 2 == 0;
  const auto add = [&](std::uint16_t port, Address child) {
    if (port == Place::no_way || has(entry.children, port)) return;
    insert(entry.children, port);
    planned.children.emplace_back(static_cast<std::uint8_t>(port), child);
  };
  for (unsigned host = group % 2; host < place.hosts; host += 2)
    if (place.has_host(Address::of_host(host))) add(place.port_of_host[host], Address::of_host(host));
  for (unsigned sw = 0; sw < place.switches && count_of(entry.children) + 1 < ports; ++sw)
    add(place.ports_to_switch[sw], Address::of_switch(sw));
  entry.parent = entry.root ? Address::of_host(0) : Address::of_switch(0);
  return planned;
}

}  // namespace

BarrierUnitPlace::BarrierUnitPlace(unsigned ports, std::uint16_t switches, std::uint16_t hosts, std::uint16_t planned)
    : self_(Address::of_switch(switches / 2u)) {
  for (unsigned sw = 0; sw < switches; ++sw) {
    const bool unreachable = sw == self_.number() || (switches > 2 && sw + 1 == switches);
    ports_to_switch_.push_back(unreachable ? Place::no_way : static_cast<std::uint16_t>((7 * sw + 1) % ports));
  }
  for (unsigned host = 0; host < hosts; ++host) {
    const bool own = host < (ports + 1) / 2;
    const unsigned elsewhere = (self_.number() + 1u + host % (switches - 1u)) % switches;
    switch_of_host_.push_back(static_cast<std::uint16_t>(own ? self_.number() : elsewhere));
    port_of_host_.push_back(static_cast<std::uint16_t>(own ? host : 0));
  }
  for (unsigned group = 0; group < planned; ++group) planned_.push_back(plan(place(), ports, group));
}

Place BarrierUnitPlace::place() const {
  Place at;
  at.self = self_;
  at.ports_to_switch = ports_to_switch_.data();
  at.switch_of_host = switch_of_host_.data();
  at.port_of_host = port_of_host_.data();
  at.switches = static_cast<std::uint16_t>(ports_to_switch_.size());
  at.hosts = static_cast<std::uint16_t>(switch_of_host_.size());
  at.planned = planned_.data();
  at.planned_entries = static_cast<std::uint16_t>(planned_.size());
  return at;
}

}  // namespace slackline::cosim
