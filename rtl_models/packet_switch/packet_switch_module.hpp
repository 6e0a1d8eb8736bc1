// packet_switch as a SystemC module: pins around the core, and the delays of the links that end here. Every output is a register, driven
// at the rising edge of clk.
#pragma once

#include <vector>

#include "rtl_models/common/delay_line.hpp"
#include "rtl_models/common/link_fault.hpp"
#include "rtl_models/common/packet_table.hpp"
#include "rtl_models/common/pins_module.hpp"
#include "rtl_models/packet_switch/packet_switch_instance.hpp"

namespace slackline::packet_switch {

class Module : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(Module);
  /// Throws std::invalid_argument when `params` are illegal. `port_to`: by destination, the port that leads there, or no_port.
  /// `stops_flits`: outputs whose receiver stops flits, not only frames.
  Module(sc_core::sc_module_name name, const Params& params, std::vector<std::uint16_t> port_to,
         const PortSet& stops_flits = {});

  sc_core::sc_in<bool> clk{"clk"};
  sc_core::sc_in<bool> rst_n{"rst_n"};   ///< synchronous, active low
  sc_core::sc_vector<FlitIn> flit_in;    ///< per port: flit word from the link
  sc_core::sc_vector<StopOut> stop_out;  ///< per port: PAUSE back to the sender of flit_in
  sc_core::sc_vector<FlitOut> flit_out;  ///< per port: flit word to the link
  sc_core::sc_vector<StopIn> stop_in;    ///< per port: STOP or PAUSE from the receiver of flit_out

  // As those of wormhole_switch::Module, before the simulation starts.
  void set_link_delay(PortId port, std::uint32_t cycles);
  void set_stop_delay(PortId port, std::uint32_t cycles);
  void set_faults(const LinkFaults& faults) { faults_ = &faults; }
  /// The monitors' records of packets: that of one that is dropped is closed. It must outlive the module.
  void set_packets(PacketTable& packets) { packets_ = &packets; }

  const Instance& core() const { return core_; }
  /// Register `stage` of the incoming link, 0 being the first after the wire; and of the STOP wire at an output.
  Flit link_stage(PortId port, std::uint32_t stage) const;
  std::uint32_t stop_stage(PortId port, std::uint32_t stage) const;

 private:
  void start_of_simulation() override;
  void on_edge();
  void sample();
  void drive();

  Instance core_;
  const LinkFaults* faults_ = nullptr;
  PacketTable* packets_ = nullptr;
  std::vector<DelayLine<std::uint64_t>> links_;
  std::vector<DelayLine<std::uint32_t>> stop_links_;
  std::vector<SampledWire<std::uint64_t>> flit_wires_in_;
  std::vector<SampledWire<std::uint32_t>> stop_wires_in_;
  std::vector<sc_core::sc_signal_inout_if<std::uint64_t>*> flit_wires_out_;
  std::vector<sc_core::sc_signal_inout_if<std::uint32_t>*> stop_wires_out_;
  // As sampled at this edge.
  std::vector<Flit> flits_;
  PortSet stops_;
  Cycle now_;
};

}  // namespace slackline::packet_switch
