// signal_network: the engine that is SystemC hardware: one module per switch and endpoint, joined by sc_signals. Users'
// own SystemC, hosts and RTL attach to it. Cycle for cycle the same as fabric.
//
// Edge N is the N-th rising edge of clk, half a period into cycle N.
#pragma once

#include <memory>
#include <vector>

#include "rtl_models/common/packet_table.hpp"
#include "rtl_models/generator/generator_module.hpp"
#include "rtl_models/network/host_interface_module.hpp"
#include "rtl_models/network/netlist.hpp"
#include "rtl_models/packet_switch/packet_switch_module.hpp"
#include "rtl_models/wormhole_switch/wormhole_switch_module.hpp"

namespace slackline::network {

class SignalNetwork : public sc_core::sc_module {
 public:
  SignalNetwork(sc_core::sc_module_name name, ElaboratedNetlist netlist,
                sc_core::sc_time period = sc_core::sc_time(1, sc_core::SC_NS));
  ~SignalNetwork() override;

  /// Lets the kernel run until the edges before `end` have been executed: everything else in the elaboration runs too.
  void run_until(Cycle end);

  /// The next edge to be executed; the registers show cycle now() - 1. Between cycles only, as run_until leaves it.
  Cycle now() const { return Cycle(sc_core::sc_time_stamp().value() / period_.value()); }

  const ElaboratedNetlist& netlist() const { return netlist_; }

  /// The reset of all modules, active low: high unless it is driven. After it everything starts again.
  sc_core::sc_signal<bool>& rst_n() { return rst_n_; }

  Flit channel_flit(std::size_t channel, unsigned stage = 0) const;
  void mark_output_flits(std::uint64_t* inputs) const {
    for (std::size_t c = 0; c < flit_wires_.size(); ++c)
      if (const std::size_t input = netlist_.input_number(netlist_.channels[c].to); channel_flit(c).valid())
        inputs[input / 64] |= std::uint64_t{1} << input % 64;
  }
  Flit marked_flit(std::size_t channel) const { return channel_flit(channel); }
  void index_outputs() {}
  VcMask channel_stop(std::size_t channel, unsigned stage = 0) const;
  const LinkFaultState& fault_state(std::size_t n) const { return fault_states_[n]; }
  /// A packet switch has here the state of a wormhole switch that is always empty.
  wormhole_switch::State& switch_state(std::size_t i) {
    return switches_[i] != nullptr ? switches_[i]->state() : packet_switches_[i].idle->state;
  }
  port::State& port_state(std::size_t i) { return endpoints_[i]->state(); }
  const wormhole_switch::State& switch_state(std::size_t i) const {
    return switches_[i] != nullptr ? switches_[i]->state() : packet_switches_[i].idle->state;
  }
  const packet_switch::Instance& packet_switch(std::size_t i) const { return packet_switches_[i].module->core(); }
  const port::State& port_state(std::size_t i) const { return endpoints_[i]->state(); }
  generator::State& generator_state(std::size_t i) { return generators_[i]->generator_state(); }
  const generator::State& generator_state(std::size_t i) const { return generators_[i]->generator_state(); }
  HostInterface interface_state(std::size_t i) const { return interfaces_[i]->interface_state(); }
  const nic::Place& nic_place(std::size_t i) const { return interfaces_[i]->nic_place(); }
  Hosts& hosts() { return *hosts_; }
  const Hosts& hosts() const { return *hosts_; }
  const PacketTable& packets() const { return packets_; }
  const generator::Workloads& workloads() const { return workloads_; }
  port::LatencyTally& latencies() { return latencies_.all; }
  const port::LatencyTally& latencies() const { return latencies_.all; }
  port::LatencyTally& latencies(unsigned workload) { return latencies_.of(workload); }
  const port::LatencyTally& latencies(unsigned workload) const { return latencies_.of(workload); }
  std::uint64_t flits_on_links() const;

 private:
  // Every signal has one writer by construction; the kernel need not look for a second one at every write.
  using FlitWire = sc_core::sc_signal<std::uint64_t, sc_core::SC_UNCHECKED_WRITERS>;
  using StopWire = sc_core::sc_signal<std::uint32_t, sc_core::SC_UNCHECKED_WRITERS>;

  /// See switch_state().
  struct IdleSwitch {
    explicit IdleSwitch(const wormhole_switch::Params& p, const wormhole_switch::Place& place);
    std::vector<std::uint64_t> storage;
    wormhole_switch::State state;
  };
  struct PacketSwitch {
    std::unique_ptr<packet_switch::Module> module;
    std::unique_ptr<IdleSwitch> idle;
  };

  void build_modules();
  void build_switches();
  void build_channels();
  void build_faults();

  ElaboratedNetlist netlist_;
  PacketTable packets_;
  generator::Workloads workloads_;
  port::Latencies latencies_;
  std::unique_ptr<Hosts> hosts_;  // where some have network interfaces
  sc_core::sc_time period_;
  sc_core::sc_clock clk_;
  sc_core::sc_signal<bool> rst_n_;
  // By switch: one of the two.
  std::vector<std::unique_ptr<wormhole_switch::Module>> switches_;
  std::vector<PacketSwitch> packet_switches_;
  std::vector<std::unique_ptr<port::PortModule>> endpoints_;
  std::vector<HostInterfaceModule*> interfaces_;       // the same, where a host has a network interface; or nullptr ...
  std::vector<generator::Module*> generators_;         // ... and where it has none; or nullptr
  std::vector<std::unique_ptr<FlitWire>> flit_wires_;  // one a channel
  std::vector<std::unique_ptr<StopWire>> stop_wires_;  // one a channel
  std::vector<LinkFaultState> fault_states_;           // per netlist fault
  std::vector<LinkFaults> switch_faults_, endpoint_faults_;
};

}  // namespace slackline::network
