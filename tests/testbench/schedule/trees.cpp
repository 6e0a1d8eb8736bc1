#include "tests/testbench/schedule/trees.hpp"

#include <catch2/catch.hpp>

#include <memory>

#include "testbench/routing/routing.hpp"
#include "testbench/run/checks.hpp"
#include "testbench/run/experiment.hpp"
#include "testbench/run/network.hpp"
#include "testbench/studies/song2005/printed_schedules.hpp"
#include "testbench/topology/wiring.hpp"

namespace slackline::test {

network::Netlist example_2_network() {
  const schedule::Tree tree = song2005::figure_2();
  network::Netlist netlist;
  topology::Wiring wiring(netlist, 3, 8);
  for (unsigned s = 0; s < 7; ++s) wiring.add_switch("switch" + std::to_string(s));
  for (unsigned host = 0; host < 8; ++host) wiring.add_host(tree.at[host], host % 2);
  for (unsigned s = 0; s < 6; ++s) wiring.link(s, 2, tree.parent[s], s % 2);
  topology::Structure structure;
  structure.kind = topology::Kind::file;
  routing::Settings settings;
  settings.algorithm = routing::Algorithm::up_down;
  settings.at_switch = route_unit::Kind::table;
  REQUIRE(routing::fill(settings, structure, netlist).empty());
  return netlist;
}

network::Netlist network_of(const std::string& text) {
  const auto source = std::make_shared<const settings::Source>("test.yaml", "schema_version: 1\n" + text);
  features::ExperimentReading reading = features::read_experiment(source);
  features::check_meaning(reading);
  for (const settings::InputError& error : reading.errors) FAIL(settings::to_string(error));
  return features::network_of(reading.experiment);
}

network::Netlist full_tree(unsigned arity, unsigned levels) {
  return network_of("topology: { kind: full_tree, arity: " + std::to_string(arity) +
                    ", levels: " + std::to_string(levels) + " }\n");
}

network::Netlist one_switch(unsigned hosts) {
  return network_of("topology: { kind: single_switch, hosts_per_switch: " + std::to_string(hosts) + " }\n");
}

}  // namespace slackline::test
