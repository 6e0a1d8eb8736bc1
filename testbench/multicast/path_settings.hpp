// path_settings: the keys that decide how messages to groups travel, for all workloads that send such messages.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "testbench/multicast/tree.hpp"
#include "testbench/settings/key.hpp"

namespace slackline::multicast {

enum class HostOrder : std::uint8_t { shortest, numbers, drawn, given, group };
enum class Forwarders : std::uint8_t { interfaces, hosts };

struct PathSettings {
  Algorithm algorithm = Algorithm::ring;
  Forwarders by = Forwarders::interfaces;
  std::optional<std::uint64_t> branching;  ///< copies that a host sends at most; nothing: any number
  HostOrder order = HostOrder::shortest;
  std::optional<std::uint64_t> forwarding;  ///< cycles from head to head in an interface; nothing: as costs make it
  std::optional<std::uint64_t> copying;     ///< cycles from one copy of a host to the next; nothing: as costs make it
  bool has_two_classes = true;              ///< false: all copies use the buffers of class `lower`
  bool allows_deadlock = false;
};

/// The words of a key for an Algorithm, and for a HostOrder, by enumerator.
std::vector<settings::ChoiceWord> algorithm_words();
std::vector<settings::ChoiceWord> order_words();

}  // namespace slackline::multicast
