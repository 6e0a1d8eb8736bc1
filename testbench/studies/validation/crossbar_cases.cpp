// Unbuffered crossbar: every input asks for one output, drawn in every slot; losers drop their packets. A
// wormhole switch drops nothing, so this is a case of its blocks: a router_arbiter an output, as the switch has.
#include "rtl_models/common/random_stream.hpp"
#include "rtl_models/router_arbiter/router_arbiter.hpp"
#include "testbench/studies/validation/case_groups.hpp"

#include <cmath>

namespace slackline::validation {

namespace {

using router_arbiter::Policy;

Finding throughput(unsigned ports, std::uint64_t seed, unsigned times) {
  constexpr unsigned batches = 50;
  const std::uint64_t slots = std::uint64_t{4'000} * times;
  const router_arbiter::Params params{static_cast<std::uint16_t>(ports), Policy::round_robin};
  std::vector<router_arbiter::State> outputs(ports);
  for (router_arbiter::State& output : outputs) reset(params, output);
  RandomStream stream(seed, 0, RandomPurpose::test);
  std::vector<statistics::Batch> all;
  Finding found;
  for (std::uint64_t slot = 0; slot < batches * slots; ++slot) {
    if (slot % slots == 0) all.push_back({0, static_cast<double>(slots * ports)});
    std::vector<PortMask> requests(ports);
    for (unsigned input = 0; input < ports; ++input) requests[stream.below(ports)] |= bit(input);
    PortMask served = 0;
    for (unsigned output = 0; output < ports; ++output) {
      const PortMask grant = step(params, outputs[output], requests[output], Cycle(slot));
      if ((grant & ~requests[output]) != 0 || (grant & served) != 0) found.unmet = "a grant that nobody asked for";
      served |= grant;
    }
    for_each_bit(served, [&](unsigned) { all.back().sum += 1; });
  }
  found.value = statistics::ratio_interval(all);
  return found;
}

Case case_of(unsigned ports) {
  const std::string size = std::to_string(ports);
  Case c;
  c.group = "unbuffered-crossbar";
  c.name = "unbuffered-crossbar-" + size;
  c.what = size + " arbiters, fresh uniform requests of " + size + " inputs every slot: grants per slot and port";
  c.expected = 1 - std::pow(1 - 1.0 / ports, ports);
  c.tolerance = 0.002;
  c.measure = [=](std::uint64_t seed, unsigned times) { return throughput(ports, seed, times); };
  return c;
}

}  // namespace

std::vector<Case> crossbar_cases() { return {case_of(2), case_of(4), case_of(8), case_of(16)}; }

}  // namespace slackline::validation
