#include "testbench/config/packet_id.hpp"

#include <algorithm>

#include "testbench/config/nearest.hpp"
#include "testbench/config/number.hpp"

namespace slackline::config {

PacketIdReading packet_id_of(const std::string& name, const network::Netlist& netlist) {
  const std::size_t colon = name.rfind(':');
  const std::string host = name.substr(0, colon);
  std::vector<std::string_view> names;
  for (const network::EndpointInstance& e : netlist.endpoints) names.push_back(e.name);
  auto found = std::find(names.begin(), names.end(), host);
  if (const auto index = parse_integer(host); index && index.value < names.size())
    found = names.begin() + static_cast<std::ptrdiff_t>(index.value);
  if (found == names.end())
    return {
        std::nullopt, host + " is no host",
        std::string(names.front()) + " .. " + std::string(names.back()) + ", a colon, and the packet's number there",
        nearest(host, names)};
  const Parsed<std::uint64_t> sequence = parse_integer(colon == std::string::npos ? "" : name.substr(colon + 1));
  if (!sequence || sequence.value > 0xffffffff) return {std::nullopt, "", host + ":N, with N from 0 to 4294967295", ""};
  return {PacketId{static_cast<std::uint32_t>(found - names.begin()), static_cast<std::uint32_t>(sequence.value)}, "",
          "", ""};
}

}  // namespace slackline::config
