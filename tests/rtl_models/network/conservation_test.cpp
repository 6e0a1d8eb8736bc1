#include <catch2/catch.hpp>

#include "rtl_models/network/fabric.hpp"
#include "testbench/soak/random_network.hpp"
#include "tests/support/totals.hpp"

using namespace slackline;

TEST_CASE("flits sent = received + in buffers + on links at every cycle, and every payload is right", "[quick]") {
  unsigned with_traffic = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    INFO("seed " << seed);
    const network::Netlist netlist = soak::random_network(seed);
    network::Fabric fabric(network::elaborate(netlist));
    test::Totals sum;
    for (Cycle end(1); end < Cycle(600); end = end + 7) {
      fabric.run_until(end);
      sum = test::totals(fabric);
      REQUIRE(sum.conserved());
      REQUIRE_FALSE(sum.switch_errors);
      REQUIRE_FALSE(sum.endpoint_errors);
    }
    // The first packet of a host leaves when it is created: if there is one, there are flits.
    const generator::RandomTraffic source(netlist.workloads[0].traffic);
    std::uint64_t created = 0;
    for (const network::EndpointInstance& e : netlist.endpoints)
      created += source.created_before(e.place.node, source.first(e.place.node), fabric.now()).packets;
    REQUIRE((sum.sent != 0) == (created != 0));
    with_traffic += sum.received != 0;
  }
  REQUIRE(with_traffic > 50);
}

TEST_CASE("a network drains: once its hosts have sent their last packet, all of them arrive") {
  for (std::uint64_t seed = 100; seed < 130; ++seed) {
    INFO("seed " << seed);
    network::Netlist netlist = soak::random_network(seed);
    netlist.workloads[0].traffic.packet_limit = 15;
    netlist.workloads[0].traffic.packets_per_cycle = 0.5 / netlist.workloads[0].traffic.mean_packet_flits();
    network::Fabric fabric(network::elaborate(netlist));
    fabric.run_until(Cycle(100'000));
    const test::Totals sum = test::totals(fabric);
    REQUIRE(sum.in_buffers == 0);
    REQUIRE(sum.on_links == 0);
    const generator::RandomTraffic source(netlist.workloads[0].traffic);
    std::uint64_t senders = 0;
    for (const network::EndpointInstance& e : netlist.endpoints) senders += source.first(e.place.node).created != never;
    const bool answered = netlist.workloads[0].traffic.response_flits != 0;
    REQUIRE(sum.packets_received == 15 * senders * (answered ? 2 : 1));
    for (std::size_t i = 0; i < netlist.endpoints.size(); ++i) {
      REQUIRE(fabric.generator_state(i).sources.of[0].outstanding == 0);
      REQUIRE(fabric.generator_state(i).sources.of[0].requests == 0);
    }
  }
}
