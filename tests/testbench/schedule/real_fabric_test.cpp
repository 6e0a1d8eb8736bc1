// Synchronizing schedules of real fabrics, which are read in place.
#include <catch2/catch.hpp>

#include <filesystem>
#include <memory>

#include "testbench/features/topology/file.hpp"
#include "testbench/run/checks.hpp"
#include "testbench/run/network.hpp"
#include "testbench/schedule/conflict.hpp"
#include "testbench/schedule/dependency.hpp"
#include "testbench/schedule/hierarchical.hpp"
#include "testbench/schedule/schedule_table.hpp"
#include "testbench/schedule/tree_routes.hpp"
#include "tests/support/skip.hpp"

using namespace slackline;
using schedule::Schedule;

namespace {

constexpr const char* folder = "../shared/inputs/topologies/";

bool is_missing() {
  if (std::filesystem::exists(folder)) return false;
  test::skip("no folder ../shared/inputs/topologies");
  return true;
}

network::Netlist network_of(const std::string& file) {
  const auto source = std::make_shared<const settings::Source>(
      "test.yaml", "schema_version: 1\ntopology: { kind: file, file: " + (folder + file) + " }\n");
  features::ExperimentReading reading = features::read_experiment(source);
  features::read_fabric_file(reading);
  features::check_meaning(reading);
  for (const settings::InputError& error : reading.errors) FAIL(settings::to_string(error));
  return features::network_of(reading.experiment);
}

/// HSS of a whole network is in order and, along its tree, free of conflicts.
Schedule checked_hss(const network::Netlist& netlist, const schedule::SpanningTree& tree) {
  const auto hosts = schedule::first_hosts(static_cast<std::uint32_t>(netlist.endpoints.size()));
  Schedule hss = schedule::hierarchical(tree.tree, hosts);
  CHECK(check_dependency(hss).holds());
  const network::Netlist on_tree = with_tree_routes(netlist, tree);
  CHECK(check_conflicts(hss, schedule::Paths(on_tree), on_tree.channels.size()).holds());
  return hss;
}

}  // namespace

TEST_CASE("HSS on the cluster X5: a tree of three levels, in order, and without conflicts along it", "[quick]") {
  if (is_missing()) return;
  const network::Netlist netlist = network_of("psmn-x5/X5.topofile");
  const auto tree = schedule::spanning_tree(netlist);
  REQUIRE(tree);
  CHECK(schedule::hierarchy_of(tree->tree, schedule::first_hosts(89)).levels == 3);
  CHECK(tree->channels.size() == 2 * (89 + 10));
  const Schedule hss = checked_hss(netlist, *tree);
  // Counted in the dump: six switches have hosts, 24 at most, and two others have all six next to them. From there it
  // takes the 24 of the lower level twice, and the six leaders of the root's once.
  CHECK(hss.slots() == 2 * 24 + 6);
  // The fabric's own routes lead over all parallel links, but never two packets of a slot over one.
  const auto check = check_conflicts(hss, schedule::Paths(netlist), netlist.channels.size());
  INFO(verdict_text(check, netlist));
  CHECK(check.holds());
}

TEST_CASE("HSS on Theta, of 3456 hosts", "[quick]") {
  if (is_missing()) return;
  const network::Netlist netlist = network_of("theta/theta.interconnect");
  const auto tree = schedule::spanning_tree(netlist);
  REQUIRE(tree);
  checked_hss(netlist, *tree);
}
