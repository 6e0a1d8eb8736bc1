// Which records match which names. A pattern is a name or a glob.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "rtl_models/network/netlist.hpp"

namespace slackline::features {

struct Matches {
  std::vector<std::vector<std::uint32_t>> records;  ///< of each name, in their order
  struct Miss {
    std::uint32_t record = 0;
    std::string pattern;
  };
  std::vector<Miss> misses;  ///< patterns without a match
};

/// `patterns`: of each record; `aliases`: second names, one a name, or empty. Time: names x patterns that are no names.
Matches match(const std::vector<std::vector<std::string>>& patterns, const std::vector<std::string_view>& names,
              const std::vector<std::string>& aliases = {});

/// The hosts of a network in the order of their numbers, for match(); the numbers are their second names.
std::vector<std::string_view> host_names(const network::Netlist& netlist);
std::vector<std::string> host_numbers(const network::Netlist& netlist);

}  // namespace slackline::features
