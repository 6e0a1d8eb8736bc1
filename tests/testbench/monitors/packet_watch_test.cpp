// What became of a packet, cycle by cycle.
#include "testbench/monitors/packet_watch.hpp"

#include <catch2/catch.hpp>

#include "rtl_models/network/fabric.hpp"
#include "testbench/report/explanation.hpp"
#include "testbench/soak/random_network.hpp"
#include "tests/support/line_network.hpp"
#include "tests/testbench/deadlock/ring_table.hpp"

using namespace slackline;
using monitors::Explanation;
using monitors::Stretch;

namespace {

std::optional<Explanation> explain(const network::Netlist& netlist, unsigned host, unsigned sequence, Cycle end) {
  network::Fabric fabric(netlist);
  monitors::PacketWatch watch(fabric.netlist(), host, sequence);
  REQUIRE(watch.run_until(fabric, end, [] { return true; }));
  if (watch.explanation()) UNSCOPED_INFO(report::explanation_text(*watch.explanation()));
  return watch.explanation();
}

}  // namespace

TEST_CASE("x") {
  test::Settings settings;
  settings.size = {3};
  network::Netlist netlist = test::one_packet_each(settings, {0, 1}, 2);
  auto e = explain(netlist, 0, 0, Cycle(1000));
  printf("%s\n", report::explanation_text(*e).c_str());
  network::Netlist r = test::ring_with_table(4, 1, test::Way::up);
  r.endpoint_params.traffic.packet_flits = 40;
  r.endpoint_params.traffic.packets_per_cycle = 1.0/40;
  for (std::uint32_t i = 0; i < 4; ++i) r.endpoints[i].place.partner = NodeId((i + 2) % 4);
  e = explain(r, 0, 0, Cycle(1000));
  printf("%s\n", report::explanation_text(*e).c_str());
  e = explain(r, 0, 1, Cycle(1000));
  printf("%s\n", report::explanation_text(*e).c_str());
}
