// The values of a dump against the packet log, a monitor that reads the channels: the same heads at the same places in
// the same cycles, and the same tails.
#include <catch2/catch.hpp>

#include <map>
#include <set>
#include <sstream>
#include <tuple>

#include "rtl_models/network/fabric.hpp"
#include "testbench/monitors/packet_log.hpp"
#include "tests/testbench/tracing/dump.hpp"
#include "tests/testbench/tracing/small_networks.hpp"
#include "tests/testbench/tracing/vcd_reader.hpp"

using namespace slackline;
using features::TopologyKind;
using flow_controller::Kind;

namespace {

/// A head on the output register of an instance: cycle, instance, packet's number in a dump.
using Heads = std::set<std::tuple<std::uint64_t, std::string, std::uint64_t>>;

struct PacketsSeen {
  Heads heads;
  std::map<std::uint64_t, std::uint64_t> arrived;  ///< in a cycle: packets
  friend bool operator==(const PacketsSeen& a, const PacketsSeen& b) {
    return a.heads == b.heads && a.arrived == b.arrived;
  }
};

PacketsSeen seen_by_log(const network::Netlist& netlist, std::uint64_t end) {
  network::Fabric fabric(network::elaborate(netlist));
  monitors::PacketLog log;
  log.begin(fabric.netlist());
  log.run_until(fabric, Cycle(end), [&](Cycle to) { fabric.run_until(to); });
  std::istringstream lines(log.finish());
  PacketsSeen seen;
  std::string line;
  std::getline(lines, line);  // the heading
  while (std::getline(lines, line)) {
    std::vector<std::string> cells;
    std::istringstream text(line);
    for (std::string cell; std::getline(text, cell, ',');) cells.push_back(cell);
    const std::uint64_t packet = std::stoull(cells.at(0)) << 16 | std::stoull(cells.at(1));
    seen.heads.emplace(std::stoull(cells.at(5)), "host" + cells[0], packet);
    std::istringstream hops(cells.at(6));
    for (std::string hop; hops >> hop;) {
      const std::size_t colon = hop.find(':');
      seen.heads.emplace(std::stoull(hop.substr(colon + 1)), hop.substr(0, colon), packet);
    }
    if (cells.size() > 8) ++seen.arrived[std::stoull(cells[8])];
  }
  return seen;
}

PacketsSeen seen_in_dump(const network::Netlist& netlist, std::uint64_t end) {
  network::Fabric fabric(network::elaborate(netlist));
  test::VcdReader vcd(test::dump_of(fabric, Cycle(end)).text);
  PacketsSeen seen;
  std::uint64_t received_before = 0;
  for (std::uint64_t cycle = 0; cycle < end; ++cycle) {
    REQUIRE(vcd.next());
    for (const network::Channel& channel : fabric.netlist().channels) {
      const std::string link = channel_name(fabric.netlist(), channel);
      const auto kind = static_cast<FlitKind>(vcd.value(link + ".kind").number);
      if (kind != FlitKind::head && kind != FlitKind::single) continue;
      const bool is_host = channel.from.kind == network::InstanceKind::endpoint;
      const std::string& from = is_host ? fabric.netlist().endpoints[channel.from.instance].name
                                        : fabric.netlist().switches[channel.from.instance].name;
      seen.heads.emplace(cycle, from, vcd.value(link + ".packet").number);
    }
    std::uint64_t received = 0;
    for (const network::EndpointInstance& host : fabric.netlist().endpoints)
      received += vcd.value(host.name + ".received").number;
    if (received != received_before) seen.arrived[cycle] = received - received_before;
    received_before = received;
  }
  return seen;
}

void compare_log_with_dump(const network::Netlist& netlist) {
  const PacketsSeen log = seen_by_log(netlist, 300), dump = seen_in_dump(netlist, 300);
  CHECK(log.heads.size() > 300);
  CHECK(log.arrived.size() > 30);
  CHECK((log == dump));
}

}  // namespace

TEST_CASE("a dump shows heads and arrivals where and when the packet log has them", "[quick]") {
  for (const auto kind : {TopologyKind::torus, TopologyKind::fat_tree, TopologyKind::dragonfly}) {
    INFO("kind " << static_cast<unsigned>(kind));
    compare_log_with_dump(test::small_network(kind));
  }
  compare_log_with_dump(test::small_mesh(4, Kind::busy_ready));
  compare_log_with_dump(test::small_mesh(3, Kind::credit, features::RoutingKind::adaptive));
}
