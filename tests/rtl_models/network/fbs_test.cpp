// The firmware fbs on one switch, in both engines.
#include <catch2/catch.hpp>

#include "rtl_models/firmware/catalogue.h"
#include "rtl_models/firmware/fbs.h"
#include "testbench/monitors/engine_comparison.hpp"
#include "testbench/routing/routing.hpp"
#include "testbench/topology/single_switch.hpp"
#include "tests/support/compared.hpp"
#include "tests/support/line_network.hpp"

using namespace slackline;

namespace {

constexpr std::uint32_t slot_ticks = 500, interval = 8, rounds = 2;

/// In slot t host i sends to host i + t (t + 1) / 2; after that, in slot n, to host i + n.
std::vector<std::uint32_t> table_of(std::uint32_t host, std::uint32_t hosts) {
  std::vector<std::uint32_t> table(FBS_DESTINATIONS);
  table[FBS_FIRST_SLOT] = 2;
  table[FBS_INTERVAL] = interval;
  table[FBS_ROUNDS] = rounds;
  table[FBS_SYNCHRONIZE] = 1;
  table[FBS_SLOTS] = table[FBS_MESSAGES] = table[FBS_STREAM_SLOTS] = hosts;
  table[FBS_PACKET_WORDS] = slot_ticks - 1 - FBS_HEADER_WORDS;
  table[FBS_LAST_WORDS] = table[FBS_STREAM_WORDS] = slot_ticks / 2 - 1 - FBS_HEADER_WORDS;
  const auto shift = [](std::uint32_t t) { return t * (t + 1) / 2; };
  for (std::uint32_t t = 0; t < hosts; ++t) table.push_back((host + shift(t)) % hosts);
  for (std::uint32_t t = 0; t < hosts; ++t) table.push_back((host + hosts * hosts - shift(t)) % hosts);
  for (std::uint32_t t = 0; t < hosts; ++t) table.push_back((host + t) % hosts);
  return table;
}

/// Hosts that begin up to 200 ticks apart; each clock differs by 100 ppm from the next.
network::Netlist switch_with_hosts(std::uint32_t hosts) {
  network::Netlist netlist;
  wormhole_switch::Params& p = netlist.switch_kinds[0];
  p.header_delay = 16;
  p.flow = {53, 17, 1, flow_controller::Kind::stop_go};
  p.buffer.flits = 64;
  const topology::Structure structure = topology::build(topology::SingleSwitch{hosts}, netlist);
  for (network::Channel& channel : netlist.channels) channel.delay = channel.stop_delay = 3;
  netlist.switch_kinds[0].host_fc_cycles = 1;
  routing::Settings routes;
  routes.algorithm = routing::usual(structure, false);
  routes.at_switch = route_unit::Kind::table;
  REQUIRE(routing::fill(routes, structure, netlist).empty());
  auto interfaces = std::make_shared<network::HostInterfaces>();
  interfaces->nics[0].firmware = &firmware_fbs;
  interfaces->nics[0].memory_bytes = 8192;
  interfaces->delivery = firmware::Delivery::none;
  for (std::uint32_t i = 0; i < hosts; ++i) {
    local_clock::Params clock;
    clock.slot_ticks = slot_ticks;
    clock.position = 200 * ((i * 2) % 3) / 2;
    clock.lag = local_clock::lag_of(-100'000 * static_cast<std::int64_t>(i), 0);
    interfaces->clocks.push_back(clock);
    interfaces->tables.push_back(table_of(i, hosts));
  }
  netlist.interfaces = interfaces;
  return netlist;
}

/// The maximum difference between the cycles in which a slot began at the hosts.
std::uint64_t skew(const network::Fabric& fabric, std::uint32_t slot) {
  std::uint64_t first = ~std::uint64_t{0}, last = 0;
  for (std::size_t i = 0; i < fabric.netlist().endpoints.size(); ++i) {
    bool told = false;
    for (const auto& [at, report] : fabric.hosts().reports.of(i)) {
      if (report.kind != NIC_DONE_SLOT || report.message != slot) continue;
      REQUIRE(!told);
      told = true;
      first = std::min<std::uint64_t>(first, report.words);
      last = std::max<std::uint64_t>(last, report.words);
    }
    INFO("host " << i << ", slot " << slot);
    REQUIRE(told);
  }
  return last - first;
}

/// The last value of a counter that was reported to a host.
std::uint32_t counter(const network::Fabric& fabric, std::size_t host, fbs_counter which) {
  std::uint32_t value = ~0u;
  for (const auto& [at, report] : fabric.hosts().reports.of(host))
    if (report.kind == NIC_DONE_COUNTER && report.peer == which) value = report.message;
  return value;
}

void require_synchronized(const network::Fabric& fabric) {
  // Song 2005, equation (8), for a switch like this one; each buffer drains one flit a cycle.
  const std::uint64_t bound = 16 + 1 + (53 - 2) + (64 - 17 - 1) + 2 * (3 + 1) + 3 - 64 + 10;
  const std::size_t hosts = fabric.netlist().endpoints.size();
  for (std::uint32_t round = 0; round < rounds; ++round) {
    const std::uint32_t first = 2 + round * interval;
    UNSCOPED_INFO("round " << round << ": " << skew(fabric, first) << ", then "
                           << skew(fabric, first + static_cast<std::uint32_t>(hosts)));
    // At first the positions count, 200 ticks apart: 300 ppm of the 1000 cycles before are less than a tick.
    if (round == 0) CHECK(skew(fabric, first) == 200);
    CHECK(skew(fabric, first + static_cast<std::uint32_t>(hosts)) <= bound);
  }
  for (std::size_t i = 0; i < hosts; ++i) {
    INFO("host " << i);
    CHECK(fabric.interface_state(i).nic.processor.error.kind == nic::FirmwareErrorKind::none);
    CHECK(counter(fabric, i, FBS_SENT) == rounds * (interval - hosts));
    CHECK(counter(fabric, i, FBS_RECEIVED) == rounds * (interval - hosts));
    CHECK(counter(fabric, i, FBS_BLOCKED) == 0);
    CHECK(counter(fabric, i, FBS_LOST) == 0);
    CHECK(counter(fabric, i, FBS_ASTRAY) == 0);
    CHECK(counter(fabric, i, FBS_LATE) == 0);
    CHECK(counter(fabric, i, FBS_DAMAGED) == 0);
    for (const auto& [at, report] : fabric.hosts().reports.of(i)) CHECK(report.kind != NIC_DONE_MISSING);
    CHECK(!fabric.port_state(i).errors.any());
  }
}

}  // namespace

TEST_CASE("hosts at one switch are synchronized, and the stream in between is not disturbed, in both engines") {
  const auto comparisons = monitors::compare_engines(
      {switch_with_hosts(4)}, Cycle((2 + rounds * interval + 3) * slot_ticks), network::Check::all,
      [](std::size_t, const network::Fabric& fabric) { require_synchronized(fabric); });
  test::say(comparisons.at(0));
  REQUIRE(comparisons.at(0).equal());
}
