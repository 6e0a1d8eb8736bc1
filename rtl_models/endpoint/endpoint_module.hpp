// endpoint as a SystemC module: pins around the core, and the delays of the links that end here.
#pragma once

#include <vector>

#include "rtl_models/common/delay_line.hpp"
#include "rtl_models/common/link_fault.hpp"
#include "rtl_models/common/pins_module.hpp"
#include "rtl_models/endpoint/endpoint.hpp"

namespace slackline::endpoint {

class Module : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(Module);
  /// All endpoints of a network share one packet table and one tally of latencies, which must outlive them. Throws
  /// std::invalid_argument when `params` are illegal.
  Module(sc_core::sc_module_name name, const Params& params, const Place& place, PacketTable& packets,
         LatencyTally& latencies);

  sc_core::sc_in<bool> clk{"clk"};
  sc_core::sc_in<bool> rst_n{"rst_n"};  ///< synchronous, active low
  FlitIn flit_in{"flit_in"};            ///< flit word from the network
  StopOut stop_out{"stop_out"};         ///< never driven: an endpoint takes in every flit
  FlitOut flit_out{"flit_out"};         ///< flit word to the network
  StopIn stop_in{"stop_in"};            ///< STOP from the network

  /// Delay of the link that ends here, and of the STOP wire that ends here: 1 or more cycles, 1 unless set.
  void set_link_delay(std::uint32_t cycles) { link_ = DelayLine<std::uint64_t>(stages_of_delay(cycles)); }
  void set_stop_delay(std::uint32_t cycles) { stop_link_ = DelayLine<std::uint32_t>(stages_of_delay(cycles)); }

  /// What goes wrong on the link that ends here, and on the STOP wire. `faults` must outlive the module.
  void set_faults(const LinkFaults& faults) { faults_ = &faults; }

  const Params& params() const { return params_; }
  State& state() { return state_; }
  const State& state() const { return state_; }
  /// Register `stage` of the incoming link, 0 being the first behind the wire.
  Flit link_stage(std::uint32_t stage) const { return Flit(link_.peek(stage, Cycle(now_.value - 1))); }
  /// The same of the STOP wire.
  std::uint32_t stop_stage(std::uint32_t stage) const { return stop_link_.peek(stage, Cycle(now_.value - 1)); }

 private:
  void start_of_simulation() override;
  void on_edge();
  void reset(Cycle first_edge);

  const Params params_;
  const TrafficSource source_;
  const Place place_;
  PacketTable& packets_;
  LatencyTally& latencies_;
  State state_;
  std::vector<std::uint64_t> storage_;
  const bool one_plain_vc_, has_credits_;
  Cycle now_;
  Cycle wake_;
  VcMask stop_sampled_ = 0;
  bool driven_ = false;
  const LinkFaults* faults_ = nullptr;
  DelayLine<std::uint64_t> link_;
  DelayLine<std::uint32_t> stop_link_;
  SampledWire<std::uint64_t> flit_wire_in_;
  sc_core::sc_signal_inout_if<std::uint64_t>* flit_wire_out_ = nullptr;
  SampledWire<std::uint32_t> stop_wire_in_;
};

}  // namespace slackline::endpoint
