// workload: one of those of a run, as the folder of its kind sees it: in an experiment that has no other.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "testbench/features/topology/build.hpp"
#include "testbench/settings/values.hpp"

namespace slackline::features {

struct WorkloadKind;

/// The hosts that it runs on.
struct WorkloadHosts {
  std::vector<std::uint32_t> nodes;    ///< ascending; empty: all
  const WorkloadKind* kind = nullptr;  ///< of a workload of a list
  std::size_t senders = 0;             ///< workloads of that list that send packets
};

/// Whether a list has the workload. What all workloads of a run obey, or none, the list judges as a whole.
inline bool is_of_list(const settings::Values& experiment) { return experiment.get<WorkloadHosts>().kind != nullptr; }

inline bool has(const WorkloadHosts& hosts, std::uint32_t node) {
  return hosts.nodes.empty() || std::binary_search(hosts.nodes.begin(), hosts.nodes.end(), node);
}

/// How many they are.
inline std::uint64_t workload_hosts(const settings::Values& experiment) {
  const std::vector<std::uint32_t>& nodes = experiment.get<WorkloadHosts>().nodes;
  return nodes.empty() ? hosts_of(experiment) : nodes.size();
}

struct Workload {
  std::string name;        ///< of its part of the result
  bool is_listed = false;  ///< in `workloads`; otherwise the keys of a section stand for it
  /// Its place in network::Netlist::workloads; of a group: among the groups of its kind.
  unsigned number = 0;
  const settings::Values* experiment = nullptr;
  const WorkloadKind* kind = nullptr;
};

}  // namespace slackline::features
