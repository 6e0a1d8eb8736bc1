// The settings and keys of multicasts to groups of hosts: multicast.*.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "testbench/multicast/tree.hpp"
#include "testbench/settings/key.hpp"

namespace slackline::features {

enum class HostOrder : std::uint8_t { shortest, numbers, drawn, given };
enum class MulticastSources : std::uint8_t { all, first };

struct MulticastSettings {
  std::vector<std::string> groups;    ///< of each: its members, as names, numbers, ranges of numbers, "all"
  std::uint64_t count = 0, size = 8;  ///< instead of `groups`: so many of so many hosts, drawn with `seed`
  std::uint64_t seed = 1;
  MulticastSources sources = MulticastSources::all;
  double load = 0.01;                     ///< words that a source creates per cycle, each once
  std::uint64_t words = 16;               ///< of a message
  std::optional<std::uint64_t> messages;  ///< of a source; nothing: without end
  multicast::Algorithm algorithm = multicast::Algorithm::ring;
  std::optional<std::uint64_t> branching;  ///< copies that a host sends at most; nothing: any number
  HostOrder order = HostOrder::shortest;
  std::vector<std::string> ids;             ///< with `given`: all hosts
  std::optional<std::uint64_t> forwarding;  ///< cycles in which a header is forwarded; nothing: as costs make it
  bool has_two_classes = true;              ///< false: all copies use the buffers of class `lower`
  bool allows_deadlock = false;
};

/// All members of a group see one sequence of messages.
constexpr bool is_ordered(multicast::Algorithm algorithm) {
  return algorithm == multicast::Algorithm::ordered_path || algorithm == multicast::Algorithm::ordered_tree;
}

std::vector<settings::Key> multicast_keys();

}  // namespace slackline::features
