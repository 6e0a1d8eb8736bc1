// link_fault: injected faults of a link. Faults act where a link ends: on flits as the receiver
// samples them, on STOP levels and credits as the sender does. Which of them are hit depends on the fault's seed and
// the edge alone, so that both engines show the same. One kind acts in the switch that sends: `held` places worms at its
// output lanes.
//
//   flit  ---> [drop | corrupt | dead] ---> flit sampled by the receiver
//   word  <--- [stop_stuck | credit_lost | dead] <--- STOP or credit word sampled by the sender
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "rtl_models/common/bits.hpp"
#include "rtl_models/common/flit.hpp"
#include "rtl_models/common/ids.hpp"

namespace slackline {

enum class LinkFaultKind : std::uint8_t {
  drop,         ///< flits are lost
  corrupt,      ///< one bit of a flit's data is inverted
  stop_stuck,   ///< the STOP wire stays at a level; a high credit wire gives a credit in every cycle
  credit_lost,  ///< credits are lost
  dead,         ///< neither flits nor STOP nor credits come through
  host_dead,    ///< the same, and the host at one end, with its network interface, does nothing any more
  held,         ///< worms that no input has sent hold the virtual channels of the output, as they get free
};

/// Nothing passes.
inline bool cuts(LinkFaultKind kind) { return kind == LinkFaultKind::dead || kind == LinkFaultKind::host_dead; }

struct LinkFault {
  LinkFaultKind kind = LinkFaultKind::drop;
  Cycle from;                             ///< the first edge at which it acts
  Cycle to{never};                        ///< the first edge at which it no longer does
  std::uint64_t count = 1;                ///< flits or credits that it hits at most; 0: no limit
  double probability = 1;                 ///< with which it hits each flit or credit, 0..1
  VcMask vcs = static_cast<VcMask>(~0u);  ///< virtual channels that it acts on
  bool level = true;                      ///< stop_stuck: of the wire
  double moving = 0;                      ///< held: probability that the worm of a channel moves, 0..1
  std::uint8_t data_bits = 32;            ///< corrupt: bits of a flit that carry data, 1..32
  std::uint64_t seed = 0;                 ///< chooses what is hit, where the probability is below 1

  bool acts(Cycle now) const { return from <= now && now < to; }
  /// held: the virtual channels whose worm moves.
  VcMask moving_vcs() const;
};

struct LinkFaultState {
  std::uint64_t flits_lost = 0;
  std::uint64_t flits_changed = 0;
  std::uint64_t credits_lost = 0;
  std::uint64_t worms_placed = 0;

  std::uint64_t hits() const { return flits_lost + flits_changed + credits_lost + worms_placed; }
};

/// The worms that faults place at the lanes of an output; outside their time none.
struct PlacedWorms {
  std::uint8_t port = 0;
  VcMask vcs = 0, moving = 0;
  std::uint64_t* count = nullptr;  ///< of those placed; with any
};

/// Faults that act inside a switch at an edge: those of its links.
struct FaultsInside {
  PortSet dead;                     ///< outputs whose link is dead
  std::vector<PlacedWorms> placed;  ///< an output at most once
};

/// The flit that passes; idle when it is lost.
Flit pass_flit(const LinkFault& fault, LinkFaultState& state, Cycle now, Flit flit);

/// The STOP levels or credits, a bit a virtual channel, that pass.
VcMask pass_stop(const LinkFault& fault, LinkFaultState& state, Cycle now, VcMask word);

/// The faults at the ports of one component.
class LinkFaults {
 public:
  /// Faults of one port act in the order in which they were added. Both references must outlive this.
  void add_to_flits(PortId input, const LinkFault& fault, LinkFaultState& state) {
    on_flits_.push_back({input.value, &fault, &state});
  }
  void add_to_stops(PortId output, const LinkFault& fault, LinkFaultState& state) {
    on_stops_.push_back({output.value, &fault, &state});
  }

  bool any() const { return !on_flits_.empty() || !on_stops_.empty(); }

  Flit flit(unsigned input, Cycle now, Flit flit) const {
    for (const Entry& entry : on_flits_)
      if (entry.port == input && flit.valid()) flit = pass_flit(*entry.fault, *entry.state, now, flit);
    return flit;
  }
  VcMask stop(unsigned output, Cycle now, VcMask word) const {
    for (const Entry& entry : on_stops_)
      if (entry.port == output) word = pass_stop(*entry.fault, *entry.state, now, word);
    return word;
  }
  /// A host whose link has these faults is dead at edge `now`.
  bool host_is_dead(Cycle now) const {
    for (const Entry& entry : on_flits_)
      if (entry.fault->kind == LinkFaultKind::host_dead && entry.fault->acts(now)) return true;
    return false;
  }
  /// Some STOP wire is held high by its fault at edge `now`. A high credit wire gives a credit in every cycle.
  bool holds_high(Cycle now) const {
    for (const Entry& entry : on_stops_)
      if (entry.fault->kind == LinkFaultKind::stop_stuck && entry.fault->level && entry.fault->acts(now)) return true;
    return false;
  }
  /// Sets `inside` for edge `now`.
  void look_inside(Cycle now, FaultsInside& inside) const;
  /// Worms are to be placed or taken away at edge `now`.
  bool changes_inside(Cycle now) const {
    return std::any_of(on_stops_.begin(), on_stops_.end(), [&](const Entry& entry) {
      return entry.fault->kind == LinkFaultKind::held && (entry.fault->from == now || entry.fault->to == now);
    });
  }
  /// Ports with a fault on their flits; on their STOP wires.
  PortSet inputs() const { return ports_of(on_flits_); }
  PortSet outputs() const { return ports_of(on_stops_); }

 private:
  struct Entry {
    std::uint8_t port;
    const LinkFault* fault;
    LinkFaultState* state;
  };
  static PortSet ports_of(const std::vector<Entry>& entries) {
    PortSet ports;
    for (const Entry& entry : entries) insert(ports, entry.port);
    return ports;
  }
  std::vector<Entry> on_flits_, on_stops_;
};

}  // namespace slackline
