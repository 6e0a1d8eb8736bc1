// The smallest slack: enough at the formula, one flit too few below it.
#include <catch2/catch.hpp>

#include "rtl_models/network/fabric.hpp"
#include "tests/support/line_network.hpp"
#include "tests/support/totals.hpp"

using namespace slackline;
using test::delay_variants;
using test::Settings;

namespace {

/// Three switches in a line; hosts 0 and 2 send endless worms to host 1, so that one of the two always waits and its
/// STOP goes upstream while flits are in flight.
network::Netlist congested(Settings settings, int extra_flits) {
  settings.size = {3};
  settings.packet_flits = 150;
  settings.packets_per_cycle = 1.0 / 150;
  settings.extra_flits = extra_flits;
  network::Netlist netlist = test::mesh_network(settings);
  for (const unsigned host : {0, 2}) netlist.workloads[0].traffic.set_partner(host, NodeId(1));
  return netlist;
}

test::Totals run_congested(const Settings& settings, int extra_flits, unsigned* fullest = nullptr) {
  network::Fabric fabric(network::elaborate(congested(settings, extra_flits), network::Check::structure));
  const unsigned most = test::run_for_fullest_buffer(fabric, Cycle(3000));
  if (fullest != nullptr) *fullest = most;
  return test::totals(fabric);
}

Settings watermark_settings(unsigned variant) {
  Settings settings = test::with_delays(variant);
  settings.stop_at = 9;
  settings.go_at = 3;
  return settings;
}

}  // namespace

TEST_CASE(
    "on links of several flits in several cycles the smallest slack is enough; at each rate some delays need all of "
    "it") {
  for (unsigned first = delay_variants; first < test::fraction_variants; first += 36) {
    unsigned overflows = 0;
    for (unsigned variant = first; variant < first + 36; ++variant) {
      INFO("variant " << variant);
      REQUIRE(run_congested(watermark_settings(variant), 0).overflows == 0);
      overflows += run_congested(watermark_settings(variant), -1).overflows;
    }
    CHECK(overflows > 0);
  }
}

TEST_CASE("links of different fractions in one network need no more than their own slack") {
  for (unsigned seed = 0; seed < 150; ++seed) {
    INFO("seed " << seed);
    network::Netlist netlist = congested(watermark_settings(seed % delay_variants), 0);
    test::draw_rates(netlist, seed);
    netlist.switch_kinds[0].buffer.flits = static_cast<std::uint16_t>(test::smallest_buffer(netlist));
    network::Fabric fabric(network::elaborate(netlist));
    fabric.run_until(Cycle(3000));
    REQUIRE(test::totals(fabric).overflows == 0);
  }
}

TEST_CASE("a buffer of stop_at + smallest slack is filled to the last flit and never overflows") {
  for (unsigned variant = 0; variant < delay_variants; ++variant) {
    INFO("variant " << variant);
    const Settings settings = watermark_settings(variant);
    Settings line = settings;
    line.size = {3};
    const unsigned flits = settings.stop_at + test::largest_slack(test::mesh_network(line));
    unsigned fullest = 0;
    const test::Totals sum = run_congested(settings, 0, &fullest);
    REQUIRE(sum.overflows == 0);
    REQUIRE_FALSE(sum.endpoint_errors);
    REQUIRE(fullest == flits);
  }
}

TEST_CASE("a buffer one flit smaller than stop_at + smallest slack overflows") {
  for (unsigned variant = 0; variant < delay_variants; ++variant) {
    INFO("variant " << variant);
    REQUIRE(run_congested(watermark_settings(variant), -1).overflows > 0);
  }
}

TEST_CASE("the slack formula has one term for each delay on the way of STOP and of the flits after it", "[quick]") {
  network::Loop loop;
  REQUIRE(network::smallest_slack(loop) == 3);  // d_fwd 1 + d_rev 1 + fc 0 + fc 0 + stages 0 + 1
  loop.channel.delay = 5;
  REQUIRE(network::smallest_slack(loop) == 7);
  loop.channel.stop_delay = 4;
  REQUIRE(network::smallest_slack(loop) == 10);
  loop.from.fc_cycles = 3;
  REQUIRE(network::smallest_slack(loop) == 13);
  loop.to.fc_cycles = 1;
  REQUIRE(network::smallest_slack(loop) == 14);
  loop.channel.cycles_per_flit = 4;  // (14 + 3) / 4
  REQUIRE(network::smallest_slack(loop) == 4);
  loop.channel.cycles_per_flit = {5, 4};  // (14 + 1 + 3/4) / (5/4)
  REQUIRE(network::smallest_slack(loop) == 12);
  loop.channel.cycles_per_flit = 1;
  loop.from.stages_after_grant = 2;
  REQUIRE(network::smallest_slack(loop) == 16);
}

TEST_CASE("the smallest buffers are stop_at and the slack, a whole packet, or a credit", "[quick]") {
  network::Loop loop;  // its slack is 3
  loop.to.stop_at = 10;
  loop.to.longest_packet = 20;
  loop.to.barrier_stop_at = 4;
  CHECK(network::smallest_buffer(loop) == 13);
  CHECK(network::smallest_barrier_buffer(loop) == 4 + 3);  // of three flits the last ones of two messages, and one more
  loop.to.whole_packets = true;
  CHECK(network::smallest_buffer(loop) == 13 + 19);
  loop.to.has_credits = true;
  CHECK(network::smallest_buffer(loop) == 20);
  loop.to.whole_packets = false;
  CHECK(network::smallest_buffer(loop) == 1);
  CHECK(network::smallest_barrier_buffer(loop) == 1);
}

TEST_CASE("an end of a loop takes from its kind what counts there", "[quick]") {
  wormhole_switch::Params kind;
  kind.flow.fc_cycles = 2;
  kind.flow.stop_at = 9;
  kind.crossbar = 3;
  kind.data_delay = kind.header_delay = 7;
  CHECK(network::sending_end(kind).fc_cycles == 2);
  CHECK(network::sending_end(kind).stages_after_grant == 2);
  CHECK(network::sending_host(5).fc_cycles == 5);
  CHECK(network::sending_host(5).stages_after_grant == 0);
  CHECK(network::receiving_end(kind).data_wait == 4);
  CHECK(network::receiving_host(5, kind).fc_cycles == 5);
  CHECK(network::receiving_host(5, kind).stop_at == 9);
}

TEST_CASE("a netlist with too little slack is refused with the minimum size", "[quick]") {
  Settings settings;
  settings.extra_flits = -1;
  const network::Netlist netlist = test::mesh_network(settings);
  REQUIRE_THROWS_WITH(network::Fabric(network::elaborate(netlist)),
                      Catch::Contains("flits = 10: expected at least 11"));
}
