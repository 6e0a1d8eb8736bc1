// The network that an experiment describes. The experiment is one in which check_meaning finds no fault, unless a
// comment states otherwise.
#pragma once

#include "rtl_models/network/netlist.hpp"
#include "testbench/features/topology/build.hpp"
#include "testbench/routing/on_progress.hpp"
#include "testbench/run/experiment.hpp"

namespace slackline::features {

/// The values that an experiment leaves to be derived.
struct Derived {
  std::uint32_t link_delay = 1;          ///< cycles
  std::uint32_t slack = 0;               ///< flits that may still arrive after STOP, on the link where they are most
  std::uint16_t stop_at = 1, go_at = 0;  ///< play no part with credits
  std::uint32_t longest_packet = 0;      ///< virtual cut-through: flits, with those of its route
  std::uint32_t smallest_buffer = 1;     ///< flits that a buffer must have, on the link where they are most
  std::uint8_t barrier_buffer = 1;       ///< messages in an input buffer of a barrier unit
  std::uint32_t smallest_barrier_buffer = 1;  ///< that it must have, on the link where they are most
  std::uint32_t padding_room = 0;             ///< with barrier units: flits of padding that a data buffer may hold
  std::uint32_t full_speed_credits = 0;       ///< with credits: flits of a buffer with which no worm is short of one
};

/// The smallest network of the same kind, without faults and links of their own: every other kind of link that the
/// whole one has, and cheap. Its switches may have fewer ports.
Experiment sample_of(Experiment experiment);

/// For any experiment whose delays are in range. With a buffer too small for its slack, stop_at is 1.
Derived derived(const Experiment& experiment);

/// Without what is down, faults and links of their own. For any experiment of 2 to 2^24 hosts.
Unrouted unrouted(const Experiment& experiment, const Derived& derived = {});

network::Netlist network_of(const Experiment& experiment, const Derived& derived,
                            const routing::OnProgress& on_progress = {});
/// The same without its routes, whose tables grow with the square of the network.
network::Netlist network_without_routes(const Experiment& experiment, const Derived& derived);
network::Netlist network_of(const Experiment& experiment, const routing::OnProgress& on_progress = {});

}  // namespace slackline::features
