#include "rtl_models/endpoint/source_routes.hpp"

namespace slackline::endpoint {

unsigned SourceRoutes::find(NodeId from, NodeId to, std::uint8_t* route, unsigned most) const {
  if (from.value >= nodes || to.value >= nodes) return 0;
  const std::size_t switches = table.size() / nodes;
  std::uint32_t at = first[from.value];
  for (unsigned hops = 0; at < switches && hops < most && hops < switches;) {
    const std::uint8_t port = table[std::size_t{at} * nodes + to.value];
    if (port >= ports) break;
    route[hops++] = port;
    at = next[std::size_t{at} * ports + port];
    if (at == (host | to.value)) return hops;
  }
  return 0;
}

bool SourceRoutes::find(NodeId from, NodeId to, std::vector<std::uint8_t>& route) const {
  route.resize(nodes == 0 ? 0 : table.size() / nodes);
  route.resize(find(from, to, route.data(), static_cast<unsigned>(route.size())));
  return !route.empty();
}

std::uint32_t shifted_header(const std::uint8_t* route, std::size_t hops, unsigned port_bits) {
  std::uint32_t header = 0;
  for (std::size_t i = hops; i-- > 0;) header = header << port_bits | route[i];
  return header;
}

}  // namespace slackline::endpoint
