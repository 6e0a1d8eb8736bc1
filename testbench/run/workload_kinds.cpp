#include "testbench/run/workload_kinds.hpp"

#include "testbench/workloads/barriers/kind.hpp"
#include "testbench/workloads/exchange/kind.hpp"
#include "testbench/workloads/multicast/kind.hpp"
#include "testbench/workloads/replay/kind.hpp"
#include "testbench/workloads/synchronization/kind.hpp"
#include "testbench/workloads/traffic/kind.hpp"

namespace slackline::features {

const std::vector<WorkloadKind>& workload_kinds() {
  static const std::vector<WorkloadKind> kinds{
      traffic::kind(), replay::kind(), barriers::kind(), multicast::kind(), synchronization::kind(), exchange::kind(),
  };
  return kinds;
}

settings::Sections sections_of(const std::vector<WorkloadKind>& kinds) {
  settings::Sections sections;
  for (const WorkloadKind& kind : kinds)
    if (kind.add_settings != nullptr) kind.add_settings(sections);
  return sections;
}

}  // namespace slackline::features
