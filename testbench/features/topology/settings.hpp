// The settings and keys of the topology: topology.*.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "testbench/features/feature.hpp"
#include "testbench/topology/from_file.hpp"
#include "testbench/topology/structure.hpp"

namespace slackline::features {

using TopologyKind = topology::Kind;

constexpr std::uint64_t most_hosts = 1u << 24;  ///< of a network

/// Channel adapters within InfiniBand switches.
enum class AggregationNodes : std::uint8_t { leave_out, keep };

/// Fields that a kind does not use keep their defaults.
struct TopologySettings {
  TopologyKind kind = TopologyKind::mesh;
  std::vector<std::uint64_t> size{8, 8};
  std::uint64_t hosts_per_switch = 1;
  std::uint64_t dimensions = 6;                        ///< of a hypercube
  std::uint64_t arity = 4, levels = 3;                 ///< of trees
  std::uint64_t group_switches = 4, global_links = 2;  ///< of a dragonfly: switches of a group, links of each to others
  std::optional<std::uint64_t> groups;                 ///< of a dragonfly; nothing: as many as can be joined
  std::uint64_t switches = 16, switch_links = 4, seed = 1;  ///< of a random network
  std::string file;                                         ///< of a network that a file describes; empty: none
  AggregationNodes aggregation_nodes = AggregationNodes::leave_out;  ///< of such a file
  std::shared_ptr<const topology::GivenNetwork> given;  ///< the network of the file; nullptr: not read, or with errors
  SourcePtr source;                                     ///< the file, when it was read
  std::vector<std::string> down;                        ///< links and switches that are missing
};

std::vector<Key> topology_keys();

/// Adds to the errors of `reading`. Returns whether there is a network to be judged further: one of 2 to 2^24 hosts.
bool check_topology(Reading& reading);

/// The key that determines most of the size of the network.
std::string_view size_key(const Reading& reading);

}  // namespace slackline::features
