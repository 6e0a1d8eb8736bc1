// The settings and keys of groups of hosts that meet in barriers: barriers.*.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "testbench/features/feature.hpp"

namespace slackline::features {

/// Hosts that meet in barriers.
struct BarrierGroup {
  std::vector<std::string> members;   ///< names or numbers, ranges of numbers ("8-15"), or "all"
  std::optional<std::uint64_t> size;  ///< instead of `members`: so many, drawn with `seed`
  std::uint64_t seed = 1;
  std::string centre = "lowest";      ///< lowest, medoid, or a host
  std::uint64_t from = 0;             ///< cycle in which its members enter the first barrier
  std::uint64_t spread = 0;           ///< cycles: each member is later, by less than that
  std::vector<std::string> absent;    ///< as `members`: those that never do
  std::optional<std::uint64_t> hold;  ///< cycles; nothing: BarrierUnitSettings::hold
};

enum class BarrierTree : std::uint8_t { built, ordering, x_y, path, star, switch_ordering };
/// Whether the tree is in the tables from the start, with its root in a switch.
constexpr bool is_planned_tree(BarrierTree tree) { return tree == BarrierTree::ordering || tree == BarrierTree::x_y; }
/// Whether tables have entries from the start.
constexpr bool is_planned(BarrierTree tree) { return is_planned_tree(tree) || tree == BarrierTree::path; }
/// Whether hosts count arrivals, and release others, by messages of their own.
constexpr bool counts_at_host(BarrierTree tree) {
  return tree == BarrierTree::path || tree == BarrierTree::star || tree == BarrierTree::switch_ordering;
}

struct BarrierSettings {
  std::vector<BarrierGroup> groups;
  BarrierTree tree = BarrierTree::built;
  bool combines_in_hardware = false;  ///< plays a part with switch_ordering
  bool orders_by_number = false;      ///< the same
  bool acknowledge = false;           ///< plays a part with trees that are planned
  std::uint64_t rounds = 10;
  Delay think{0, std::nullopt}, period{0, std::nullopt}, send_overhead{50, std::nullopt},
      receive_overhead{50, std::nullopt};
  std::uint64_t timeout = 100'000;  ///< cycles; 0: none
};

std::vector<Key> barrier_keys();
/// The fields of a record of `barriers.groups`.
const KeyTable& group_fields();

/// Whether a key means anything as far as barriers are concerned: those of their units with them, those of the hosts'
/// barriers with groups.
bool barriers_play_part(const Key& key, const Values& experiment);

/// Adds the errors of keys that do not fit one another.
void check_barrier_keys(Reading& reading);
/// Errors of units that the network has no room for. `judged`: the experiment with delays in range, of a legal
/// topology.
void check_barrier_units(Reading& reading, const Values& judged);
/// Errors of names of hosts and switches, for a legal topology.
void check_barrier_names(Reading& reading);

}  // namespace slackline::features
