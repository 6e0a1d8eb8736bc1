#include "testbench/workloads/traffic/saturation.hpp"

#include <algorithm>

#include "testbench/routing/routes.hpp"
#include "testbench/routing/uniform_load.hpp"
#include "testbench/workloads/traffic/settings.hpp"

namespace slackline::traffic {

namespace {

/// From every host to every other with the same probability.
bool is_uniform(const generator::Workload& workload) {
  return workload.program == nullptr && workload.traffic.pattern == generator::Pattern::uniform &&
         workload.hosts.empty() && workload.traffic.members.empty();
}

/// Flits of uniform traffic, responses included, that links and routes let through per cycle and host.
std::optional<double> capacity(const network::Netlist& netlist) {
  constexpr std::uint64_t most_steps = 20'000'000;  // a second or so
  if (netlist.interfaces != nullptr || netlist.endpoints.size() < 2 || routing::steps(netlist) > most_steps)
    return std::nullopt;
  const std::optional<routing::UniformLoad> load = routing::uniform_load(routing::Routes(netlist));
  if (!load) return std::nullopt;
  return load->most;
}

}  // namespace

std::optional<double> load_bound(const network::Netlist& netlist, unsigned workload) {
  const generator::Workload& of = netlist.workloads.at(workload);
  const std::optional<double> most = is_uniform(of) ? capacity(netlist) : std::nullopt;
  if (!most) return std::nullopt;
  return *most / routing::flits_per_offered(of.traffic);
}

bool is_above_bound(const network::Netlist& netlist, unsigned workload) {
  constexpr double rounding = 1e-9;
  const auto& all = netlist.workloads;
  const auto first = std::find_if(all.begin(), all.end(), is_uniform);
  if (first != all.begin() + workload) return false;
  double flits = 0;
  for (auto of = first; of != all.end(); ++of)
    if (is_uniform(*of))
      flits +=
          of->traffic.packets_per_cycle * of->traffic.mean_packet_flits() * routing::flits_per_offered(of->traffic);
  const std::optional<double> most = capacity(netlist);
  return most && flits > *most * (1 + rounding);
}

double burst_cycles(const settings::Values& experiment) {
  const features::TrafficSettings& traffic = experiment.get<features::TrafficSettings>();
  if (traffic.arrivals != generator::ArrivalKind::on_off) return 0;
  // Bursts last `burst` cycles and silences burst (1 / load - 1): the chain forgets with the sum of both rates.
  return static_cast<double>(traffic.burst) * (1 - traffic.load);
}

}  // namespace slackline::traffic
