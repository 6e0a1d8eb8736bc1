// Two wormhole switches with two hosts each, joined through a relay station in one direction and directly in the other.
//
//   host0 --+          +--- flit ---> [ relay ] --- flit ---> +          +-- host2
//           | switch0  | <-- STOP --- [       ] <-- STOP ---  | switch1  |
//   host1 --+          + <----------- flit ------------------ +          +-- host3
//
// The hosts of switch1 keep its outputs busy with each other, so worms that come through the relay have to wait: STOP
// goes back through it.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <systemc>
#include <vector>

#include "rtl_models/generator/generator_module.hpp"
#include "rtl_models/relay_station/relay_station.hpp"
#include "rtl_models/wormhole_switch/wormhole_switch_module.hpp"

namespace slackline::cosim {

class TwoSwitches : public sc_core::sc_module {
 public:
  TwoSwitches(sc_core::sc_module_name name, sc_core::sc_signal<bool>& rst_n, sc_core::sc_clock& clk,
              std::uint64_t seed);

  /// Puts the relay in: relay_station::Module or whatever else has its pins.
  template <class Relay>
  void join(Relay& relay) {
    relay.clk(clk_);
    relay.rst_n(rst_n_);
    relay.flit_in(*to_relay_.flit);
    relay.stop_out(*to_relay_.stop);
    relay.flit_out(*from_relay_.flit);
    relay.stop_in(*from_relay_.stop);
    relay.count(count_);
    relay.overflow(overflow_);
  }

  /// Every wire: `v.reg(name, value)`.
  template <class Visitor>
  void wires(Visitor& v) const {
    for (unsigned i = 0; i < flit_wires_.size(); ++i) {
      v.reg(flit_wires_[i]->basename(), Flit(flit_wires_[i]->read()));
      v.reg(stop_wires_[i]->basename(), stop_wires_[i]->read());
    }
    v.reg(count_.basename(), count_.read());
    v.reg(overflow_.basename(), overflow_.read());
  }
  /// Every register of switches and hosts, before edge `now`.
  template <class Visitor>
  void registers(Cycle now, Visitor& v) const {
    for (unsigned i = 0; i < switches_.size(); ++i) {
      v.open("switch", i);
      visit_all(switches_[i]->params(), switches_[i]->state(), now, v);
      v.close();
    }
    for (unsigned i = 0; i < hosts_.size(); ++i) {
      v.open("host", i);
      visit_all(hosts_[i]->params(), hosts_[i]->state(), now, v);
      visit_all(workloads_, hosts_[i]->generator_state(), now, v);
      v.close();
    }
  }
  /// The values that follow from the registers of the switches.
  template <class Visitor>
  void derive(Visitor& v) const {
    for (unsigned i = 0; i < switches_.size(); ++i) {
      v.open("switch", i);
      wormhole_switch::derive(switches_[i]->params(), switches_[i]->state(), v);
      v.close();
    }
  }

  bool stop_from_relay() const { return *to_relay_.stop; }
  std::uint64_t packets_received() const;
  /// True when a switch, a host or the relay has seen what must not happen.
  bool has_errors() const;

 private:
  /// One direction of a link: flits forward, STOP backward.
  struct Channel {
    sc_core::sc_signal<std::uint64_t>* flit;
    sc_core::sc_signal<std::uint32_t>* stop;
  };
  Channel channel(const char* name);
  void join_host(unsigned host);

  sc_core::sc_clock& clk_;
  sc_core::sc_signal<bool>& rst_n_;
  std::vector<std::unique_ptr<sc_core::sc_signal<std::uint64_t>>> flit_wires_;
  std::vector<std::unique_ptr<sc_core::sc_signal<std::uint32_t>>> stop_wires_;
  sc_core::sc_signal<std::uint16_t> count_{"relay_count"};
  sc_core::sc_signal<bool> overflow_{"relay_overflow"};
  Channel to_relay_, from_relay_;
  generator::Workloads workloads_;
  PacketTable packets_;
  port::Latencies latencies_;
  std::array<std::unique_ptr<wormhole_switch::Module>, 2> switches_;
  std::array<std::unique_ptr<generator::Module>, 4> hosts_;
};

}  // namespace slackline::cosim
