// worms: who holds what and waits for whom, at one moment of a run. A monitor independent of the engines: it reads
// their registers, and decides nothing.
//
//   ... lane --> lane --> [head of the worm] --waits for--> an output lane held by another worm
//        holds the channels between                     `-> a full buffer, with another worm at its front
//                                                       `-> the worm before it in its own buffer
//                                                       `-> a network interface without a buffer, and the worms that
//                                                           this waits for: its own, and what comes on other channels
//
// Everything that a worm waits for, it waits for at its head: the flits after the head are held back by it, or on their
// way. But a barrier may cut it anywhere, for a while.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "rtl_models/network/netlist.hpp"
#include "testbench/monitors/standstill.hpp"

namespace slackline::monitors {

/// A virtual channel of an input port of a switch, with its buffer.
struct LaneRef {
  std::uint32_t sw = 0;
  crossbar::Lane lane;
  friend bool operator==(const LaneRef& a, const LaneRef& b) {
    return a.sw == b.sw && a.lane.port == b.lane.port && a.lane.vc == b.lane.vc;
  }
};

/// "switch3_p1_vc0"
std::string lane_name(const network::Netlist& netlist, const LaneRef& lane);

/// Where the head of a packet is.
struct HeadPlace {
  enum class Kind : std::uint8_t {
    host,     ///< it has not been sent
    link,     ///< on its way through a crossbar, or on a wire
    lane,     ///< in a buffer
    arrived,  ///< the host takes the packet in
    lost,     ///< nowhere: a fault, or a check that failed
  };
  Kind kind = Kind::lost;
  std::uint32_t channel = 0;  ///< link, arrived, host (the one that leaves it): index into Netlist::channels
  LaneRef at;                 ///< lane
  bool front = false;         ///< lane: nothing is before it in the buffer
  friend bool operator==(const HeadPlace& a, const HeadPlace& b) {
    return a.kind == b.kind && a.channel == b.channel && a.at == b.at && a.front == b.front;
  }
};

inline constexpr std::uint32_t no_packet = ~0u;

/// One of the things that a head waits for: it goes on when any of them is over.
struct Wait {
  enum class Why : std::uint8_t {
    held,    ///< the virtual channel belongs to the worm of packet `by`
    full,    ///< the buffer at the end of the channel takes nothing; packet `by` is at its front
    stop,    ///< the buffer there takes nothing, though it is empty: STOP or credits under way, or a fault
    behind,  ///< packet `by` is before it in its own buffer, or is sent before it by its host
    /// The network interface at the channel's end has no buffer for what waits there; it may have one when packet `by`
    /// has gone on. no_packet: that is a matter of the interface alone.
    interface,
    barrier,  ///< barriers have the virtual channel, until its hold is over
    placed,   ///< a fault has placed a worm there, until it ends
  };
  Why why = Why::stop;
  std::uint32_t channel = 0;  ///< not of `behind`: index into Netlist::channels
  std::uint8_t vc = 0;        ///< not of `behind`
  std::uint32_t by = no_packet;
  friend bool operator==(const Wait& a, const Wait& b) {
    return a.why == b.why && a.channel == b.channel && a.vc == b.vc && a.by == b.by;
  }
};

enum class Doing : std::uint8_t {
  waits,     ///< for one of `waits`
  routed,    ///< is in buffer read, routing, or arbitration is being charged
  competes,  ///< could leave, if it is chosen and the link is free
  travels,   ///< is on its way through a crossbar, or on a wire
  arrives,   ///< has arrived: the host takes the packet in
  cut,       ///< has arrived, but a barrier has cut the worm after it, at the channel of the first of `waits`
  lost,      ///< is nowhere
};

struct Activity {
  Doing doing = Doing::lost;
  std::vector<Wait> waits;  ///< of Doing::waits and Doing::cut
  friend bool operator==(const Activity& a, const Activity& b) { return a.doing == b.doing && a.waits == b.waits; }
};

class Worms {
 public:
  /// The netlist as the engine has it, which must outlive this.
  explicit Worms(const network::ElaboratedNetlist& netlist);

  /// To be called between two cycles; everything else refers to this moment. `Engine` is network::Fabric or
  /// network::SignalNetwork, the same one at each look; it must stay until the next.
  template <class Engine>
  void look(const Engine& engine) {
    if (packets_ == nullptr) bind(engine);
    now_ = engine.now();
  }

  const network::ElaboratedNetlist& netlist() const { return netlist_; }
  Cycle now() const { return now_; }
  const PacketRecord* record(std::uint32_t tag) const { return packets_->find(tag); }
  const port::State& host(std::uint32_t i) const { return *hosts_[i]; }
  /// The workloads of a host that has no network interface.
  const generator::SourcesState& sources(std::uint32_t i) const { return *sources_[i]; }
  /// The network interface of a host that has one.
  network::HostInterface interface(std::uint32_t i) const { return interface_(i); }
  /// Packets that its firmware has handed to the send engine of an interface: sent, being sent, and to be sent.
  std::uint64_t packets_made_by(std::uint32_t host) const {
    return hosts_[host]->packets_sent + nic::packets_in(interface(host).nic.send);
  }
  std::uint32_t channel_from_host(std::uint32_t host) const { return from_host_[host]; }
  std::uint32_t channel_to_host(std::uint32_t host) const { return to_host_[host]; }

  /// The packet whose worm is at `lane`: of its front flit, or of which the rest has not come; no_packet: none, or not
  /// known, as of the flit that closes a worm which a switch has cut.
  std::uint32_t worm_at(const LaneRef& lane) const;
  /// The output lane that the worm at `lane` holds; nothing: none.
  std::optional<crossbar::Lane> held_by(const LaneRef& lane) const;
  /// All packets with a flit in the buffer of `lane`, front first.
  std::vector<std::uint32_t> packets_in(const LaneRef& lane) const;

  /// Where the head of packet `tag` is, of which a flit, or the hold on an output, is at `lane`.
  HeadPlace head_from(LaneRef lane, std::uint32_t tag) const;
  /// Where the head of packet `tag` is that was at `before` a cycle ago: on its host's link first.
  HeadPlace head_behind(const HeadPlace& before, std::uint32_t tag) const;
  /// Where the head of the packet is that `wait` is for, of a head at `waiting`.
  HeadPlace head_of_blocker(const Wait& wait, const HeadPlace& waiting) const;
  /// The flit that has just left a host, if it is the head of a packet: its tag.
  std::uint32_t head_sent_by(std::uint32_t host) const;
  /// The tag of the n-th packet of a host, if its head has just left, or the host is in the middle of it.
  std::uint32_t packet_of_host(std::uint32_t host, std::uint32_t n) const;

  /// The activity of the head of packet `tag` at `head`. For a packet that is in its host: activity_in_host.
  Activity activity(const HeadPlace& head, std::uint32_t tag) const;
  /// The activity of the next packet of a host, which has been created.
  Activity activity_in_host(std::uint32_t host) const;
  /// The cycle from which on the head of a packet has been in its buffer, or a header has asked for its output.
  Cycle waits_since(const HeadPlace& head, std::uint32_t tag) const;
  /// The cycle in which a flit of packet `tag`, whose worm is at `lane`, last came to it; nothing: it has none there, and
  /// the lane is another's by now.
  std::optional<Cycle> last_came(const LaneRef& lane, std::uint32_t tag) const;
  /// The waits of the network interface at the end of `channel` that takes nothing on `vc`: not empty.
  std::vector<Wait> waits_of_interface(std::uint32_t channel, unsigned vc) const;
  /// The cycle since which the network interface of a host, in which nothing goes on, has done nothing, and
  /// something has waited for it.
  Cycle rests_since(std::uint32_t host) const;

  /// "host3:17": source and number there, as in packets.csv.
  std::string packet_name(std::uint32_t tag) const;
  /// The waits, by name.
  std::vector<NamedWait> named(const std::vector<Wait>& waits) const;
  std::string channel_name(std::uint32_t channel) const {
    return network::channel_name(netlist_, netlist_.channels[channel]);
  }
  /// A buffer, a channel or a host.
  std::string place_name(const HeadPlace& head) const;
  /// The lane that `channel` leads to on `vc`; nothing: a host.
  std::optional<LaneRef> lane_behind(std::uint32_t channel, unsigned vc) const;
  std::uint32_t channel_from(std::uint32_t sw, unsigned port) const {
    return from_port_[netlist_.first_port(sw) + port];
  }

 private:
  /// The engine's states stay where they are.
  template <class Engine>
  void bind(const Engine& engine) {
    for (std::size_t i = 0; i < netlist_.switches.size(); ++i) switches_.push_back(&engine.switch_state(i));
    for (std::size_t i = 0; i < netlist_.endpoints.size(); ++i) hosts_.push_back(&engine.port_state(i));
    for (std::size_t i = 0; i < netlist_.endpoints.size(); ++i)
      sources_.push_back(netlist_.has_interface(i) ? nullptr : &engine.generator_state(i).sources);
    packets_ = &engine.packets();
    wire_ = [&engine](std::size_t channel, unsigned stage) { return engine.channel_flit(channel, stage); };
    interface_ = [&engine](std::uint32_t i) { return engine.interface_state(i); };
  }
  const wormhole_switch::State& state_of(const LaneRef& lane) const { return *switches_[lane.sw]; }
  const wormhole_switch::Params& kind_of(const LaneRef& lane) const { return netlist_.kind_of(lane.sw); }
  unsigned vcs_of(std::uint32_t sw) const { return netlist_.kind_of(sw).virtual_channels; }
  const port::Params& port_of(std::uint32_t host) const { return netlist_.port_of(host); }
  const wormhole_switch::InputLane& input_lane(const LaneRef& lane) const;
  bool is_connected(const LaneRef& lane) const;
  /// Flits before the header of `tag` in the buffer; nothing: it is not there.
  std::optional<unsigned> header_in(const LaneRef& lane, std::uint32_t tag) const;
  /// The header is the flit after a route flit that has been stripped.
  bool header_is_promoted(const LaneRef& lane, std::uint32_t tag) const;
  bool is_on_link(std::uint32_t channel, std::uint32_t tag) const;
  HeadPlace head_in(const LaneRef& lane, std::uint32_t tag) const;
  /// Why output lane `output` takes no flit, of a `header` or of the worm that holds it; empty: it does.
  std::vector<Wait> waits_for(std::uint32_t sw, crossbar::Lane output, bool header) const;
  /// Waits for a channel that takes nothing.
  std::vector<Wait> waits_for_buffer(std::uint32_t channel, unsigned vc) const;
  Wait wait_for_buffer_of_switch(std::uint32_t channel, unsigned vc) const;
  /// The buffers of the network interface of `host` on `vc` hold what has come, for lack of a place in its memory.
  bool interface_is_full(std::uint32_t host, unsigned vc) const;
  /// Where a barrier has cut the worm of packet `tag`; empty: nowhere.
  std::vector<Wait> cuts_of(std::uint32_t tag) const;
  Activity activity_at_host(std::uint32_t channel, std::uint32_t tag) const;
  /// The head of packet `tag`, for which the network interface at the end of `channel` waits.
  HeadPlace head_near_interface(std::uint32_t channel, std::uint32_t tag) const;
  HeadPlace head_sent_on(std::uint32_t channel, std::uint32_t tag) const;
  std::optional<LaneRef> lane_holding(std::uint32_t channel, unsigned vc) const;
  NamedWait named(const Wait& wait) const;

  const network::ElaboratedNetlist& netlist_;
  std::vector<std::uint32_t> from_port_;  // per switch output port: its channel
  std::vector<std::uint32_t> from_host_, to_host_;
  std::vector<const wormhole_switch::State*> switches_;
  std::vector<const port::State*> hosts_;
  std::vector<const generator::SourcesState*> sources_;  // nullptr: it has a network interface
  const PacketTable* packets_ = nullptr;
  std::function<Flit(std::size_t, unsigned)> wire_;
  std::function<network::HostInterface(std::uint32_t)> interface_;
  Cycle now_;
};

}  // namespace slackline::monitors
