// Fabrics from other sources, read in place: ../shared/inputs/topologies next to the project.
#include <catch2/catch.hpp>

#include <filesystem>
#include <memory>

#include "testbench/deadlock/objection.hpp"
#include "testbench/features/topology/file.hpp"
#include "testbench/run/checks.hpp"
#include "testbench/run/network.hpp"
#include "testbench/topology/metrics.hpp"
#include "tests/support/skip.hpp"

using namespace slackline;

namespace {

namespace fs = std::filesystem;

const fs::path folder = "../shared/inputs/topologies";

bool is_missing() {
  if (!fs::exists(folder)) test::skip("no folder " + folder.string());
  return !fs::exists(folder);
}

features::ExperimentReading read(const fs::path& file, const std::string& rest = "") {
  const std::string text =
      "schema_version: 1\ntopology: { kind: file, file: \"" + (folder / file).string() + "\" }\n" + rest;
  features::ExperimentReading reading =
      features::read_experiment(std::make_shared<const settings::Source>("test.yaml", text));
  features::read_fabric_file(reading);
  features::check_meaning(reading);
  for (const settings::InputError& error : reading.errors) FAIL_CHECK(to_string(error));
  return reading;
}

network::Netlist network_of(const features::ExperimentReading& reading) {
  REQUIRE(reading.errors.empty());
  return features::network_of(reading.experiment);
}

std::string links(const network::Netlist& netlist) {
  const topology::Metrics m = topology::metrics(netlist);
  CHECK(m.unconnected == 0);
  return std::to_string(m.switches) + " switches, " + std::to_string(m.hosts) + " hosts, " +
         std::to_string(netlist.channels.size() / 2) + " links, diameter " + std::to_string(m.diameter);
}

}  // namespace

// The expected counts were made without Slackline: lines of the dumps, elements of the graphs, and a breadth-first
// search over them. Links are cables between switches, and one of each host; each node of GraphML has a host. The
// diameter is between the switches of hosts.

TEST_CASE("the cluster X5 has the parts of its dump: 11 switches, 89 hosts, 159 links, DDR and QDR") {
  if (is_missing()) return;
  const features::ExperimentReading reading = read("psmn-x5/X5.topofile");
  const network::Netlist netlist = network_of(reading);
  CHECK(links(netlist) == "11 switches, 89 hosts, 159 links, diameter 2");  // 70 cables + 89 hosts
  CHECK(deadlock::objection(netlist).empty());
  const auto& given = *reading.experiment.topology.given;
  CHECK(given.format == "ibnetdiscover");
  CHECK(given.links.size() == 70);
  CHECK(given.ports == 37);
  REQUIRE(given.speeds.size() == 2);
  CHECK(given.speeds[0].name == "4xQDR");
  CHECK(given.speeds[0].links == 136);
  CHECK(given.speeds[1].name == "4xDDR");
  CHECK(given.speeds[1].links == 23);
  CHECK(given.speeds[1].slower == 2);
  CHECK(given.notes.empty());
}

TEST_CASE("Theta has 864 routers of 4 hosts, and no two are more than 4 links apart", "[quick]") {
  if (is_missing()) return;
  const features::ExperimentReading reading = read("theta/theta.interconnect");
  const network::Netlist netlist = network_of(reading);
  // 14 688 cables; 6912 lines "ptile -> processor", two of them a host.
  CHECK(links(netlist) == "864 switches, 3456 hosts, 18144 links, diameter 4");
  CHECK(netlist.switch_kinds[0].ports == 38);  // 34 cables and 4 hosts
  CHECK(deadlock::objection(netlist).empty());
  const auto& given = *reading.experiment.topology.given;
  CHECK(given.format == "cray");
  CHECK(given.links.size() == 14688);
  CHECK(given.notes == std::vector<std::string>{"left out: 5184 unused ports"});
  REQUIRE(given.port_maps.size() == 2);  // of even and odd slots
  CHECK(given.port_maps[0].switches == 432);
  CHECK(given.port_maps[1].switches == 432);
}

TEST_CASE("links of the Topology Zoo have the speeds of their edges", "[quick]") {
  if (is_missing()) return;
  const auto speeds = [](const char* name) {
    std::string all;
    const features::ExperimentReading reading = read(std::string("zoo/") + name + ".graphml");
    REQUIRE(reading.experiment.topology.given);
    for (const auto& speed : reading.experiment.topology.given->speeds)
      all += std::to_string(speed.links) + " of " + speed.name + ", ";
    return all;
  };
  // The counts are those of LinkSpeedRaw; 22 and 74 edges have none.
  CHECK(speeds("Geant2012") == "26 of 10 Gb/s, 5 of 2.5 Gb/s, 6 of 1 Gb/s, 2 of 0.155 Gb/s, ");
  CHECK(speeds("Sinet") == "2 of 40 Gb/s, ");
}

TEST_CASE("every network of the Topology Zoo is read as its graph") {
  if (is_missing()) return;
  const auto of = [](const char* name) { return links(network_of(read(std::string("zoo/") + name + ".graphml"))); };
  CHECK(of("Aarnet") == "19 switches, 19 hosts, 43 links, diameter 9");
  CHECK(of("Abilene") == "11 switches, 11 hosts, 25 links, diameter 5");
  CHECK(of("BtEurope") == "24 switches, 24 hosts, 61 links, diameter 4");
  CHECK(of("Cogentco") == "197 switches, 197 hosts, 442 links, diameter 28");
  CHECK(of("Geant2012") == "40 switches, 40 hosts, 101 links, diameter 8");
  CHECK(of("Kdl") == "754 switches, 754 hosts, 1653 links, diameter 58");
  CHECK(of("Sinet") == "74 switches, 74 hosts, 150 links, diameter 7");
  CHECK(of("UsCarrier") == "158 switches, 158 hosts, 347 links, diameter 35");
}

TEST_CASE("the examples of ibsim and BookSim are read") {
  if (is_missing()) return;
  const auto of = [](const char* name) { return links(network_of(read(name))); };
  CHECK(of("ibsim/net") == "2 switches, 2 hosts, 4 links, diameter 0");
  CHECK(of("ibsim/net.1") == "1 switches, 2 hosts, 2 links, diameter 0");
  CHECK(of("ibsim/net.2sw2path") == "2 switches, 2 hosts, 4 links, diameter 1");
  CHECK(of("ibsim/net.2sw2path4hca") == "2 switches, 4 hosts, 6 links, diameter 1");
  CHECK(of("ibsim/net.2sw2path4hca2port") == "2 switches, 4 hosts, 6 links, diameter 1");
  CHECK(of("anynet/anynet_file") == "3 switches, 9 hosts, 12 links, diameter 1");
  const network::Netlist cabled_twice = network_of(read("ibsim/net.2sw2path4hca2port"));
  std::vector<std::string> hosts;
  for (const network::EndpointInstance& host : cabled_twice.endpoints) hosts.push_back(host.name);
  CHECK(hosts == std::vector<std::string>{"Hca1_p1", "Hca1_p2", "Hca2_p1", "Hca2_p2"});
}
