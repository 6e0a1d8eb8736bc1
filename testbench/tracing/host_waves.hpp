// host_waves: the values of hosts in a dump: what they send and receive, and what holds them up. As with switches,
// whether a flit leaves at the next edge is settled after that edge.
#pragma once

#include <cstdint>
#include <vector>

#include "rtl_models/common/packet_table.hpp"
#include "rtl_models/network/netlist.hpp"
#include "testbench/tracing/layout.hpp"
#include "testbench/tracing/vcd_writer.hpp"
#include "testbench/tracing/words.hpp"

namespace slackline::tracing {

/// Whether the next flit of a host leaves at edge `now`, from the registers before it, and if not, why.
Stall reason(const port::Params& p, const port::State& s, Cycle now);

class HostWaves {
 public:
  /// The netlist is the engine's own; it and the writer must outlive this.
  HostWaves(const network::ElaboratedNetlist& netlist, VcdWriter& writer) : netlist_(netlist), writer_(writer) {}

  void choose(const Scope& scope, Signal first);

  /// `states`: of all hosts. After edge `now`.
  void settle(const port::State* const* states);
  void look(const port::State* const* states, const PacketTable& packets, Cycle now);

 private:
  struct Host {
    std::uint32_t instance;
    const port::Params* params;
    std::size_t first_vc;  // in vcs_first_
    Signal first = no_signal;
    std::uint64_t flits_sent = 0, flits_received = 0;  // before the edge
    std::uint64_t barrier_flits_sent = 0;              // before the edge
    VcMask stopped = 0;
    Stall stall = Stall::idle;  // expected of it
    bool quiet = false;         // nothing to send, and all but its stall shown so ...
    bool settled = false;       // ... and that, too
  };
  static Stall settled_stall(const Host& host, const port::State& s);
  static bool stays_quiet(const Host& host, const port::State& s, Cycle now);
  void look_at_host(const Host& host, const port::State& s, const PacketTable& packets, Cycle now);
  void look_at_vc(const Host& host, Signal first, const port::State& s, unsigned v, const PacketTable& packets);
  void show_packet(Signal signal, bool there, std::uint32_t tag, const PacketTable& packets);

  const network::ElaboratedNetlist& netlist_;
  VcdWriter& writer_;
  std::vector<Host> hosts_;
  std::vector<Signal> vcs_first_;  // of each of hosts_: its virtual channels
  bool has_looked_ = false;
};

}  // namespace slackline::tracing
