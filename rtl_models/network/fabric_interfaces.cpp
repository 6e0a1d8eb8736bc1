// The network interfaces of a fabric.
#include "rtl_models/network/fabric_wires.hpp"

namespace slackline::network {

void Fabric::build_interfaces() {
  std::size_t bytes = 0;
  for (std::size_t i = 0; i < host_at_.size(); ++i)
    if (netlist_.has_interface(i)) bytes += network::storage_bytes(netlist_.interface_of(i), workloads_);
  interface_storage_ = ZeroedMemory(bytes);
  interfaces_.resize(endpoints_.size());
  hosts_ = std::make_unique<Hosts>(*netlist_.interfaces, workloads_, static_cast<std::uint32_t>(host_at_.size()),
                                   netlist_.port_params.seed);
  std::byte* memory = interface_storage_.data();
  for (std::size_t i = 0; i < host_at_.size(); ++i) {
    if (!netlist_.has_interface(i)) continue;
    const InterfaceKind& p = netlist_.interface_of(i);
    Interface& interface = interfaces_[host_at_[i]];
    const port::Place& place = netlist_.endpoints[i].place;
    Arena arena(memory);
    interface.place = network::nic_place(*netlist_.interfaces, i, place);
    bind(p, workloads_, interface.place, Cycle(0), interface.state, arena);
    memory += network::storage_bytes(p, workloads_);
  }
}

HostInterface Fabric::interface_state(std::size_t i) const {
  const Interface& interface = interfaces_[host_at_[i]];
  HostInterface state = interface.state;
  nic::catch_up(netlist_.interface_of(i).nic, interface.place, state.nic, now_);
  return state;
}

void Fabric::step_interface(const HostKind& kind, std::uint32_t index) {
  Endpoint& e = endpoints_[index];
  Interface& interface = interfaces_[index];
  const port::Params& p = kind.port;
  const port::Inputs in = sample_host<false>(p, e);
  if (e.pins.faults != no_faults && link_faults_[e.pins.faults].host_is_dead(now_))
    return flow_controller::withdraw(p.flow(), e.port.flow);
  const VcMask stop_before = port::stop_out(p, e.port);
  const nic::Result result = step_quickly(*kind.interface, *hosts_, interface.place, interface.state,
                                          {p, e.place, e.port, packets_, latencies_}, now_, in);
  if (result.flit_out.valid()) send(e.out, result.flit_out);
  // A credit is a pulse, sent in each cycle that it lasts; of a level, the change.
  const VcMask stop = port::stop_out(p, e.port);
  for_each_bit(static_cast<VcMask>(p.links.has_credits() ? stop : stop ^ stop_before),
               [&](unsigned vc) { send_stop(interface.stop, vc); });
  const std::uint32_t component = first_endpoint_ + index;
  if (credits_come_unasked(e.pins, p.links.has_credits())) wake(component, now_.value + 1);
  wake_at(component, result.wake);
}

void Fabric::wake_at(std::uint32_t component, Cycle edge) {
  if (edge - now_ < rows_)
    wake(component, edge.value);
  else
    wake_later(component, edge);
}

/// A component that has something to do at an edge further ahead than links reach, which may be before one that it has said.
void Fabric::wake_later(std::uint32_t component, Cycle edge) {
  if (edge == never) return;
  // The agenda holds one entry for each, which cannot be brought forward: if that is for later, it looks again.
  const Cycle due = agenda_.due(component);
  if (due == never)
    agenda_.enter(component, edge, now_);
  else if (due > edge)
    wake(component, now_.value + rows_ - 1);
}

}  // namespace slackline::network
