#include "testbench/text/some_of.hpp"

#include <algorithm>

namespace slackline::text {

std::string some_of(const std::vector<std::string>& names) {
  constexpr std::size_t most = 10;
  std::string all;
  for (std::size_t i = 0; i < std::min(names.size(), most); ++i) all += (i == 0 ? "" : ", ") + names[i];
  if (names.size() > most) all += " and " + std::to_string(names.size() - most) + " more";
  return all;
}

}  // namespace slackline::text
