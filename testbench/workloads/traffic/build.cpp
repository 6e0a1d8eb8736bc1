#include "testbench/workloads/traffic/build.hpp"

#include "testbench/features/nic/build.hpp"
#include "testbench/features/run/settings.hpp"
#include "testbench/features/topology/build.hpp"
#include "testbench/settings/narrow.hpp"
#include "testbench/workloads/workload.hpp"

namespace slackline::features {

generator::TrafficParams traffic_of(const Values& e) {
  const TrafficSettings& t = e.get<TrafficSettings>();
  generator::TrafficParams traffic;
  traffic.nodes = narrow<std::uint32_t>(workload_hosts(e));
  traffic.members = e.get<WorkloadHosts>().nodes;
  traffic.grid = topology::grid(shape_of(e.get<TopologySettings>()));
  traffic.pattern = t.pattern;
  traffic.packet_flits = narrow<std::uint16_t>(e.get<PacketSettings>().flits);
  for (const std::uint64_t host : t.hot_hosts) traffic.hot_spot.hosts.push_back(narrow<std::uint32_t>(host));
  traffic.hot_spot.share = t.hot_share;
  traffic.arrivals = {t.arrivals, narrow<std::uint32_t>(t.burst)};
  for (std::size_t i = 0; i < t.lengths.size(); ++i)
    traffic.lengths.push_back(
        {narrow<std::uint16_t>(t.lengths[i]), i < t.weights.size() ? narrow<std::uint32_t>(t.weights[i]) : 1});
  if (!has_nics(e)) traffic.response_flits = narrow<std::uint16_t>(t.response_flits);  // firmware answers by itself
  traffic.max_outstanding = narrow<std::uint16_t>(t.max_outstanding);
  traffic.packets_per_cycle = t.load / traffic.mean_packet_flits();
  traffic.seed = e.get<RunSettings>().seed;
  return traffic;
}

}  // namespace slackline::features
