// Conservation, on random networks of every kind: flits injected are delivered, stripped, or on their way; every
// payload arrives intact, once, and in order; nothing overflows.
#include <fmt/format.h>

#include "testbench/soak/random_network.hpp"
#include "testbench/studies/validation/case_groups.hpp"
#include "testbench/studies/validation/sampling.hpp"

namespace slackline::validation {

namespace {

constexpr std::uint64_t networks = 60;

Finding broken_networks(unsigned times) {
  Finding found;
  for (std::uint64_t seed = 0; seed < networks * times; ++seed) {
    network::Fabric fabric(network::elaborate(soak::random_network(seed)));
    for (Cycle end(7); end < Cycle(600); end = end + 7) {
      fabric.run_until(end);
      const std::string broken = broken_check(fabric);
      if (broken.empty()) continue;
      found.value.mean += 1;
      if (found.unmet.empty()) found.unmet = fmt::format("random network {}, cycle {}: {}", seed, end.value, broken);
      break;
    }
  }
  return found;
}

}  // namespace

std::vector<Case> conservation_cases() {
  Case c;
  c.group = c.name = "conservation";
  c.what = "random networks, checked every 7 cycles: those that lose, change, double or disorder a flit";
  c.relation = Relation::exact;
  c.expected = 0;
  c.measure = [](std::uint64_t /*seed*/, unsigned times) { return broken_networks(times); };
  return {c};
}

}  // namespace slackline::validation
