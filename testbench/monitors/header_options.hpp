// header_options: the output lanes that a header waits for. Any of them will do.
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

/// Of the header in lane `index` of a switch; none while it has not been routed.
inline std::vector<HeaderOption> header_options(const wormhole_switch::Params& p, const wormhole_switch::State& s,
                                                unsigned index) {
  const route_unit::State& asked = s.in[index].route;
  if (!asked.valid) return {};
  if (!p.has_choice()) return {{asked.port, asked.vcs}};
  const route_unit::Options& options = s.options[index];
  std::vector<HeaderOption> all;
  for_each_bit(options.ports, [&](unsigned port) { all.push_back({static_cast<std::uint8_t>(port), options.vcs}); });
  if (options.otherwise.possible()) all.push_back({options.otherwise.port, options.otherwise.vcs});
  return all;
}

}  // namespace slackline::monitors
