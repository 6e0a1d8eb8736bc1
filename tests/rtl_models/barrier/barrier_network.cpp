#include "tests/rtl_models/barrier/barrier_network.hpp"

#include <algorithm>
#include <map>

#include "rtl_models/nic/error_text.hpp"

namespace slackline::test {

namespace {

/// The barrier traffic of hosts, with or without interfaces.
const barrier::Traffic& traffic_of(const network::Netlist& netlist) { return *netlist.barriers; }
const barrier::Member* members_of(const network::Fabric& fabric, std::size_t host) {
  return fabric.netlist().interfaces != nullptr ? fabric.interface_state(host).host.members
                                                : fabric.generator_state(host).members;
}

/// "": no error.
std::string error_of_interface(const network::HostInterface& s) {
  if (s.nic.processor.error.kind != nic::FirmwareErrorKind::none) return nic::error_text(s.nic.processor.error);
  return s.host.errors.any() ? "impossible completions" : "";
}

}  // namespace

std::string error_of_barriers(const network::Fabric& fabric) {
  const network::Netlist& netlist = fabric.netlist();
  const barrier::Traffic& traffic = traffic_of(netlist);
  for (std::size_t s = 0; s < netlist.switches.size(); ++s)
    if (const barrier::SwitchState& b = *fabric.switch_state(s).barrier; b.unit.errors.any() || b.lost != 0)
      return netlist.switches[s].name + ": an error of its barrier unit";
  struct Times {
    Cycle last_in, first_out = never;
  };
  std::map<std::pair<unsigned, unsigned>, Times> of;  // by group and round
  for (std::size_t i = 0; i < netlist.endpoints.size(); ++i) {
    const port::State& host = fabric.port_state(i);
    const std::vector<barrier::Membership>& groups = traffic.hosts[netlist.endpoints[i].place.node.value];
    if (netlist.interfaces != nullptr)
      if (const std::string error = error_of_interface(fabric.interface_state(i)); !error.empty())
        return netlist.endpoints[i].name + ": " + error;
    if (host.barrier->lost != 0) return netlist.endpoints[i].name + ": messages that nothing knows";
    for (std::size_t g = 0; g < groups.size(); ++g)
      for (unsigned round = 0; round < traffic.rounds; ++round) {
        const barrier::Member& member = members_of(fabric, i)[g];
        if (member.left[round] == never)
          return netlist.endpoints[i].name + " has not left barrier " + std::to_string(round) + " of group " +
                 std::to_string(groups[g].group);
        Times& times = of[{groups[g].group, round}];
        times.last_in = std::max(times.last_in, member.entered[round]);
        times.first_out = std::min(times.first_out, member.left[round]);
      }
  }
  for (const auto& [at, times] : of)
    if (times.first_out < times.last_in)
      return "group " + std::to_string(at.first) + ": left barrier " + std::to_string(at.second) + " too early";
  return "";
}

std::uint64_t barriers_left(const network::Fabric& fabric) {
  std::uint64_t left = 0;
  for (std::size_t i = 0; i < fabric.netlist().endpoints.size(); ++i)
    for (unsigned g = 0; g < traffic_of(fabric.netlist()).hosts[fabric.netlist().endpoints[i].place.node.value].size();
         ++g)
      left += members_of(fabric, i)[g].round;
  return left;
}

namespace {

template <class Count>
std::uint64_t sum_over_units(const network::Fabric& fabric, Count&& count) {
  std::uint64_t sum = 0;
  for (std::size_t s = 0; s < fabric.netlist().switches.size(); ++s) sum += count(fabric.switch_state(s).barrier->unit);
  return sum;
}

}  // namespace

std::uint64_t completed(const network::Fabric& fabric) {
  return sum_over_units(fabric, [](const barrier_unit::State& unit) { return unit.completed; });
}

std::uint64_t acknowledged(const network::Fabric& fabric) {
  return sum_over_units(fabric, [](const barrier_unit::State& unit) { return unit.acknowledged; });
}

std::uint64_t preemptions(const network::Fabric& fabric) {
  std::uint64_t sum = 0;
  for (std::size_t s = 0; s < fabric.netlist().switches.size(); ++s)
    for (unsigned o = 0; o < fabric.netlist().switch_kinds[0].ports; ++o)
      sum += fabric.switch_state(s).barrier->counters[o].preemptions;
  return sum;
}

std::uint64_t padding(const network::Fabric& fabric) {
  std::uint64_t sum = 0;
  for (std::size_t s = 0; s < fabric.netlist().switches.size(); ++s)
    for (unsigned v = 0; v < fabric.netlist().switch_kinds[0].virtual_channels; ++v)
      sum += fabric.switch_state(s).barrier->padding[v].flits;
  return sum;
}

}  // namespace slackline::test
