// Numbers with their nouns: "1 port", "2 ports".
#pragma once

#include <cstdint>
#include <string>

namespace slackline::text {

/// The word for so many of what `noun` names in the singular: "switch", "switches", "copies". Of nouns in y it knows those
/// with a consonant before it.
inline std::string noun_for(std::uint64_t count, const std::string& noun) {
  if (count == 1 || noun.empty()) return noun;
  if (noun.back() == 'y') return noun.substr(0, noun.size() - 1) + "ies";
  const bool hisses = noun.back() == 'h' || noun.back() == 's';
  return noun + (hisses ? "es" : "s");
}

/// So many of them: "3 switches".
inline std::string counted(std::uint64_t count, const std::string& noun) {
  return std::to_string(count) + " " + noun_for(count, noun);
}

}  // namespace slackline::text
