#include "testbench/commands/firmware_log.hpp"

#include <fmt/format.h>

#include <ostream>
#include <string_view>

namespace slackline::commands {

std::string log_line(const std::string& host, Cycle cycle, const char* text, std::uint32_t a, std::uint32_t b) {
  std::string line = fmt::format("slackline: {}, cycle {}: ", host, cycle.value);
  std::uint32_t next = a;
  for (std::string_view rest = text; !rest.empty(); rest.remove_prefix(1)) {
    const std::string_view two = rest.substr(0, 2);
    if (two != "%u" && two != "%x") {
      line += rest.front();
      continue;
    }
    line += two == "%u" ? std::to_string(next) : fmt::format("0x{:x}", next);
    next = b;
    rest.remove_prefix(1);
  }
  return line + '\n';
}

std::shared_ptr<const network::HostInterfaces> with_log(const network::Netlist& netlist, std::ostream& out) {
  constexpr std::uint64_t most_lines = 100;
  if (netlist.interfaces == nullptr) return nullptr;
  auto interfaces = std::make_shared<network::HostInterfaces>(*netlist.interfaces);
  std::vector<std::string> names(netlist.endpoints.size());
  for (const network::EndpointInstance& host : netlist.endpoints) names.at(host.place.node.value) = host.name;
  interfaces->nic.log = [names = std::move(names), lines = std::uint64_t{0}, &out](
                            NodeId node, Cycle cycle, const char* text, std::uint32_t a, std::uint32_t b) mutable {
    if (++lines <= most_lines) out << log_line(names[node.value], cycle, text, a, b);
    if (lines == most_lines) out << "slackline: firmware has more to say, which is left out\n";
  };
  return interfaces;
}

}  // namespace slackline::commands
