// Barriers that firmware runs, for one command of its host: by the barrier units of switches, or by packets.
#include <algorithm>
#include <catch2/catch.hpp>

#include "tests/rtl_models/barrier/barrier_network.hpp"

using namespace slackline;
using preemption_unit::Architecture;

namespace {

test::BarrierSettings with_firmware(const std::string& firmware, std::uint64_t seed) {
  test::BarrierSettings settings;
  settings.firmware = firmware;
  settings.architecture = static_cast<Architecture>(1 + seed % 3);
  settings.virtual_channels = static_cast<std::uint8_t>(1 + seed % 2);
  settings.flow_control = seed % 4 == 3 ? flow_controller::Kind::credit : flow_controller::Kind::stop_go;
  settings.groups = 1 + seed % 6;
  settings.rounds = 12;
  settings.slow_handlers = seed % 2 == 1;
  settings.load = seed % 3 == 0 ? 0 : 0.05;
  return settings;
}

/// Few enough messages that they do not pile up with slow handlers.
test::BarrierSettings with_few_messages(test::BarrierSettings settings) {
  if (settings.slow_handlers) settings.load = std::min(settings.load, 0.005);
  return settings;
}

/// All members leave all barriers, none too early, and messages arrive at the same time.
void require_barriers(const test::BarrierSettings& settings, std::uint64_t seed) {
  INFO(settings.firmware << ", seed " << seed);
  network::Fabric fabric(network::elaborate(test::barrier_network(settings, seed)));
  fabric.run_until(Cycle(settings.slow_handlers ? 500'000 : 120'000));  // messages pile up before barriers
  REQUIRE_THAT(test::error_of_barriers(fabric), Catch::Equals(""));
  const network::HostInterfaces& interfaces = *fabric.netlist().interfaces;
  const generator::RandomTraffic source(fabric.netlist().workloads[0].traffic);
  const Cycle long_ago(fabric.now().value - 2000);
  std::uint64_t created = 0, posted = 0, done = 0;  // messages; `created`: those before `long_ago`
  for (std::size_t i = 0; i < fabric.netlist().endpoints.size(); ++i) {
    const port::Place& place = fabric.netlist().endpoints[i].place;
    created += source.created_before(place.node, source.first(place.node), long_ago).packets;
    posted += fabric.interface_state(i).host.packets_sent;
    done += fabric.interface_state(i).host.packets_received;
  }
  REQUIRE((created != 0) == (settings.load != 0));
  // With slow handlers no more messages wait than interfaces have places for; otherwise all old messages have arrived.
  if (settings.slow_handlers)
    REQUIRE(posted - done <= fabric.netlist().endpoints.size() *
                                 (interfaces.nics[0].host_queue + interfaces.nics[0].parameters[NIC_PARAMETER_WINDOW]));
  else
    REQUIRE(done >= created);
  REQUIRE((done != 0) == (settings.load != 0));
}

std::uint64_t refused(const network::Fabric& fabric) {
  std::uint64_t sum = 0;
  for (std::size_t s = 0; s < fabric.netlist().switches.size(); ++s)
    sum += fabric.switch_state(s).barrier->unit.refused;
  return sum;
}

}  // namespace

TEST_CASE("no host leaves a barrier before all have entered, with any barrier firmware and other messages") {
  const std::string firmware = GENERATE("barrier", "dissemination", "star");
  for (std::uint64_t seed = 0; seed < 12; ++seed) require_barriers(with_firmware(firmware, seed), seed);
}

TEST_CASE("a host without think time may enter the next barrier before others have left the last, without confusion") {
  const std::string firmware = GENERATE("barrier", "dissemination", "star");
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    test::BarrierSettings settings = with_few_messages(with_firmware(firmware, seed));
    settings.rounds = 40;
    network::Netlist netlist = test::barrier_network(settings, seed);
    auto traffic = std::make_shared<barrier::Traffic>(*netlist.barriers);
    traffic->think = traffic->send_overhead = traffic->receive_overhead = 0;
    netlist.barriers = traffic;
    network::Fabric fabric(network::elaborate(netlist));
    fabric.run_until(Cycle(200'000));
    INFO(firmware << ", seed " << seed);
    REQUIRE_THAT(test::error_of_barriers(fabric), Catch::Equals(""));
  }
}

TEST_CASE("a group for which a table is full runs its barriers by packets, from the first one on", "[quick]") {
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    test::BarrierSettings settings = with_few_messages(with_firmware("barrier", seed));
    settings.groups = 6;
    settings.entries = static_cast<std::uint16_t>(1 + seed % 3);
    INFO("seed " << seed);
    network::Fabric fabric(network::elaborate(test::barrier_network(settings, seed)));
    fabric.run_until(Cycle(120'000));
    REQUIRE_THAT(test::error_of_barriers(fabric), Catch::Equals(""));
    REQUIRE(refused(fabric) > 0);
  }
}

TEST_CASE("stored values of interfaces and hosts follow from their registers, and one that does not is named") {
  const test::BarrierSettings settings = with_firmware("dissemination", 4);
  network::Fabric fabric(network::elaborate(test::barrier_network(settings, 4)));
  const network::ElaboratedNetlist& netlist = fabric.netlist();
  const network::InterfaceKind& kind = netlist.interface_of(0);
  network::HostInterface state;
  const auto stale = [&] {
    StaleValues found;
    derive(kind.nic, state.nic, netlist.port_of(0), fabric.port_state(0), found);
    derive(kind.host, fabric.workloads(), NodeId(0), state.host, found);
    std::vector<std::string> names;
    for (const StaleValue& value : found.found) names.push_back(value.name);
    return names;
  };
  bool has_pending = false, waits = false;
  for (unsigned i = 0; i < 3000; ++i) {
    fabric.run_until(Cycle(i));
    state = fabric.interface_state(0);
    REQUIRE(stale().empty());
    has_pending = has_pending || state.nic.processor.pending != 0;
    waits = waits || state.host.enters != never;
  }
  REQUIRE(has_pending);
  REQUIRE(waits);
  state.nic.processor.pending ^= 1u << NIC_EVENT_DMA_DONE;
  CHECK(stale() == std::vector<std::string>{"pending"});
  state = fabric.interface_state(0);
  state.host.enters = state.host.enters == never ? Cycle(7) : never;
  state.host.sources.due = Cycle(1);
  CHECK(stale() == std::vector<std::string>{"sources_due", "enters"});
}
