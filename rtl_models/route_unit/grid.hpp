// Dimension order on meshes and tori, by coordinates, and the virtual channels of a class. See route_unit.hpp.
#pragma once

#include "rtl_models/route_unit/params.hpp"

namespace slackline::route_unit::detail {

/// Virtual channels of output `port` where every one is as good as any other.
inline VcMask equal_vcs(const Params& p, const Place& place, unsigned port, VcId vc) {
  return p.vc_assignment == VcAssignment::any ? first_vcs(place.virtual_channels(p, port)) : vc_bit(vc.value);
}

/// Virtual channels of a class, where each has `each`.
inline VcMask class_vcs(const Params& p, unsigned vc_class, unsigned each, VcId vc) {
  const VcMask lowest_class = p.vc_assignment == VcAssignment::any ? first_vcs(each) : vc_bit(vc.value % each);
  return static_cast<VcMask>(lowest_class << (vc_class * each));
}

inline Route route_on_mesh(const Params& p, const Place& place, std::uint32_t node, VcId vc) {
  const std::uint32_t hosts = p.hosts_per_switch;
  std::uint32_t rest = hosts == 1 ? node : node / hosts;
  const auto by = [&](unsigned port) { return Route{static_cast<std::uint16_t>(port), equal_vcs(p, place, port, vc)}; };
  for (unsigned i = 0; i < p.dimensions; ++i) {
    const std::uint32_t size = p.size[i], to = rest % size;
    rest /= size;
    if (to != place.at[i]) return by(2 * i + (to < place.at[i]));
  }
  return by(2u * p.dimensions + (hosts == 1 ? 0 : node % hosts));
}

inline Route route_on_torus(const Params& p, const Place& place, std::uint32_t node, VcId vc) {
  std::uint32_t rest = node / p.hosts_per_switch;
  for (unsigned i = 0; i < p.dimensions; ++i) {
    const std::uint32_t size = p.size[i], to = rest % size, at = place.at[i];
    rest /= size;
    if (to == at) continue;
    const std::uint32_t up = to > at ? to - at : to + size - at, down = size - up;
    const bool higher = up != down ? up < down : at % 2 == 0;
    // The way up crosses the dateline when the target is below, the way down when it is above.
    const bool dateline_ahead = higher == (to < at);
    const unsigned port = 2 * i + !higher;
    return {static_cast<std::uint16_t>(port),
            p.dateline ? class_vcs(p, !dateline_ahead, place.virtual_channels(p, port) / 2u, vc)
                       : equal_vcs(p, place, port, vc)};
  }
  const unsigned port = 2u * p.dimensions + node % p.hosts_per_switch;
  return {static_cast<std::uint16_t>(port), equal_vcs(p, place, port, vc)};
}

}  // namespace slackline::route_unit::detail
