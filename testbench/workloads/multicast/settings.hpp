// The settings and keys of multicasts to groups of hosts: multicast.*.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "testbench/multicast/path_settings.hpp"
#include "testbench/settings/key.hpp"

namespace slackline::features {

enum class MulticastSources : std::uint8_t { all, first };

struct MulticastSettings : multicast::PathSettings {
  std::vector<std::string> groups;    ///< of each: its members, as names, numbers, ranges of numbers, "all"
  std::uint64_t count = 0, size = 8;  ///< instead of `groups`: so many of so many hosts, drawn with `seed`
  std::uint64_t seed = 1;
  MulticastSources sources = MulticastSources::all;
  double load = 0.01;                     ///< words that a source creates per cycle, each once
  std::uint64_t words = 16;               ///< of a message
  std::optional<std::uint64_t> messages;  ///< of a source; nothing: without end
  std::vector<std::string> ids;           ///< with `given`: all hosts
};

std::vector<settings::Key> multicast_keys();

}  // namespace slackline::features
