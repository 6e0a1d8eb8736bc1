// wait_chain: from a packet that waits, to the one it waits for, to the one that one waits for, and so on, to the root.
#pragma once

#include <vector>

#include "testbench/monitors/explanation.hpp"
#include "testbench/monitors/worms.hpp"

namespace slackline::monitors {

struct WaitChain {
  std::vector<Blocker> blockers;  ///< the first is waited for; the last is the root
  bool in_a_cycle = false;        ///< the last waits for one before it, or for the packet itself
};

/// The shortest way from packet `tag` (no_packet: it has none yet), whose head is at `head`, to one that waits for no
/// other packet: as it goes on when any of its waits is over, that is what will free it first. Where there is none, all
/// of them wait for one another: then the way along what each waits for first, until it comes back.
WaitChain wait_chain(const Worms& worms, std::uint32_t tag, const HeadPlace& head, const Activity& activity);

/// "waits", "moves", ...: what reports call it.
const char* word_of(Doing doing);

}  // namespace slackline::monitors
