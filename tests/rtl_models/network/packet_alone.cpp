#include "tests/rtl_models/network/packet_alone.hpp"

#include <algorithm>
#include <catch2/catch.hpp>

#include "rtl_models/network/fabric.hpp"
#include "tests/support/totals.hpp"

namespace slackline::test {

using route_unit::Kind;

Alone packet_alone(network::Netlist netlist, unsigned from, unsigned to) {
  netlist.workloads[0].traffic.set_partner(from, NodeId(to));
  network::Fabric fabric(network::elaborate(netlist));
  fabric.run_until(Cycle(2000));
  REQUIRE(fabric.port_state(to).packets_received == 1);
  const Totals sum = totals(fabric);
  REQUIRE_FALSE(sum.endpoint_errors);
  return {fabric.port_state(to).latency.total, sum.stripped};
}

std::uint64_t zero_load(const Settings& s, unsigned switches) {
  const std::uint64_t n = s.cycles_per_flit.rounded_up();
  const std::uint64_t of_switch = s.routing == Kind::source_stripped
                                      ? std::max<std::uint64_t>(s.header_delay + 1u, s.data_delay + n)
                                      : s.header_delay;
  return (switches + 1) * (s.link_delay + n - 1) + switches * of_switch + (s.packet_flits - 1) * n;
}

void check_every_pair(const Settings& settings) {
  const network::Netlist netlist = one_packet_each(settings);
  for (unsigned from = 0; from < netlist.endpoints.size(); ++from)
    for (unsigned to = 0; to < netlist.endpoints.size(); ++to) {
      if (from == to) continue;
      const unsigned switches = switches_between(settings, from, to);
      INFO("host " << from << " to host " << to);
      const Alone packet = packet_alone(netlist, from, to);
      REQUIRE(packet.latency == zero_load(settings, switches));
      REQUIRE(packet.stripped == (settings.routing == Kind::source_stripped ? switches : 0));
    }
}

}  // namespace slackline::test
