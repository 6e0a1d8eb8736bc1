// barrier_groups: the members of `barriers.groups`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "rtl_models/network/netlist.hpp"
#include "testbench/features/topology/names.hpp"
#include "testbench/workloads/barriers/settings.hpp"

namespace slackline::features {

/// Errors of a group.
struct GroupError {
  enum class Field : std::uint8_t { members, size, centre, absent };
  Field field = Field::members;
  Finding what;
  Expected expected;
  std::optional<std::size_t> item = std::nullopt;  ///< of the list
};

struct Group {
  std::vector<std::uint32_t> members;  ///< hosts, ascending
  std::uint32_t centre = 0;            ///< one of them
  std::vector<bool> is_absent;         ///< by host
  std::vector<GroupError> errors;      ///< with any: what could be made out all the same
};

/// The group of one record. `netlist`: hosts and channels, `index` its hosts. The medoid is searched for if
/// `with_medoid`, otherwise the lowest member stands for it. Time: members x channels for it.
Group group_of(const BarrierGroup& settings, const network::Netlist& netlist, const HostIndex& index, bool with_medoid);

}  // namespace slackline::features
