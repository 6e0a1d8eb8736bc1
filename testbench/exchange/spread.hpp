// spread: how the hosts of an exchange are spread over switches, which decides whether they can be reordered.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "rtl_models/network/netlist.hpp"

namespace slackline::exchange {

struct Spread {
  std::uint32_t hosts_of_switch = 0;  ///< 0: not the same number at each
  std::uint32_t switches = 0;
  bool is_successive = true;  ///< hosts of a switch follow one another
  bool has_uplinks = true;    ///< each of the switches has one link to another switch
};
/// `hosts`: numbers of hosts by rank.
Spread spread_of(const std::vector<std::uint32_t>& hosts, const network::Netlist& netlist);

/// Why hosts are refused that have to be at several switches, the same number at each.
struct SpreadError {
  std::string found, expected;
};
/// Nothing: they are in order. `successive`: hosts of a switch also have to follow one another. `who`: "hosts".
std::optional<SpreadError> error_of(const Spread& spread, bool successive, const std::string& who);

}  // namespace slackline::exchange
