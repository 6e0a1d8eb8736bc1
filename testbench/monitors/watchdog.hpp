// watchdog: finds worms that will never move again, whatever the cause: a link that died, a STOP wire stuck, a lost
// tail or credit, worms that wait for one another.
//
//   look at edge N, look at edge N + interval -> what has not changed between the two, and waits for nothing that has
//
// A lane (a virtual channel of an input port) with a flit or in the middle of a worm, or a host with a packet to send,
// is *still* when no flit has come to it or left it from one look to the next. It is *stuck* when it is still and all
// it waits for is:
//   a header                    every output lane that it may take: held by a lane that is stuck, or held back by the
//                               lane at the far end, or the wire from there
//   a worm with a flit waiting  the lane at the far end of its output lane, or the wire from there
//   a worm without one          the lane or host that sends it, if one is still at the same packet
//   a host                      the lanes that its link leads to, or the wires from there; where its network interface
//                               sends from a packet that is still arriving: what sends it the rest of that
//   packets in a packet switch  the lanes that the outputs lead to at which they wait, of the same switch all; none, if a
//                               packet is being transferred or waits for its lookup. Its inputs count as lanes.
//   a host that awaits a response before it may send a request: anything that moves, anywhere
//   a network interface that holds its link back (NIC memory has no buffer for what waits there), and in which nothing
//                               goes on: its host, when that has a packet to send, and whoever may send it something
//                               on a channel that it does not hold back, as long as it has a free buffer of any class
//                               for that, or is taking a packet in there. Activities in it are handlers, transfers,
//                               timers, slots, and commands of its host that its firmware listens for.
// A STOP wire that a fault keeps high for a while counts as something that moves.
// A waiting worm may go on when what it waits for moves: a worm that is only held up, or starved by an unfair
// arbiter, is not reported, however long that lasts.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "rtl_models/network/netlist.hpp"
#include "rtl_models/packet_switch/packet_switch_instance.hpp"
#include "testbench/monitors/worms.hpp"

namespace slackline::monitors {

/// Something that will not move again.
struct Stuck {
  enum class Kind : std::uint8_t {
    lane,
    host,       ///< it cannot send
    interface,  ///< it cannot take what has come
  };
  Kind kind = Kind::lane;
  LaneRef lane;            ///< of a switch
  std::uint32_t host = 0;  ///< where it is one, or its interface
  Stall stall;
};

class Watchdog {
 public:
  /// The netlist as the engine has it, which must outlive this. Looks must lie further apart
  /// than STOP or a credit is under way, and than the slowest link takes for a flit.
  explicit Watchdog(const network::ElaboratedNetlist& netlist);

  /// To be called between two cycles, at equal distances. Returns what is stuck since the look before, in the order of
  /// the netlist. `Engine` is network::Fabric or network::SignalNetwork.
  template <class Engine>
  std::vector<Stuck> look(const Engine& engine) {
    for (std::size_t i = 0; i < switches_.size(); ++i) {
      switches_[i] = &engine.switch_state(i);
      if (netlist_.is_packet_switch(i)) packet_switches_[i] = &engine.packet_switch(i);
    }
    for (std::size_t i = 0; i < hosts_.size(); ++i) hosts_[i] = &engine.port_state(i);
    for (std::size_t i = 0; i < interfaces_.size(); ++i)
      if (netlist_.has_interface(i)) interfaces_[i] = engine.interface_state(i);
    looked_ = now_;
    now_ = engine.now();
    return compare();
  }

  /// The results of the last look.
  void remember_who_stands();
  /// A stuck host or interface was still when that was called, and has done nothing since.
  bool has_stood(const Stuck& stuck) const;

 private:
  using Index = std::uint32_t;  // of the lanes, switch by switch; then hosts, then interfaces that may hold links
  static constexpr Index none = ~Index{0};

  /// The state that changes when a flit comes or leaves.
  struct Signature {
    std::uint32_t last_written = 0, read = 0;
    friend bool operator==(const Signature& a, const Signature& b) {
      return a.last_written == b.last_written && a.read == b.read;
    }
  };

  std::vector<Stuck> compare();
  void note_faults();
  bool has_credits(const network::Channel& channel) const;
  bool is_worth_telling(Index i) const;
  std::vector<Index> find_still();
  void clear_those_who_may_move(const std::vector<Index>& still);
  void look_at_links_to_hosts();
  Signature signature_of(Index i) const;
  bool is_busy(Index i) const;
  bool is_at_rest(std::uint32_t host) const;
  bool holds_link_back(std::uint32_t host) const;
  nic::Waiting waiting(std::uint32_t host) const;
  bool had_packet(Index host) const;
  bool awaits_response(const port::State& host) const;
  /// Nothing that `i` waits for can move, as far as `stuck_` knows.
  bool waits_in_vain(Index i) const;
  bool host_waits_in_vain(Index host) const;
  bool interface_waits_in_vain(Index host) const;
  bool may_be_told(Index host, unsigned vc) const;
  bool header_waits_in_vain(Index i) const;
  bool packets_wait_in_vain(Index i) const;
  bool receiver_is_stuck(std::uint32_t sw, crossbar::Lane output) const;
  bool sender_is_stuck(Index i) const;
  bool sender_to_host_is_stuck(std::uint32_t host, unsigned vc) const;
  bool anything_may_move() const { return anything_moves_ || free_ != 0; }
  Index holder_of(const network::PortRef& output, unsigned vc) const;
  Index sender_of(Index i) const;
  std::uint32_t last_tag(Index lane) const;
  std::string describe(Index i) const;
  Stuck stuck_at(Index i, const std::string& what) const;

  /// The index of a port in vectors with one entry for each end of a link.
  std::size_t place_of_port(std::uint32_t sw, unsigned port) const;
  std::size_t place_of_host(std::uint32_t host) const;
  std::size_t place_of(const network::PortRef& port) const;
  Index index_of(std::uint32_t sw, crossbar::Lane lane) const;
  Index index_of(const network::PortRef& port, unsigned vc) const;
  std::size_t link_of(std::uint32_t host, unsigned vc) const {
    return host * std::size_t{wormhole_switch::most_virtual_channels} + vc;
  }
  std::uint32_t switch_of(Index i) const { return switch_of_[i]; }
  const wormhole_switch::Params& kind_of(Index i) const { return netlist_.kind_of(switch_of(i)); }
  unsigned vcs_at(std::uint32_t host) const { return netlist_.port_of(host).links.virtual_channels; }
  /// The lane among those of its switch.
  unsigned lane_number(Index i) const { return i - first_lane_[switch_of(i)]; }
  crossbar::Lane lane_of(Index i) const;
  const wormhole_switch::State& state_of(Index i) const { return *switches_[switch_of(i)]; }
  const wormhole_switch::InputLane& input_lane(Index i) const { return state_of(i).in[lane_number(i)]; }
  bool is_connected(Index i) const;
  /// An input of a packet switch, which has one virtual channel.
  bool is_of_packets(Index i) const { return i < first_host_ && netlist_.is_packet_switch(switch_of(i)); }
  const packet_switch::State& packets_of(Index i) const { return packet_switches_[switch_of(i)]->state; }
  const packet_switch::Input& packet_input(Index i) const { return packets_of(i).inputs[lane_number(i)]; }
  bool is_host(Index i) const { return i >= first_host_ && i < first_interface_; }
  bool is_interface(Index i) const { return i >= first_interface_; }
  std::string name_of(Index i) const;

  const network::ElaboratedNetlist& netlist_;
  std::vector<Index> first_lane_;         // per switch
  std::vector<std::uint32_t> switch_of_;  // per lane
  Index first_host_, first_interface_;
  std::vector<const wormhole_switch::State*> switches_;
  std::vector<const packet_switch::Instance*> packet_switches_;  // by switch, where it is one
  std::vector<const port::State*> hosts_;
  std::vector<network::HostInterface> interfaces_;  // by host, where some have one
  std::vector<network::PortRef> behind_;            // per switch output port, then per host: where its link ends
  std::vector<network::PortRef> before_;            // per switch input port, then per host: where its link begins
  std::vector<VcMask> ending_stops_;   // as behind_: VCs whose STOP wire a fault keeps high, but not for ever
  std::vector<bool> dead_;             // per host: it does nothing any more
  std::vector<Signature> seen_;        // at the look before
  std::vector<Signature> remembered_;  // see remember_who_stands
  std::vector<bool> stood_;            // see remember_who_stands
  // Of this look:
  Cycle now_, looked_;  ///< looked_: the look before
  std::vector<bool> stuck_;
  std::vector<bool> same_;  // as at the look before
  std::size_t busy_ = 0;    // lanes and hosts
  std::size_t free_ = 0;    // lanes, hosts and interfaces that are in the middle of something and not stuck
  bool anything_moves_ = false;
  std::vector<bool> sender_was_gone_;  // at the look before: lanes whose worm was no longer being sent
  // Of links to network interfaces, one a virtual channel, since the look before:
  struct LinkToHost {
    std::uint64_t received = 0;  // by the host
    bool is_quiet = false;       // nothing has come to the host
    bool is_free = false;        // no lane holds it: now ...
    bool was_free = false;       // ... and at the look before
    bool is_empty = false;       // nothing waits at its end: now ...
    bool was_empty = false;      // ... and at the look before
  };
  std::vector<LinkToHost> links_to_hosts_;
  bool has_looked_ = false;
};

}  // namespace slackline::monitors
