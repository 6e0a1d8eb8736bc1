// Credits in the fabric: the speed of a worm for each number of credits, to the flit.
#include <catch2/catch.hpp>

#include "rtl_models/network/fabric.hpp"
#include "testbench/soak/random_network.hpp"
#include "testbench/statistics/credit_balance.hpp"
#include "tests/support/line_network.hpp"
#include "tests/support/totals.hpp"

using namespace slackline;
using test::delay_variants;
using test::Settings;

namespace {

Settings credit_settings(unsigned variant) {
  Settings settings = test::with_delays(variant);
  settings.flow_control = flow_controller::Kind::credit;
  return settings;
}

/// Cycles from a flit's departure at switch 0 to the departure of the flit that its credit allows.
unsigned loop_of(const Settings& s) {
  const unsigned there = (s.crossbar - 1u) + s.link_delay + (s.cycles_per_flit.rounded_up() - 1u);  // to the write
  const unsigned stay = 1 + (s.data_delay - s.crossbar);
  const unsigned back = 1 + s.fc_cycles + s.link_delay + s.fc_cycles + 1;
  return there + stay + back;
}

/// Two switches; host 0 sends one packet without end to host 1, over the link between them.
network::Netlist endless_worm(Settings settings, unsigned flits) {
  settings.packet_flits = 60'000;
  network::Netlist netlist = test::one_packet_each(settings, {0}, 1);
  netlist.switch_kinds[0].buffer.flits = static_cast<std::uint16_t>(flits);
  return netlist;
}

/// Flits that host 1 takes in `cycles` cycles, once the worm flows.
std::uint64_t flits_in(const Settings& settings, unsigned flits, std::uint64_t cycles) {
  network::Fabric fabric(network::elaborate(endless_worm(settings, flits)));
  fabric.run_until(Cycle(500));
  const std::uint64_t before = fabric.port_state(1).flits_received;
  fabric.run_until(Cycle(500 + cycles));
  REQUIRE_FALSE(test::totals(fabric).switch_errors);
  REQUIRE_FALSE(test::totals(fabric).endpoint_errors);
  return fabric.port_state(1).flits_received - before;
}

unsigned full_speed(const Settings& settings) {
  const network::Netlist netlist = network::completed(endless_worm(settings, 100));
  return network::full_speed_credits(
      network::loop_of(netlist, netlist.channels[test::channel_index(netlist, "link_switch0_p0_to_switch1_p1")]));
}

}  // namespace

TEST_CASE("full_speed_credits is the loop of a credit over the cycles of a flit, rounded up") {
  for (unsigned variant = 0; variant < delay_variants; ++variant) {
    const Settings s = credit_settings(variant);
    REQUIRE(full_speed(s) == (loop_of(s) + s.cycles_per_flit.cycles - 1) / s.cycles_per_flit.cycles);
  }
  REQUIRE(full_speed(credit_settings(0)) == 5);  // links of one cycle: one forward, one inside, one back, two registers
}

TEST_CASE("with full_speed_credits flits of buffer a worm runs at full speed, with one less it does not") {
  for (unsigned variant = 0; variant < delay_variants; ++variant) {
    INFO("variant " << variant);
    const Settings settings = credit_settings(variant);
    const unsigned n = settings.cycles_per_flit.cycles, credits = full_speed(settings), loop = loop_of(settings);
    const std::uint64_t cycles = 20u * n * loop;
    REQUIRE(flits_in(settings, credits, cycles) == cycles / n);
    REQUIRE(flits_in(settings, credits - 1, cycles) == (credits - 1) * cycles / loop);
  }
}

TEST_CASE("with full_speed_credits a worm takes a link of several flits in several cycles at its exact rate") {
  for (unsigned variant = delay_variants; variant < test::fraction_variants; ++variant) {
    INFO("variant " << variant);
    const Settings settings = credit_settings(variant);
    const CyclesPerFlit rate = settings.cycles_per_flit;
    const std::uint64_t periods = 200;
    REQUIRE(flits_in(settings, full_speed(settings), periods * rate.cycles) == periods * rate.flits);
  }
}

TEST_CASE("with full_speed_credits on links of different fractions the slowest link of a worm is always busy") {
  for (unsigned seed = 0; seed < 150; ++seed) {
    INFO("seed " << seed);
    network::Netlist netlist = endless_worm(credit_settings(seed % delay_variants), 1);
    test::draw_rates(netlist, seed);
    unsigned credits = 1;
    CyclesPerFlit slowest = 1;
    for (const char* name : {"link_host0_to_switch0_p2", "link_switch0_p0_to_switch1_p1", "link_switch1_p2_to_host1"}) {
      const network::Channel& channel = test::channel(netlist, name);
      credits = std::max(credits, network::full_speed_credits(network::loop_of(network::completed(netlist), channel)));
      slowest = std::max(slowest, channel.cycles_per_flit);
    }
    netlist.switch_kinds[0].buffer.flits = static_cast<std::uint16_t>(credits);
    network::Fabric fabric(network::elaborate(netlist));
    fabric.run_until(Cycle(500));
    const std::uint64_t before = fabric.port_state(1).flits_received;
    fabric.run_until(Cycle(500 + 100 * slowest.cycles));
    const std::uint64_t received = fabric.port_state(1).flits_received - before;
    REQUIRE(received + 1 >= 100u * slowest.flits);  // one more or fewer, by where the window begins
  }
}

TEST_CASE("a buffer of one flit works: one flit a loop, exactly; two flits two", "[quick]") {
  for (unsigned variant = 0; variant < delay_variants; variant += 5) {
    INFO("variant " << variant);
    const Settings settings = credit_settings(variant);
    const unsigned loop = loop_of(settings);
    for (const unsigned flits : {1u, 2u}) REQUIRE(flits_in(settings, flits, 20 * loop) == 20 * flits);
  }
}

TEST_CASE("with full_speed_credits a lone packet is as fast as with deep buffers, with one less it is not") {
  for (unsigned variant = 0; variant < delay_variants; variant += 3) {
    INFO("variant " << variant);
    Settings settings = credit_settings(variant);
    settings.size = {4};
    settings.packet_flits = 100;
    settings.header_delay = static_cast<std::uint16_t>(settings.data_delay + variant % 7);
    network::Netlist netlist = test::one_packet_each(settings, {0}, 3);
    const auto latency = [&](unsigned flits) {
      netlist.switch_kinds[0].buffer.flits = static_cast<std::uint16_t>(flits);
      network::Fabric fabric(network::elaborate(netlist));
      fabric.run_until(Cycle(3000));
      REQUIRE(fabric.port_state(3).packets_received == 1);
      return fabric.port_state(3).latency.total;
    };
    const unsigned n = settings.cycles_per_flit.cycles, credits = full_speed(settings);
    const std::uint64_t expected = 5 * (settings.link_delay + n - 1u) + 4u * settings.header_delay + 99u * n;
    REQUIRE(latency(1000) == expected);
    REQUIRE(latency(credits) == expected);
    REQUIRE(latency(credits - 1) > expected);
  }
}

TEST_CASE("with credits no buffer of any size overflows, and no credit gets lost, in every cycle") {
  for (const std::uint8_t vcs : {1, 2, 3})
    for (const unsigned flits : {1u, 2u, 5u}) {
      Settings settings = credit_settings(17);
      settings.size = {3, 3};
      settings.packet_flits = 5;
      settings.packets_per_cycle = 0.2;
      settings.virtual_channels = vcs;
      network::Netlist netlist = test::mesh_network(settings);
      netlist.switch_kinds[0].buffer.flits = static_cast<std::uint16_t>(flits);
      netlist.workloads[0].traffic.pattern = generator::Pattern::uniform;
      network::Fabric fabric(network::elaborate(netlist));
      bool filled = false;
      for (Cycle end(1); end < Cycle(800); end = end + 1) {
        fabric.run_until(end);
        std::vector<statistics::InstanceError> errors;
        statistics::add_missing_credits(fabric, errors);
        REQUIRE(errors.empty());
        for (unsigned s = 0; s < 9; ++s)
          for (unsigned lane = 0; lane < netlist.switch_kinds[0].lanes(); ++lane)
            filled = filled || fabric.switch_state(s).in[lane].buffer.count == flits;
      }
      REQUIRE(filled);
      const test::Totals sum = test::totals(fabric);
      // However small the buffers are, no host starves in 800 cycles.
      for (unsigned host = 0; host < 9; ++host) REQUIRE(fabric.port_state(host).packets_received > 0);
      REQUIRE(sum.overflows == 0);
      REQUIRE(sum.conserved());
    }
}
