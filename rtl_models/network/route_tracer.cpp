#include "rtl_models/network/route_tracer.hpp"

namespace slackline::network {

RouteTracer::RouteTracer(const endpoint::SourceRoutes& routes)
    : routes_(routes), classes_(routes.valiant ? routes.classes / 2u : routes.classes) {
  for (std::uint32_t at = 0; at < routes.switches(); ++at) starts_.push_back(at * routes.rows);
  if (routes.rows == 2)
    for (std::uint32_t node = 0; node < routes.nodes; ++node)
      if (const std::uint32_t state = state_of_host(node); state != endpoint::SourceRoutes::host)
        starts_.push_back(state);
}

}  // namespace slackline::network
