// firmware_cycles: how long the firmware `multicast` takes for what equation (1) counts, from the costs of its processor. The
// numbers of reads, writes, loads and stores are those of its handlers in multicast_*.c; a test holds them against simulations.
#pragma once

#include <cstdint>

#include "rtl_models/nic/costs.hpp"
#include "testbench/multicast/tree.hpp"

namespace slackline::multicast {

/// Cycles that words take on the link of a host.
struct LinkTimes {
  std::uint64_t without_words, header,
      control;  ///< of a packet: without words, of the words of a worm's header, of a control worm
};

/// Part of TX: cycles from the head of a worm at an interface to the head of the first copy, which is sent while the worm comes: the
/// rest of its header, the handler that accepts it, and, with ACK, the control worm that leaves before the copy. Without other
/// traffic, which may hold up the control worm: of a long worm that still goes to the host before, on one virtual channel.
std::uint64_t cycles_of_forwarding(const nic::Costs& costs, std::uint32_t scheme, const LinkTimes& link);

/// CT: cycles from one copy of a worm to the next, which waits until the one before has left and the processor has handled its
/// tail, what answers it, and sent the next one. `scheme`: SCHEME_FIFO, ... `link_cycles`: of the worm on the link of its
/// host. Between short worms, for which the processor decides, and long ones, for which the link does, a copy may take 3 % less,
/// or up to a quarter more where the answer comes right before the tail.
std::uint64_t cycles_of_copy(const nic::Costs& costs, std::uint32_t scheme, Algorithm algorithm,
                             std::uint64_t link_cycles);

}  // namespace slackline::multicast
