// The estimated size of a dump before it is written.
#include "testbench/tracing/size_estimate.hpp"

#include <catch2/catch.hpp>
#include <memory>

#include "rtl_models/network/fabric.hpp"
#include "testbench/features/kinds/build.hpp"
#include "testbench/run/network.hpp"
#include "tests/testbench/tracing/dump.hpp"
#include "tests/testbench/tracing/small_networks.hpp"

using namespace slackline;
using Catch::Matchers::Contains;

namespace {

constexpr std::uint64_t gigabyte = 1'000'000'000;

/// The first messages take a thousand cycles to reach the link. No packet of the firmware skeleton has room for them,
/// which it reports.
network::Netlist nics(const std::string& firmware = "unicast") {
  features::Experiment e;
  e.topology.size = {2, 2};
  e.nic.endpoint = features::EndpointKind::nic;
  e.nic.firmware = firmware;
  e.nic.packet_words = 512;
  e.traffic.lengths = {2000};
  e.traffic.weights = {1};
  network::Netlist netlist = features::network_of(e);
  features::add_nics(e, netlist);
  return netlist;
}

double written_a_cycle(const network::Netlist& netlist, std::uint64_t cycles) {
  network::Fabric fabric(network::elaborate(netlist));
  return static_cast<double>(test::dump_of(fabric, Cycle(cycles)).text.size()) / static_cast<double>(cycles);
}

tracing::SizeEstimate of_cycles(std::uint64_t cycles) { return {1000, 2048, cycles, false}; }

}  // namespace

TEST_CASE("the estimated size of a dump is that of a run in steady state, with generators and with firmware") {
  for (const network::Netlist& netlist : {test::small_network(features::TopologyKind::mesh), nics()}) {
    const auto size = tracing::estimated_size(netlist, test::whole_plan(0, 10'000'000), gigabyte);
    REQUIRE(size);
    CHECK(size->cycles == 10'000'000);
    CHECK(size->bytes_a_cycle == Approx(written_a_cycle(netlist, 200'000)).epsilon(0.15));
  }
}

TEST_CASE("messages of firmware during the estimate are not printed") {
  network::Netlist netlist = nics("skeleton");
  auto interfaces = std::make_shared<network::HostInterfaces>(*netlist.interfaces);
  std::uint64_t lines = 0;
  interfaces->set_log([&](NodeId, Cycle, const char*, std::uint32_t, std::uint32_t) { ++lines; });
  netlist.interfaces = interfaces;
  REQUIRE(tracing::estimated_size(netlist, test::whole_plan(0, 10'000'000), gigabyte));
  CHECK(lines == 0);
  network::Fabric(network::elaborate(netlist)).run_until(Cycle(10'000));
  CHECK(lines > 0);
}

TEST_CASE("a dump that is certainly small is not estimated; around a single firing, most are small") {
  const network::Netlist netlist = test::small_network(features::TopologyKind::mesh);
  tracing::Plan plan = test::whole_plan(0, 100'000);
  CHECK_FALSE(tracing::estimated_size(netlist, plan, gigabyte));
  plan = test::whole_plan(0, 10'000'000);
  plan.triggers.emplace_back();
  plan.before = plan.after = 500;
  CHECK_FALSE(tracing::estimated_size(netlist, plan, gigabyte));
  plan.every = true;
  const auto size = tracing::estimated_size(netlist, plan, gigabyte);
  REQUIRE(size);
  CHECK(size->at_most);
}

TEST_CASE("for a run of unknown length the rate is given", "[quick]") {
  const network::Netlist netlist = test::small_network(features::TopologyKind::mesh);
  const auto size = tracing::estimated_size(netlist, test::whole_plan(0, 1'000'000'000'000'000), gigabyte);
  REQUIRE(size);
  CHECK_FALSE(size->cycles);
  CHECK_THAT(tracing::warning_of(*size, gigabyte), Contains("grows by about ") &&
                                                       Contains(" in a million cycles, judging by its first ") &&
                                                       !Contains("will have"));
}

TEST_CASE("there is no warning about a dump of a gigabyte or less", "[quick]") {
  CHECK(tracing::warning_of(of_cycles(1'000'000), gigabyte).empty());
  CHECK(tracing::warning_of(of_cycles(1'100'000), gigabyte) == "will have about 1.1 GB");
  tracing::SizeEstimate size = of_cycles(2'000'000);
  size.at_most = true;
  CHECK(tracing::warning_of(size, gigabyte) == "will have up to about 2.0 GB");
  size.cycles.reset();
  CHECK(tracing::warning_of(size, gigabyte) ==
        "grows by about 1.0 GB in a million cycles, judging by its first 2048; the end of the run is not known");
  size.bytes_a_cycle = 70;
  CHECK_THAT(tracing::warning_of(size, gigabyte), Catch::StartsWith("grows by about 70 MB in a million cycles"));
}
