#include "tests/testbench/deadlock/verdicts.hpp"

#include <catch2/catch.hpp>

#include "tests/testbench/deadlock/all_routes.hpp"

namespace slackline::test {

deadlock::Verdict judge(const network::Netlist& netlist) { return deadlock::judge(routing::Routes(netlist)); }

void require_right(const network::Netlist& netlist, const deadlock::Verdict& verdict) {
  const Dependencies all = all_dependencies(netlist);
  REQUIRE(verdict.dependencies == all.size());
  REQUIRE(verdict.cycle.size() == shortest_cycle(all));
  for (std::size_t i = 0; i < verdict.cycle.size(); ++i) {
    const deadlock::Wait &held = verdict.cycle[i], &wanted = verdict.cycle[(i + 1) % verdict.cycle.size()];
    if (!netlist.routing.valiant)
      REQUIRE(dependencies_to(netlist, held.destination.value)
                  .count({{held.channel, held.vc.value}, {wanted.channel, wanted.vc.value}}) == 1);
  }
}

}  // namespace slackline::test
