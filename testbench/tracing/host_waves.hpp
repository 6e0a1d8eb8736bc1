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
Stall reason(const endpoint::Params& p, const endpoint::State& s, Cycle now);

class HostWaves {
 public:
  HostWaves(const network::Netlist& netlist, VcdWriter& writer)
      : params_(netlist.endpoint_params), writer_(writer), vcs_(netlist.switch_params.virtual_channels) {}

  void choose(const Scope& scope, Signal first);

  /// `states`: of all hosts. After edge `now`.
  void settle(const endpoint::State* const* states);
  void look(const endpoint::State* const* states, const PacketTable& packets, Cycle now);

 private:
  struct Host {
    std::uint32_t instance;
    Signal first = no_signal;
    std::uint64_t flits_sent = 0, flits_received = 0;  // before the edge
    std::uint64_t barrier_flits_sent = 0;              // before the edge
    VcMask stopped = 0;
    Stall stall = Stall::idle;  // expected of it
    bool quiet = false;         // nothing to send, and all but its stall shown so ...
    bool settled = false;       // ... and that, too
  };
  static Stall settled_stall(const Host& host, const endpoint::State& s);
  static bool stays_quiet(const Host& host, const endpoint::State& s, Cycle now);
  void look_at_host(const Host& host, const endpoint::State& s, const PacketTable& packets, Cycle now);
  void look_at_vc(const Host& host, Signal first, const endpoint::State& s, unsigned v, const PacketTable& packets);
  void show_packet(Signal signal, bool there, std::uint32_t tag, const PacketTable& packets);

  const endpoint::Params& params_;
  VcdWriter& writer_;
  unsigned vcs_;
  std::vector<Host> hosts_;
  std::vector<Signal> vcs_first_;  // hosts_ x virtual channels
  bool has_looked_ = false;
};

}  // namespace slackline::tracing
