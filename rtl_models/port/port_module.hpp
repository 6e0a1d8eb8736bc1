// port_module: what SystemC modules of hosts have in common: the pins of a port, the delays of the links that end there,
// and the sleep of a core that has nothing to do.
#pragma once

#include "rtl_models/common/delay_line.hpp"
#include "rtl_models/common/link_fault.hpp"
#include "rtl_models/common/pins_module.hpp"
#include "rtl_models/port/port.hpp"

namespace slackline::port {

class PortModule : public sc_core::sc_module {
 public:
  sc_core::sc_in<bool> clk{"clk"};
  sc_core::sc_in<bool> rst_n{"rst_n"};  ///< synchronous, active low
  FlitIn flit_in{"flit_in"};            ///< flit word from the network
  StopOut stop_out{"stop_out"};         ///< STOP to the network; driven with links.host_stops only
  FlitOut flit_out{"flit_out"};         ///< flit word to the network
  StopIn stop_in{"stop_in"};            ///< STOP from the network

  /// Delay of the link that ends here, and of the STOP wire that ends here: 1 or more cycles, 1 unless set.
  void set_link_delay(std::uint32_t cycles) { link_ = DelayLine<std::uint64_t>(stages_of_delay(cycles)); }
  void set_stop_delay(std::uint32_t cycles) { stop_link_ = DelayLine<std::uint32_t>(stages_of_delay(cycles)); }

  /// Faults of the link that ends here, and of the STOP wire. `faults` must outlive the module.
  void set_faults(const LinkFaults& faults) { faults_ = &faults; }

  const Params& params() const { return params_; }
  State& state() { return state_; }
  const State& state() const { return state_; }
  /// Register `stage` of the incoming link; 0 is the first after the wire.
  Flit link_stage(std::uint32_t stage) const { return Flit(link_.peek(stage, Cycle(now_.value - 1))); }
  /// The same of the STOP wire.
  std::uint32_t stop_stage(std::uint32_t stage) const { return stop_link_.peek(stage, Cycle(now_.value - 1)); }

 protected:
  PortModule(sc_core::sc_module_name name, const Params& params, const Place& place, PacketTable& packets,
             Latencies& latencies)
      : sc_module(name),
        params_(params),
        place_(place),
        packets_(packets),
        latencies_(latencies),
        has_credits_(params.links.has_credits()) {}

  /// The next edge.
  Cycle now() const { return now_; }
  bool host_is_dead(Cycle now) const { return faults_ != nullptr && faults_->host_is_dead(now); }

  /// One edge. `reset(first_edge)` binds the core again; `step(now, inputs)` is called when it has work, and returns a
  /// Result. `more`: inputs of other pins.
  template <class Reset, class Step>
  void edge(Reset&& reset, Step&& step, bool more = false) {
    Flit out;
    if (!rst_n.read()) {
      reset(now_ + 1);
      reset_links(now_ + 1);
    } else {
      Inputs in;
      if (flit_wire_in_.bound()) in.flit_in = Flit(link_.step(flit_wire_in_.read(), now_));
      if (stop_wire_in_.bound()) in.stop_in = static_cast<VcMask>(stop_link_.step(stop_wire_in_.read(), now_));
      if (faults_ != nullptr) {
        in.flit_in = faults_->flit(0, now_, in.flit_in);
        in.stop_in = faults_->stop(0, now_, in.stop_in);
      }
      const bool credits = has_credits_ && in.stop_in != 0;
      if (wake_ <= now_ || in.flit_in.valid() || in.stop_in != stop_sampled_ || credits || more) {
        const Result result = step(now_, in);
        stop_sampled_ = in.stop_in;
        wake_ = result.wake;
        out = result.flit_out;
      }
    }
    now_ = now_ + 1;
    if (flit_wire_out_ != nullptr && (driven_ || out.valid())) flit_wire_out_->write(out.word());
    driven_ = out.valid();
    if (!params_.links.host_stops) return;
    if (const VcMask stop = port::stop_out(params_, state_); stop != stop_driven_ && stop_wire_out_ != nullptr)
      stop_wire_out_->write(stop_driven_ = stop);
  }

  void reset_links(Cycle first_edge) {
    packets_.forget(place_.node);
    link_.reset();
    stop_link_.reset();
    stop_sampled_ = 0;
    wake_ = first_edge;
  }

  const Params params_;
  const Place place_;
  PacketTable& packets_;
  Latencies& latencies_;
  State state_;

 private:
  void start_of_simulation() override {
    flit_wire_in_ = SampledWire<std::uint64_t>(channel_of(flit_in));
    flit_wire_out_ = channel_of(flit_out);
    stop_wire_in_ = SampledWire<std::uint32_t>(channel_of(stop_in));
    stop_wire_out_ = channel_of(stop_out);
  }

  const bool has_credits_;
  Cycle now_;
  Cycle wake_;
  VcMask stop_sampled_ = 0;
  bool driven_ = false;
  VcMask stop_driven_ = 0;
  const LinkFaults* faults_ = nullptr;
  DelayLine<std::uint64_t> link_;
  DelayLine<std::uint32_t> stop_link_;
  SampledWire<std::uint64_t> flit_wire_in_;
  sc_core::sc_signal_inout_if<std::uint64_t>* flit_wire_out_ = nullptr;
  SampledWire<std::uint32_t> stop_wire_in_;
  sc_core::sc_signal_inout_if<std::uint32_t>* stop_wire_out_ = nullptr;
};

}  // namespace slackline::port
