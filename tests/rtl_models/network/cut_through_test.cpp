// Virtual cut-through in the fabric: the buffer that it needs, and packets without gaps.
#include <catch2/catch.hpp>

#include <algorithm>

#include "rtl_models/network/fabric.hpp"
#include "tests/support/line_network.hpp"
#include "tests/support/totals.hpp"

using namespace slackline;
using test::Settings;
using wormhole_switch::Switching;

namespace {

Settings cut_through_settings(unsigned variant) {
  Settings settings;
  settings.size = {3};
  settings.switching = Switching::virtual_cut_through;
  settings.link_delay = 1 + variant % 3;
  settings.fc_cycles = static_cast<std::uint8_t>(variant / 3 % 2);
  settings.crossbar = static_cast<std::uint16_t>(1 + variant / 6 % 2);
  settings.cycles_per_flit = 1 + variant / 12 % 2;
  settings.data_delay = settings.header_delay = settings.crossbar;
  settings.packet_flits = 7;
  settings.packets_per_cycle = 1;
  return settings;
}
constexpr unsigned variants = 24;

/// Host 0 of a row of three sends as much as it can to host 1 over a slow link: switch 1's buffer fills at full speed.
network::Netlist congested(const Settings& settings) {
  network::Netlist netlist = test::mesh_network(settings);
  netlist.workloads[0].traffic.set_partner(0, NodeId(1));
  test::channel(netlist, "link_switch1_p2_to_host1").cycles_per_flit = 90;
  return netlist;
}

}  // namespace

// Whether the last flit sent is a head depends on the position in a packet at which STOP comes: one of L consecutive
// values of stop_at has a head there.
TEST_CASE("cut-through: smallest_buffer is filled to the last flit, and overflows with one less") {
  for (unsigned variant = 0; variant < variants; ++variant) {
    INFO("variant " << variant);
    Settings settings = cut_through_settings(variant);
    int room_left = 1000;
    std::uint64_t overflows = 0;
    for (unsigned phase = 0; phase < settings.packet_flits; ++phase) {
      settings.stop_at = static_cast<std::uint16_t>(settings.packet_flits + phase);
      settings.extra_flits = 0;
      const network::Netlist netlist = congested(settings);
      network::Fabric fabric(network::elaborate(netlist));
      room_left = std::min(room_left, static_cast<int>(netlist.switch_kinds[0].buffer.flits) -
                                          static_cast<int>(test::run_for_fullest_buffer(fabric, Cycle(2000))));
      const test::Totals sum = test::totals(fabric);
      REQUIRE(sum.overflows == 0);
      REQUIRE_FALSE(sum.endpoint_errors);
      settings.extra_flits = -1;
      network::Fabric smaller(network::elaborate(congested(settings), network::Check::structure));
      smaller.run_until(Cycle(2000));
      overflows += test::totals(smaller).overflows;
    }
    REQUIRE(room_left == 0);
    REQUIRE(overflows > 0);
  }
}

TEST_CASE("cut-through: a buffer with one flit less than the formula is refused with the minimum size", "[quick]") {
  Settings settings = cut_through_settings(0);
  settings.extra_flits = -1;
  settings.stop_at = 8;  // + slack 3 + 6 of a packet
  REQUIRE_THROWS_WITH(network::Fabric(network::elaborate(congested(settings))),
                      Catch::Contains("flits = 16: expected at least 17 (stop_at 8 + slack 3 + 6 of a packet)"));
  settings.flow_control = flow_controller::Kind::credit;
  REQUIRE_THROWS_WITH(network::Fabric(network::elaborate(congested(settings))),
                      Catch::Contains("flits = 6: expected at least"));
  settings.extra_flits = 0;
  network::Fabric fabric(network::elaborate(congested(settings)));
  REQUIRE(fabric.netlist().switch_kinds[0].buffer.flits == 7);
}

TEST_CASE("cut-through: on every wire between switches a packet's flits follow one another without a gap") {
  for (const auto& [kind, word, summary, go_at_rule] : flow_controller::all_kinds)
    for (const Switching switching : {Switching::virtual_cut_through, Switching::wormhole}) {
      Settings settings = cut_through_settings(1);
      settings.size = {4};
      settings.switching = switching;
      settings.flow_control = kind;
      settings.stop_at = 5;
      settings.go_at = 2;
      settings.packets_per_cycle = 0.12;
      network::Netlist netlist = test::mesh_network(settings);
      netlist.workloads[0].traffic.pattern = generator::Pattern::uniform;
      network::Fabric fabric(network::elaborate(netlist));
      unsigned gaps = 0, heads = 0;
      std::vector<bool> inside(netlist.channels.size());
      for (Cycle end(1); end < Cycle(3000); end = end + 1) {
        fabric.run_until(end);
        for (std::size_t c = 0; c < netlist.channels.size(); ++c) {
          const Flit flit = fabric.channel_flit(c);
          gaps += inside[c] && !flit.valid();
          heads += flit.opens_worm();
          if (flit.valid()) inside[c] = !flit.closes_worm();
        }
      }
      INFO("flow control " << static_cast<int>(kind));
      REQUIRE(heads > 500);
      if (switching == Switching::virtual_cut_through)
        REQUIRE(gaps == 0);
      else
        REQUIRE(gaps > 100);
      REQUIRE_FALSE(test::totals(fabric).switch_errors);
      REQUIRE_FALSE(test::totals(fabric).endpoint_errors);
    }
}

TEST_CASE("cut-through: a lone packet takes as long as in wormhole switching") {
  for (const flow_controller::Kind kind : {flow_controller::Kind::stop_go, flow_controller::Kind::credit}) {
    Settings settings = cut_through_settings(20);
    settings.flow_control = kind;
    settings.extra_flits = 20;
    settings.header_delay = 5;
    network::Fabric fabric(network::elaborate(test::one_packet_each(settings, {0}, 2)));
    fabric.run_until(Cycle(500));
    const unsigned n = settings.cycles_per_flit.rounded_up();
    REQUIRE(fabric.port_state(2).latency.total == 4 * (settings.link_delay + n - 1) + 3 * 5 + 6 * n);
  }
}
