#include "testbench/config/permutation_meaning.hpp"

#include <string>
#include <vector>

#include "testbench/config/limits.hpp"

namespace slackline::config {

namespace {

/// The part of the list that could be read; nothing: none was given.
std::optional<PartlyRead> destinations(const Reading& reading) {
  if (const auto partly = reading.partly.find(permutation_key); partly != reading.partly.end()) return partly->second;
  const auto given = reading.given.find(permutation_key);
  if (given == reading.given.end()) return std::nullopt;
  const std::vector<std::uint64_t>& all = reading.experiment.traffic.permutation;
  return PartlyRead{given->second, {all.begin(), all.end()}};
}

}  // namespace

void check_destinations(Reading& reading, std::uint64_t hosts) {
  const std::optional<PartlyRead> to = destinations(reading);
  if (!to) return;
  const Origin& origin = to->origin;
  if (to->items.size() != hosts) {
    reading.faults.push_back({origin.source, origin.at, permutation_key,
                              std::to_string(to->items.size()) + " destinations",
                              std::to_string(hosts) + ", one a host", ""});
    return;
  }
  unsigned reported = 0;
  std::vector<bool> named(hosts, false);
  for (std::size_t i = 0; i < to->items.size() && reported < most_reported; ++i) {
    if (!to->items[i]) continue;  // reported already
    const std::uint64_t destination = *to->items[i];
    const bool exists = destination < hosts;
    if (exists && !named[destination]) {
      named[destination] = true;
      continue;
    }
    ++reported;
    reading.faults.push_back({origin.source, i < origin.items.size() ? origin.items[i] : origin.at, permutation_key,
                              std::to_string(destination) + (exists ? " (a second time)" : ""),
                              "each host from 0 to " + std::to_string(hosts - 1) + " once", ""});
  }
}

}  // namespace slackline::config
