// Properties of schedules on irregular networks.
#include <catch2/catch.hpp>

#include "rtl_models/common/random_stream.hpp"
#include "testbench/schedule/conflict.hpp"
#include "testbench/schedule/dependency.hpp"
#include "testbench/schedule/hierarchical.hpp"
#include "testbench/schedule/tree_routes.hpp"
#include "tests/testbench/schedule/trees.hpp"

using namespace slackline;
using schedule::first_hosts;
using schedule::Schedule;

namespace {

network::Netlist random_network(std::uint64_t seed) {
  const std::uint64_t drawn = mix64(seed);
  return test::network_of("topology: { kind: random, switches: " + std::to_string(8 + drawn % 25) +
                          ", switch_links: " + std::to_string(3 + drawn / 64 % 3) + ", hosts_per_switch: " +
                          std::to_string(1 + drawn / 1024 % 4) + ", seed: " + std::to_string(seed) + " }\n");
}

/// Every chain of relations whose times increase, followed one by one from a host.
void follow(std::vector<std::vector<schedule::Relation>>& all, std::uint32_t host, std::uint32_t from,
            std::vector<bool>& reached) {
  for (std::uint32_t time = from; time < all.size(); ++time)
    for (const schedule::Relation& relation : all[time]) {
      if (relation.slow != host) continue;
      reached[relation.fast] = true;
      follow(all, relation.fast, time + 1, reached);
    }
}

std::uint64_t missing_by_chains(const Schedule& schedule) {
  schedule::Relations relations(schedule);
  std::vector<std::vector<schedule::Relation>> all;
  for (std::uint32_t time = 0; time < relations.times(); ++time) all.push_back(relations.at(time));
  std::uint64_t missing = 0;
  for (const std::uint32_t host : schedule.hosts) {
    std::vector<bool> reached(schedule.hosts.size());
    reached[host] = true;
    follow(all, host, 0, reached);
    missing += static_cast<std::uint64_t>(std::count(reached.begin(), reached.end(), false));
  }
  return missing;
}

}  // namespace

TEST_CASE("HSS along the spanning tree of a random network satisfies both requirements, from any root") {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    INFO("seed " << seed);
    const network::Netlist netlist = random_network(seed);
    const auto best = schedule::spanning_tree(netlist);
    const auto other = schedule::spanning_tree(netlist, static_cast<std::uint32_t>(seed % netlist.switches.size()));
    REQUIRE(best);
    REQUIRE(other);
    const auto hosts = first_hosts(static_cast<std::uint32_t>(netlist.endpoints.size()));
    CHECK(schedule::hierarchy_of(best->tree, hosts).levels <= schedule::hierarchy_of(other->tree, hosts).levels);
    for (const auto* tree : {&*best, &*other}) {
      const Schedule hss = schedule::hierarchical(tree->tree, hosts);
      CHECK(hss.slots() == schedule::hierarchy_of(tree->tree, hosts).slots());
      CHECK(check_dependency(hss).holds());
      const network::Netlist on_tree = with_tree_routes(netlist, *tree);
      CHECK(check_conflicts(hss, schedule::Paths(on_tree), on_tree.channels.size()).holds());
    }
  }
}

TEST_CASE("the sets of predecessors agree with a search along every chain", "[quick]") {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    Schedule schedule{first_hosts(2 + static_cast<std::uint32_t>(mix64(seed) % 6)), {}};
    for (std::uint32_t slot = 0; slot < 6; ++slot)
      for (const std::uint32_t host : schedule.hosts) {
        const std::uint64_t drawn = mix64(mix64(seed) + slot * 64 + host);
        if (drawn % 4 != 0)
          schedule.messages.push_back({slot, host, static_cast<std::uint32_t>(drawn / 4 % schedule.hosts.size())});
      }
    schedule::sort(schedule);
    INFO("seed " << seed);
    CHECK(check_dependency(schedule).missing == missing_by_chains(schedule));
  }
}
