#include "rtl_models/endpoint/source_routes.hpp"

namespace slackline::endpoint {

bool SourceRoutes::find(NodeId from, NodeId to, std::vector<std::uint8_t>& route) const {
  route.clear();
  if (from.value >= nodes || to.value >= nodes) return false;
  const std::size_t switches = table.size() / nodes;
  std::uint32_t at = first[from.value];
  while (at < switches && route.size() < switches) {
    const std::uint8_t port = table[std::size_t{at} * nodes + to.value];
    if (port >= ports) break;
    route.push_back(port);
    at = next[std::size_t{at} * ports + port];
    if (at == (host | to.value)) return true;
  }
  route.clear();
  return false;
}

std::uint32_t shifted_header(const std::vector<std::uint8_t>& route, unsigned port_bits) {
  std::uint32_t header = 0;
  for (std::size_t i = route.size(); i-- > 0;) header = header << port_bits | route[i];
  return header;
}

}  // namespace slackline::endpoint
