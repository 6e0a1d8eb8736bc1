// Flits of barriers and padding on links, as the wires show them.
#include <catch2/catch.hpp>
#include <sstream>

#include "testbench/monitors/packet_log.hpp"
#include "testbench/statistics/link_counts.hpp"
#include "tests/rtl_models/barrier/barrier_network.hpp"

using namespace slackline;

namespace {

struct Seen {
  std::uint64_t barrier = 0, padding = 0;
};

/// Sum of the column `padding` of a packet log.
std::uint64_t padding_of(const std::string& log) {
  std::istringstream lines(log);
  std::string line;
  std::getline(lines, line);
  REQUIRE(line == "source,sequence,destination,flits,created,injected,hops,padding,ejected");
  std::uint64_t sum = 0;
  while (std::getline(lines, line)) {
    const std::size_t end = line.rfind(','), begin = line.rfind(',', end - 1) + 1;
    sum += std::stoull(line.substr(begin, end - begin));
  }
  return sum;
}

}  // namespace

TEST_CASE("flits of barriers and padding are counted on their links, and padding in the line of its packet",
          "[quick]") {
  const auto flow_control = GENERATE(flow_controller::Kind::stop_go, flow_controller::Kind::credit);
  test::BarrierSettings settings;
  settings.flow_control = flow_control;
  network::Fabric fabric(network::elaborate(test::barrier_network(settings, 7)));
  const network::Netlist& netlist = fabric.netlist();
  std::vector<Seen> seen(netlist.channels.size());
  monitors::PacketLog log;
  log.begin(netlist);
  log.run_until(fabric, Cycle(4000), [&](Cycle to) {
    fabric.run_until(to);
    for (std::size_t c = 0; c < seen.size(); ++c) {
      seen[c].barrier += fabric.channel_flit(c).is_barrier();
      seen[c].padding += fabric.channel_flit(c).kind() == FlitKind::padding;
    }
  });
  const std::vector<statistics::LinkCounts> counts = statistics::count_links(fabric);
  Seen on_all, into_hosts;
  for (std::size_t c = 0; c < seen.size(); ++c) {
    INFO(network::channel_name(netlist, netlist.channels[c]));
    CHECK(counts[c].barrier_flits == seen[c].barrier);
    CHECK(counts[c].padding_flits == seen[c].padding);
    CHECK(counts[c].barrier_flits + counts[c].padding_flits <= counts[c].flits);
    CHECK(counts[c].busy <= counts[c].flits * netlist.channels[c].cycles_per_flit.rounded_up());
    on_all.barrier += seen[c].barrier;
    if (netlist.channels[c].to.kind == network::InstanceKind::endpoint) into_hosts.padding += seen[c].padding;
  }
  CHECK(on_all.barrier > 200);
  CHECK(into_hosts.padding > 50);
  CHECK(padding_of(log.finish()) == into_hosts.padding);
}
