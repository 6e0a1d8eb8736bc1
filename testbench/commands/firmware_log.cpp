#include "testbench/commands/firmware_log.hpp"

#include <ostream>
#include <string>
#include <vector>

#include "rtl_models/firmware/log_text.hpp"

namespace slackline::commands {

std::shared_ptr<const network::HostInterfaces> with_log(const network::Netlist& netlist, std::ostream& out) {
  constexpr std::uint64_t most_lines = 100;
  if (netlist.interfaces == nullptr) return nullptr;
  auto interfaces = std::make_shared<network::HostInterfaces>(*netlist.interfaces);
  std::vector<std::string> names(netlist.endpoints.size());
  for (const network::EndpointInstance& host : netlist.endpoints) names.at(host.place.node.value) = host.name;
  interfaces->nic.log = [names = std::move(names), lines = std::uint64_t{0}, &out](
                            NodeId node, Cycle cycle, const char* text, std::uint32_t a, std::uint32_t b) mutable {
    if (++lines <= most_lines)
      out << "slackline: " << names[node.value] << ", cycle " << cycle.value << ": " << firmware::log_text(text, a, b)
          << '\n';
    if (lines == most_lines) out << "slackline: firmware has more to say, which is left out\n";
  };
  return interfaces;
}

}  // namespace slackline::commands
