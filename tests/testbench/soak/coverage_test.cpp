#include "testbench/soak/coverage.hpp"

#include <catch2/catch.hpp>

#include "rtl_models/firmware/catalogue.hpp"
#include "testbench/soak/firmware_experiment.hpp"
#include "testbench/soak/packet_network.hpp"
#include "testbench/soak/random_network.hpp"

using namespace slackline;

namespace {

std::uint64_t networks_with(const soak::Coverage& coverage, const std::string& group, const std::string& name) {
  for (const soak::Feature& feature : coverage.features())
    if (feature.group == group && feature.name == name) return feature.networks;
  FAIL("no feature " << group << ' ' << name);
  return 0;
}

}  // namespace

TEST_CASE("a network counts for what it uses, and for nothing else", "[quick]") {
  network::Netlist netlist = soak::random_network(1);
  netlist.switch_kinds[0].arbiter = router_arbiter::Policy::matrix;
  netlist.workloads[0].traffic.pattern = generator::Pattern::uniform_all;
  netlist.workloads[0].traffic.response_flits = 3;
  for (network::Channel& channel : netlist.channels) channel.cycles_per_flit = 1;
  soak::Coverage coverage;
  coverage.add(netlist);
  netlist.channels.back().cycles_per_flit = 2;
  netlist.workloads[0].traffic.response_flits = 0;
  coverage.add(netlist);
  CHECK(networks_with(coverage, "arbiter", "matrix") == 2);
  CHECK(networks_with(coverage, "arbiter", "round_robin") == 0);
  CHECK(networks_with(coverage, "pattern", "uniform_all") == 2);
  CHECK(networks_with(coverage, "pattern", "uniform") == 0);
  CHECK(networks_with(coverage, "packets", "requests and responses") == 1);
  CHECK(networks_with(coverage, "link", "slower than the switches") == 1);
}

TEST_CASE("a network counts for what any of its switches is, and for no kind that none is of", "[quick]") {
  network::Netlist netlist = soak::random_network(1);
  netlist.switch_kinds[0].virtual_channels = 1;
  netlist.switch_kinds.push_back(netlist.switch_kinds[0]);
  netlist.switch_kinds[1].worm_timeout = 100;
  netlist.switch_kinds[1].virtual_channels = 16;
  netlist.switch_kinds.emplace_back(packet_switch::Params());
  soak::Coverage coverage;
  coverage.add(netlist);
  CHECK(networks_with(coverage, "delay", "a timeout of worms") == 0);
  netlist.switches.back().kind = 1;
  coverage.add(netlist);
  CHECK(networks_with(coverage, "delay", "a timeout of worms") == 1);
  CHECK(networks_with(coverage, "VCs", "more than 4") == 1);
  for (network::SwitchInstance& s : netlist.switches) s.kind = 2;
  const std::uint64_t before = networks_with(coverage, "VCs", "1");
  coverage.add(netlist);
  CHECK(networks_with(coverage, "VCs", "1") == before);
  CHECK(networks_with(coverage, "queueing", "buffers: input") == 1);
}

TEST_CASE("a few hundred random networks use every feature") {
  soak::Coverage coverage;
  for (std::uint64_t seed = 1; seed <= 600; ++seed) coverage.add(soak::soak_network(seed));
  for (std::uint64_t seed = 1; seed <= 3 * firmware::catalogue().size(); ++seed)  // three sorts of hosts of each
    coverage.add(soak::firmware_network(seed));
  for (std::uint64_t seed = 1; seed <= 100; ++seed) coverage.add(soak::packet_network(seed));
  for (const soak::Feature& feature : coverage.features()) {
    INFO(feature.group << ' ' << feature.name);
    CHECK(feature.networks > 0);
  }
}
