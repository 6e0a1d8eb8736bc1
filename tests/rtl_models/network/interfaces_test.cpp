// Hosts with network interfaces on the fabric.
#include <catch2/catch.hpp>

#include "rtl_models/common/crc8.hpp"
#include "rtl_models/common/registers.hpp"
#include "rtl_models/network/fabric.hpp"
#include "tests/rtl_models/network/interface_network.hpp"
#include "tests/support/totals.hpp"

using namespace slackline;
using network::Fabric;
using test::interface_network;

namespace {

/// Runs until all messages have arrived, and checks that each did exactly once, at the right host, unchanged.
void require_all_arrive(const network::Netlist& netlist, std::uint64_t messages_each, Cycle end) {
  Fabric fabric(elaborate(netlist));
  fabric.run_until(end);
  std::uint64_t done = 0;
  for (std::size_t i = 0; i < netlist.endpoints.size(); ++i) {
    INFO(netlist.endpoints[i].name);
    const network::HostInterface& s = fabric.interface_state(i);
    INFO(nic::to_string(s.nic.processor.error.kind) << ", value " << s.nic.processor.error.value);
    REQUIRE(s.nic.processor.error.kind == nic::FirmwareErrorKind::none);
    REQUIRE(s.host.packets_sent == messages_each);
    REQUIRE(!s.host.errors.any());
    REQUIRE(s.host.failed == 0);
    REQUIRE(s.nic.dma.host_corrupt == 0);
    REQUIRE(s.nic.receive.dropped == 0);
    done += s.host.packets_received;
  }
  REQUIRE(done == messages_each * netlist.endpoints.size());
  const test::Totals totals = test::totals(fabric);
  REQUIRE(totals.conserved());
  REQUIRE(!totals.endpoint_errors);
  REQUIRE(!totals.switch_errors);
  REQUIRE(fabric.flits_on_links() == 0);
}

test::Settings square() {
  test::Settings settings;
  settings.size = {3, 3};
  return settings;
}

}  // namespace

TEST_CASE("messages of one packet and of many arrive, each exactly once") {
  const std::uint16_t words = GENERATE(1, 8, 9, 100);
  require_all_arrive(interface_network(square(), "unicast", 0.002, words, 20), 20, Cycle(60'000));
}

TEST_CASE("messages arrive when costs, few ports and slow links delay them", "[quick]") {
  test::Settings settings = square();
  settings.cycles_per_flit = 2;
  network::Netlist netlist = interface_network(settings, "unicast", 0.0005, 30, 10);
  nic::Params& p = test::interfaces_of(netlist).nics[0];
  p.costs = test::some_costs();
  p.memory_ports = 1;
  p.dma_cycles_per_word = 3;
  require_all_arrive(netlist, 10, Cycle(200'000));
}

TEST_CASE("no message is sent before the slowest interface has started, which would miss it", "[quick]") {
  network::Netlist netlist = interface_network(square(), "unicast", 0.001, 12, 5);
  std::vector<nic::Params>& nics = test::interfaces_of(netlist).nics;
  nics[0].costs = test::some_costs();
  nics[0].parameters[NIC_PARAMETER_BUFFERS] = 8;
  nics.push_back(nics[0]);
  nics[1].parameters[NIC_PARAMETER_BUFFERS] = 64;
  netlist.endpoints[4].nic = 1;
  for (std::size_t i = 0; i < netlist.endpoints.size(); ++i) netlist.workloads[0].traffic.set_partner(i, NodeId(4));
  netlist.workloads[0].traffic.set_partner(4, NodeId(0));
  netlist.workloads[0].traffic.pattern = generator::Pattern::permutation;

  const network::ElaboratedNetlist elaborated = elaborate(netlist);
  const auto cycles_of = [&](std::size_t host) {
    return nic::start_of(elaborated.interface_of(host).nic, nic::Place()).cycles;
  };
  REQUIRE(cycles_of(0) + 100 < cycles_of(4));
  Fabric fabric(elaborated);
  fabric.run_until(Cycle(cycles_of(4)));
  for (std::size_t i = 0; i < netlist.endpoints.size(); ++i) {
    INFO("host " << i);
    REQUIRE(fabric.interface_state(i).nic.processor.busy);
    REQUIRE(fabric.interface_state(i).nic.processor.cycles[nic::start_event] == cycles_of(i));
  }
  fabric.run_until(Cycle(cycles_of(4) + 1));
  for (std::size_t i = 0; i < netlist.endpoints.size(); ++i)
    REQUIRE_FALSE(fabric.interface_state(i).nic.processor.busy);
  require_all_arrive(netlist, 5, Cycle(60'000));
}

TEST_CASE("messages arrive over virtual channels with credits, and through switches that strip routes") {
  test::Settings settings = square();
  const bool strips = GENERATE(false, true);
  if (strips)
    settings.routing = route_unit::Kind::source_stripped;
  else {
    settings.virtual_channels = 3;
    settings.flow_control = flow_controller::Kind::credit;
  }
  require_all_arrive(interface_network(settings, "unicast", 0.002, 20, 20), 20, Cycle(80'000));
}

TEST_CASE("interfaces that hold their links back drop nothing, however slowly firmware takes packets", "[quick]") {
  const auto [credits, vcs] = GENERATE(table<bool, std::uint8_t>({{false, 1}, {false, 2}, {true, 1}, {true, 3}}));
  INFO((credits ? "credits, " : "STOP and GO, ") << unsigned{vcs} << " channels");
  test::Settings settings = square();
  settings.virtual_channels = vcs;
  if (credits) {
    settings.flow_control = flow_controller::Kind::credit;
    settings.extra_flits = 8;  // full speed
  }
  network::Netlist netlist = interface_network(settings, "unicast", 0.01, 60, 20);
  for (std::size_t i = 0; i < netlist.endpoints.size(); ++i) netlist.workloads[0].traffic.set_partner(i, NodeId(4));
  netlist.workloads[0].traffic.set_partner(4, NodeId(0));
  netlist.workloads[0].traffic.pattern = generator::Pattern::permutation;
  nic::Params& p = test::interfaces_of(netlist).nics[0];
  p.costs = test::some_costs();
  p.parameters[NIC_PARAMETER_BUFFERS] = 8;

  Fabric dropping(elaborate(netlist));
  dropping.run_until(Cycle(5000));
  REQUIRE(dropping.interface_state(4).nic.receive.dropped > 10);

  p.when_full = nic::WhenFull::stop;
  require_all_arrive(netlist, 20, Cycle(400'000));
  Fabric stopping(elaborate(netlist));
  stopping.run_until(Cycle(5000));
  for (const std::size_t sender : {0, 2, 8}) {  // held back along the whole path
    INFO("host " << sender);
    REQUIRE(2 * stopping.port_state(sender).flits_sent < dropping.port_state(sender).flits_sent);
  }
}

TEST_CASE("a link to an interface that stops needs as much slack as one between switches", "[quick]") {
  test::Settings settings = square();
  settings.link_delay = 3;
  network::Netlist netlist = interface_network(settings, "unicast", 0.01, 60, 20);
  test::channel(netlist, "link_switch4_p4_to_host4").stop_delay += 2;  // longer than all others
  REQUIRE(network::violations(netlist).empty());
  test::interfaces_of(netlist).nics[0].when_full = nic::WhenFull::stop;
  const unsigned flits = netlist.switch_kinds[0].buffer.flits;
  const std::string text = to_string(network::violations(netlist));
  INFO(text);
  REQUIRE(text.find("at least " + std::to_string(flits + 2)) != std::string::npos);
  REQUIRE(text.find("link_switch4_p4_to_host4") != std::string::npos);
  netlist.switch_kinds[0].buffer.flits += 2;
  REQUIRE(network::violations(netlist).empty());
}

TEST_CASE("requests are answered, and echoes come back") {
  require_all_arrive(interface_network(square(), "request_response", 0.001, 6, 10), 10, Cycle(60'000));
  require_all_arrive(interface_network(square(), "echo", 0.001, 6, 10), 10, Cycle(60'000));
}

TEST_CASE("a fabric stopped at every edge gives the same results as one that runs through", "[quick]") {
  const network::Netlist netlist = interface_network(square(), "unicast", 0.001, 12, 5);
  Fabric through(elaborate(netlist)), stopping(elaborate(netlist));
  through.run_until(Cycle(4000));
  for (Cycle now; now < Cycle(4000); now = now + 1) {
    stopping.run_until(now + 1);
    stopping.interface_state(now.value % 9);
  }
  for (std::size_t i = 0; i < 9; ++i) {
    const auto snapshot_of = [&](const network::HostInterface& state) {
      RegisterSnapshot snapshot;
      const network::InterfaceKind& kind = through.netlist().interface_of(i);
      visit(kind, through.workloads(), through.nic_place(i), state, Cycle(4000), snapshot, true);
      visit_counters(kind, through.workloads(), through.nic_place(i), state, Cycle(4000), snapshot);
      return snapshot.values;
    };
    REQUIRE(snapshot_of(through.interface_state(i)) == snapshot_of(stopping.interface_state(i)));
    REQUIRE(through.interface_state(i).nic.time.as_of == Cycle(4000));
  }
}

TEST_CASE("a word changed on the way is found by the packet's checksum, and again at the host") {
  const network::Netlist sound = interface_network(square(), "unicast", 0.002, 20, 20);
  const std::size_t channel = test::channel_index(sound, "link_switch4_p4_to_host4");
  Fabric without(elaborate(sound));
  while (without.now() < Cycle(1000) || !without.channel_flit(channel).opens_worm())
    without.run_until(without.now() + 1);
  std::vector<Cycle> sampled;  // flits of a packet: the head, five words of header, and up to eight of payload
  for (bool closed = false; !closed; without.run_until(without.now() + 1)) {
    const Flit flit = without.channel_flit(channel);
    if (flit.valid()) sampled.push_back(without.now());
    closed = flit.valid() && flit.closes_worm();
  }
  REQUIRE(sampled.size() > 1 + 5);
  for (const std::size_t flit : {std::size_t{1 + 5}, sampled.size() - 1}) {  // the first and the last word of payload
    INFO("flit " << flit);
    network::Netlist netlist = sound;
    test::add_fault(netlist, "link_switch4_p4_to_host4", test::fault_of(LinkFaultKind::corrupt, sampled[flit].value));
    Fabric fabric(elaborate(netlist));
    fabric.run_until(Cycle(30'000));
    REQUIRE(fabric.port_state(4).errors.corrupt == 1);
    REQUIRE(fabric.interface_state(4).nic.dma.host_corrupt == 1);
  }
}

TEST_CASE("messages arrive in the format myrinet, over switches that strip routes") {
  const nic::WhenFull when_full = GENERATE(nic::WhenFull::drop, nic::WhenFull::stop);
  network::Netlist netlist = test::myrinet_interface_network(square(), 0.0005, 20, 20);
  test::interfaces_of(netlist).nics[0].when_full = when_full;
  require_all_arrive(netlist, 20, Cycle(200'000));
}

TEST_CASE("in the format myrinet the bytes of a packet leave without gaps, with a right CRC at the end") {
  network::Netlist netlist = test::myrinet_interface_network(square(), 0.0005, 8, 1);
  Fabric fabric(elaborate(netlist));
  const std::size_t channel = test::channel_index(netlist, "link_host0_to_switch0_p4");
  std::vector<Flit> flits;
  Cycle first, last;
  while (fabric.now() < Cycle(60'000)) {
    fabric.run_until(fabric.now() + 1);
    const Flit flit = fabric.channel_flit(channel);
    if (!flit.valid()) continue;
    if (flits.empty()) first = fabric.now();
    last = fabric.now();
    flits.push_back(flit);
  }
  const std::size_t route = flits.size() - (5 + 4 * (5 + 8) + 1);
  const NodeId destination =
      generator::RandomTraffic(netlist.workloads[0].traffic).first(netlist.endpoints[0].place.node).destination;
  REQUIRE(route == test::switches_between(square(), 0, destination.value));
  REQUIRE(last - first == flits.size() - 1);
  REQUIRE(flits[route].data() == 0x81);
  REQUIRE(flits[route + 2].data() == 5 + 4 * (5 + 8) + 1);
  std::uint8_t crc = 0;
  for (const Flit flit : flits) {
    REQUIRE(flit.data() < 256);
    crc = crc8_step(crc, static_cast<std::uint8_t>(flit.data()));
  }
  REQUIRE(crc == 0);
}

TEST_CASE("a byte changed on the way is found by the CRC of port and interface, and unicast drops the packet") {
  network::Netlist netlist = test::myrinet_interface_network(square(), 0.0005, 20, 20);
  LinkFault fault = test::fault_of(LinkFaultKind::corrupt, 1000);
  fault.probability = 0.02;  // not the route, which comes first
  fault.seed = 1;
  test::add_fault(netlist, "link_switch4_p4_to_host4", fault);
  Fabric fabric(elaborate(netlist));
  fabric.run_until(Cycle(100'000));
  REQUIRE(fabric.port_state(4).errors.crc == 1);
  REQUIRE(fabric.interface_state(4).nic.dma.host_corrupt == 0);
}

TEST_CASE("messages arrive with virtual cut-through if buffers hold the longest packet") {
  const bool credits = GENERATE(false, true);
  test::Settings settings = square();
  settings.switching = wormhole_switch::Switching::virtual_cut_through;
  if (credits) settings.flow_control = flow_controller::Kind::credit;
  network::Netlist netlist = interface_network(settings, "unicast", 0.002, 20, 20);
  nic::Params& p = test::interfaces_of(netlist).nics[0];
  p.most_packet_words = 5 + 8;
  p.when_full = nic::WhenFull::stop;
  netlist.switch_kinds[0].buffer.flits = static_cast<std::uint16_t>(test::smallest_buffer(netlist));
  REQUIRE(network::completed(netlist).switch_kinds[0].longest_packet == 1 + 5 + 8);
  require_all_arrive(netlist, 20, Cycle(100'000));
  const unsigned flits = netlist.switch_kinds[0].buffer.flits--;
  REQUIRE_THAT(to_string(network::violations(netlist)), Catch::Contains("at least " + std::to_string(flits)));
}

TEST_CASE("settings that network interfaces do not support are refused, all at once", "[quick]") {
  network::Netlist netlist = interface_network(square(), "unicast", 0.002, 20, 20);
  netlist.port_params.format = port::PacketFormat::myrinet;
  netlist.workloads[0].traffic.response_flits = 3;
  test::interfaces_of(netlist).clocks.pop_back();
  test::interfaces_of(netlist).clocks[2].slot_ticks = 0;
  test::interfaces_of(netlist).nics[0].memory_ports = 5;
  test::interfaces_of(netlist).tables.resize(8, std::vector<std::uint32_t>(4097));  // a word more than the memory has
  const std::string text = to_string(network::violations(netlist));
  for (const char* part : {"most_packet_words", "routing.switch: source_stripped", "response_flits", "clocks",
                           "host2.clock.slot_ticks", "memory_ports", "tables = 8", "tables = 4097 words"})
    REQUIRE(text.find(part) != std::string::npos);
}
