#include "rtl_models/network/host_interface_module.hpp"

#include <algorithm>

namespace slackline::network {

HostInterfaceModule::HostInterfaceModule(sc_core::sc_module_name name, const InterfaceKind& kind, Hosts& hosts,
                                         const port::Params& params, const nic::Place& nic_place,
                                         const port::Place& place, PacketTable& packets, port::Latencies& latencies)
    : PortModule(name, params, place, packets, latencies),
      kind_(kind),
      hosts_(hosts),
      nic_place_(nic_place),
      storage_((port::storage_bytes(params) + storage_bytes(kind, hosts.workloads)) / sizeof(std::uint64_t)) {
  reset(now());
  reset_links(now());
  SC_METHOD(on_edge);
  sensitive << clk.pos();
  dont_initialize();
}

void HostInterfaceModule::reset(Cycle first_edge) {
  std::fill(storage_.begin(), storage_.end(), 0);
  Arena arena(reinterpret_cast<std::byte*>(storage_.data()));
  port::bind(params_, place_, state_, arena);
  bind(kind_, hosts_.workloads, nic_place_, first_edge, interface_, arena);
  hosts_.messages.forget(place_.node);
  hosts_.memory->forget(place_.node);
  interface_.nic.time.as_of = first_edge;
}

void HostInterfaceModule::on_edge() {
  edge([this](Cycle first_edge) { reset(first_edge); },
       [this](Cycle now, const port::Inputs& in) {
         if (host_is_dead(now)) {
           flow_controller::withdraw(params_.flow(), state_.flow);
           return port::Result{Flit(), never};
         }
         const nic::Result result =
             step(kind_, hosts_, nic_place_, interface_, {params_, place_, state_, packets_, latencies_}, now, in);
         return port::Result{result.flit_out, result.wake};
       });
}

}  // namespace slackline::network
