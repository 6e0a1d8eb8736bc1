// link_waves: the values of channels in a dump: the flit on the output register.
#pragma once

#include <algorithm>
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
  LinkWaves(const network::ElaboratedNetlist& netlist, VcdWriter& writer)
      : netlist_(netlist), writer_(writer), several_vcs_(netlist.most_virtual_channels() > 1) {}

  void choose(const Scope& scope, Signal first) {
    const network::Channel& channel = netlist_.channels[scope.instance];
    const std::size_t input = netlist_.input_number(channel.to);
    if (links_.empty()) {
      const std::size_t words = netlist_.input_words();
      links_.resize(words * 64);
      chosen_.resize(words);
      not_idle_.resize(words);
      flits_.resize(words);
    }
    links_[input] = {scope.instance, first, channel.cycles_per_flit, Flit(), LinkPacer()};
    chosen_[input / 64] |= std::uint64_t{1} << input % 64;
    not_idle_ = chosen_;
  }

  /// After edge `now`.
  template <class Engine>
  void look(const Engine& engine, Cycle now) {
    if (links_.empty()) return;
    if (!has_looked_) note_earlier_flits(engine, now);
    std::fill(flits_.begin(), flits_.end(), 0);
    engine.mark_output_flits(flits_.data());
    for (std::size_t word = 0; word < flits_.size(); ++word) {
      const std::uint64_t flits = flits_[word] & chosen_[word];
      for_each_bit(flits | not_idle_[word], [&](unsigned bit_of) {
        Link& link = links_[word * 64 + bit_of];
        const Flit flit = has(flits, bit_of) ? engine.marked_flit(link.channel) : Flit();
        const std::uint64_t busy = look_at_link(link, flit, engine.packets(), now);
        not_idle_[word] = (not_idle_[word] & ~(std::uint64_t{1} << bit_of)) | busy << bit_of;
      });
    }
    has_looked_ = true;
  }

 private:
  struct Link {
    std::uint32_t channel = 0;
    Signal first = no_signal;
    CyclesPerFlit cycles_per_flit = 1;
    Flit flit;        // of the cycle before
    LinkPacer pacer;  // as the sender's, but for flits on the output register
  };

  /// The link may still be busy with flits that were sent before the first look. What fractions of a cycle these leave is
  /// not known then: up to the next idle cycle `busy` may be a cycle off.
  template <class Engine>
  void note_earlier_flits(const Engine& engine, Cycle now) {
    for (Link& link : links_)
      for (unsigned stage = link.cycles_per_flit.rounded_up() - 1; link.first != no_signal && stage >= 1; --stage)
        if (stage <= now.value && engine.channel_flit(link.channel, stage).valid())
          send(link, Cycle(now.value - stage));
  }

  static void send(Link& link, Cycle now) {
    link.pacer.free = std::min<Cycle>(link.pacer.free, now);
    pace(link.pacer, link.cycles_per_flit, now);
  }

  /// False: no flit, not busy, and shown so.
  bool look_at_link(Link& link, Flit flit, const PacketTable& packets, Cycle now);
  void show_packet(const Link& link, Flit flit, const PacketTable& packets);
  Signal signal(const Link& link, LinkValue value) const { return link.first + static_cast<Signal>(value); }

  const network::ElaboratedNetlist& netlist_;
  VcdWriter& writer_;
  const bool several_vcs_;
  // By where they end: input_number().
  std::vector<Link> links_;
  std::vector<std::uint64_t> chosen_, flits_;  // a bit each: it is to be shown; has a flit on its output register
  std::vector<std::uint64_t> not_idle_;        // ... and shows that it had one, or nothing yet
  bool has_looked_ = false;
};

}  // namespace slackline::tracing
