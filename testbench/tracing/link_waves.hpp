// link_waves: what a dump says of channels: the flit on the output register.
#pragma once

#include <cstdint>
#include <vector>

#include "rtl_models/common/packet_table.hpp"
#include "rtl_models/network/netlist.hpp"
#include "testbench/tracing/layout.hpp"
#include "testbench/tracing/vcd_writer.hpp"

namespace slackline::tracing {

class LinkWaves {
 public:
  LinkWaves(const network::Netlist& netlist, VcdWriter& writer) : netlist_(netlist), writer_(writer) {}

  void choose(const Scope& scope, Signal first) {
    links_.push_back({scope.instance, first, netlist_.channels[scope.instance].cycles_per_flit, Flit(), Cycle()});
  }

  /// `engine.channel_flit(channel, stage)` gives the flit on a register of it. After edge `now`.
  template <class Engine>
  void look(const Engine& engine, Cycle now) {
    for (Link& link : links_) {
      const Flit flit = engine.channel_flit(link.channel);
      for (unsigned stage = 1; !has_looked_ && stage < link.cycles_per_flit; ++stage)  // sent before the first look
        if (link.busy_until <= now && engine.channel_flit(link.channel, stage).valid())
          link.busy_until = now + (link.cycles_per_flit - stage);
      if (!flit.valid() && link.quiet) continue;
      look_at_link(link, flit, engine.packets(), now);
    }
    has_looked_ = true;
  }

 private:
  struct Link {
    std::uint32_t channel;
    Signal first;
    std::uint32_t cycles_per_flit;
    Flit flit;           // of the cycle before
    Cycle busy_until;    // the first cycle in which it is not
    bool quiet = false;  // no flit, not busy, and shown so
  };

  void look_at_link(Link& link, Flit flit, const PacketTable& packets, Cycle now);
  void show_packet(const Link& link, Flit flit, const PacketTable& packets);
  Signal signal(const Link& link, LinkValue value) const { return link.first + static_cast<Signal>(value); }

  const network::Netlist& netlist_;
  VcdWriter& writer_;
  std::vector<Link> links_;
  bool has_looked_ = false;
};

}  // namespace slackline::tracing
