#include "rtl_models/network/signal_network.hpp"

#include <utility>

#include "rtl_models/network/packet_switches.hpp"
#include "rtl_models/network/route_table.hpp"

namespace slackline::network {

SignalNetwork::SignalNetwork(sc_core::sc_module_name name, ElaboratedNetlist netlist, sc_core::sc_time period)
    : sc_module(name),
      netlist_(std::move(netlist)),
      packets_(static_cast<std::uint32_t>(netlist_.endpoints.size()), netlist_.port_params.seed),
      workloads_(netlist_.workloads, netlist_.has_barriers_of_firmware() ? nullptr : netlist_.barriers),
      latencies_(workloads_.count()),
      period_(period),
      clk_("clk", period, 0.5, period / 2, true),
      rst_n_("rst_n", true) {
  build_modules();
  build_channels();
  build_faults();
}

// The kernel looks a port that goes up in a list, from the end: in the reverse of the order in which they were made,
// that is quick.
SignalNetwork::~SignalNetwork() {
  const auto take_down = [](auto& objects) {
    while (!objects.empty()) objects.pop_back();
  };
  take_down(stop_wires_);
  take_down(flit_wires_);
  take_down(endpoints_);
  take_down(packet_switches_);
  take_down(switches_);
}

SignalNetwork::IdleSwitch::IdleSwitch(const wormhole_switch::Params& p, const wormhole_switch::Place& place)
    : storage(wormhole_switch::storage_bytes(p) / sizeof(std::uint64_t)) {
  Arena arena(reinterpret_cast<std::byte*>(storage.data()));
  wormhole_switch::bind(p, state, arena);
  wormhole_switch::wire_in(p, place, state);
}

void SignalNetwork::build_switches() {
  const std::vector<route_unit::Place> routes = route_places(netlist_);
  const std::vector<packet_switch::Params> packet_params = packet_switch_params(netlist_);
  const std::vector<PortSet> stopped_by_flits = outputs_stopped_by_flits(netlist_);
  for (const SwitchInstance& s : netlist_.switches) {
    const std::size_t i = switches_.size();
    const SwitchKind& kind = netlist_.kind_of(i);
    wormhole_switch::Place place;
    place.route = routes[i];
    place.barrier = barrier_place(netlist_, i);
    place.arbiter_stream = arbiter_stream(netlist_, i);
    const auto connect = [&](auto& module) {
      module.clk(clk_);
      module.rst_n(rst_n_);
    };
    PacketSwitch& packets = packet_switches_.emplace_back();
    if (kind.is_packet_switch()) {
      switches_.push_back(nullptr);
      packets.idle = std::make_unique<IdleSwitch>(kind, place);
      packets.module = std::make_unique<packet_switch::Module>(
          s.name.c_str(), packet_params[i], forwarding_table(netlist_, routes[i]), stopped_by_flits[i]);
      packets.module->set_packets(packets_);
      connect(*packets.module);
    } else {
      switches_.push_back(std::make_unique<wormhole_switch::Module>(s.name.c_str(), kind, place));
      connect(*switches_.back());
    }
  }
}

void SignalNetwork::build_modules() {
  build_switches();
  if (netlist_.interfaces != nullptr)
    hosts_ = std::make_unique<Hosts>(*netlist_.interfaces, workloads_,
                                     static_cast<std::uint32_t>(netlist_.endpoints.size()), netlist_.port_params.seed);
  for (const EndpointInstance& e : netlist_.endpoints) {
    const HostKind& kind = netlist_.host_kind_of(endpoints_.size());
    generators_.push_back(nullptr);
    interfaces_.push_back(nullptr);
    if (kind.interface == nullptr) {
      auto module =
          std::make_unique<generator::Module>(e.name.c_str(), kind.port, workloads_, e.place, packets_, latencies_);
      generators_.back() = module.get();
      endpoints_.push_back(std::move(module));
    } else {
      auto module = std::make_unique<HostInterfaceModule>(
          e.name.c_str(), *kind.interface, *hosts_, kind.port,
          network::nic_place(*netlist_.interfaces, endpoints_.size(), e.place), e.place, packets_, latencies_);
      interfaces_.back() = module.get();
      endpoints_.push_back(std::move(module));
    }
    endpoints_.back()->clk(clk_);
    endpoints_.back()->rst_n(rst_n_);
  }
}

void SignalNetwork::build_channels() {
  for (const Channel& channel : netlist_.channels) {
    const std::string name = channel_name(netlist_, channel);
    flit_wires_.push_back(std::make_unique<FlitWire>(name.c_str()));
    stop_wires_.push_back(std::make_unique<StopWire>((name + "_stop").c_str()));
    FlitWire& flit = *flit_wires_.back();
    StopWire& stop = *stop_wires_.back();
    if (channel.from.kind == InstanceKind::any_switch && netlist_.is_packet_switch(channel.from.instance)) {
      packet_switch::Module& from = *packet_switches_[channel.from.instance].module;
      from.flit_out[channel.from.port.value](flit);
      from.stop_in[channel.from.port.value](stop);
      from.set_stop_delay(channel.from.port, channel.stop_delay);
    } else if (channel.from.kind == InstanceKind::any_switch) {
      wormhole_switch::Module& from = *switches_[channel.from.instance];
      from.flit_out[channel.from.port.value](flit);
      from.stop_in[channel.from.port.value](stop);
      from.set_stop_delay(channel.from.port, channel.stop_delay);
      from.set_cycles_per_flit(channel.from.port, channel.cycles_per_flit);
      if (channel.to.kind == InstanceKind::any_switch)
        from.set_receiver(channel.from.port, wormhole_switch::receiver_of(netlist_.kind_of(channel.to.instance)));
      if (takes_in_everything(netlist_, channel.to)) from.set_unlimited(channel.from.port);
    } else {
      port::PortModule& from = *endpoints_[channel.from.instance];
      from.flit_out(flit);
      from.stop_in(stop);
      from.set_stop_delay(channel.stop_delay);
    }
    if (channel.to.kind == InstanceKind::any_switch && netlist_.is_packet_switch(channel.to.instance)) {
      packet_switch::Module& to = *packet_switches_[channel.to.instance].module;
      to.flit_in[channel.to.port.value](flit);
      to.stop_out[channel.to.port.value](stop);
      to.set_link_delay(channel.to.port, channel.latency());
    } else if (channel.to.kind == InstanceKind::any_switch) {
      wormhole_switch::Module& to = *switches_[channel.to.instance];
      to.flit_in[channel.to.port.value](flit);
      to.stop_out[channel.to.port.value](stop);
      to.set_link_delay(channel.to.port, channel.latency());
      if (channel.from.kind == InstanceKind::any_switch)
        to.set_sender_vcs(channel.to.port, netlist_.kind_of(channel.from.instance).virtual_channels);
    } else {
      port::PortModule& to = *endpoints_[channel.to.instance];
      to.flit_in(flit);
      to.stop_out(stop);
      to.set_link_delay(channel.latency());
    }
  }
}

void SignalNetwork::build_faults() {
  fault_states_.resize(netlist_.faults.size());
  switch_faults_.resize(switches_.size());
  endpoint_faults_.resize(endpoints_.size());
  const auto faults_of = [this](const PortRef& port) -> LinkFaults& {
    return (port.kind == InstanceKind::any_switch ? switch_faults_ : endpoint_faults_)[port.instance];
  };
  for (std::size_t i = 0; i < netlist_.faults.size(); ++i) {
    const Channel& channel = netlist_.channels[netlist_.faults[i].channel];
    faults_of(channel.to).add_to_flits(channel.to.port, netlist_.faults[i].fault, fault_states_[i]);
    faults_of(channel.from).add_to_stops(channel.from.port, netlist_.faults[i].fault, fault_states_[i]);
  }
  for (std::size_t i = 0; i < switches_.size(); ++i)
    if (switch_faults_[i].any() && switches_[i] == nullptr)
      packet_switches_[i].module->set_faults(switch_faults_[i]);
    else if (switch_faults_[i].any())
      switches_[i]->set_faults(switch_faults_[i]);
  for (std::size_t i = 0; i < endpoints_.size(); ++i)
    if (endpoint_faults_[i].any()) endpoints_[i]->set_faults(endpoint_faults_[i]);
}

void SignalNetwork::run_until(Cycle end) {
  if (end > now()) sc_core::sc_start(sc_core::sc_time::from_value(period_.value() * (end - now())));
}

Flit SignalNetwork::channel_flit(std::size_t channel, unsigned stage) const {
  if (stage == 0) return Flit(flit_wires_[channel]->read());
  const Channel& c = netlist_.channels[channel];
  if (stage >= c.latency() || now() == Cycle(0)) return Flit();
  if (c.to.kind == InstanceKind::endpoint) return endpoints_[c.to.instance]->link_stage(stage - 1);
  return switches_[c.to.instance] != nullptr ? switches_[c.to.instance]->link_stage(c.to.port, stage - 1)
                                             : packet_switches_[c.to.instance].module->link_stage(c.to.port, stage - 1);
}

VcMask SignalNetwork::channel_stop(std::size_t channel, unsigned stage) const {
  if (stage == 0) return static_cast<VcMask>(stop_wires_[channel]->read());
  const Channel& c = netlist_.channels[channel];
  if (stage >= c.stop_delay || now() == Cycle(0)) return 0;
  if (c.from.kind == InstanceKind::endpoint)
    return static_cast<VcMask>(endpoints_[c.from.instance]->stop_stage(stage - 1));
  return static_cast<VcMask>(switches_[c.from.instance] != nullptr
                                 ? switches_[c.from.instance]->stop_stage(c.from.port, stage - 1)
                                 : packet_switches_[c.from.instance].module->stop_stage(c.from.port, stage - 1));
}

std::uint64_t SignalNetwork::flits_on_links() const {
  std::uint64_t flits = 0;
  for (std::size_t c = 0; c < netlist_.channels.size(); ++c)
    for (unsigned stage = 0; stage < netlist_.channels[c].latency(); ++stage) flits += channel_flit(c, stage).valid();
  return flits;
}

}  // namespace slackline::network
