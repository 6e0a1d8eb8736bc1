// No result may depend on the order in which components are listed, and therefore stepped.
#include <catch2/catch.hpp>

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "rtl_models/common/registers.hpp"
#include "rtl_models/network/fabric.hpp"
#include "testbench/soak/random_network.hpp"

using namespace slackline;

namespace {

std::map<std::string, std::vector<std::uint64_t>> registers_by_name(network::Fabric& fabric) {
  const network::ElaboratedNetlist& netlist = fabric.netlist();
  std::map<std::string, std::vector<std::uint64_t>> all;
  for (std::size_t i = 0; i < netlist.switches.size(); ++i) {
    RegisterSnapshot snapshot;
    visit_all(netlist.kind_of(i), fabric.switch_state(i), fabric.now(), snapshot);
    all[netlist.switches[i].name] = snapshot.values;
  }
  for (std::size_t i = 0; i < netlist.endpoints.size(); ++i) {
    RegisterSnapshot snapshot;
    visit_all(netlist.port_of(i), fabric.port_state(i), fabric.now(), snapshot);
    all[netlist.endpoints[i].name] = snapshot.values;
  }
  return all;
}

}  // namespace

TEST_CASE("listing the components in another order changes no register in any cycle", "[quick]") {
  for (std::uint64_t seed = 200; seed < 230; ++seed) {
    INFO("seed " << seed);
    const network::Netlist netlist = soak::random_network(seed);
    network::Fabric fabric(network::elaborate(netlist)), other(network::elaborate(soak::shuffled(netlist, seed)));
    for (Cycle end(1); end < Cycle(400); end = end + 3) {
      fabric.run_until(end);
      other.run_until(end);
      REQUIRE(registers_by_name(fabric) == registers_by_name(other));
    }
  }
}

TEST_CASE("running in slices is the same as running through") {
  const network::Netlist netlist = soak::random_network(7);
  network::Fabric through(network::elaborate(netlist)), slices(network::elaborate(netlist));
  through.run_until(Cycle(5000));
  RandomStream random(1, 2, RandomPurpose::test);
  while (slices.now() < Cycle(5000)) slices.run_until(std::min(Cycle(5000), slices.now() + random.below(50)));
  REQUIRE(registers_by_name(through) == registers_by_name(slices));
}

TEST_CASE("another seed gives another run", "[quick]") {
  network::Netlist netlist = soak::random_network(7);
  netlist.workloads[0].traffic.packets_per_cycle = 0.05;
  // By cycle and channel: flits on the wire. The registers include the state of the streams, which always differs.
  const auto flits_of_run = [&] {
    network::Fabric fabric(network::elaborate(netlist));
    std::set<std::pair<std::uint64_t, std::size_t>> flits;
    for (std::uint64_t cycle = 0; cycle < 500; ++cycle) {
      fabric.run_until(Cycle(cycle + 1));
      for (std::size_t c = 0; c < netlist.channels.size(); ++c)
        if (fabric.channel_flit(c).valid()) flits.emplace(cycle, c);
    }
    return flits;
  };
  const auto first = flits_of_run();
  ++netlist.workloads[0].traffic.seed;
  const auto second = flits_of_run();
  REQUIRE_FALSE(first.empty());
  REQUIRE_FALSE(second.empty());
  REQUIRE(first != second);
}
