// deadlock: the proof, before anything runs, that the packets of a network cannot wait for one another for ever.
//
//   packet to d on (channel a, VC v)  --the switch at the end of a: channel b, VCs W-->  it waits for (b, w), w of W
//
// These dependencies, of all packets that any host can send to any other, make the channel dependency graph of Dally
// and Seitz, "Deadlock-free message routing in multiprocessor interconnection networks", IEEE Trans. Computers C-36(5),
// 1987. Without a cycle its channels can be numbered so that every packet waits for higher numbers only; the worm that
// holds the highest waits for nobody, moves, and so do the others in the end. This holds for any length of packets and
// buffers, for several worms in one buffer, and for virtual cut-through.
//
// A cycle is no proof of the contrary, and is called "not proved". Where packets have one virtual channel to take at
// each hop, Dally and Seitz show that some set of packets can hold the cycle; they assume hosts that inject as many as
// that takes at the right moment. Where they have a choice of several, all of those must be held at once: routes depend
// on switch and destination alone, and on the row of the table that channels lead to, so that packets which come on one
// channel have the same choice, or one that does not overlap, and the cycle goes through each of them; but it takes
// more packets. Where they have a choice of several outputs (route_unit::Choice::minimal), a cycle proves little: a
// packet waits for all of them at once.
//
// With route_unit::Choice::adaptive the graph is that of the escape channels alone, of packets that begin to wait for
// them at any switch. A packet on an adaptive channel is always offered one, and one on an escape channel stays on
// them; so without a cycle of escape channels nothing locks up (Duato, "A new theory of deadlock-free adaptive routing
// in wormhole networks", IEEE Trans. Parallel and Distributed Systems 4(12), 1993: the simplest case of his theorem).
// The theorem assumes that headers come to the front of their buffers; where that is not so
// (wormhole_switch::Params::headers_reach_escapes), nothing is proved, cycle or not.
//
// Packets that go by way of an intermediate host (Valiant) use one half of the virtual channels up to there and the
// other from there on. All turns from one half to the other are counted; none leads back.
//
// Channels from and to hosts are left out: no packet waits for the first while it holds another, and the last are never
// held up for ever, as hosts take in whatever comes. So there is no dependency of responses on requests, either: a request
// that waits for its answer to be sent waits in the host and holds no channel.
//
// A packet switch with PAUSE is a switch in virtual cut-through here: packets that have come by a paused input wait in its buffers for
// their outputs, and the sender waits for them. Without PAUSE a packet switch takes in or drops whatever comes, and nothing waits for it.
//
// A network interface that holds its link back while it has no buffer is such a host only if its firmware frees buffers
// whatever happens (firmware::Frees). Where it may have to send a packet first, a packet on the channel to it may wait
// for one on the channel from it, and nothing is proved, cycle or not. Whether that can happen depends on buffers and traffic; it is no reason not to run.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "testbench/routing/on_progress.hpp"
#include "testbench/routing/routes.hpp"

namespace slackline::deadlock {

/// A virtual channel on a cycle, and a packet that can hold it and wait for the following one.
struct Wait {
  std::uint32_t channel = 0;  ///< index into Netlist::channels
  VcId vc;
  NodeId destination;            ///< of the packet
  bool is_intermediate = false;  ///< Valiant's routing: that is where it goes first
};

struct Verdict {
  std::uint64_t virtual_channels = 0;  ///< of all channels between switches: those that are judged
  std::uint64_t dependencies = 0;
  std::vector<Wait> cycle;  ///< the fewest that wait for one another, the last for the first; empty: there is none
  bool headers_reach_escapes = true;  ///< false with adaptive routing alone: not proved, for unreached_escapes()
  bool hosts_take_all = true;         ///< false: not proved, for held_links()

  bool deadlock_free() const { return cycle.empty() && headers_reach_escapes && hosts_take_all; }
};

/// Why adaptive routing is not proved where headers do not reach escape channels, and what would do: a sentence.
const char* unreached_escapes();

/// Hosts take in whatever comes, in the end: their interfaces hold no link back for what cannot leave.
bool hosts_take_all(const network::Netlist& netlist);
/// Why a network is not proved whose hosts do not, and what would do: a sentence.
const char* held_links();

/// Whether something in a running network may come to wait for ever. With `cycles_allowed` it runs without a proof.
bool may_lock_up(const network::Netlist& netlist, bool cycles_allowed);

/// Time: route evaluations, each channel of a destination's tree of routes once or twice. A host that routes do not
/// lead to, or a table that leads in circles, is judged like any other: packets that go in circles wait for themselves.
Verdict judge(const routing::Routes& routes, const routing::OnProgress& on_progress = {});

/// A line for each dependency: "link_switch0_p0_to_switch1_p1 vc 0 -> link_switch1_p0_to_switch2_p1 vc 0 for packets to
/// host2".
std::vector<std::string> lines(const network::Netlist& netlist, const std::vector<Wait>& cycle);

}  // namespace slackline::deadlock
