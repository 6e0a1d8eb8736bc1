// Switches that differ from the others: which records match which of them, the kinds that these make, what is derived
// for each kind, and refused values.
#include <catch2/catch.hpp>

#include <algorithm>
#include <string>
#include <vector>

#include "rtl_models/network/fabric.hpp"
#include "testbench/run/kinds.hpp"
#include "testbench/run/network.hpp"
#include "tests/support/reading.hpp"

using namespace slackline;
using namespace slackline::features;
using slackline::test::accepted;
using slackline::test::errors_of;
using slackline::test::places;
using slackline::test::read;

namespace {

using Lines = std::vector<std::string>;

/// Three levels of four switches: switch_l0_0 to switch_l2_3. Eight hosts.
const std::string tree = "schema_version: 1\ntopology: { kind: fat_tree, arity: 2, levels: 3 }\n";
/// Four switches in a row, a host each.
const std::string row = "schema_version: 1\ntopology: { size: [4] }\n";

network::Netlist network_with(const std::string& text) {
  network::Netlist netlist = network_of(accepted(text).experiment);
  CHECK(to_string(network::violations(netlist)).empty());
  return netlist;
}

const wormhole_switch::Params& kind_of(const network::Netlist& netlist, const std::string& name) {
  const auto is = [&](const network::SwitchInstance& instance) { return instance.name == name; };
  return netlist.switch_kinds[std::find_if(netlist.switches.begin(), netlist.switches.end(), is)->kind];
}

}  // namespace

TEST_CASE("of several records that match a switch the last one counts, key by key", "[quick]") {
  const network::Netlist n = network_with(row +
                                          "switch: { arbiter: matrix }\nswitches:\n"
                                          "  - { match: \"switch*\", buffer: { flits: 40 }, virtual_channels: 2 }\n"
                                          "  - { match: [switch1, switch3], buffer: { flits: 50 } }\n"
                                          "  - { match: switch3, virtual_channels: 3 }\n");
  const auto is = [&](const char* name, unsigned flits, unsigned vcs) {
    CHECK(kind_of(n, name).buffer.flits == flits);
    CHECK(kind_of(n, name).virtual_channels == vcs);
    CHECK(kind_of(n, name).arbiter == router_arbiter::Policy::matrix);
  };
  is("switch0", 40, 2);
  is("switch1", 50, 2);
  is("switch2", 40, 2);
  is("switch3", 50, 3);
  CHECK(n.switch_kinds.size() == 3);
}

TEST_CASE("switches with the same values are of one kind, whichever records give them", "[quick]") {
  CHECK(network_with(
            row + "switches: [{ match: switch0, buffer: { flits: 64 } }, { match: switch1, arbiter: round_robin }]\n")
            .switch_kinds.size() == 1);
  CHECK(network_with(row + "switches: [{ match: switch0, buffer: { flits: 9 } }, { match: switch2, arbiter: matrix },\n"
                           "           { match: \"switch2*\", arbiter: round_robin, buffer: { flits: 9 } }]\n")
            .switch_kinds.size() == 2);
  // 4 ns are 2 cycles of this clock.
  CHECK(network_with(row + "clock: { period: 2 ns }\nswitches: [{ match: switch0, delay: { header: 4 ns } },\n"
                           "           { match: switch2, delay: { header: 2 } }]\n")
            .switch_kinds.size() == 2);
}

TEST_CASE("watermarks that are left open follow from the kinds on both sides of each link") {
  const network::Netlist n = network_with(tree +
                                          "link: { delay: 2 }\nswitch: { buffer: { flits: 30 } }\nswitches:\n"
                                          "  - { match: \"switch_l2_*\", delay: { header: 3, data: 3, crossbar: 3 } }\n"
                                          "  - { match: \"switch_l0_*\", buffer: { flits: 90, stop_at: 20 } }\n");
  // d_fwd + d_rev + stages after the grant + 1: the top sends up to 2 flits more to the spine than others do.
  CHECK(kind_of(n, "switch_l0_1").flow.stop_at == 20);
  CHECK(kind_of(n, "switch_l0_1").flow.go_at == 2 + 2 + 1 + 1);
  CHECK(kind_of(n, "switch_l1_1").flow.stop_at == 30 - (2 + 2 + 2 + 1));
  CHECK(kind_of(n, "switch_l2_1").flow.stop_at == 30 - (2 + 2 + 1));
}

TEST_CASE("a kind's buffer may be as small as its neighbours allow, and not one flit smaller", "[quick]") {
  const auto text = [](const char* flits) {
    return row +
           "switches:\n  - { match: switch0, delay: { header: 4, data: 4, crossbar: 4 } }\n"
           "  - { match: switch1, buffer: { flits: " +
           std::string(flits) + " } }\n";
  };
  CHECK(errors_of(text("7")).empty());  // 1 + 1 + 3 + 1 of slack from switch0, above a stop_at of 1
  CHECK(errors_of(text("6")) == Lines{"test.yaml:5:40: switches[1].buffer.flits: expected at least 7 (stop_at 1 + 6 "
                                      "flits that may still arrive after STOP), found 6 (for switch1)"});
  // Both kinds have the same value of `switch`: it is reported once.
  CHECK(errors_of(row + "switch: { buffer: { flits: 3 } }\nswitches: [{ match: switch2, arbiter: matrix }]\n") ==
        Lines{"test.yaml:3:28: switch.buffer.flits: expected at least 4 (stop_at 1 + 3 flits that may still arrive "
              "after STOP), found 3"});
  // STOP of switch2 passes a register there, and one at its host: 1 + 1 + 1 + 1 + 1.
  const auto with_register = [](const char* flits) {
    return row + "switch: { buffer: { flits: " + flits +
           " } }\nswitches: [{ match: switch2, delay: { flow_control: 1 } }]\n";
  };
  CHECK(errors_of(with_register("6")).empty());
  CHECK(errors_of(with_register("5")) ==
        Lines{"test.yaml:3:28: switch.buffer.flits: expected at least 6 (stop_at 1 + 5 flits that may still arrive "
              "after STOP), found 5, for switches[0] (switch2)"});
  // A value of `switch` that only the kind of a record cannot have is shown with the record.
  CHECK(errors_of(
            row +
            "switch: { delay: { header: 3, data: 3 } }\nswitches: [{ match: switch2, delay: { crossbar: 9 } }]\n") ==
        Lines{"test.yaml:3:37: switch.delay.data: expected 9 to 1000 (at least switch.delay.crossbar), found 3, for "
              "switches[0] (switch2)"});
}

TEST_CASE("a host's end of its link has as many registers for STOP as its kind of switch", "[quick]") {
  const network::Netlist n = network_with(row +
                                          "switch: { delay: { flow_control: 1 } }\nswitches: [{ match: [switch1, "
                                          "switch2], delay: { flow_control: 3 } }]\n");
  const network::ElaboratedNetlist elaborated = network::elaborate(n);
  for (std::size_t host = 0; host < 4; ++host)
    CHECK(elaborated.port_of(host).fc_cycles == (host == 1 || host == 2 ? 3 : 1));
  // Delays of 1 there and back, the registers at both ends, and 1.
  CHECK(kind_of(n, "switch0").flow.stop_at == 64 - (2 + 3 + 1 + 1));
  CHECK(kind_of(n, "switch1").flow.stop_at == 64 - (2 + 3 + 3 + 1));
  // A record for all is as `switch`; where hosts alone send, too.
  const std::string one_switch = "schema_version: 1\ntopology: { kind: single_switch, hosts_per_switch: 4 }\n";
  for (const char* values :
       {"switch: { delay: { flow_control: 3 } }\n", "switches: [{ match: \"*\", delay: { flow_control: 3 } }]\n"}) {
    const Derived d = derived(accepted(one_switch + values).experiment);
    CHECK(d.slack == 2 + 3 + 3 + 1);
    CHECK(d.stop_at == 64 - (2 + 3 + 3 + 1));
  }
}

TEST_CASE("an error of some of the switches that a record matches names these, and the records that make it",
          "[quick]") {
  CHECK(errors_of(row + "switch: { buffer: { flow_control: credit } }\nswitches:\n"
                        "  - { match: \"switch?\", buffer: { flits: 7 } }\n"
                        "  - { match: switch1, switching: virtual_cut_through }\n") ==
        Lines{"test.yaml:5:42: switches[0].buffer.flits: expected at least 8 (the longest packet, with the flits of "
              "its route), found 7 (for switch1, by switches[0], switches[1])"});
  // Two kinds, and the value of `switch`.
  CHECK(errors_of(row + "switch: { buffer: { flits: 7, flow_control: credit } }\nswitches:\n"
                        "  - { match: \"switch?\", arbiter: matrix }\n"
                        "  - { match: [switch1, switch2], switching: virtual_cut_through }\n"
                        "  - { match: switch2, virtual_channels: 2 }\n") ==
        Lines{"test.yaml:3:28: switch.buffer.flits: expected at least 8 (the longest packet, with the flits of its "
              "route), found 7, for switch1 and 1 more, by switches[0], switches[1]"});
}

TEST_CASE("a buffer that is too small for several kinds is one error, with what the largest needs", "[quick]") {
  const std::string because =
      " (stop_at 5 + 3 flits that may still arrive after STOP + 7 of the longest packet after its head)";
  CHECK(errors_of(row + "switch: { switching: virtual_cut_through }\nswitches:\n"
                        "  - { match: \"switch?\", buffer: { flits: 10 } }\n"
                        "  - { match: switch2, buffer: { stop_at: 5 } }\n") ==
        Lines{"test.yaml:5:42: switches[0].buffer.flits: expected at least 15" + because + ", found 10 (for switch?)"});
  CHECK(errors_of(row + "switch: { switching: virtual_cut_through, buffer: { flits: 10 } }\nswitches:\n"
                        "  - { match: switch2, buffer: { stop_at: 5 } }\n") ==
        Lines{"test.yaml:3:60: switch.buffer.flits: expected at least 15" + because +
              ", found 10, for switches[0] (switch2)"});
}

TEST_CASE("a record's flow control displaces the watermarks of `switch`", "[quick]") {
  const network::Netlist n = network_with(row +
                                          "switch: { buffer: { flits: 40, stop_at: 30, go_at: 7 } }\n"
                                          "switches: [{ match: switch1, buffer: { flow_control: credit } },\n"
                                          "           { match: switch2, buffer: { flow_control: busy_ready } }]\n");
  CHECK(kind_of(n, "switch0").flow.go_at == 7);
  CHECK(kind_of(n, "switch1").has_credits());
  CHECK(kind_of(n, "switch2").flow.stop_at == 30);
  CHECK(kind_of(n, "switch2").flow.go_at == 29);
  CHECK(errors_of(row + "switches: [{ match: switch1, buffer: { flow_control: credit, stop_at: 9 } }]\n") ==
        Lines{"test.yaml:3:71: switches[0].buffer.stop_at: has no effect with credits (for switch1); use auto, or a "
              "number only with switch.buffer.flow_control: " +
              flow_controller::words_of(flow_controller::has_watermarks)});
  // A displaced watermark makes no kind of its own. There are three: credits, a watermark of 20, and one of 30.
  CHECK(switch_groups(accepted(row + "switch: { buffer: { flits: 40, stop_at: 30, go_at: 7 } }\n"
                                     "switches: [{ match: [switch0, switch1], buffer: { stop_at: 20 } },\n"
                                     "           { match: [switch0, switch2], buffer: { flow_control: credit } }]\n")
                          .experiment)
            .groups.size() == 3);
}

TEST_CASE("a record that turns marks off displaces the watermark of `switch`", "[quick]") {
  const network::Netlist n = network_with(row +
                                          "switch: { ecn: true, ecn_watermark: 9 }\n"
                                          "switches: [{ match: switch1, ecn: false }]\n");
  CHECK(kind_of(n, "switch0").mark_at == 9);
  CHECK(kind_of(n, "switch1").mark_at == 0);
}

TEST_CASE("a key is in order where one switch that it is given for obeys it, by whichever record", "[quick]") {
  const std::string unit = "{ match: switch0, barrier: { architecture: I } }", marks = "{ match: switch0, ecn: true }",
                    stops = "{ match: switch0, buffer: { flow_control: stop_go } }",
                    credits = "buffer: { flow_control: credit }";
  const auto with = [](const std::string& one, const std::string& other) {
    return row + "switches: [" + one + ", " + other + "]\n";
  };
  const std::string all = "{ match: \"*\", ";
  const std::vector<std::string> legal = {
      with(all + "barrier: { entries: 4 } }", unit),
      with(unit, all + "barrier: { entries: 4 } }"),
      with(all + "ecn_watermark: 9 }", marks),
      with(marks, all + "ecn_watermark: 9 }"),
      row + "switch: { ecn: true }\nswitches: [" + all + "ecn_watermark: 9 }]\n",
      row + "switch: { ecn_watermark: 9 }\nswitches: [" + marks + "]\n",
      "switch: { " + credits + " }\n" + with(stops, all + "buffer: { stop_at: 20 } }"),
      "switch: { buffer: { flow_control: credit, stop_at: 20 } }\n" + row + "switches: [" + stops + "]\n"};
  for (const std::string& text : legal) {
    INFO(text);
    CHECK(errors_of(text).empty());
  }
  // A record whose switches all pass it by, though others would obey it.
  CHECK(errors_of(row + "switch: { barrier: { architecture: waiting } }\n"
                        "switches: [{ match: switch1, barrier: { hold: 50 } }]\n") ==
        Lines{"test.yaml:4:47: switches[0].barrier.hold: has no effect with architecture: waiting (for switch1); use "
              "it only with architecture: I, II or III"});
  // One message for a packet switch, which has no marks.
  CHECK(errors_of(row + "switch: { kind: packet, ecn: true }\n") ==
        Lines{"test.yaml:3:30: switch.ecn: has no effect at a packet switch; use it only with switch.kind: wormhole"});
}

TEST_CASE("records take amounts of data and times, and their errors are at their lines", "[quick]") {
  const std::string clock = row + "clock: { period: 2 ns }\n";
  const network::Netlist n =
      network_with(clock + "switches: [{ match: switch1, buffer: { flits: 64 B }, delay: { header: 5 ns } }]\n");
  CHECK(kind_of(n, "switch1").buffer.flits == 16);
  CHECK(kind_of(n, "switch1").header_delay == 3);
  CHECK(
      errors_of(clock +
                "switches: [{ match: switch1, buffer: { flits: 1 MiB }, delay: { header: 1 us, data: 5 us } }]\n") ==
      Lines{
          "test.yaml:4:47: switches[0].buffer.flits: expected 1 to 32768 flits, found 1 MiB (262144 flits of 32 bits)",
          "test.yaml:4:85: switches[0].delay.data: expected up to 1000 cycles, found 5000 ns (2500 cycles)"});
  CHECK(errors_of(row + "switches: [{ match: switch1, delay: { header: 5 ns } }]\n") ==
        Lines{"test.yaml:3:47: switches[0].delay.header: expected cycles, or a time together with clock.period, found "
              "5 ns (a time without a clock)"});
}

TEST_CASE("names and patterns that match nothing are refused, as are values that hold for the whole network",
          "[quick]") {
  const std::string name = "expected name of a switch, such as switch3, or a pattern that matches some, found ";
  CHECK(errors_of(
            row +
            "switches:\n  - { match: [switch1, swich2], arbiter: matrix }\n  - { match: \"leaf*\", arbiter: matrix }\n"
            "  - { arbiter: matrix }\n  - { match: switch0, vc_assignment: any }\n") ==
        Lines{"test.yaml:6:5: switches[2].match: missing; expected text, or list of 1 to 1000 texts of 1 to 200 "
              "characters, each once",
              "test.yaml:7:23: switches[3].vc_assignment: holds for the whole network; use switch.vc_assignment, "
              "outside the list",
              "test.yaml:4:24: switches[0].match: " + name + "swich2 (matches no switch); did you mean switch2?",
              "test.yaml:5:14: switches[1].match: " + name + "leaf* (matches no switch)"});
}

TEST_CASE("records are refused that set nothing, that match nothing or that set a key again for the same names",
          "[quick]") {
  const std::string names = "expected text, or list of 1 to 1000 texts of 1 to 200 characters, each once, found ";
  CHECK(errors_of(row + "switches:\n  - { match: [], arbiter: matrix }\n  - { match: [switch1, switch2, switch1], "
                        "arbiter: matrix }\n") ==
        Lines{"test.yaml:4:14: switches[0].match: " + names + "an empty list",
              "test.yaml:5:33: switches[1].match: " + names + "switch1 (given twice)"});
  CHECK(errors_of(row +
                  "switches:\n  - { match: switch0 }\n  - { match: [switch1, switch2], arbiter: matrix, buffer: { "
                  "flits: 20 } }\n"
                  "  - { match: [switch2, switch1], buffer: { flits: 30 } }\n") ==
        Lines{"test.yaml:4:5: switches[0]: sets nothing for switch0; expected match and a key to set",
              "test.yaml:6:51: switches[2].buffer.flits: given again for switch2, switch1, first in switches[1]; "
              "expected each key once for the same names"});
  CHECK(errors_of(
            row +
            "switches: [{ match: switch1, buffer: { flits: 20 } }, { match: \"switch*\", buffer: { flits: 30 } }]\n")
            .empty());
  CHECK(places(errors_of("schema_version: 1\nendpoint: nic\nhosts: [{ match: 3 }]\n")) ==
        Lines{"test.yaml:3:9: hosts[0]"});
  // A group that is none is one mistake.
  CHECK(places(errors_of(row + "switches: [{ match: switch1, buffer: 7 }]\n")) ==
        Lines{"test.yaml:3:38: switches[0].buffer"});
}

TEST_CASE("patterns are refused that are too many for the network", "[quick]") {
  std::string list;
  for (unsigned i = 0; i < 999; ++i) list += "\"*" + std::to_string(i) + "\", ";
  const Lines errors =
      errors_of("schema_version: 1\ntopology: { size: [256, 256], hosts_per_switch: 1 }\nswitches:\n  - { match: [" +
                list + "\"*\"], arbiter: matrix }\n  - { match: [" + list + "\"*\"], virtual_channels: 2 }\n");
  REQUIRE(errors.size() == 1);
  CHECK(errors[0] ==
        "test.yaml:4:3: switches: expected up to 1525 patterns with * or ? on this network, found 2000 patterns for "
        "65536 names");
}

TEST_CASE("packets that keep their virtual channel need it at every switch", "[quick]") {
  const std::string kinds = "switches: [{ match: switch2, virtual_channels: 2 }]\n";
  CHECK(errors_of(row + kinds).empty());
  const std::string why =
      " (as many as at the switches next to them: with switch.vc_assignment: keep packets stay on the one that they "
      "came on), found ";
  CHECK(errors_of(row + "switch: { vc_assignment: keep }\n" + kinds) ==
        Lines{"test.yaml:4:48: switches[0].virtual_channels: expected 1" + why + "2 (for switch2)"});
  CHECK(errors_of(row + "switch: { vc_assignment: keep, virtual_channels: 4 }\n" + kinds) ==
        Lines{"test.yaml:4:48: switches[0].virtual_channels: expected 4" + why + "2 (for switch2)"});
  // Where no switch has the number of `switch`, the smaller kind is the one that differs.
  CHECK(errors_of(row + "switch: { vc_assignment: keep }\nswitches: [{ match: \"*\", virtual_channels: 2 },\n"
                        "           { match: switch2, virtual_channels: 4 }]\n") ==
        Lines{"test.yaml:5:48: switches[1].virtual_channels: expected 2" + why + "4 (for switch2)"});
}

TEST_CASE("a switch may have virtual channels that classes leave over, if another has none", "[quick]") {
  const auto with = [](const std::string& topology, const std::string& channels, const std::string& record) {
    return "schema_version: 1\ntopology: { kind: " + topology + " }\nswitch: { virtual_channels: " + channels + " }\n" +
           record;
  };
  const auto at_switch3 = [](const std::string& channels) {
    return "switches: [{ match: switch3, virtual_channels: " + channels + " }]\n";
  };
  const std::string ring = "ring, size: [6]", torus = "torus, size: [4, 3]", dragonfly = "dragonfly";
  for (const std::string& text : {with(ring, "2", at_switch3("3")), with(ring, "4", at_switch3("3")),
                                  with(ring, "3", at_switch3("2")), with(torus, "2", at_switch3("5")),
                                  with(dragonfly, "2", "switches: [{ match: switch_g0_1, virtual_channels: 3 }]\n")}) {
    INFO(text);
    network_with(text);
  }
  const std::string on_a_ring =
      "expected an even number on a ring (half of them in each of two dateline classes), found ";
  const std::string at_all = "test.yaml:3:29: switch.virtual_channels: ",
                    at_one = "test.yaml:4:48: switches[0].virtual_channels: ";
  CHECK(errors_of(with(ring, "3", "")) == Lines{at_all + on_a_ring + "3"});
  CHECK(errors_of(with(torus, "3", "")) ==
        Lines{at_all + "expected an even number on a torus (half of them in each of two dateline classes), found 3"});
  CHECK(errors_of(with(dragonfly, "3", "")) == Lines{at_all + "expected a multiple of the classes (2), found 3"});
  CHECK(errors_of(with(ring, "3", at_switch3("5"))) ==
        Lines{at_all + on_a_ring + "3", at_one + on_a_ring + "5 (for switch3)"});
  CHECK(errors_of(with(ring, "2", at_switch3("1"))) == Lines{at_one + on_a_ring + "1 (for switch3)"});
}

TEST_CASE("errors of links go by the kinds at their ends", "[quick]") {
  const std::string kinds =
      "switch: { virtual_channels: 2 }\n"
      "switches: [{ match: switch1, virtual_channels: 4, buffer: { flow_control: credit } }]\n";
  const auto with = [&](const std::string& fault) { return errors_of(row + kinds + "faults: [{ " + fault + " }]\n"); };
  CHECK(with("kind: credit_lost, link: link_switch0_p0_to_switch1_p1").empty());
  CHECK(with("kind: credit_lost, link: link_switch1_p1_to_switch0_p0") ==
        Lines{"test.yaml:5:37: faults[0].link: expected a link with switch.buffer.flow_control: credit at its switch, "
              "found link_switch1_p1_to_switch0_p0"});
  CHECK(with("kind: drop, link: link_switch0_p0_to_switch1_p1, vc: 3") ==
        Lines{"test.yaml:5:65: faults[0].vc: expected below 2 (the virtual channels of this link), or all, found 3"});
}

TEST_CASE("barrier trees go by switches with barrier units alone") {
  const std::string units =
      "switches: [{ match: [\"switch_l0_*\", \"switch_l1_*\"], barrier: { architecture: I } }]\nbarriers: { rounds: 3, "
      "groups: [{ members: ";
  const auto with = [&](const std::string& members) { return tree + units + "[" + members + "] }] }\n"; };
  // Hosts 0 to 3 are below switch_l0_0 and switch_l0_1, which switch_l1_0 and switch_l1_1 join.
  const network::Netlist n = network_with(with("host0, host2"));
  const std::size_t switches = n.switches.size();
  std::size_t ways = 0;
  for (const network::Channel& channel : n.channels) {
    if (channel.from.kind != network::InstanceKind::any_switch ||
        channel.to.kind != network::InstanceKind::any_switch || n.kind_of(channel.to.instance).barrier.is_on())
      continue;
    for (std::size_t to = 0; to < switches; ++to)
      CHECK(n.barrier_ways.ports_to_switch[channel.from.instance * switches + to] != channel.from.port.value);
    ++ways;
  }
  CHECK(ways == 8);  // up from each of four switches by two ports
  network::Fabric fabric(network::elaborate(n));
  fabric.run_until(Cycle(5000));
  for (const unsigned host : {0u, 2u}) CHECK(fabric.port_state(host).barrier->received > 0);

  CHECK(errors_of(with("host0, host7")) ==
        Lines{"test.yaml:4:33: barriers.groups[0]: host7: no way between switch_l0_0 and its switch, switch_l0_3, by "
              "switches with barrier units alone; expected hosts whose switches are joined by switches with barrier "
              "units"});
  CHECK(errors_of(tree + "switches: [{ match: switch_l0_0, barrier: { architecture: I } }]\n"
                         "barriers: { groups: [{ members: [host0, host7] }] }\n") ==
        Lines{"test.yaml:4:22: barriers.groups[0]: host7: there is no barrier unit at its switch, switch_l0_3; "
              "expected hosts whose switches are joined by switches with barrier units"});
  CHECK(errors_of(tree + "switch: { barrier: { architecture: I, adaptive: true } }\n"
                         "switches: [{ match: switch_l2_0, barrier: { architecture: none } }]\n") ==
        Lines{"test.yaml:3:49: switch.barrier.adaptive: expected false (true only where every switch has a barrier "
              "unit), found true"});
  CHECK(errors_of(tree + "switches: [{ match: switch_l2_0, barrier: { hold: 9 } }]\n") ==
        Lines{"test.yaml:3:51: switches[0].barrier.hold: has no effect without a barrier unit (for switch_l2_0); use "
              "it only with another switch.barrier.architecture"});
}

TEST_CASE("an option overrides a field of one record, and adds one that the record does not give", "[quick]") {
  const std::string text =
      row + "switches:\n  - { match: switch0, buffer: { flits: 40 } }\n  - { match: switch2, arbiter: matrix }\n";
  const auto flits = [&](const std::vector<settings::Override>& options) {
    const ExperimentReading reading = read(text, options);
    REQUIRE(reading.errors.empty());
    const network::Netlist n = network_of(reading.experiment);
    return std::vector<unsigned>{kind_of(n, "switch0").buffer.flits, kind_of(n, "switch1").buffer.flits,
                                 kind_of(n, "switch2").buffer.flits};
  };
  const unsigned common = SwitchSettings().buffer_flits;
  CHECK(flits({}) == std::vector<unsigned>{40, common, common});
  CHECK(flits({{"--vary", "switches[0].buffer.flits", "50"}, {"--vary", "switches[1].buffer.flits", "60"}}) ==
        std::vector<unsigned>{50, common, 60});
  CHECK(flits({{"--set", "switches[1].match", "[switch1]"}, {"--set", "switches[1].buffer.flits", "9"}}) ==
        std::vector<unsigned>{40, 9, common});
}

TEST_CASE("wrong options about records are reported with the option", "[quick]") {
  const std::string text =
      row + "switches: [{ match: switch0, arbiter: matrix }, { match: switch2, arbiter: matrix }]\n";
  const auto errors = [&](const std::string& key, const std::string& value) {
    const ExperimentReading reading = read(text, {{"--set " + key, key, value}});
    Lines lines;
    for (const settings::InputError& error : reading.errors) lines.push_back(to_string(error));
    return lines;
  };
  CHECK(errors("switches[2].buffer.flits", "9") ==
        Lines{"--set switches[2].buffer.flits: switches[2].buffer.flits: the list has 2 records; expected records from "
              "switches[0] to switches[1]"});
  CHECK(errors("switches[1].buffer.flits", "0") ==
        Lines{"--set switches[1].buffer.flits: switches[1].buffer.flits: expected integer from 1 to 32768 (flits), or "
              "an amount of data such as `64 B`, found 0"});
  const Lines flots = errors("switches[1].buffer.flots", "9");
  REQUIRE(flots.size() == 1);
  CHECK_THAT(flots[0], Catch::StartsWith("--set switches[1].buffer.flots: switches[1].buffer.flots: unknown key; "));
  CHECK_THAT(flots[0], Catch::EndsWith("; did you mean flits?"));
  CHECK(errors("links[0].delay", "9") == Lines{"--set links[0].delay: links[0].delay: the file has no list links; give "
                                               "the file a record, or the whole list as an option"});
  for (const char* key : {"switches[-1].buffer.flits", "switches.buffer.flits", "switches[x].bufer.flits"})
    CHECK(errors(key, "9") ==
          Lines{std::string("--set ") + key + ": " + key + ": unknown key; did you mean switches[0].buffer.flits?"});
  const ExperimentReading both = read(text, {{"--set switches", "switches", "[]"},
                                             {"--set switches[0].buffer.flits", "switches[0].buffer.flits", "9"}});
  REQUIRE(both.errors.size() == 1);
  CHECK(to_string(both.errors[0]) ==
        "--set switches[0].buffer.flits: switches[0].buffer.flits: switches is given as a whole, too, by --set "
        "switches; give the list, or fields of its records");
}
