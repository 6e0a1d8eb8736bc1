// fabric: the engine for long runs. The cores of a netlist in flat arrays, without SystemC.
//
//               rings, indexed by edge:            now   now+1  now+2  ...
//   per channel   flits            [sender writes at now + delay]  .     F
//   per component arrival masks, changed STOP wires                .     ports
//   per edge      active rows: one bit a component                 .     who is to be stepped
//
// A link is a ring of flits indexed by the edge at which they are written downstream, so the output register and the wire
// need no work while a flit travels. Beside it stand, per component, a ring of arrival masks and a ring of changed STOP
// wires, and per edge a bit mask of the components that have to be stepped: an idle component costs nothing, and an idle
// network jumps to the next event. What a component puts into a ring lies at least one edge ahead, therefore the order of
// stepping cannot matter.
//
// Cycle for cycle the same as signal_network: channel_flit, channel_stop and the states are equal after every edge.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "rtl_models/common/packet_table.hpp"
#include "rtl_models/network/agenda.hpp"
#include "rtl_models/network/netlist.hpp"

namespace slackline::network {

class Fabric {
 public:
  /// Throws std::invalid_argument, naming every violation, when the netlist does not pass `check`.
  explicit Fabric(Netlist netlist, Check check = Check::all);

  /// Executes the edges now() .. end-1.
  void run_until(Cycle end);

  /// The next edge to be executed; the registers show cycle now() - 1.
  Cycle now() const { return now_; }

  const Netlist& netlist() const { return netlist_; }

  /// The flit on register `stage` of a channel: 0 is the output register, latency() - 1 the last one before the buffer.
  Flit channel_flit(std::size_t channel, unsigned stage = 0) const;
  /// The STOP wire at the receiving end of a channel.
  bool channel_stop(std::size_t channel) const;

  wormhole_switch::State& switch_state(std::size_t i) { return switches_[i].state; }
  endpoint::State& endpoint_state(std::size_t i) { return endpoints_[i].state; }
  const wormhole_switch::State& switch_state(std::size_t i) const { return switches_[i].state; }
  const endpoint::State& endpoint_state(std::size_t i) const { return endpoints_[i].state; }

  /// Flits on wires: sent, and not yet written downstream.
  std::uint64_t flits_on_links() const;

 private:
  /// A ring of 2^n entries, indexed by edge.
  struct Ring {
    std::uint32_t first = 0, mask = 0;
    std::size_t at(std::uint64_t edge) const { return first + (edge & mask); }
  };
  /// Where an output register, or a STOP register, leads.
  struct Target {
    Ring flits;   // of the channel (forward only)
    Ring events;  // of the component at the other end: arrival masks, or changed STOP wires
    std::uint32_t delay = 0;
    std::uint32_t component = 0;
    PortMask port = 0;  // the port's bit there
  };
  /// What both kinds of component have at their pins.
  struct Pins {
    Ring arrivals, stop_changes;
    PortMask stop_in = 0;  // level of the STOP wires as sampled
  };
  struct Switch {
    wormhole_switch::State state;
    wormhole_switch::Place place;
    Pins pins;
  };
  struct Endpoint {
    endpoint::State state;
    endpoint::Place place;
    Pins pins;
    Ring flits;
    Target out;
  };

  void build_components();
  void build_rings();
  [[gnu::flatten]] void step_switch(std::uint32_t index);  // all of the core's pieces inlined: worth a seventh
  void step_endpoint(std::uint32_t index);
  void wake(std::uint32_t component, std::uint64_t edge);
  void send(const Target& target, Flit flit);
  PortMask sample_stops(Pins& pins);
  Cycle next_active() const;

  Pins& pins_of(const PortRef& port);
  std::uint32_t component_of(const PortRef& port) const;
  std::size_t switch_port(const PortRef& port) const {
    return std::size_t{port.instance} * netlist_.switch_params.ports + port.port.value;
  }

  Netlist netlist_;
  endpoint::TrafficSource source_;
  PacketTable packets_;
  Cycle now_;

  std::vector<std::byte> storage_;  // of all cores
  std::vector<Switch> switches_;
  std::vector<Endpoint> endpoints_;
  std::vector<Target> out_targets_;   // per switch port: where its output register leads
  std::vector<Target> stop_targets_;  // per switch port: where its STOP register leads
  std::vector<Ring> in_flits_;        // per switch port: the ring its flits arrive in
  std::vector<Flit> flits_;           // all rings of flits
  std::vector<PortMask> events_;      // all rings of masks

  // Components to be stepped: row = edge, one bit a component; endpoints begin at a word of their own.
  std::uint32_t first_endpoint_ = 0, words_ = 0, rows_ = 0;
  std::vector<std::uint64_t> active_;
  std::vector<std::uint8_t> row_used_;
  Agenda agenda_;  // endpoints that wait for their next packet
};

}  // namespace slackline::network
