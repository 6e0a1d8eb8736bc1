#include "testbench/text/some_of.hpp"

#include <algorithm>
#include <optional>

namespace slackline::text {

namespace {

/// The same name with the next number, of at most 9 digits; nothing where it ends in none.
std::optional<std::string> next_of(const std::string& name) {
  const std::size_t digits = name.size() - name.find_last_not_of("0123456789") - 1;
  if (digits == 0 || digits > 9 || digits == name.size()) return std::nullopt;
  const std::size_t at = name.size() - digits;
  return name.substr(0, at) + std::to_string(std::stoul(name.substr(at)) + 1);
}

}  // namespace

std::string some_of(const std::vector<std::string>& names) {
  constexpr std::size_t most = 10;
  std::string all;
  for (std::size_t i = 0; i < std::min(names.size(), most); ++i) all += (i == 0 ? "" : ", ") + names[i];
  if (names.size() > most) all += " and " + std::to_string(names.size() - most) + " more";
  return all;
}

std::vector<std::string> in_runs(const std::vector<std::string>& names) {
  std::vector<std::string> runs;
  for (std::size_t first = 0, last = 0; first < names.size(); first = ++last) {
    while (last + 1 < names.size() && next_of(names[last]) == names[last + 1]) ++last;
    if (last > first + 1)
      runs.push_back(names[first] + " to " + names[last]);
    else
      runs.insert(runs.end(), names.begin() + static_cast<std::ptrdiff_t>(first),
                  names.begin() + static_cast<std::ptrdiff_t>(last) + 1);
  }
  return runs;
}

}  // namespace slackline::text
