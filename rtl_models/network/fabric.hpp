// fabric: the engine for long runs. The cores of a netlist in flat arrays, without SystemC.
//
//               rings, indexed by edge:            now   now+1  now+2  ...
//   per channel   flits            [sender writes at now + delay]  .     F
//   per component arrival masks, changed STOP wires or credits     .     ports
//   per edge      active rows: one bit a component                 .     which to step
//
// A link is a ring of flits indexed by the edge at which they are written downstream, so the output register and the
// wire need no work while a flit travels. In addition there are, per component, a ring of arrival masks and a ring of
// changed STOP wires, and per edge a bit mask of the components that have to be stepped: an idle component costs
// nothing, and an idle network jumps to the next event. All entries made in a ring are 1 or more edges ahead,
// therefore the order of stepping cannot matter. Components of one kind stand together, and each kind has a loop of its
// own over them, compiled for its virtual channels.
//
// Where all switches are packet switches, without faults and hosts that hold their links back, frames move whole: see frame_links.hpp.
//
// Cycle for cycle the same as signal_network: channel_flit, channel_stop and the states are equal after every edge.
#pragma once

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "rtl_models/common/arena.hpp"
#include "rtl_models/common/packet_table.hpp"
#include "rtl_models/network/agenda.hpp"
#include "rtl_models/network/frame_links.hpp"
#include "rtl_models/network/netlist.hpp"
#include "rtl_models/packet_switch/packet_switch_instance.hpp"

namespace slackline::network {

class Fabric {
 public:
  explicit Fabric(ElaboratedNetlist netlist);

  /// Executes the edges now() .. end-1. All registers are up to date when it returns.
  void run_until(Cycle end);

  /// The next edge to be executed; the registers show cycle now() - 1.
  Cycle now() const { return now_; }

  const ElaboratedNetlist& netlist() const { return netlist_; }

  /// The flit on register `stage` of a channel: 0 is the output register, latency() - 1 the last one before the buffer.
  Flit channel_flit(std::size_t channel, unsigned stage = 0) const {
    const Target& to = channel_targets_[channel];
    if (now_.value <= stage || stage >= to.delay) return Flit();
    if (frames_ != nullptr) return flit_of_frame(frames_->links[channel], Cycle(now_.value - 1 - stage));
    const std::uint64_t edge = now_.value - 1 + to.delay - stage;
    return (events_[to.events.at(edge)] & to.port) != 0 ? flits_[to.flits.at(edge)] : Flit();
  }
  /// Sets a bit for each channel with a flit on its output register, at netlist().input_number() of its end; `inputs` is
  /// input_words() long, and 0. For queries after every edge: call index_outputs() before, once.
  void mark_output_flits(std::uint64_t* inputs) const {
    if (frames_ != nullptr) return mark_frames(inputs);
    for (const Incoming& in : incoming_) {
      const PortMask ports = events_[in.events.at(now_.value - 1 + in.delay)] & in.ports;
      const unsigned shift = in.first % 64;
      inputs[in.first / 64] |= ports << shift;
      inputs[in.first / 64 + 1] |= ports >> 1 >> (63 - shift);
    }
  }
  /// The flit on the output register of a channel that has been marked.
  Flit marked_flit(std::size_t channel) const {
    if (frames_ != nullptr) return channel_flit(channel);
    const Target& to = channel_targets_[channel];
    return flits_[to.flits.at(now_.value - 1 + to.delay)];
  }
  void index_outputs();
  /// The STOP levels or credits of a channel, a bit a virtual channel, on register `stage` of their way back: 0 is the
  /// output register at the receiving end, stop_delay - 1 the last one before the sender.
  VcMask channel_stop(std::size_t channel, unsigned stage = 0) const;

  /// The hits so far of the n-th of netlist().faults.
  const LinkFaultState& fault_state(std::size_t n) const { return fault_states_[n]; }

  /// A packet switch has here the state of a wormhole switch that is always empty.
  wormhole_switch::State& switch_state(std::size_t i) { return switches_[switch_at_[i]].state; }
  port::State& port_state(std::size_t i) { return endpoints_[host_at_[i]].port; }
  const wormhole_switch::State& switch_state(std::size_t i) const { return switches_[switch_at_[i]].state; }
  const port::State& port_state(std::size_t i) const { return endpoints_[host_at_[i]].port; }
  const packet_switch::Instance& packet_switch(std::size_t i) const { return packet_switches_[switch_at_[i]]->core; }
  /// The generator at the port of a host that has no network interface.
  generator::State& generator_state(std::size_t i) { return endpoints_[host_at_[i]].generator; }
  const generator::State& generator_state(std::size_t i) const { return endpoints_[host_at_[i]].generator; }

  /// A host and its network interface, if it has one, as they are before edge now(). A clock that has waited is brought up to date
  /// in this copy.
  HostInterface interface_state(std::size_t i) const;
  const nic::Place& nic_place(std::size_t i) const { return interfaces_[host_at_[i]].place; }
  /// Where hosts have network interfaces, or some: their shared state.
  Hosts& hosts() { return *hosts_; }
  const Hosts& hosts() const { return *hosts_; }

  /// The monitors' records of the packets in flight.
  const PacketTable& packets() const { return packets_; }

  /// The workloads: what hosts send, or post to their network interfaces.
  const generator::Workloads& workloads() const { return workloads_; }
  /// Latencies of packets, of all hosts together; of all workloads, and of one.
  port::LatencyTally& latencies() { return latencies_.all; }
  const port::LatencyTally& latencies() const { return latencies_.all; }
  port::LatencyTally& latencies(unsigned workload) { return latencies_.of(workload); }
  const port::LatencyTally& latencies(unsigned workload) const { return latencies_.of(workload); }

  /// Flits on wires: sent, and not yet written downstream.
  std::uint64_t flits_on_links() const;

 private:
  /// A ring of 2^n entries, indexed by edge.
  struct Ring {
    std::uint32_t first = 0, mask = 0;
    /// That of bank `n`, where the rings of all banks follow one another, and an entry has so many words.
    Ring of_bank(unsigned n, unsigned words = 1) const { return {first + n * words * (mask + 1), mask}; }
    std::size_t at(std::uint64_t edge) const { return first + (edge & mask); }
    /// Where entries have several words.
    std::size_t at(std::uint64_t edge, unsigned words) const { return first + (edge & mask) * words; }
  };
  /// Where a register at one end of a channel leads.
  struct End {
    Ring events;  // of the component at the other end: arrival masks, or changed STOP wires
    std::uint32_t delay = 0;
    std::uint32_t word = 0;       // where the component at the other end has its bit in a row of active_ ...
    std::uint64_t component = 0;  // ... and that bit
    PortMask port = 0;            // the port's bit there, in its bank
  };
  /// The destination of an output register.
  struct Target : End {
    Ring flits;  // of the channel
  };
  /// The destination of a STOP register.
  struct StopTarget : End {
    std::uint8_t words = 0;         // of an edge in Pins::stops of a switch; 0: it is a host, which has one
    std::uint8_t last_channel = 0;  // there, the number of the flow channel that comes after the VCs here
  };
  /// State at the pins of both kinds of component. A switch of several banks of ports has such rings for each, one after
  /// the other: these are the first bank's.
  struct Pins {
    Ring arrivals;                     // a mask of ports an edge
    Ring stops;                        // changes of STOP, or credits: see stop_words()
    std::uint32_t faults = no_faults;  // its entry in link_faults_
  };
  static constexpr std::uint32_t no_faults = ~0u;
  struct Switch {
    wormhole_switch::State state;
    wormhole_switch::Place place;
    Pins pins;
    std::uint32_t first_port = 0;  // in out_targets_, stop_targets_ and in_flits_
    PortMask* stop_in = nullptr;   // per bank and VC: the STOP wires or credits as sampled
  };
  /// The rest of a packet switch, whose Switch has its pins.
  struct PacketSwitch {
    PacketSwitch(const packet_switch::Params& p, std::vector<std::uint16_t> port_to, const PortSet& stops_flits)
        : core(p, std::move(port_to), stops_flits) {}
    packet_switch::Instance core;
    PortSet paused;  // inputs whose sender is paused, after the edge before
  };
  struct Endpoint {
    port::State port;
    generator::State generator;  // without a network interface
    port::Place place;
    Pins pins;
    VcMask stop_in = 0;  // the STOP wires or credits as sampled
    Ring flits;
    Target out;
  };

  struct Interface {
    HostInterface state;
    nic::Place place;
    StopTarget stop;  // with links.host_stops
  };
  /// Components of one kind, at words of their own in a row of active_. `step` steps those whose bits are set there.
  struct Group {
    const SwitchKind* switches = nullptr;  // of the switches ...
    const HostKind* hosts = nullptr;       // ... or of the hosts
    std::uint32_t first_word = 0, words = 0;
    void (Fabric::*step)(const Group& group, std::uint64_t* active) = nullptr;
  };
  /// Channels of one delay that end at one bank of ports of a component.
  struct Incoming {
    Ring events;
    std::uint32_t delay = 0, first = 0;  // input_number() of the first port of the bank
    PortMask ports = 0;
  };

  void build_groups();
  void build_switches();
  void build_hosts();
  void build_interfaces();
  void build_rings();
  void build_links(std::uint32_t& flits);
  void build_faults();
  template <class KindOf>
  std::vector<std::uint32_t> place(std::size_t count, KindOf&& kind_of, std::uint32_t& words);
  using Step = decltype(Group::step);
  Step step_of(const SwitchKind& p, bool large) const;
  Step step_of(const HostKind& host) const;
  /// `fixed_vcs`, `plain` and `Ports` as in wormhole_switch::step and port::step; `large`: the cores' storage is
  /// larger than a processor's nearest caches.
  template <unsigned fixed_vcs, bool plain, bool large, class Ports = PortMask>
  void step_switches(const Group& group, std::uint64_t* active);
  template <unsigned fixed_vcs, bool plain>
  void step_endpoints(const Group& group, std::uint64_t* active);
  void step_interfaces(const Group& group, std::uint64_t* active);
  void step_packet_switches(const Group& group, std::uint64_t* active);
  void fetch_switch(std::uint32_t index) const;
  /// A network interface looks further ahead than links reach: cycles for which it needs no entry in the agenda.
  static constexpr std::uint32_t interface_rows = 256;
  static constexpr std::size_t cache_bytes = std::size_t{1} << 18;
  template <unsigned fixed_vcs, bool plain, class Ports>
  [[gnu::flatten]] void step_switch(std::uint32_t index);  // all of the core's pieces inlined: worth a seventh
  template <unsigned fixed_vcs, bool plain>
  void step_endpoint(const port::Params& p, std::uint32_t index);
  template <bool plain>
  port::Inputs sample_host(const port::Params& p, Endpoint& e);
  void step_interface(const HostKind& kind, std::uint32_t index);
  void step_packet_switch(const SwitchKind& kind, std::uint32_t index);
  void sample_stops_of_packet_switch(Switch& s, unsigned ports);
  void wake_at(std::uint32_t component, Cycle edge);
  void wake_later(std::uint32_t component, Cycle edge);
  void wake(std::uint32_t component, std::uint64_t edge);
  void wake(std::uint32_t word, std::uint64_t component, std::uint64_t edge);
  End end(Ring events, std::uint32_t delay, const PortRef& to) const;
  StopTarget stop_target(const Channel& channel);
  void send(const Target& target, Flit flit);

  // Where frames move whole.
  struct FrameMoves;
  void build_frames();
  void run_frames(Cycle end);
  void step_frames_of_switch(std::uint32_t index);
  void step_frames_of_host(std::uint32_t index);
  void move_flits_of_host(std::uint32_t index);
  void show_flits_of_switch(std::uint32_t index);
  void send_in_frame(std::uint32_t index, Flit flit);
  void announce(const FrameLink& link, Cycle first, Cycle last);
  ArrivingFlits arriving_at(const FrameLink& link) const;
  Flit flit_of_frame(const FrameLink& link, Cycle edge) const;
  void mark_frames(std::uint64_t* inputs) const;

  /// Words of an edge in Pins::stops of a switch: a mask of ports each VC; before them, unless there is one VC and the
  /// switch is plain, a mask of the VCs that are not 0. A host has one word for all VCs.
  static unsigned stop_words(const SwitchKind& p) {
    return p.is_packet_switch() || p.one_plain_vc() ? 1 : 1 + p.flow_channels();
  }
  /// The arrivals of the edge.
  template <class Ports>
  Ports take_arrivals(const wormhole_switch::Params& p, const Switch& s);
  template <unsigned fixed_vcs, bool plain, class Ports>
  VcMask sample_stops(const wormhole_switch::Params& p, Switch& s);
  template <bool plain>
  VcMask sample_stops_of_bank(unsigned vcs, Switch& s, unsigned bank);
  template <class Ports>
  static unsigned banks(const wormhole_switch::Params& p);
  template <class Ports>
  static bool counts_credits(const wormhole_switch::Params& p, const Switch& s);
  bool credits_come_unasked(const Pins& pins, bool counts_credits) const;
  template <class Ports>
  [[gnu::noinline]] Ports pass_faults(const wormhole_switch::Params& p, Switch& s, Ports arrivals);
  std::uint64_t put_stop(const StopTarget& target, unsigned vc);
  void send_stop(const StopTarget& target, unsigned vc);
  template <bool plain>
  void send_stops(const wormhole_switch::Params& p, std::size_t first_port, unsigned vc, PortMask ports);
  Cycle next_active() const;
  Cycle next_fault_edge() const;

  Pins& pins_of(const PortRef& port);
  std::uint32_t component_of(const PortRef& port) const;
  std::size_t switch_port(const PortRef& port) const { return netlist_.first_port(port.instance) + port.port.value; }

  ElaboratedNetlist netlist_;
  generator::Workloads workloads_;
  PacketTable packets_;
  port::Latencies latencies_;
  Cycle now_;

  std::vector<std::byte> storage_;  // of all cores: switches, then hosts
  std::byte* host_storage_ = nullptr;
  // Components: first those of one kind, then those of the next, and so on. Each kind begins at a multiple of 64, the
  // number of bits in a word of active_; the places between two kinds stay empty.
  std::vector<Group> groups_;
  // A copy of the parameters of the group that is stepped, at a fixed place here: a step has no register to spare for
  // where they are.
  wormhole_switch::Params stepped_kind_;
  const Group* stepped_ = nullptr;
  std::vector<std::uint32_t> switch_at_, host_at_;  // by the numbers in the netlist: where they are here
  std::vector<Switch> switches_;
  std::vector<std::unique_ptr<PacketSwitch>>
      packet_switches_;                                 // by the places of `switches_`; none where there are none
  std::vector<Flit> packet_flits_;                      // per port of the one that is stepped: arrivals
  std::unique_ptr<FrameLinks> frames_;                  // nullptr: flit by flit
  std::vector<packet_switch::Arrival> frame_arrivals_;  // at the one that is stepped
  std::vector<Endpoint> endpoints_;
  std::vector<const HostKind*> host_kinds_;  // of each of endpoints_; nullptr: an unused place
  ZeroedMemory interface_storage_;
  std::vector<Interface> interfaces_;  // their ports are endpoints_; none where no host has one
  std::unique_ptr<Hosts> hosts_;
  std::vector<Target> out_targets_;       // per switch port: where its output register leads
  std::vector<StopTarget> stop_targets_;  // per switch port: where its STOP register leads
  std::vector<Ring> in_flits_;            // per switch port: the ring its flits arrive in
  std::vector<Target> channel_targets_;   // per channel: the forward one, in the order of the netlist
  std::vector<Incoming> incoming_;        // once index_outputs() has been called
  std::vector<Flit> flits_;               // all rings of flits
  std::vector<PortMask> events_;          // all rings of masks
  std::vector<PortMask> stop_in_;         // Switch::stop_in of all switches, and a spare
  PortMask* spare_stop_in_ = nullptr;
  FaultsInside faults_inside_;  // of the switch that is stepped

  // Components to be stepped: row = edge, one bit a component: switches, then hosts.
  std::uint32_t first_endpoint_ = 0, words_ = 0, rows_ = 0;
  std::vector<std::uint64_t> active_;
  std::vector<std::uint8_t> row_used_;
  Agenda agenda_;  // components that wait for an edge far ahead, such as hosts for their next packet

  std::vector<LinkFaultState> fault_states_;                  // per netlist fault
  std::vector<LinkFaults> link_faults_;                       // of the components that have any
  std::vector<std::pair<Cycle, std::uint32_t>> fault_edges_;  // by edge: components whose wires change by a fault alone
  std::size_t next_fault_ = 0;                                // the first of them that is still to come
};

}  // namespace slackline::network
