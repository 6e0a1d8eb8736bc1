// The kinds of switches of an experiment, with the values that it leaves to be derived. They follow from the kinds that
// meet at a channel and from the kinds of channels (rtl_models/network/slack.hpp): no network is built to learn them.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "rtl_models/network/netlist.hpp"
#include "testbench/features/kinds/build.hpp"
#include "testbench/run/experiment.hpp"

namespace slackline::features {

/// The values that a kind of switch leaves to be derived.
struct Derived {
  std::uint32_t slack = 0;               ///< flits that may still arrive after STOP, on the link where they are most
  std::uint16_t stop_at = 1, go_at = 0;  ///< play no part with credits
  std::uint32_t longest_packet = 0;      ///< virtual cut-through: flits, with those of its route
  std::uint32_t smallest_buffer = 1;     ///< flits that a buffer must have, on the link where they are most
  std::uint8_t barrier_buffer = 1;       ///< messages in an input buffer of a barrier unit
  std::uint32_t smallest_barrier_buffer = 1;  ///< that it must have, on the link where they are most
  std::uint32_t padding_room = 0;             ///< with barrier units: flits of padding that a data buffer may hold
  std::uint32_t full_speed_credits = 0;       ///< with credits: flits of a buffer with which no worm is short of one
  /// Of packet switches: the fastest link to or from a host, and to or from another switch; nothing: there is none.
  std::optional<CyclesPerFlit> fastest_host_link, fastest_uplink;
};

struct SwitchKind {
  SwitchGroup group;           ///< its switches; valid as long as the experiment
  network::SwitchKind params;  ///< with its watermarks, routing and the longest packet
  Derived derived;
};

struct SwitchKinds {
  std::vector<SwitchKind> kinds;
  std::vector<std::uint32_t> of;  ///< of each switch; empty: all are of one kind
  /// Pairs of kinds that are neighbours, the lower number first.
  std::set<std::pair<std::uint32_t, std::uint32_t>> neighbours;
};

/// For any experiment whose delays are in range. With a buffer too small for its slack, stop_at is 1. Where switches or links
/// differ by their names, or by a file, the channels of the network are listed for it.
SwitchKinds switch_kinds_of(const Experiment& experiment);
/// The same for channels that are listed already.
SwitchKinds switch_kinds_of(const Experiment& experiment, const network::Netlist& channels);

/// Of the first kind.
Derived derived(const Experiment& experiment);

/// The port of hosts at switches of a kind, as far as it follows without routes.
port::Params host_port(const Experiment& experiment, const network::SwitchKind& kind);

}  // namespace slackline::features
