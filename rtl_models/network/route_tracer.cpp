#include "rtl_models/network/route_tracer.hpp"

#include <algorithm>

namespace slackline::network {

RouteTracer::RouteTracer(const port::SourceRoutes& routes)
    : routes_(routes),
      classes_(routes.valiant ? routes.classes / 2u : routes.classes),
      entries_(routes.table.data(), std::size_t{routes.switches()} * routes.rows, routes.nodes) {
  for (std::uint32_t node = 0; node < routes.nodes; ++node) {
    const std::uint32_t state = state_of_host(node);
    if (state == port::SourceRoutes::host) continue;
    starts_.push_back(state);
    starts_.push_back(routes.first[node] * routes.rows);
  }
  std::sort(starts_.begin(), starts_.end());
  starts_.erase(std::unique(starts_.begin(), starts_.end()), starts_.end());
}

}  // namespace slackline::network
