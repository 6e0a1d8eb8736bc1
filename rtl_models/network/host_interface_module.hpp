// host_interface as a SystemC module: the pins of a port around host and network interface.
#pragma once

#include "rtl_models/network/host_interface.hpp"
#include "rtl_models/port/port_module.hpp"

namespace slackline::network {

class HostInterfaceModule : public port::PortModule {
 public:
  SC_HAS_PROCESS(HostInterfaceModule);
  /// Hosts of one kind share `kind` and `params`, those of the port, without violations; all hosts of a network share
  /// `hosts`, one packet table and one tally of latencies. All of these must outlive them.
  HostInterfaceModule(sc_core::sc_module_name name, const InterfaceKind& kind, Hosts& hosts, const port::Params& params,
                      const nic::Place& nic_place, const port::Place& place, PacketTable& packets,
                      port::Latencies& latencies);

  const nic::Place& nic_place() const { return nic_place_; }
  /// As it is before the next edge.
  HostInterface interface_state() const {
    HostInterface state = interface_;
    nic::catch_up(kind_.nic, nic_place_, state.nic, now());
    return state;
  }

 private:
  void on_edge();
  void reset(Cycle first_edge);

  const InterfaceKind& kind_;
  Hosts& hosts_;
  const nic::Place nic_place_;
  HostInterface interface_;
  std::vector<std::uint64_t> storage_;
};

}  // namespace slackline::network
