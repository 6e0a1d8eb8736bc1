#include "testbench/config/host_index.hpp"

namespace slackline::config {

HostIndex::HostIndex(const network::Netlist& netlist) {
  for (const network::EndpointInstance& host : netlist.endpoints) {
    nodes_.emplace(host.name, host.place.node.value);
    nodes_.emplace(std::to_string(host.place.node.value), host.place.node.value);
  }
}

std::optional<std::uint32_t> HostIndex::find(const std::string& host) const {
  const auto found = nodes_.find(host);
  return found == nodes_.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace slackline::config
