// Both engines write the same dump, byte for byte.
#include <catch2/catch.hpp>
#include <set>

#include "rtl_models/network/fabric.hpp"
#include "rtl_models/network/signal_network.hpp"
#include "testbench/soak/random_network.hpp"
#include "tests/rtl_models/barrier/barrier_network.hpp"
#include "tests/support/line_network.hpp"
#include "tests/testbench/tracing/dump.hpp"
#include "tests/testbench/tracing/restless_nics.hpp"
#include "tests/testbench/tracing/small_networks.hpp"
#include "tests/testbench/tracing/vcd_reader.hpp"

using namespace slackline;
using features::TopologyKind;
using flow_controller::Kind;

namespace {

void compare(const network::Netlist& netlist, const tracing::Plan& plan) {
  const Cycle end(600);
  network::Fabric fabric(network::elaborate(netlist));
  network::SignalNetwork signals("signal_network", network::elaborate(netlist));
  const test::Dump of_fabric = test::dump_of(fabric, end, plan);
  const test::Dump of_signals = test::dump_of(signals, end, plan);
  // The cycles of the dump: all from the first one on, or those of the triggers.
  std::set<std::uint64_t> shown, asked;
  for (test::VcdReader vcd(of_fabric.text); vcd.next();)
    if (!vcd.value("clock.cycle").letter) shown.insert(vcd.value("clock.cycle").number);
  if (plan.triggers.empty())
    for (std::uint64_t cycle = plan.from.value; cycle < end.value; ++cycle) asked.insert(cycle);
  for (const tracing::Firing& firing : of_fabric.firings)
    for (std::uint64_t cycle = firing.from.value; cycle < firing.to.value; ++cycle) asked.insert(cycle);
  CHECK_FALSE(asked.empty());
  CHECK((shown == asked));
  CHECK((of_fabric.text == of_signals.text));
  CHECK((of_fabric.save_file == of_signals.save_file));
}

void compare(const network::Netlist& netlist, std::uint64_t from = 0) { compare(netlist, test::whole_plan(from)); }

test::Settings busy() {
  test::Settings settings;
  settings.size = {3, 2};
  settings.packets_per_cycle = 0.08;
  return settings;
}

network::Netlist uniform(const test::Settings& settings) {
  network::Netlist netlist = test::mesh_network(settings);
  netlist.workloads[0].traffic.pattern = generator::Pattern::uniform;
  return netlist;
}

network::Netlist barriers(preemption_unit::Architecture architecture, const std::string& firmware = "") {
  test::BarrierSettings settings;
  settings.architecture = architecture;
  settings.virtual_channels = 2;
  settings.firmware = firmware;
  return test::barrier_network(settings, 4);
}

}  // namespace

TEST_CASE("both engines write the same dump of a plain mesh") { compare(uniform(busy())); }

TEST_CASE("both engines write the same dump of slow links and long pipelines, from the middle of a run on", "[quick]") {
  test::Settings settings = busy();
  settings.header_delay = 5;
  settings.data_delay = 3;
  settings.arbitration = 1;
  settings.crossbar = 2;
  settings.fc_cycles = 2;
  settings.link_delay = 4;
  settings.cycles_per_flit = 3;
  compare(uniform(settings), 333);
}

TEST_CASE("both engines write the same dump of a torus with credits and virtual cut-through") {
  test::Settings settings = busy();
  settings.size = {4, 3};
  settings.wraps = true;
  settings.virtual_channels = 4;
  settings.flow_control = flow_controller::Kind::credit;
  settings.switching = wormhole_switch::Switching::virtual_cut_through;
  compare(uniform(settings));
}

TEST_CASE("both engines write the same dump of the myrinet format") {
  test::Settings settings = busy();
  settings.routing = route_unit::Kind::source_stripped;
  settings.format = port::PacketFormat::myrinet;
  compare(uniform(settings));
}

TEST_CASE("both engines write the same dump of words that firmware exports") { compare(test::multicasting_hosts()); }

TEST_CASE("both engines write the same dump of RV32 processors") { compare(test::rv32_hosts()); }

TEST_CASE("both engines write the same dump of a single switch", "[quick]") {
  compare(test::small_network(TopologyKind::single_switch));
}
TEST_CASE("both engines write the same dump of switches of 130 ports", "[quick]") {
  compare(test::large_switches(Kind::stop_go), 280);
}
TEST_CASE("both engines write the same dump of a ring") { compare(test::small_network(TopologyKind::ring)); }
TEST_CASE("both engines write the same dump of a mesh") { compare(test::small_network(TopologyKind::mesh)); }
TEST_CASE("both engines write the same dump of a torus") { compare(test::small_network(TopologyKind::torus)); }
TEST_CASE("both engines write the same dump of a hypercube", "[quick]") {
  compare(test::small_network(TopologyKind::hypercube));
}
TEST_CASE("both engines write the same dump of a fat tree") { compare(test::small_network(TopologyKind::fat_tree)); }
TEST_CASE("both engines write the same dump of a full tree", "[quick]") {
  compare(test::small_network(TopologyKind::full_tree));
}
TEST_CASE("both engines write the same dump of a star of stars") {
  compare(test::small_network(TopologyKind::star_of_stars));
}
TEST_CASE("both engines write the same dump of a dragonfly") { compare(test::small_network(TopologyKind::dragonfly)); }
TEST_CASE("both engines write the same dump of a random irregular network") {
  compare(test::small_network(TopologyKind::random));
}
TEST_CASE("both engines write the same dump of four virtual channels") { compare(test::small_mesh(4, Kind::stop_go)); }
TEST_CASE("both engines write the same dump of credits") { compare(test::small_mesh(2, Kind::credit)); }
TEST_CASE("both engines write the same dump of busy and ready") { compare(test::small_mesh(3, Kind::busy_ready)); }
TEST_CASE("both engines write the same dump of packets that take any free channel") {
  compare(test::small_mesh(3, Kind::credit, features::RoutingKind::adaptive));
}

TEST_CASE("both engines write the same dump of network interfaces") { compare(test::restless_nics({}), 17); }
TEST_CASE("both engines write the same dump of network interfaces with credits and virtual channels", "[quick]") {
  compare(test::restless_nics({2, Kind::credit}));
}

TEST_CASE("both engines write the same dump of barriers that cut worms") {
  compare(barriers(preemption_unit::Architecture::any_channel));
}
TEST_CASE("both engines write the same dump of barriers that cut worms whose flits move") {
  compare(barriers(preemption_unit::Architecture::moving_channel));
}
TEST_CASE("both engines write the same dump of barriers that wait for channels") {
  compare(barriers(preemption_unit::Architecture::waiting));
}
TEST_CASE("both engines write the same dump of barriers that firmware runs") {
  compare(barriers(preemption_unit::Architecture::any_channel, "barrier"));
}

TEST_CASE("both engines write the same dump around triggers", "[quick]") {
  tracing::Plan plan = test::whole_plan();
  plan.triggers.resize(2);
  plan.triggers[0].kind = features::TriggerKind::stall;
  plan.triggers[0].cycles = 15;
  plan.triggers[1].packet = "host1:7";
  plan.triggers[1].at = "arrived";
  plan.before = 20;
  plan.after = 10;
  plan.every = true;
  compare(uniform(busy()), plan);
}

TEST_CASE("both engines write the same dump of faulty links", "[quick]") { compare(soak::random_faulty_network(707)); }
TEST_CASE("both engines write the same dump of random network 12", "[quick]") { compare(soak::random_network(12)); }
TEST_CASE("both engines write the same dump of random network 14", "[quick]") { compare(soak::random_network(14)); }
TEST_CASE("both engines write the same dump of random network 15", "[quick]") { compare(soak::random_network(15)); }
TEST_CASE("both engines write the same dump of random network 16") { compare(soak::random_network(16)); }
