// k x k meshes under dimension-order routing (Dally and Towles, "Principles and Practices of Interconnection Networks",
// chapters 3 and 5): mean hops (2/3)(k - 1/k) over all pairs of switches, of which 1 in k^2 has distance 0 and is left
// out; throughput at most 4/k, as a channel of the bisection for each row and direction carries half of the traffic of
// k^2/2 hosts.
//
// k x k tori, k even, with dateline classes: k/4 hops a dimension on average over all pairs of switches; throughput at most
// 8/k.
#include <fmt/format.h>

#include "testbench/run/network.hpp"
#include "testbench/studies/validation/case_groups.hpp"
#include "testbench/studies/validation/sampling.hpp"

namespace slackline::validation {

namespace {

std::string kind_of(const features::Experiment& e) {
  return e.topology.kind == features::TopologyKind::torus ? "torus" : "mesh";
}

std::string title_of(const features::Experiment& e) {
  const std::uint64_t vcs = e.switches.virtual_channels;
  return fmt::format("{} {}x{}, {} VC{}", kind_of(e), e.topology.size[0], e.topology.size[1], vcs, vcs == 1 ? "" : "s");
}

std::string short_name_of(const features::Experiment& e) {
  return fmt::format("{}-{}-{}vc", kind_of(e), e.topology.size[0], e.switches.virtual_channels);
}

Case case_of(const features::Experiment& e, const std::string& what, const std::string& sentence) {
  Case c;
  c.group = kind_of(e);
  c.name = short_name_of(e) + "-" + what;
  c.what = title_of(e) + ", " + sentence;
  return c;
}

/// Mean channels between switches on a packet's way, under uniform traffic that leaves the source out.
Case hops_case(const features::Experiment& e, double expected) {
  Case c = case_of(e, "hops", "uniform: mean hops between switches");
  c.expected = expected;
  c.tolerance = 0.01;
  c.measure = [e](std::uint64_t seed, unsigned times) {
    const std::uint64_t slots = 640'000;  // of a batch, cycles times hosts: as many in a small network
    return measured(e, {2'000, slots / features::hosts_of(e), 40}, hops_per_flit, seed, times);
  };
  return c;
}

/// Below saturation the network accepts the offered load.
Case accepted_case(const features::Experiment& e, double tolerance) {
  Case c = case_of(e, "accepted",
                   fmt::format("uniform at a load of {:g}: accepted flits per cycle and host", e.traffic.load));
  c.expected = e.traffic.load;
  c.tolerance = tolerance;
  c.measure = [e](std::uint64_t seed, unsigned times) {
    return measured(e, {2'000, 8'000, 40}, flits_per_cycle_and_host, seed, times);
  };
  return c;
}

/// Past saturation the accepted load is below the bound of the bisection, and above `least` of it.
Case bound_case(const features::Experiment& e, double bound, double least) {
  Case c = case_of(e, "bound", "uniform, past saturation: accepted flits per cycle and host, bound of the bisection");
  c.relation = Relation::below;
  c.expected = bound;
  c.measure = [=](std::uint64_t seed, unsigned times) {
    Finding found = saturated(e, seed, times);
    if (found.unmet.empty() && found.value.low() < least * bound)
      found.unmet = fmt::format("less than {:g} of the bound is accepted", least);
    return found;
  };
  return c;
}

features::Experiment mesh(std::uint64_t k, std::uint64_t virtual_channels, double load) {
  return square(features::TopologyKind::mesh, k, virtual_channels, load);
}

double mean_mesh_hops(double k) { return 2.0 / 3 * (k - 1 / k) * k * k / (k * k - 1); }

features::Experiment torus(std::uint64_t k, std::uint64_t virtual_channels, double load) {
  return square(features::TopologyKind::torus, k, virtual_channels, load);
}

double mean_torus_hops(double k) { return k / 2 * k * k / (k * k - 1); }

}  // namespace

std::vector<Case> mesh_cases() {
  return {
      hops_case(mesh(4, 1, 0.1), mean_mesh_hops(4)), hops_case(mesh(8, 1, 0.1), mean_mesh_hops(8)),
      hops_case(mesh(8, 2, 0.1), mean_mesh_hops(8)), accepted_case(mesh(8, 1, 0.1), 0.0005),
      bound_case(mesh(8, 1, 1), 4.0 / 8, 0.4),  // without virtual channels worms hold channels that they do not use
      bound_case(mesh(8, 2, 1), 4.0 / 8, 0.6),       bound_case(mesh(8, 4, 1), 4.0 / 8, 0.7),
  };
}

std::vector<Case> torus_cases() {
  return {
      hops_case(torus(4, 2, 0.1), mean_torus_hops(4)),
      hops_case(torus(8, 2, 0.1), mean_torus_hops(8)),
      hops_case(torus(8, 4, 0.1), mean_torus_hops(8)),
      accepted_case(torus(8, 2, 0.2), 0.001),
      accepted_case(torus(8, 4, 0.2), 0.001),
      bound_case(torus(8, 2, 1), 8.0 / 8, 0.3),  // a packet has the one channel of its dateline class
      bound_case(torus(8, 4, 1), 8.0 / 8, 0.4),
  };
}

}  // namespace slackline::validation
