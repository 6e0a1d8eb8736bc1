// header_options: the output lanes that a header waits for, any of which will do, and what holds it back from one.
#pragma once

#include <cstdint>
#include <vector>

#include "rtl_models/wormhole_switch/wormhole_switch.hpp"

namespace slackline::monitors {

/// An output port, and those of its virtual channels that a header may take.
struct HeaderOption {
  std::uint8_t port = 0;
  VcMask vcs = 0;
};

/// The options of the header in lane `index` of a switch; none while it has not been routed.
inline std::vector<HeaderOption> header_options(const wormhole_switch::Params& p, const wormhole_switch::State& s,
                                                unsigned index) {
  const route_unit::State& asked = s.in[index].route;
  if (!asked.valid) return {};
  if (!p.has_choice()) return {{asked.port, asked.vcs}};
  const route_unit::Options& options = s.options[index];
  std::vector<HeaderOption> all;
  for_each_bit(options.ports, [&](unsigned port) {
    const auto vcs = static_cast<VcMask>(options.vcs & first_vcs(s.output_vcs[port]));
    all.push_back({static_cast<std::uint8_t>(port), vcs});
  });
  if (options.otherwise.possible())
    all.push_back({static_cast<std::uint8_t>(options.otherwise.port), options.otherwise.vcs});
  return all;
}

/// Credits without which a header does not leave by an output lane: as many as its packet has flits (virtual
/// cut-through), all of them (adaptive lanes), or one; 0 where the receiver returns none.
inline unsigned credits_wanted(const wormhole_switch::Params& p, const wormhole_switch::State& s,
                               crossbar::Lane output) {
  if (!wormhole_switch::counts_credits(p, s, output.port, output.vc)) return 0;
  if (has(s.cut_through, output.port)) return p.longest_packet;
  const flow_controller::State& flow = channel_at(p, s, output.vc, output.port).flow;
  return p.is_adaptive(output.vc) ? flow.most_credits[output.port % ports_of_bank] : 1;
}

/// Whether the lane at the far end of an output lane holds a header back, whoever holds the output: it sends STOP or
/// has no credit left, or not as many as a header must see.
inline bool holds_header_back(const wormhole_switch::Params& p, const wormhole_switch::State& s,
                              crossbar::Lane output) {
  if (is_stopped(p, s, output.port, output.vc)) return true;
  const unsigned wanted = credits_wanted(p, s, output);
  const flow_controller::State& flow = channel_at(p, s, output.vc, output.port).flow;
  return wanted > 1 && !flow_controller::has_room(flow, output.port % ports_of_bank, wanted);
}

/// The same of a worm that holds the output lane.
inline bool holds_worm_back(const wormhole_switch::Params& p, const wormhole_switch::State& s, crossbar::Lane output) {
  return !has(s.cut_through, output.port) && is_stopped(p, s, output.port, output.vc);
}

}  // namespace slackline::monitors
