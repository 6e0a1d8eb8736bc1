#include "testbench/statistics/run_totals.hpp"

#include <catch2/catch.hpp>

#include "rtl_models/network/fabric.hpp"
#include "testbench/soak/random_network.hpp"
#include "testbench/topology/mesh.hpp"
#include "tests/support/line_network.hpp"
#include "tests/support/totals.hpp"

using namespace slackline;
using statistics::HostCounts;
using statistics::RunTotals;

namespace {

network::Netlist small_mesh(double load) {
  network::Netlist netlist;
  netlist.switch_kinds[0].buffer.flits = 16;
  netlist.switch_kinds[0].flow = {12, 4, 0};
  netlist.workloads[0].traffic.packet_flits = 4;
  netlist.workloads[0].traffic.packets_per_cycle = load / 4;
  topology::build({{3, 2}, 1, 1}, netlist);
  return netlist;
}

/// Packets that all hosts create before a cycle, drawn from the beginning.
std::uint64_t created(const network::Netlist& netlist, Cycle end) {
  const generator::RandomTraffic source(netlist.workloads[0].traffic);
  std::uint64_t packets = 0;
  for (const network::EndpointInstance& e : netlist.endpoints)
    packets += source.created_before(e.place.node, source.first(e.place.node), end).packets;
  return packets;
}

}  // namespace

TEST_CASE("created packets are those of the random stream, however many have been sent", "[quick]") {
  for (const double load : {0.05, 1.0}) {  // idle hosts, and hosts with a long queue
    network::Fabric fabric(network::elaborate(small_mesh(load)));
    statistics::HostCounter counter(fabric.netlist());
    for (const std::uint64_t end : {1, 2, 17, 100, 1000}) {
      fabric.run_until(Cycle(end));
      CHECK(statistics::count_hosts(fabric, counter).packets_created == created(fabric.netlist(), Cycle(end)));
    }
  }
}

TEST_CASE("offered flits are those of the packets created, whatever their lengths") {
  network::Netlist netlist = small_mesh(0.5);
  netlist.workloads[0].traffic.lengths = {{1, 1}, {30, 2}};
  netlist.workloads[0].traffic.packets_per_cycle = 0.03;
  network::Fabric fabric(network::elaborate(netlist));
  statistics::HostCounter counter(netlist);
  const generator::RandomTraffic source(netlist.workloads[0].traffic);
  for (const std::uint64_t end : {1, 20, 333, 2000}) {
    fabric.run_until(Cycle(end));
    generator::Offered offered;
    for (const network::EndpointInstance& e : netlist.endpoints) {
      const generator::Offered more = source.created_before(e.place.node, source.first(e.place.node), Cycle(end));
      offered.packets += more.packets;
      offered.flits += more.flits;
    }
    const HostCounts counts = statistics::count_hosts(fabric, counter);
    CHECK(counts.packets_created == offered.packets);
    CHECK(counts.flits_created == offered.flits);
  }
  const RunTotals t = statistics::collect(fabric);
  CHECK(t.offered_load() == static_cast<double>(t.at_end.flits_created) / 12'000);
  CHECK(t.conserved());
}

TEST_CASE("with network interfaces the offered load is words of messages, whether or not the host queue accepts them") {
  network::Netlist netlist = small_mesh(0.9);
  auto interfaces = std::make_shared<network::HostInterfaces>();
  interfaces->nics[0].firmware = firmware::find_firmware("unicast")->firmware;
  interfaces->nics[0].parameters[NIC_PARAMETER_PACKET_WORDS] = 8;
  interfaces->nics[0].parameters[NIC_PARAMETER_WINDOW] = 4;
  interfaces->nics[0].costs.event.fill(24);
  interfaces->clocks.resize(netlist.endpoints.size());
  netlist.interfaces = interfaces;
  network::Fabric fabric(network::elaborate(netlist));
  statistics::HostCounter counter(fabric.netlist());
  for (const std::uint64_t end : {1, 20, 333, 4000}) {
    fabric.run_until(Cycle(end));
    const HostCounts counts = statistics::count_hosts(fabric, counter);
    CHECK(counts.messages_created == created(netlist, Cycle(end)));
    CHECK(counts.flits_created == 4 * counts.messages_created);
    std::uint64_t posted = 0, injected = 0;
    for (std::size_t i = 0; i < netlist.endpoints.size(); ++i) {
      posted += fabric.interface_state(i).host.packets_sent;
      injected += fabric.port_state(i).flits_sent;
    }
    CHECK(counts.backlog() == 4 * (counts.messages_created - posted));
    CHECK(counts.flits_injected == injected);
  }
  const RunTotals t = statistics::collect(fabric);
  CHECK(t.at_end.backlog() > t.at_end.flits_created / 2);
  CHECK(t.offered_load() == static_cast<double>(t.at_end.flits_created) / 24'000);
  CHECK(t.accepted_load() == static_cast<double>(t.nic->words_done) / 24'000);
  CHECK(t.nic->words_done > 100);
  CHECK(t.conserved());
}

TEST_CASE("offered flits include the responses to all requests that have arrived") {
  network::Netlist netlist = small_mesh(0.3);
  netlist.workloads[0].traffic.response_flits = 7;
  netlist.workloads[0].traffic.max_outstanding = 3;
  network::Fabric fabric(network::elaborate(netlist));
  statistics::HostCounter counter(netlist);
  const std::uint64_t least = created(netlist, Cycle(3000));
  for (const std::uint64_t end : {5, 40, 700, 3000}) {
    fabric.run_until(Cycle(end));
    std::uint64_t answered = 0, begun = 0;  // responses, counted where they arrive and where they are sent or wait
    for (std::size_t i = 0; i < netlist.endpoints.size(); ++i) {
      const port::State& s = fabric.port_state(i);
      const generator::SourceState& source = fabric.generator_state(i).sources.of[0];
      begun += source.next.sequence + (s.sent != 0 && !source.responding);
      begun -= source.outstanding;  // responses that have come back
      answered += s.packets_sent - source.next.sequence + source.requests + source.responding;
    }
    const HostCounts counts = statistics::count_hosts(fabric, counter);
    const std::uint64_t requests = created(netlist, Cycle(end));
    CHECK(counts.packets_created == requests + answered);
    CHECK(counts.flits_created == requests * 4 + answered * 7);
    CHECK(begun <= answered);
    CHECK(answered <= requests);
  }
  const RunTotals t = statistics::collect(fabric);
  CHECK(t.at_end.packets_created > least * 3 / 2);
  CHECK(t.conserved());
  CHECK(t.accepted_load() <= t.offered_load());
  CHECK_FALSE(t.failed());
}

TEST_CASE("totals account for every packet and flit") {
  network::Fabric fabric(network::elaborate(small_mesh(0.8)));
  fabric.run_until(Cycle(100));
  statistics::HostCounter counter(fabric.netlist());
  const statistics::Snapshot begin = statistics::take_snapshot(fabric, counter);
  fabric.latencies().total.restart_extremes();
  const std::uint64_t packets = fabric.port_state(0).packets_received;
  const std::uint64_t received = test::totals(fabric).received;
  fabric.run_until(Cycle(1000));
  const RunTotals t = statistics::collect(fabric, begin, counter);

  CHECK(t.cycles == 1000);
  CHECK(t.measured_cycles() == 900);
  CHECK(t.hosts == 6);
  CHECK(t.conserved());
  CHECK(t.errors.empty());
  CHECK_FALSE(t.failed());
  const test::Totals counted = test::totals(fabric);
  CHECK(t.flits_in_switches == counted.in_buffers);
  CHECK(t.flits_on_links == counted.on_links);
  CHECK(t.offered_load() ==
        4.0 * static_cast<double>(created(fabric.netlist(), Cycle(1000)) - created(fabric.netlist(), Cycle(100))) /
            5400);
  CHECK(t.accepted_load() < t.offered_load());
  CHECK(t.at_end.packets_created == t.packets_waiting() + t.at_end.packets_begun);
  CHECK(t.packets_delivered <= t.at_end.packets_begun);
  REQUIRE(packets > 0);
  CHECK(t.total_latency.packets() < t.packets_delivered);  // without those that arrived before the window
  CHECK(t.total_latency.packets() == t.network_latency.packets());
  CHECK(static_cast<double>(t.total_latency.least()) <= t.total_latency.mean());
  CHECK(t.total_latency.mean() <= static_cast<double>(t.total_latency.most()));
  CHECK(t.network_latency.mean() <= t.total_latency.mean());
  CHECK(t.links.size() == fabric.netlist().channels.size());
  std::uint64_t from_hosts = 0, from_switches = 0;
  for (std::size_t c = 0; c < t.links.size(); ++c)
    (fabric.netlist().channels[c].from.kind == network::InstanceKind::endpoint ? from_hosts : from_switches) +=
        t.links[c].flits;
  CHECK(from_hosts == t.at_end.flits_injected - t.at_warmup.flits_injected);
  CHECK(*t.mean_hops() ==
        Approx(static_cast<double>(from_switches) / static_cast<double>(counted.received - received)));
  // Between the switches of two hosts, 32 links in x and 18 in y over the 30 pairs, and a switch more; hosts closer to
  // each other get more through.
  CHECK(*t.mean_hops() == Approx(1 + 50.0 / 30).margin(0.25));
  CHECK(*t.fairness > 0.5);
  CHECK(*t.fairness <= 1);
}

TEST_CASE("the busiest link is the one that was busy in most cycles") {
  network::Netlist netlist = small_mesh(0.2);
  netlist.workloads[0].traffic.pattern = generator::Pattern::permutation;  // partners are the hosts themselves: silent
  netlist.workloads[0].traffic.set_partner(0, NodeId(2));
  netlist.workloads[0].traffic.set_partner(1, NodeId(2));
  network::Fabric fabric(network::elaborate(netlist));
  fabric.run_until(Cycle(2000));
  while (fabric.switch_state(2).in[1].buffer.count == 0) fabric.run_until(fabric.now() + 1);
  const RunTotals t = statistics::collect(fabric);
  const statistics::LinkUse* busiest = t.busiest_link();
  REQUIRE(busiest != nullptr);
  // All flits go over it, and then over the link to the host, which the last one has not reached yet.
  CHECK(busiest->name == "link_switch1_p0_to_switch2_p1");
  CHECK(busiest->flits > t.flits_delivered);
  CHECK(busiest->utilisation() == Approx(static_cast<double>(busiest->flits) / static_cast<double>(t.cycles)));
  CHECK(busiest->utilisation() == Approx(0.4).margin(4 * 0.028));  // 200 packets of 4 flits, give or take 14
  CHECK(*t.fairness > 0.95);  // of the two hosts that send; the silent ones do not count
}

TEST_CASE("a slow link that carries few flits is busier than a fast one that carries many", "[quick]") {
  network::Netlist netlist = small_mesh(0.1);
  for (network::Channel& channel : netlist.channels)
    if (network::channel_name(netlist, channel) == "link_switch1_p0_to_switch2_p1") channel.cycles_per_flit = 8;
  network::Fabric fabric(network::elaborate(netlist));
  fabric.run_until(Cycle(2000));
  const RunTotals t = statistics::collect(fabric);
  REQUIRE(t.busiest_link() != nullptr);
  CHECK(t.busiest_link()->name == "link_switch1_p0_to_switch2_p1");
  for (const statistics::LinkUse& link : t.links) CHECK(link.busy <= t.busiest_link()->busy);
  CHECK(std::any_of(t.links.begin(), t.links.end(),
                    [&](const statistics::LinkUse& link) { return link.flits > t.busiest_link()->flits; }));
}

TEST_CASE("fairness counts every host that has packets to send, even if only from before the window") {
  statistics::Snapshot begin, end;
  begin.hosts.resize(3);
  begin.hosts[1].flits_created = 7;  // of which it sends none in the window
  end.hosts = begin.hosts;
  end.hosts[0].flits_created = end.hosts[0].flits_handed_over = end.hosts[0].flits_injected = 4;
  RunTotals t;
  statistics::add_window(t, network::Netlist(), begin, end);
  CHECK(*t.fairness == Approx(0.5));  // of 4 and 0: 4^2 / (2 * 4^2)

  begin.hosts[1].flits_handed_over = begin.hosts[1].flits_injected = 7;  // sent before the window
  end.hosts[1] = begin.hosts[1];
  statistics::add_window(t, network::Netlist(), begin, end);
  CHECK(*t.fairness == Approx(1));  // of 4 alone
}

TEST_CASE("the count of waiting packets does not depend on how often or how late they are counted") {
  network::Netlist netlist = small_mesh(1.0);
  netlist.workloads[0].traffic.lengths = {{1, 1}, {30, 2}};
  netlist.workloads[0].traffic.response_flits = 7;
  network::Fabric fabric(network::elaborate(netlist));
  statistics::HostCounter often(netlist);
  for (std::uint64_t end = 0; end <= 2000; end += 20) {
    fabric.run_until(Cycle(end));
    statistics::HostCounter once(netlist);
    const HostCounts a = statistics::count_hosts(fabric, often), b = statistics::count_hosts(fabric, once);
    CHECK(a.packets_created == b.packets_created);
    CHECK(a.flits_created == b.flits_created);
    CHECK(a.backlog() == b.backlog());
    CHECK(a.flits_injected - a.route_flits_injected + a.backlog() == a.flits_created);
  }
}

TEST_CASE("a lost flit and an error counter are found") {
  network::Fabric fabric(network::elaborate(small_mesh(0.5)));
  fabric.run_until(Cycle(200));
  fabric.switch_state(3).errors.overflows = 2;
  fabric.port_state(1).errors.corrupt = 1;
  --fabric.port_state(5).flits_received;
  const RunTotals t = statistics::collect(fabric);
  REQUIRE(t.errors.size() == 2);
  CHECK(t.errors[0].instance == "switch3");
  CHECK(t.errors[0].error == "overflows");
  CHECK(t.errors[0].count == 2);
  CHECK(t.errors[1].instance == "host1");
  CHECK(t.errors[1].error == "corrupt");
  CHECK_FALSE(t.conserved());
  CHECK(t.failed());
}

TEST_CASE("a run without measured packets has loads and means of zero", "[quick]") {
  const RunTotals t = statistics::collect(network::Fabric(network::elaborate(small_mesh(0))));
  CHECK(t.measured_cycles() == 0);
  CHECK(t.offered_load() == 0);
  CHECK(t.accepted_load() == 0);
  CHECK(t.total_latency.mean() == 0);
  CHECK(t.busiest_link() == nullptr);
  CHECK_FALSE(t.mean_hops().has_value());
  CHECK_FALSE(t.fairness.has_value());
  CHECK(t.conserved());
}

TEST_CASE("totals give the effect of each injected fault, of a dead link in both directions", "[quick]") {
  network::Netlist netlist = small_mesh(0.5);
  test::add_fault(netlist, "link_switch0_p0_to_switch1_p1", test::fault_of(LinkFaultKind::corrupt, 0, 3));
  test::add_fault(netlist, "link_switch3_p0_to_switch4_p1", test::fault_of(LinkFaultKind::dead, 500, 0));
  network::Fabric fabric(network::elaborate(netlist));
  fabric.run_until(Cycle(1000));
  const RunTotals t = statistics::collect(fabric);
  REQUIRE(t.injected.size() == 3);
  CHECK(t.injected[0].kind == LinkFaultKind::corrupt);
  CHECK(t.injected[0].link == "link_switch0_p0_to_switch1_p1");
  CHECK(t.injected[0].state.flits_changed == 3);
  CHECK(t.injected[1].link == "link_switch3_p0_to_switch4_p1");
  CHECK(t.injected[2].link == "link_switch4_p1_to_switch3_p0");
  CHECK(t.injected[2].kind == LinkFaultKind::dead);
  CHECK(t.flits_changed == 3);
  CHECK(t.flits_lost == t.injected[1].state.flits_lost + t.injected[2].state.flits_lost);
  CHECK(t.injected_hits() == 3 + t.flits_lost);
  CHECK(t.flits_lost > 0);
  CHECK(t.conserved());
}

TEST_CASE("only the route flits of a packet that have left count as injected", "[quick]") {
  unsigned begun = 0;  // cycles in which some packet has sent a part of its route
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    network::Netlist netlist = soak::random_network(seed);
    if (netlist.routing.kind != route_unit::Kind::source_stripped) continue;
    network::Fabric fabric(network::elaborate(netlist));
    for (unsigned cycle = 1; cycle <= 100; ++cycle) {
      fabric.run_until(Cycle(cycle));
      std::uint64_t route_flits = 0;
      bool in_part = false;
      for (std::size_t i = 0; i < netlist.endpoints.size(); ++i) {
        const port::State& state = fabric.port_state(i);
        for (std::uint32_t sent = 0; sent < state.sent && sent < state.route_flits; ++sent) ++route_flits;
        route_flits += state.route_flits_sent;
        in_part |= state.sent != 0 && state.sent < state.route_flits;
      }
      begun += in_part;
      REQUIRE(statistics::collect(fabric).at_end.route_flits_injected == route_flits);
    }
  }
  CHECK(begun > 0);
}
