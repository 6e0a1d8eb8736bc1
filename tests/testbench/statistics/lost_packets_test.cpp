#include "testbench/statistics/lost_packets.hpp"

#include <catch2/catch.hpp>

#include "rtl_models/network/fabric.hpp"
#include "testbench/soak/random_network.hpp"
#include "tests/support/line_network.hpp"

using namespace slackline;

namespace {

std::vector<statistics::InstanceError> lost_in(const network::Fabric& fabric) {
  std::vector<statistics::InstanceError> errors;
  statistics::add_lost_packets(fabric, errors);
  return errors;
}

}  // namespace

TEST_CASE("no packet of a sound network is ever reported as lost") {
  for (std::uint64_t seed = 500; seed < 540; ++seed) {
    INFO("seed " << seed);
    network::Fabric fabric(network::elaborate(soak::random_network(seed)));
    for (Cycle end(1); end < Cycle(500); end = end + 13) {
      fabric.run_until(end);
      REQUIRE(lost_in(fabric).empty());
    }
  }
}

TEST_CASE("a packet of one flit that got lost is missed from the edge on at which it would have been written",
          "[quick]") {
  test::Settings settings;
  settings.size = {2};
  settings.packet_flits = 1;
  // Sent at edge 0, on the wire in cycle 0, written at edge 1.
  network::Netlist netlist = test::one_packet_each(settings, {0}, 1);
  test::add_fault(netlist, "link_host0_to_switch0_p2", LinkFault());
  network::Fabric fabric(network::elaborate(netlist));
  fabric.run_until(Cycle(1));
  REQUIRE(lost_in(fabric).empty());
  fabric.run_until(Cycle(2));
  const auto errors = lost_in(fabric);
  REQUIRE(errors.size() == 1);
  REQUIRE(errors[0].instance == "host0");
  REQUIRE(errors[0].error == "packets_lost");
  REQUIRE(errors[0].count == 1);
}
