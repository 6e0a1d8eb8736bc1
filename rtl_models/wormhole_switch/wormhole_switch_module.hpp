// wormhole_switch as a SystemC module: pins around the core, and the delays of the links that end here (a process per
// link would cost twice the time). Every output is a register, driven at the rising edge of clk.
#pragma once

#include <optional>
#include <vector>

#include "rtl_models/common/delay_line.hpp"
#include "rtl_models/common/link_fault.hpp"
#include "rtl_models/common/pins_module.hpp"
#include "rtl_models/wormhole_switch/wormhole_switch.hpp"

namespace slackline::wormhole_switch {

class Module : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(Module);
  /// `place.wired` is taken from the ports that are bound. Throws std::invalid_argument when `params` are illegal.
  Module(sc_core::sc_module_name name, const Params& params, const Place& place);

  sc_core::sc_in<bool> clk{"clk"};
  sc_core::sc_in<bool> rst_n{"rst_n"};   ///< synchronous, active low
  sc_core::sc_vector<FlitIn> flit_in;    ///< per port: flit word from the link
  sc_core::sc_vector<StopOut> stop_out;  ///< per port: STOP back to the sender of flit_in
  sc_core::sc_vector<FlitOut> flit_out;  ///< per port: flit word to the link
  sc_core::sc_vector<StopIn> stop_in;    ///< per port: STOP from the receiver of flit_out

  /// Delay of the link that ends at input `port`, and of the STOP wire that ends at output `port`: 1 or more cycles, 1
  /// unless set. Before the simulation starts. The buffer behind the link must hold stop_at flits and all that may
  /// follow them: nobody checks that for modules wired by hand. The formula is network::smallest_slack, in
  /// docs/timing.md.
  void set_link_delay(PortId port, std::uint32_t cycles);
  void set_stop_delay(PortId port, std::uint32_t cycles);
  /// The link at output `port` takes one flit in `cycles` cycles (1 unless set). Its receiver has a link delay longer
  /// by cycles - 1: a flit is written when all of it has come.
  void set_cycles_per_flit(PortId port, CyclesPerFlit cycles);
  /// The receiver at output `port`; of the switch's own kind unless set. Before the simulation starts.
  void set_receiver(PortId port, const Receiver& receiver);
  /// Behind output `port` is a receiver that takes in every flit and returns no credits: a host. Before the simulation
  /// starts.
  void set_unlimited(PortId port);
  /// The sender at input `port` has so many virtual channels: the STOP of other flow channels comes after theirs.
  /// As many as the switch has, unless set. Before the simulation starts.
  void set_sender_vcs(PortId port, unsigned virtual_channels);
  /// Faults of the links that end here, and of the STOP wires. `faults` must outlive the module.
  void set_faults(const LinkFaults& faults);

  const Params& params() const { return params_; }
  State& state() { return state_; }
  const State& state() const { return state_; }
  /// Register `stage` of the incoming link, 0 being the first after the wire; and of the STOP wire at an output.
  Flit link_stage(PortId port, std::uint32_t stage) const;
  std::uint32_t stop_stage(PortId port, std::uint32_t stage) const;

 private:
  void start_of_simulation() override;
  void on_edge();
  /// `Ports`: as in wormhole_switch::step.
  template <class Ports>
  void edge();
  void reset();
  template <class Ports>
  Ports sample_flits();
  /// Both return the VCs on which the flow controllers have input: a level that changed, or a credit.
  template <class Ports>
  VcMask sample_stops();
  VcMask sample_stops_of_one_plain_vc();
  VcMask take_stop(unsigned o, std::uint32_t word);
  /// One edge of the core; `fixed_vcs` and `plain` as in wormhole_switch::step.
  template <unsigned fixed_vcs, bool plain, class Ports>
  [[gnu::flatten]] bool step_core(const InputsOf<Ports>& in, Ports& driven, Ports& stop_changed);
  template <class Ports>
  bool step_any_core(const InputsOf<Ports>& in, Ports& driven, Ports& stop_changed);
  template <class Ports>
  void drive_flits(const Ports& driven);
  template <class Ports>
  void drive_stops(const Ports& changed);

  const Params params_;
  Place place_;
  State state_;
  std::vector<std::uint64_t> storage_;
  Cycle now_;
  bool awake_ = true;
  const bool one_plain_vc_;
  std::vector<PortMask> stop_in_;          // per bank and VC: STOP wires as sampled
  std::vector<std::uint32_t> stop_words_;  // per output: the same, a bit a VC; unused with one plain VC
  PortSet unlimited_;
  std::vector<std::optional<Receiver>> receivers_;  // per output: those that have been set
  std::vector<std::uint8_t> sender_vcs_;            // per input
  const LinkFaults* faults_ = nullptr;
  PortSet delayed_inputs_, delayed_stops_;  // ports whose wire ends in a delay line
  PortSet faulty_inputs_, faulty_outputs_;
  FaultsInside faults_inside_;
  PortSet driven_;                              // outputs that carry a flit
  PortSet inputs_;                              // flit_in ports that are bound
  PortSet stoppable_;                           // stop_in ports that are bound
  std::vector<CyclesPerFlit> cycles_per_flit_;  // per output
  std::vector<DelayLine<std::uint64_t>> links_;
  std::vector<DelayLine<std::uint32_t>> stop_links_;
  std::vector<std::uint64_t> sampled_, next_;  // per port: flits at this edge, in and out
  std::vector<SampledWire<std::uint64_t>> flit_wires_in_;
  std::vector<sc_core::sc_signal_inout_if<std::uint64_t>*> flit_wires_out_;
  std::vector<SampledWire<std::uint32_t>> stop_wires_in_;
  std::vector<sc_core::sc_signal_inout_if<std::uint32_t>*> stop_wires_out_;
};

}  // namespace slackline::wormhole_switch
