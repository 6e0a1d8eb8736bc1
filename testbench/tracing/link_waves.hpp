// link_waves: what a dump says of channels: the flit on the output register.
#pragma once

#include <cstdint>
#include <vector>

#include "rtl_models/common/bits.hpp"
#include "rtl_models/common/packet_table.hpp"
#include "rtl_models/network/netlist.hpp"
#include "testbench/tracing/layout.hpp"
#include "testbench/tracing/vcd_writer.hpp"

namespace slackline::tracing {

class LinkWaves {
 public:
  LinkWaves(const network::Netlist& netlist, VcdWriter& writer) : netlist_(netlist), writer_(writer) {}

  void choose(const Scope& scope, Signal first) {
    link_of_.resize(netlist_.channels.size(), not_chosen);
    link_of_[scope.instance] = static_cast<std::uint32_t>(links_.size());
    links_.push_back({scope.instance, first, netlist_.channels[scope.instance].cycles_per_flit, Flit(), Cycle()});
    to_look_at_.resize((links_.size() + 63) / 64, 0);
    to_look_at_.back() |= std::uint64_t{1} << (links_.size() - 1) % 64;
  }

  /// `engine.channel_flit(channel, stage)` gives the flit on a register of it. After edge `now`.
  template <class Engine>
  void look(const Engine& engine, Cycle now) {
    if (links_.empty()) return;
    if (!has_looked_) note_earlier_flits(engine, now);
    engine.each_output_flit([this](std::uint32_t channel) {
      const std::uint32_t link = link_of_[channel];
      if (link != not_chosen) to_look_at_[link / 64] |= std::uint64_t{1} << link % 64;
    });
    for (std::size_t word = 0; word < to_look_at_.size(); ++word)
      for_each_bit(to_look_at_[word], [&](unsigned bit_of) {
        Link& link = links_[word * 64 + bit_of];
        if (!look_at_link(link, engine.channel_flit(link.channel), engine.packets(), now))
          to_look_at_[word] &= ~(std::uint64_t{1} << bit_of);
      });
    has_looked_ = true;
  }

 private:
  struct Link {
    std::uint32_t channel;
    Signal first;
    std::uint32_t cycles_per_flit;
    Flit flit;         // of the cycle before
    Cycle busy_until;  // the first cycle in which it is not
  };
  static constexpr std::uint32_t not_chosen = ~std::uint32_t{0};

  /// Of those sent before the first look the link may still be busy.
  template <class Engine>
  void note_earlier_flits(const Engine& engine, Cycle now) {
    for (Link& link : links_)
      for (unsigned stage = 1; stage < link.cycles_per_flit; ++stage)
        if (link.busy_until <= now && engine.channel_flit(link.channel, stage).valid())
          link.busy_until = now + (link.cycles_per_flit - stage);
  }

  /// False: no flit, not busy, and shown so.
  bool look_at_link(Link& link, Flit flit, const PacketTable& packets, Cycle now);
  void show_packet(const Link& link, Flit flit, const PacketTable& packets);
  Signal signal(const Link& link, LinkValue value) const { return link.first + static_cast<Signal>(value); }

  const network::Netlist& netlist_;
  VcdWriter& writer_;
  std::vector<Link> links_;
  std::vector<std::uint32_t> link_of_;     // by channel
  std::vector<std::uint64_t> to_look_at_;  // a bit a link: it has a flit, or shows that it had one
  bool has_looked_ = false;
};

}  // namespace slackline::tracing
