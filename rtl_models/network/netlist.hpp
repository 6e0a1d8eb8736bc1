// netlist: a network as plain data: kinds of switches, the switches and hosts, and the channels that join their ports.
//
//   Netlist --[elaborate]--> ElaboratedNetlist --> Fabric, SignalNetwork
//
// A switch refers to its kind by number. Routing, the format of packets and the clock are the network's. An input works
// as its switch's kind says; an output as the input at the far end of its link does, of whose virtual channels it uses
// those that it has itself. Both engines are built from an elaborated netlist, so what they simulate is the same by
// construction.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "rtl_models/barrier/network_ways.hpp"
#include "rtl_models/common/link_fault.hpp"
#include "rtl_models/common/violation.hpp"
#include "rtl_models/generator/generator.hpp"
#include "rtl_models/network/host_interface.hpp"
#include "rtl_models/network/route_tables.hpp"
#include "rtl_models/network/slack.hpp"
#include "rtl_models/network/switch_kind.hpp"
#include "rtl_models/wormhole_switch/wormhole_switch.hpp"

namespace slackline::network {

enum class InstanceKind : std::uint8_t { any_switch, endpoint };

/// A port of an instance. An endpoint has port 0 only.
struct PortRef {
  InstanceKind kind = InstanceKind::any_switch;
  std::uint32_t instance = 0;  ///< index into Netlist::switches or Netlist::endpoints
  PortId port;
  friend bool operator==(const PortRef& a, const PortRef& b) {
    return a.kind == b.kind && a.instance == b.instance && a.port == b.port;
  }
};

/// One direction of a link: an output register to an input port, and the STOP wire back.
struct Channel : ChannelKind {
  PortRef from, to;
};

struct SwitchInstance {
  std::string name;         ///< "switch3"
  route_unit::Place route;  ///< its place in the network
  std::uint32_t kind = 0;   ///< index into Netlist::switch_kinds
};

struct EndpointInstance {
  std::string name;  ///< "host7"
  port::Place place;
  /// The kind of its network interface: index into HostInterfaces::nics; no_interface: a generator is at its port.
  std::uint32_t nic = 0;
};

/// An injected fault of a channel.
struct ChannelFault {
  std::uint32_t channel = 0;  ///< index into Netlist::channels
  LinkFault fault;
};

struct Netlist {
  /// 1 or more. `route` of each, `longest_packet`, `mixed` and the credits are set by elaborate().
  std::vector<SwitchKind> switch_kinds = {SwitchKind()};
  route_unit::Params routing;  ///< of all switches; its port_count, nodes and virtual_channels are set by elaborate()
  /// Of all hosts. `links`, `fc_cycles` and `nodes` are set by elaborate(), `workloads` too, and `seed` is that of the first
  /// workload.
  port::Params port_params;
  /// What hosts send side by side, 1 to 8 of them; `nodes` of each is the number of hosts.
  std::vector<generator::Workload> workloads = {generator::Workload()};
  std::shared_ptr<const barrier::Traffic> barriers;  ///< if not nullptr, the barriers of hosts
  std::vector<SwitchInstance> switches;
  std::vector<EndpointInstance> endpoints;
  std::vector<Channel> channels;
  /// If not nullptr, hosts have network interfaces, or some of them: packets of their workloads are the messages that they
  /// post to them. The hosts of a workload all have one, or none of them has; so do all members of barriers.
  std::shared_ptr<const HostInterfaces> interfaces;
  RouteTables route_tables;           ///< where routing is by table or by source
  barrier::NetworkWays barrier_ways;  ///< where switches take part in barriers
  std::vector<ChannelFault> faults;

  const std::string& name(const PortRef& port) const;
  SwitchKind& kind_of(std::size_t switch_index) { return switch_kinds[switches[switch_index].kind]; }
  const SwitchKind& kind_of(std::size_t switch_index) const { return switch_kinds[switches[switch_index].kind]; }
  bool is_packet_switch(std::size_t switch_index) const { return kind_of(switch_index).is_packet_switch(); }
  bool has_packet_switches() const;
  // Of all switches the most ports, and the most virtual channels.
  unsigned most_ports() const;
  unsigned most_virtual_channels() const;
  /// Some switch has a barrier unit.
  bool has_barriers() const;
  bool has_interface(std::size_t host) const { return interfaces != nullptr && endpoints[host].nic != no_interface; }
  /// Some host has a generator, not a network interface.
  bool has_generators() const;
  /// The hosts of a workload have network interfaces: its packets are messages. `workload`: its place in `workloads`.
  bool has_messages(std::size_t workload) const;
  /// Hosts with network interfaces meet in barriers: firmware makes these.
  bool has_barriers_of_firmware() const;
  /// The parameters of a host's network interface, as they are given.
  const nic::Params& nic_of(std::size_t host) const { return interfaces->nics[endpoints[host].nic]; }
  /// The network interface of a host may hold its link back.
  bool may_stop(std::size_t host) const { return has_interface(host) && nic_of(host).when_full == nic::WhenFull::stop; }
  bool some_host_may_stop() const;
};

/// A kind of host: its network interface, and what the switch at which it is determines.
struct HostKind {
  port::Params port;
  std::shared_ptr<const InterfaceKind> interface;  ///< nullptr: no network interface
};

/// How strictly a netlist is checked.
enum class Check : std::uint8_t {
  all,        ///< structure, parameters and slack: a netlist that simulates without losing a flit
  structure,  ///< allows too little slack, so that an overflow can be shown
};

/// A netlist that has been checked, with all that follows from it: only elaborate() makes one. `interfaces` and the
/// programs of its workloads belong to it alone, and a dead link is dead in both directions.
class ElaboratedNetlist : public Netlist {
 public:
  const HostKind& host_kind_of(std::size_t host) const { return host_kinds_[host_kind_[host]]; }
  /// The completed parameters of a network interface and of its host, for one that has an interface.
  const InterfaceKind& interface_of(std::size_t host) const { return *host_kind_of(host).interface; }
  /// The port of a host.
  const port::Params& port_of(std::size_t host) const { return host_kind_of(host).port; }

  // Numbers of the places where channels end: the ports of all switches, then the hosts.
  std::size_t input_number(const PortRef& to) const {
    return to.kind == InstanceKind::any_switch ? first_port_[to.instance] + to.port.value
                                               : first_port_.back() + to.instance;
  }
  std::size_t first_port(std::size_t switch_index) const { return first_port_[switch_index]; }
  std::size_t switch_ports() const { return first_port_.back(); }
  /// Words of 64 that have a bit for each of the inputs, and a spare one.
  std::size_t input_words() const { return (first_port_.back() + endpoints.size() + 63) / 64 + 1; }

  friend ElaboratedNetlist elaborate(Netlist given, Check check);

 private:
  explicit ElaboratedNetlist(Netlist completed);
  void add_host_kinds();
  /// Cycles that the slowest interface takes to start.
  std::uint64_t slowest_start() const;

  std::vector<HostKind> host_kinds_;
  std::vector<std::uint32_t> host_kind_;  // per host
  std::vector<std::size_t> first_port_;   // per switch, and the number of all ports
};

/// "link_switch0_p3_to_host7": the name of a channel in waves and reports.
std::string channel_name(const Netlist& netlist, const Channel& channel);

/// The netlist with all values derived from the rest of it: those that the blocks of a switch, and hosts, need of one
/// another, the longest route and the longest packet.
Netlist completed(Netlist netlist);

/// The links of hosts at switches of a kind, as far as they follow from its completed parameters and need no routes.
port::Links host_links(const wormhole_switch::Params& kind);

/// Virtual channels of a channel: those that its sender and its receiver both have.
unsigned virtual_channels(const Netlist& netlist, const Channel& channel);

/// Netlist::routing with the values that it takes from the switches: ports, nodes, and the fewest virtual channels of
/// any channel between switches.
route_unit::Params completed_routing(const Netlist& netlist);

/// Every header comes to the front of its buffer at every switch, where it may turn to an escape channel; see
/// wormhole_switch::Params.
bool headers_reach_escapes(const Netlist& netlist);

/// A channel with what its slack depends on of the kinds at its ends, for a completed netlist.
Loop loop_of(const Netlist& netlist, const Channel& channel);

/// All violations of a netlist, at once: parameters, ports that do not exist or are used
/// twice, endpoints without a link, node numbers, routes that do not arrive, slack.
Violations violations(const Netlist& given, Check check = Check::all);

/// Throws std::invalid_argument with all violations, one a line.
ElaboratedNetlist elaborate(Netlist given, Check check = Check::all);

/// `to` never sends STOP, or credits: a host, or a packet switch that drops.
bool takes_in_everything(const Netlist& netlist, const PortRef& to);

/// The values that are wired in for barriers at a switch of an elaborated netlist; point into it.
barrier::SwitchPlace barrier_place(const Netlist& netlist, std::size_t switch_index);
/// wormhole_switch::Place::arbiter_stream of a switch; it follows from its name and the seed of the traffic.
std::uint64_t arbiter_stream(const Netlist& netlist, std::size_t switch_index);

/// Outputs of each switch that have a link, one mask a switch.
std::vector<PortSet> wired_outputs(const Netlist& netlist);

}  // namespace slackline::network
