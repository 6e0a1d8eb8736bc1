// route_lengths: how far packets go as they are routed, which may be further than the network asks for.
#pragma once

#include <cstdint>
#include <optional>

#include "testbench/routing/routes.hpp"

namespace slackline::routing {

/// In channels between switches, over all ordered pairs of two hosts; with Valiant's routing also over all hosts
/// between them, each of which is drawn as often.
struct RouteLengths {
  double mean = 0;
  std::uint32_t longest = 0;
};

/// Of at least two hosts. Nothing with adaptive routing, where the ways depend on the traffic, or when a route does not
/// arrive. Time: states x destinations.
std::optional<RouteLengths> route_lengths(const Routes& routes);

}  // namespace slackline::routing
