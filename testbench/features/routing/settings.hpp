// The settings and keys of routing: routing.*.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "rtl_models/route_unit/route_unit.hpp"
#include "testbench/features/feature.hpp"

namespace slackline::features {

enum class RoutingKind : std::uint8_t {
  automatic,
  dimension_order,
  dateline,
  up_down,
  shortest_path,
  minimal,
  valiant,
  adaptive,
  table,
};

/// A line of a file with routes: the way from a switch to a host.
struct RouteLine {
  std::string at, host;  ///< names or numbers
  std::uint8_t port = 0, vc_class = 0;
  std::uint32_t line = 0;
};

struct RoutingSettings {
  RoutingKind kind = RoutingKind::automatic;
  std::optional<route_unit::Kind> at_switch;  ///< how a switch learns the output; nothing: auto
  std::string root = "auto";                  ///< of up_down: a switch's name
  std::uint64_t seed = 1;                     ///< chooses among ways that are as short
  std::string table_file;                     ///< of table; empty: none
  std::vector<RouteLine> table;               ///< the lines of the file
  SourcePtr table_source;                     ///< the file, when it was read
  bool allow_cycles = false;                  ///< to run what is not proved free of deadlock
};

std::vector<Key> routing_keys();
/// Parameters of route_unit::Params.
std::vector<ModelParameter> routing_parameters();

/// Adds to the errors of `reading`; where the topology is not legal, only those that its kind alone shows. Wrong
/// values are removed from `judged`, so that the rest can be judged.
void check_routing(Reading& reading, bool topology_is_legal, Values& judged);

}  // namespace slackline::features
