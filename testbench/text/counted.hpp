// counted: "1 port", "2 ports".
#pragma once

#include <cstdint>
#include <string>

namespace slackline::text {

/// So many of what `noun` names in the singular: "3 switches".
inline std::string counted(std::uint64_t count, const std::string& noun) {
  const bool hisses = !noun.empty() && (noun.back() == 'h' || noun.back() == 's');
  return std::to_string(count) + " " + noun + (count == 1 ? "" : hisses ? "es" : "s");
}

}  // namespace slackline::text
