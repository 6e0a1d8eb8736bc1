#include "rtl_models/network/netlist.hpp"

#include <algorithm>

#include "rtl_models/network/netlist_parts.hpp"

namespace slackline::network {

namespace {

/// The kind of the switch at a port; of one that does not exist, which is reported elsewhere, the first kind.
const SwitchKind& kind_at(const Netlist& netlist, const PortRef& port) {
  const bool exists = port.kind == InstanceKind::any_switch && port.instance < netlist.switches.size();
  return exists ? netlist.kind_of(port.instance) : netlist.switch_kinds.front();
}

}  // namespace

unsigned Netlist::most_ports() const {
  unsigned most = 0;
  for (const wormhole_switch::Params& kind : switch_kinds) most = std::max<unsigned>(most, kind.ports);
  return most;
}

unsigned Netlist::most_virtual_channels() const {
  unsigned most = 0;
  for (const wormhole_switch::Params& kind : switch_kinds) most = std::max<unsigned>(most, kind.virtual_channels);
  return most;
}

bool Netlist::has_packet_switches() const {
  return std::any_of(switch_kinds.begin(), switch_kinds.end(),
                     [](const SwitchKind& kind) { return kind.is_packet_switch(); });
}

bool Netlist::has_barriers() const {
  return std::any_of(switch_kinds.begin(), switch_kinds.end(),
                     [](const wormhole_switch::Params& kind) { return kind.barrier.is_on(); });
}

bool Netlist::has_generators() const {
  for (std::size_t i = 0; i < endpoints.size(); ++i)
    if (!has_interface(i)) return true;
  return false;
}

bool Netlist::has_messages(std::size_t workload) const {
  if (interfaces == nullptr) return false;
  for (std::size_t i = 0; i < endpoints.size(); ++i)
    if (takes_part(workloads[workload], endpoints[i].place.node.value)) return has_interface(i);
  return false;
}

bool Netlist::has_barriers_of_firmware() const {
  if (interfaces == nullptr || barriers == nullptr) return false;
  for (std::size_t i = 0; i < endpoints.size(); ++i)
    if (const std::uint32_t node = endpoints[i].place.node.value;
        node < barriers->hosts.size() && !barriers->hosts[node].empty())
      return has_interface(i);
  return false;
}

bool Netlist::some_host_may_stop() const {
  for (std::size_t i = 0; i < endpoints.size(); ++i)
    if (may_stop(i)) return true;
  return false;
}

const std::string& Netlist::name(const PortRef& port) const {
  return port.kind == InstanceKind::any_switch ? switches[port.instance].name : endpoints[port.instance].name;
}

bool exists(const Netlist& netlist, const PortRef& port) {
  if (port.kind == InstanceKind::endpoint) return port.instance < netlist.endpoints.size() && port.port.value == 0;
  return port.instance < netlist.switches.size() && port.port.value < netlist.kind_of(port.instance).ports;
}

std::string port_text(const Netlist& netlist, const PortRef& port) {
  const bool is_switch = port.kind == InstanceKind::any_switch;
  const std::string instance = port.instance < (is_switch ? netlist.switches.size() : netlist.endpoints.size())
                                   ? netlist.name(port)
                                   : (is_switch ? "switch #" : "host #") + std::to_string(port.instance);
  return is_switch ? instance + "_p" + std::to_string(port.port.value) : instance;
}

bool has_host(const Channel& channel) {
  return channel.from.kind == InstanceKind::endpoint || channel.to.kind == InstanceKind::endpoint;
}

const SwitchKind& receiving_kind(const Netlist& netlist, const Channel& channel) {
  return kind_at(netlist, channel.to.kind == InstanceKind::any_switch ? channel.to : channel.from);
}

std::vector<std::uint32_t> kinds_at_hosts(const Netlist& netlist) {
  std::vector<std::uint32_t> kinds(netlist.endpoints.size(), 0);
  for (const Channel& channel : netlist.channels)
    if (channel.from.kind == InstanceKind::endpoint && channel.to.kind == InstanceKind::any_switch)
      kinds[channel.from.instance] = netlist.switches[channel.to.instance].kind;
  return kinds;
}

bool takes_part(const generator::Workload& workload, std::uint32_t node) {
  const std::vector<std::uint32_t>& members = workload.traffic.members;
  return members.empty() || std::binary_search(members.begin(), members.end(), node);
}

std::string channel_name(const Netlist& netlist, const Channel& channel) {
  return "link_" + port_text(netlist, channel.from) + "_to_" + port_text(netlist, channel.to);
}

unsigned virtual_channels(const Netlist& netlist, const Channel& channel) {
  const auto at = [&](const PortRef& port) {
    return port.kind == InstanceKind::any_switch ? netlist.kind_of(port.instance).virtual_channels
                                                 : std::uint8_t{wormhole_switch::most_virtual_channels};
  };
  return std::min(at(channel.from), at(channel.to));
}

Loop loop_of(const Netlist& netlist, const Channel& channel) {
  const SwitchKind& receiver = receiving_kind(netlist, channel);  // of a host at either end the kind of its switch
  const bool from_switch = channel.from.kind == InstanceKind::any_switch;
  const bool to_switch = channel.to.kind == InstanceKind::any_switch;
  return {from_switch ? sending_end(kind_at(netlist, channel.from)) : sending_host(receiver.host_fc_cycles), channel,
          to_switch ? receiving_end(receiver) : receiving_host(receiver.host_fc_cycles, receiver)};
}

bool takes_in_everything(const Netlist& netlist, const PortRef& to) {
  return to.kind == InstanceKind::endpoint
             ? !netlist.may_stop(to.instance)
             : to.instance < netlist.switches.size() && netlist.kind_of(to.instance).takes_in_everything();
}

std::uint64_t arbiter_stream(const Netlist& netlist, std::size_t switch_index) {
  std::uint64_t hash = RandomStream(netlist.port_params.seed, 0, RandomPurpose::arbitration).state;
  for (const char c : netlist.switches[switch_index].name) hash = mix64(hash + static_cast<unsigned char>(c));
  return hash;
}

barrier::SwitchPlace barrier_place(const Netlist& netlist, std::size_t switch_index) {
  if (!netlist.kind_of(switch_index).barrier.is_on()) return {};
  return barrier::place_at(netlist.barrier_ways, static_cast<std::uint32_t>(switch_index), netlist.switches.size(),
                           netlist.workloads[0].traffic.seed);
}

std::vector<PortSet> wired_outputs(const Netlist& netlist) {
  std::vector<PortSet> wired(netlist.switches.size());
  for (const Channel& channel : netlist.channels)
    if (channel.from.kind == InstanceKind::any_switch) insert(wired[channel.from.instance], channel.from.port.value);
  return wired;
}

}  // namespace slackline::network
