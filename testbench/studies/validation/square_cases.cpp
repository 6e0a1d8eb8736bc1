#include "testbench/studies/validation/square_cases.hpp"

#include <fmt/format.h>

#include "testbench/config/experiment_network.hpp"
#include "testbench/studies/validation/networks.hpp"

namespace slackline::validation {

namespace {

std::string kind_of(const config::Experiment& e) {
  return e.topology.kind == config::TopologyKind::torus ? "torus" : "mesh";
}

Case case_of(const config::Experiment& e, const std::string& what, const std::string& sentence) {
  Case c;
  c.group = kind_of(e);
  c.name = short_name_of(e) + "-" + what;
  c.what = title_of(e) + ", " + sentence;
  return c;
}

}  // namespace

Finding measured(const config::Experiment& experiment, const Sampling& sampling, const Count& count, std::uint64_t seed,
                 unsigned times) {
  network::Fabric fabric(network::elaborate(at_seed(experiment, seed)));
  Finding found;
  found.value = sample(fabric, sampling.lengthened(times), count);
  found.unmet = broken_check(fabric);
  return found;
}

Finding saturated(config::Experiment experiment, std::uint64_t seed, unsigned times) {
  experiment.traffic.load = 1;
  return measured(experiment, {4'000, 1'000, 16}, flits_per_cycle_and_host, seed, times);
}

std::string title_of(const config::Experiment& e) {
  const std::uint64_t vcs = e.switches.virtual_channels;
  return fmt::format("{} {}x{}, {} VC{}", kind_of(e), e.topology.size[0], e.topology.size[1], vcs, vcs == 1 ? "" : "s");
}

std::string short_name_of(const config::Experiment& e) {
  return fmt::format("{}-{}-{}vc", kind_of(e), e.topology.size[0], e.switches.virtual_channels);
}

Case hops_case(const config::Experiment& e, double expected) {
  Case c = case_of(e, "hops", "uniform: mean hops between switches");
  c.expected = expected;
  c.tolerance = 0.01;
  c.measure = [e](std::uint64_t seed, unsigned times) {
    const std::uint64_t slots = 640'000;  // of a batch, cycles times hosts: as many in a small network
    return measured(e, {2'000, slots / config::hosts_of(e), 40}, hops_per_flit, seed, times);
  };
  return c;
}

Case accepted_case(const config::Experiment& e, double tolerance) {
  Case c = case_of(e, "accepted",
                   fmt::format("uniform at a load of {:g}: accepted flits per cycle and host", e.traffic.load));
  c.expected = e.traffic.load;
  c.tolerance = tolerance;
  c.measure = [e](std::uint64_t seed, unsigned times) {
    return measured(e, {2'000, 8'000, 40}, flits_per_cycle_and_host, seed, times);
  };
  return c;
}

Case bound_case(const config::Experiment& e, double bound, double least) {
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

}  // namespace slackline::validation
