// host_interface as a SystemC module: the pins of a port around host and network interface.
#pragma once

#include "rtl_models/network/host_interface.hpp"
#include "rtl_models/port/port_module.hpp"

namespace slackline::network {

class HostInterfaceModule : public port::PortModule {
 public:
  SC_HAS_PROCESS(HostInterfaceModule);
  /// All hosts of a network share `interfaces`, `hosts`, one packet table and one tally of latencies, which must outlive
  /// them. `params` are the port's, without violations; `index` is the host's place among them.
  HostInterfaceModule(sc_core::sc_module_name name, const HostInterfaces& interfaces, Hosts& hosts,
                      const port::Params& params, std::size_t index, const port::Place& place, PacketTable& packets,
                      port::Latencies& latencies);

  const nic::Place& nic_place() const { return nic_place_; }
  /// As it is before the next edge.
  HostInterface interface_state() const {
    HostInterface state = interface_;
    nic::catch_up(interfaces_.nic, nic_place_, state.nic, now());
    return state;
  }

 private:
  void on_edge();
  void reset(Cycle first_edge);

  const HostInterfaces& interfaces_;
  Hosts& hosts_;
  const std::size_t index_;
  const nic::Place nic_place_;
  HostInterface interface_;
  std::vector<std::uint64_t> storage_;
};

}  // namespace slackline::network
