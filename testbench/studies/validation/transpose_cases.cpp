// 8x8 mesh, transpose: row 0 sends its k - 1 flows through one channel into the corner switch and one out of it, and so
// does row k - 1; no channel carries more. So all hosts together can have at most 1/(k - 1) each. Those on the diagonal
// are silent.
#include <algorithm>

#include "testbench/studies/validation/case_groups.hpp"
#include "testbench/studies/validation/sampling.hpp"

namespace slackline::validation {

namespace {

constexpr unsigned k = 8, hosts = k * k;
constexpr double bound = 1.0 / (k - 1);

bool on_diagonal(unsigned host) { return host % k == host / k; }

network::Netlist transpose(double load, std::uint64_t seed) {
  features::Experiment e = square(features::TopologyKind::mesh, k, 1, load);
  e.switches.stop_at = 29;
  e.switches.go_at = 24;
  e.traffic.pattern = generator::Pattern::transpose;
  return at_seed(e, seed);
}

/// The share of its cycles in which the busiest channel between switches carries a flit.
double busiest_channel(const network::Fabric& fabric) {
  std::uint64_t most = 0;
  for (unsigned s = 0; s < hosts; ++s)
    for (unsigned port = 0; port < 4; ++port) most = std::max(most, fabric.switch_state(s).out[port].flits);
  return static_cast<double>(most) / static_cast<double>(fabric.now().value);
}

/// Just below the bound everything is accepted, and the busiest channel carries k - 1 flows.
Finding below(double load, std::uint64_t seed, unsigned times) {
  network::Fabric fabric(network::elaborate(transpose(load, seed)));
  Finding found;
  found.value = sample(fabric, Sampling{20'000, 5'000, 40}.lengthened(times), flits_per_cycle_and_host);
  found.unmet = broken_check(fabric);
  const double share = busiest_channel(fabric) / ((k - 1) * load);
  if (found.unmet.empty() && (share < 0.97 || share > 1.03))
    found.unmet = "the busiest channel does not carry k - 1 flows";
  return found;
}

/// Past saturation: the host that is served least. (The mean over all may lie above the bound: hosts near the diagonal
/// are served at their full rate.) The busiest channel must be full, and each of six switches on the way share its
/// output evenly between the flow that joins and all that came before: the farthest host is left with 1/2^6.
Finding least_served(std::uint64_t seed, unsigned times) {
  network::Fabric fabric(network::elaborate(transpose(1, seed)));
  Finding found;
  found.value = sample(fabric, Sampling{4'000, 1'000, 16}.lengthened(times), [](const network::Fabric& f) {
    std::uint64_t least = ~std::uint64_t{0};
    for (unsigned host = 0; host < hosts; ++host)
      if (!on_diagonal(host)) least = std::min(least, f.port_state(host).flits_received);
    return statistics::Batch{static_cast<double>(least), static_cast<double>(f.now().value)};
  });
  found.unmet = broken_check(fabric);
  const double share = busiest_channel(fabric), left = found.value.mean * 64;
  if (found.unmet.empty() && (share > 1 || share < 0.9)) found.unmet = "the busiest channel is not full";
  if (found.unmet.empty() && (left > 1.05 || left < 0.95)) found.unmet = "the least served host is not left with 1/64";
  return found;
}

Case case_of(const std::string& name, const std::string& what) {
  Case c;
  c.group = "transpose";
  c.name = "transpose-" + name;
  c.what = "mesh 8x8, transpose, " + what;
  return c;
}

}  // namespace

std::vector<Case> transpose_cases() {
  constexpr double load = 0.9 * bound;
  Case accepted = case_of("accepted", "at 9/10 of 1/7: accepted flits per cycle and host");
  accepted.expected = load * (hosts - k) / hosts;
  accepted.tolerance = 0.001;
  accepted.measure = [=](std::uint64_t seed, unsigned times) { return below(load, seed, times); };

  Case most = case_of("bound", "past saturation: flits per cycle of the least served host, bound 1/7");
  most.relation = Relation::below;
  most.expected = bound;
  most.measure = least_served;
  return {accepted, most};
}

}  // namespace slackline::validation
