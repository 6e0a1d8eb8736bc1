// Head-of-line blocking: a saturated N x N switch with one FIFO an input (Karol, Hluchyj, Morgan 1987).
#include "testbench/run/network.hpp"
#include "testbench/studies/validation/case_groups.hpp"
#include "testbench/studies/validation/head_of_line.hpp"
#include "testbench/studies/validation/sampling.hpp"

namespace slackline::validation {

namespace {

using router_arbiter::Policy;

Finding throughput(std::uint64_t hosts, Policy policy, std::uint64_t seed, unsigned times) {
  features::Experiment e = one_switch(hosts, generator::Pattern::uniform_all, 1.0, seed);
  e.switches.arbiter = policy;
  network::Fabric fabric(network::elaborate(features::network_of(e)));
  const PortMask inputs = ((PortMask{1} << hosts) - 1) << 2;  // after the two ports of the switch's only dimension
  Finding found;
  found.value = sample(fabric, Sampling{5'000, 5'000, 60}.lengthened(times), [&](const network::Fabric& f) {
    if (f.switch_state(0).vc[0].occupied != inputs) found.unmet = "an input was dry: the switch was not saturated";
    return flits_per_cycle_and_host(f);
  });
  if (found.unmet.empty()) found.unmet = broken_check(fabric);
  return found;
}

Case case_of(std::uint64_t hosts, Policy policy, const std::string& arbiter) {
  const std::string size = std::to_string(hosts);
  Case c;
  c.group = "head-of-line";
  c.name = "head-of-line-" + size + (arbiter.empty() ? "" : "-" + arbiter);
  c.what = size + " x " + size + " switch, one FIFO an input, saturated: flits per cycle and port" +
           (arbiter.empty() ? "" : "; arbiter " + arbiter);
  c.expected = head_of_line_throughput(static_cast<unsigned>(hosts));
  c.tolerance = 0.002;
  c.measure = [=](std::uint64_t seed, unsigned times) { return throughput(hosts, policy, seed, times); };
  return c;
}

}  // namespace

std::vector<Case> head_of_line_cases() {
  std::vector<Case> list;
  for (const std::uint64_t hosts : {2, 3, 4, 5, 16}) list.push_back(case_of(hosts, Policy::round_robin, ""));
  list.push_back(case_of(4, Policy::matrix, "matrix"));
  list.push_back(case_of(4, Policy::fixed_priority, "fixed_priority"));
  list.push_back(case_of(4, Policy::oldest_first, "oldest_first"));
  list.push_back(case_of(4, Policy::random, "random"));
  return list;
}

}  // namespace slackline::validation
