#include "testbench/workloads/synchronization/slot_tables/estimates.hpp"

#include <algorithm>
#include <cmath>

#include "testbench/features/link/settings.hpp"
#include "testbench/schedule/hierarchical.hpp"
#include "testbench/workloads/synchronization/slot_tables/handler_cycles.hpp"
#include "testbench/workloads/synchronization/slot_tables/schedule_bound.hpp"
#include "testbench/workloads/synchronization/slot_tables/slot_schedules.hpp"

namespace slackline::slot_tables {

namespace {

using settings::Values;
using synchronization::Delays;
using synchronization::Drain;
using synchronization::Estimates;

constexpr const char *link_delay = "link.delay", *header = "switch.delay.header", *data = "switch.delay.data",
                     *flow_control = "switch.delay.flow_control";

/// The value that a key asks for.
double asked_ns(const char* key, const Values& e) {
  const settings::Time* time = settings::time_of(*e.keys().find(key), e);
  return time != nullptr ? settings::in_ns(*time)
                         : static_cast<double>(settings::cycles_of(key, e)) * settings::in_ns(e.clock_period);
}

void set_buffers(const network::Netlist& netlist, Delays& d) {
  const wormhole_switch::Params& kind = netlist.switch_kinds.front();
  d.bl = static_cast<double>(kind.buffer.flits);
  d.ks = kind.flow.stop_at;
  d.kg = kind.flow.go_at;
}

/// The bound of a schedule, under one set of delays.
double bound(features::SynchronizingSchedule schedule, std::size_t hosts, std::uint32_t levels, const Delays& d,
             Drain drain) {
  switch (schedule) {
    case features::SynchronizingSchedule::hierarchical: return hierarchical_bound(d, levels, drain);
    case features::SynchronizingSchedule::shift: return static_cast<double>(hosts - 1) * simple_bound(d, drain);
    default: return simple_bound(d, drain);
  }
}

}  // namespace

Delays delays_in_cycles(const Values& e, const network::Netlist& netlist) {
  const auto cycles = [&](const char* key) { return static_cast<double>(settings::cycles_of(key, e)); };
  Delays d;
  d.ld = cycles(link_delay);
  d.cp = e.get<features::LinkSettings>().cycles_per_flit.value();
  d.rest = e.get<features::LinkSettings>().cycles_per_flit.rounded_up() - 1;
  d.sd = cycles(data);
  d.rd = cycles(header);
  d.fc = cycles(flow_control);
  set_buffers(netlist, d);
  if (e.get<features::SynchronizationSettings>().pause == features::ClockPause::firmware)
    for (const nic::Params& kind : netlist.interfaces->nics)
      d.pause = std::max(d.pause, static_cast<double>(pause_cycles(kind)));
  return d;
}

Delays delays_in_ns(const Values& e, const network::Netlist& netlist) {
  Delays d;
  d.ld = asked_ns(link_delay, e);
  d.cp = e.get<features::LinkSettings>().cycles_per_flit.value() * settings::in_ns(e.clock_period);
  d.sd = asked_ns(data, e);
  d.rd = asked_ns(header, e);
  d.fc = asked_ns(flow_control, e);
  set_buffers(netlist, d);
  return d;
}

std::optional<Estimates> estimates_along_chains(const Values& e, const network::Netlist& netlist,
                                                const schedule::Schedule& schedule) {
  if (netlist.switch_kinds.size() > 1 || !schedule::Paths::objection(netlist).empty()) return std::nullopt;
  const schedule::Paths paths(netlist);
  const Delays cycles = delays_in_cycles(e, netlist);
  const std::optional<double> drained = schedule_bound(schedule, paths, cycles, Drain::at_link);
  if (!drained) return std::nullopt;
  return Estimates{*schedule_bound(schedule, paths, delays_in_ns(e, netlist), Drain::at_switch),
                   *schedule_bound(schedule, paths, cycles, Drain::at_switch), *drained, cycles.pause};
}

std::optional<Estimates> estimates_of(const Values& e, const network::Netlist& netlist,
                                      const std::optional<schedule::SpanningTree>& tree) {
  using Schedule = features::SynchronizingSchedule;
  if (netlist.switch_kinds.size() > 1) return std::nullopt;  // the equations are of switches that are all alike
  const Schedule schedule = resolved(e.get<features::SynchronizationSettings>().schedule, netlist);
  const std::size_t hosts = netlist.endpoints.size();
  // Equation (8) is of one switch.
  if (schedule == Schedule::file || (schedule != Schedule::hierarchical && netlist.switches.size() != 1)) {
    const std::optional<schedule::Schedule> messages = schedule_without_tree(e, netlist);
    return messages ? estimates_along_chains(e, netlist, *messages) : std::nullopt;
  }
  std::uint32_t levels = 2;
  if (schedule == Schedule::hierarchical)
    levels =
        std::max(levels, hierarchy_of(tree->tree, schedule::first_hosts(static_cast<std::uint32_t>(hosts))).levels);
  const Delays cycles = delays_in_cycles(e, netlist);
  return Estimates{bound(schedule, hosts, levels, delays_in_ns(e, netlist), Drain::at_switch),
                   bound(schedule, hosts, levels, cycles, Drain::at_switch),
                   bound(schedule, hosts, levels, cycles, Drain::at_link), cycles.pause};
}

double drift_of(const network::HostInterfaces& interfaces) {
  std::uint64_t least = ~std::uint64_t{0}, most = 0;
  for (const local_clock::Params& clock : interfaces.clocks) {
    least = std::min(least, clock.lag);
    most = std::max(most, clock.lag);
  }
  return interfaces.clocks.empty() ? 0 : std::ldexp(static_cast<double>(most - least), -64);
}

}  // namespace slackline::slot_tables
