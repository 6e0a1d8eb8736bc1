#include "testbench/exchange/spread.hpp"

namespace slackline::exchange {

Spread spread_of(const std::vector<std::uint32_t>& hosts, const network::Netlist& netlist) {
  std::vector<std::uint32_t> switch_of(netlist.endpoints.size()), count(netlist.switches.size());
  std::vector<std::uint32_t> uplinks(netlist.switches.size());
  for (const network::Channel& channel : netlist.channels)
    if (channel.from.kind == network::InstanceKind::endpoint)
      switch_of[netlist.endpoints[channel.from.instance].place.node.value] = channel.to.instance;
    else if (channel.to.kind != network::InstanceKind::endpoint)
      ++uplinks[channel.from.instance];
  Spread spread;
  for (std::size_t i = 0; i < hosts.size(); ++i) {
    const std::uint32_t at = switch_of[hosts[i]];
    spread.has_uplinks = spread.has_uplinks && uplinks[at] == 1;
    if (count[at]++ == 0) {
      ++spread.switches;
      spread.hosts_of_switch = 1;
    } else if (switch_of[hosts[i - 1]] != at) {
      spread.is_successive = false;
    }
  }
  spread.hosts_of_switch = static_cast<std::uint32_t>(hosts.size()) / spread.switches;
  for (const std::uint32_t hosts_here : count)
    if (hosts_here != 0 && hosts_here != spread.hosts_of_switch) spread.hosts_of_switch = 0;
  return spread;
}

std::optional<SpreadError> error_of(const Spread& spread, bool successive, const std::string& who) {
  if (spread.switches < 2) return SpreadError{"all " + who + " at one switch", who + " at several switches"};
  if (spread.hosts_of_switch == 0)
    return SpreadError{who + " at " + std::to_string(spread.switches) + " switches, not the same number at each",
                       "the same number of " + who + " at each switch"};
  if (successive && !spread.is_successive)
    return SpreadError{who + " of a switch that do not follow one another",
                       who + " of a switch with successive numbers"};
  return std::nullopt;
}

}  // namespace slackline::exchange
