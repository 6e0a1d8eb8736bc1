#include "testbench/workloads/traffic/saturation.hpp"

#include "testbench/features/nic/build.hpp"
#include "testbench/routing/routes.hpp"
#include "testbench/routing/uniform_load.hpp"
#include "testbench/workloads/traffic/settings.hpp"

namespace slackline::traffic {

std::optional<double> load_bound(const settings::Values& experiment, const network::Netlist& netlist) {
  constexpr std::uint64_t most_steps = 20'000'000;  // a second or so
  const features::TrafficSettings& traffic = experiment.get<features::TrafficSettings>();
  if (features::has_nics(experiment) || traffic.pattern != generator::Pattern::uniform ||
      netlist.endpoints.size() < 2 || routing::steps(netlist) > most_steps)
    return std::nullopt;
  const std::optional<routing::UniformLoad> load = routing::uniform_load(routing::Routes(netlist));
  if (!load) return std::nullopt;
  return load->most / routing::flits_per_offered(netlist.workloads[0].traffic);
}

bool is_above_bound(const settings::Values& experiment, const network::Netlist& netlist) {
  constexpr double rounding = 1e-9;
  const std::optional<double> most = load_bound(experiment, netlist);
  return most && experiment.get<features::TrafficSettings>().load > *most * (1 + rounding);
}

double burst_cycles(const settings::Values& experiment) {
  const features::TrafficSettings& traffic = experiment.get<features::TrafficSettings>();
  if (traffic.arrivals != generator::ArrivalKind::on_off) return 0;
  // Bursts last `burst` cycles and silences burst (1 / load - 1): the chain forgets with the sum of both rates.
  return static_cast<double>(traffic.burst) * (1 - traffic.load);
}

}  // namespace slackline::traffic
