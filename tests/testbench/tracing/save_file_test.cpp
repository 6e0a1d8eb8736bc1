// The first traces that a save file shows, whatever the purpose of the dump: never none.
#include <catch2/catch.hpp>
#include <cmath>

#include "rtl_models/network/fabric.hpp"
#include "tests/support/line_network.hpp"
#include "tests/testbench/tracing/dump.hpp"
#include "tests/testbench/tracing/restless_nics.hpp"

using namespace slackline;
using Catch::Matchers::Contains;
using features::TriggerKind;
using test::trigger_of;

namespace {

network::Netlist mesh(double packets_per_cycle) {
  test::Settings settings;
  settings.size = {3, 2};
  settings.packets_per_cycle = packets_per_cycle;
  network::Netlist netlist = test::mesh_network(settings);
  netlist.workloads[0].traffic.pattern = generator::Pattern::uniform;
  return netlist;
}

/// The part above the groups of all traces, of which the first is that of an instance.
std::string shown_first(const network::Netlist& netlist, const tracing::Plan& plan, std::uint64_t cycles = 600) {
  network::Fabric fabric(network::elaborate(netlist, network::Check::structure));
  const std::string text = test::dump_of(fabric, Cycle(cycles), plan).save_file;
  return text.substr(0, text.find("@c00200\n"));
}

std::string shown_first_of(const network::Netlist& netlist, const features::TriggerSettings& trigger) {
  tracing::Plan plan = test::whole_plan();
  plan.triggers = {trigger};
  plan.before = plan.after = 50;
  return shown_first(netlist, plan);
}

tracing::Plan plan_of_scope(const std::string& glob, std::uint64_t from = 0) {
  tracing::Plan plan = test::whole_plan(from);
  plan.selection = tracing::Selection({glob});
  return plan;
}

}  // namespace

TEST_CASE("without stalls a save file shows the first traffic, and opens there") {
  const network::Netlist netlist = mesh(0.0005);
  network::Fabric fabric(network::elaborate(netlist));
  const auto lane_with_flit = [&]() -> std::string {
    for (std::size_t sw = 0; sw < netlist.switches.size(); ++sw)
      for (unsigned port = 0; port < netlist.switch_kinds[0].ports; ++port)
        if (fabric.switch_state(sw).in[port].buffer.count != 0)
          return netlist.switches[sw].name + ".port" + std::to_string(port) + ".vc0";
    return "";
  };
  const auto link_with_flit = [&] {
    std::string link;
    for (std::size_t c = 0; c < netlist.channels.size() && link.empty(); ++c)
      if (fabric.channel_flit(c).valid()) link = channel_name(fabric.netlist(), fabric.netlist().channels[c]);
    return link;
  };
  std::string link;
  while (link.empty()) {
    fabric.run_until(fabric.now() + 1);
    link = link_with_flit();
  }
  const std::uint64_t on_link = fabric.now().value - 1;
  const std::string of_links = shown_first(netlist, plan_of_scope("link_*"), on_link + 50);
  CHECK_THAT(of_links, Contains("the first traffic, in cycle " + std::to_string(on_link)) &&
                           Contains("+{packet} " + link + ".packet"));
  CHECK_THAT(of_links, Contains(" " + std::to_string(on_link * 6250) + " -1 -1"));
  while (lane_with_flit().empty()) fabric.run_until(fabric.now() + 1);
  const std::string of_switches = shown_first(netlist, plan_of_scope("switch*"), on_link + 50);
  CHECK_THAT(of_switches, Contains("the first traffic, in cycle " + std::to_string(fabric.now().value - 1)) &&
                              Contains("+{in_stall} " + lane_with_flit() + ".in_stall"));
  const std::string of_all = shown_first(netlist, test::whole_plan(on_link + 1), on_link + 50);
  CHECK_THAT(of_all, Contains("-it comes by link_") && Contains("-it may go on by link_switch"));
  CHECK_THAT(shown_first(netlist, plan_of_scope("host*"), on_link + 50), Contains("+{sending} host"));
  CHECK_THAT(shown_first(netlist, test::whole_plan(), on_link + 50),
             Contains("+{sending} host") && Contains("-by link_host") && Contains("-to switch") &&
                 Contains("-it may go on by link_switch"));
  CHECK_THAT(shown_first(mesh(0), test::whole_plan()), Contains("-no packet moves in what was chosen\n"));
}

TEST_CASE("with network interfaces only, the first traffic is the first handler", "[quick]") {
  CHECK_THAT(shown_first(test::restless_nics({}), plan_of_scope("nic*")),
             Contains("the first traffic") && Contains("+{handler} nic"));
}

TEST_CASE("the save file of a trigger shows the place where it fired") {
  const network::Netlist busy = mesh(0.1);
  features::TriggerSettings stop = trigger_of(TriggerKind::stop);
  stop.link = "link_switch0_p0_to_switch1_p1";
  CHECK_THAT(shown_first_of(busy, stop), Contains("+{out_stopped} switch0.port0.vc0.out_stopped") &&
                                             Contains("+{in_occupancy} switch1.port1.vc0.in_occupancy") &&
                                             Contains("+{packet} link_switch0_p0_to_switch1_p1.packet"));
  stop.link = "link_host1_to_switch1_p4";
  CHECK_THAT(shown_first_of(busy, stop),
             Contains("+{stopped} host1.vc0.stopped") && Contains("+{in_stop} switch1.port4.vc0.in_stop"));

  features::TriggerSettings stall = trigger_of(TriggerKind::stall);
  stall.cycles = 20;
  const std::string of_stall = shown_first_of(busy, stall);
  CHECK_THAT(of_stall, Contains("-it is held up in switch") && Contains("-it wants output switch"));

  features::TriggerSettings packet = trigger_of(TriggerKind::packet);
  packet.packet = "host1:9";
  packet.at = "switch1";
  CHECK_THAT(shown_first_of(busy, packet), Contains("+{in_packet} switch1.port4.vc0.in_packet"));
  packet.at = "sent";
  CHECK_THAT(shown_first_of(busy, packet), Contains("+{packet} link_host1_to_switch1_p4.packet"));
  packet.at = "created";
  CHECK_THAT(shown_first_of(busy, packet), Contains("+{pending} host1.pending"));
  packet.at = "arrived";
  CHECK_THAT(shown_first_of(busy, packet), Contains("+{received} host") && Contains("+{receiving} host"));

  network::Netlist faulty = mesh(0.08);
  test::add_fault(faulty, "link_switch0_p0_to_switch1_p1", test::fault_of(LinkFaultKind::drop, 200));
  CHECK_THAT(shown_first_of(faulty, trigger_of(TriggerKind::error)),
             Contains("-injected into link_switch0_p0_to_switch1_p1\n") &&
                 Contains("+{packet} link_switch0_p0_to_switch1_p1.packet"));
  CHECK_THAT(shown_first_of(test::mesh_that_overflows(), trigger_of(TriggerKind::error)),
             Contains("-counted by switch") && Contains("+{in_stall} switch"));
}

TEST_CASE("an unrelated stall is a closed group below the place where a trigger fired", "[quick]") {
  features::TriggerSettings packet = trigger_of(TriggerKind::packet);
  packet.packet = "host1:9";
  tracing::Plan plan = test::whole_plan();
  plan.triggers = {packet};
  network::Fabric fabric(network::elaborate(mesh(0.1)));
  plan.before = plan.after = 50;
  const std::string text = test::dump_of(fabric, Cycle(600), plan).save_file;
  const std::size_t fired = text.find("@800200\n-packet host1:9"), stall = text.find("@c00200\n-longest stall: ");
  REQUIRE(fired != std::string::npos);
  REQUIRE(stall != std::string::npos);
  CHECK(fired < stall);
}

TEST_CASE("the window opens at two thirds of its cycles before an event, and ends within the dump") {
  features::TriggerSettings packet = trigger_of(TriggerKind::packet);
  packet.packet = "host1:9";
  tracing::Plan plan = test::whole_plan();
  plan.triggers = {packet};
  plan.before = 50;
  // Cycles in the window before that of the event.
  const auto opens_before = [&](std::uint64_t after) {
    plan.after = after;
    network::Fabric fabric(network::elaborate(mesh(0.08)));
    const test::Dump dump = test::dump_of(fabric, Cycle(600), plan);
    const std::uint64_t event = dump.firings.at(0).event.cycle.value;
    REQUIRE(event >= 100);
    const std::uint64_t begin = std::stoull(dump.save_file.substr(dump.save_file.find("[timestart] ") + 12));
    CHECK(begin % 6250 == 0);
    return event - begin / 6250;
  };
  // 26 cycles whose numbers have 3 digits have room: 17 of them before the event, the event, and 8 after it.
  CHECK(opens_before(50) == 17);
  CHECK(opens_before(8) == 17);
  CHECK(opens_before(7) == 18);
  CHECK(opens_before(0) == 25);
}

TEST_CASE("the window shows so few cycles that their numbers can be read") {
  const auto cycles_shown = [](std::uint64_t last) {
    const tracing::Plan plan = test::whole_plan(last - 100, last + 1);
    const std::string text = shown_first(mesh(0.05), plan, last + 1);
    // The zoom of the viewer is the logarithm of the time in 200 pixels.
    const double zoom = std::stod(text.substr(text.find("\n*") + 2));
    return std::exp2(-zoom) / 200 * 850 / 6250;
  };
  CHECK(cycles_shown(400) == Approx(26));     // 32 pixels each
  CHECK(cycles_shown(30'801) == Approx(17));  // 50
}
