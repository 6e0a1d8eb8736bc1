#include "testbench/run/network.hpp"
#include "testbench/run/kinds.hpp"

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <utility>

#include "rtl_models/network/frame_links.hpp"
#include "rtl_models/network/netlist.hpp"
#include "rtl_models/network/route_table.hpp"
#include "tests/support/reading.hpp"

using namespace slackline;
using namespace slackline::features;
using slackline::test::accepted;
using slackline::test::errors_of;
using slackline::test::places;
using slackline::test::read;
using slackline::test::version;

namespace {

using Lines = std::vector<std::string>;

Experiment experiment(const std::string& text) { return accepted(version + text).experiment; }

}  // namespace

TEST_CASE("the network is the one that the file describes", "[quick]") {
  const network::Netlist n = network_of(experiment(R"(
clock: { period: 6.25 ns }
topology: { size: [4, 2], hosts_per_switch: 3 }
link: { delay: 17 ns }
switch:
  buffer: { flits: 40, stop_at: 20, go_at: 7 }
  arbiter: matrix
  delay: { header: 9, data: 4, arbitration: 3, crossbar: 2, flow_control: 1 }
traffic: { load: 0.5, packet: { flits: 4 } }
run: { seed: 99, warmup: 33 }
)"));
  CHECK(n.switches.size() == 8);
  CHECK(n.endpoints.size() == 24);
  CHECK(n.switch_kinds[0].ports == 7);
  CHECK(n.switch_kinds[0].buffer.flits == 40);
  CHECK(n.switch_kinds[0].flow.stop_at == 20);
  CHECK(n.switch_kinds[0].flow.go_at == 7);
  CHECK(n.switch_kinds[0].flow.fc_cycles == 1);
  CHECK(n.switch_kinds[0].arbiter == router_arbiter::Policy::matrix);
  CHECK(n.switch_kinds[0].header_delay == 9);
  CHECK(n.switch_kinds[0].data_delay == 4);
  CHECK(n.switch_kinds[0].arbitration == 3);
  CHECK(n.switch_kinds[0].crossbar == 2);
  CHECK(n.switch_kinds[0].host_fc_cycles == 1);
  CHECK(n.workloads[0].traffic.nodes == 24);
  CHECK(n.workloads[0].traffic.packets_per_cycle == 0.125);
  CHECK(n.workloads[0].traffic.packet_flits == 4);
  CHECK(n.workloads[0].traffic.seed == 99);
  for (const network::Channel& channel : n.channels) {
    CHECK(channel.delay == 3);
    CHECK(channel.stop_delay == 3);
  }
  CHECK(network::violations(n).empty());
}

TEST_CASE("a permutation gives each host's partner", "[quick]") {
  const network::Netlist n =
      network_of(experiment("topology: { size: [3] }\ntraffic: { pattern: permutation, permutation: [2, 1, 0] }"));
  CHECK(n.workloads[0].traffic.pattern == generator::Pattern::permutation);
  CHECK(n.workloads[0].traffic.partner_of(NodeId(0)) == NodeId(2));
  CHECK(n.workloads[0].traffic.partner_of(NodeId(1)) == NodeId(1));
  CHECK(n.workloads[0].traffic.partner_of(NodeId(2)) == NodeId(0));
}

TEST_CASE("lengths, arrivals and hot spots are those of the file, at its load") {
  const generator::TrafficParams t = network_of(experiment(R"(
traffic:
  pattern: hot_spot
  hot_spot: { hosts: [5, 3], share: 0.25 }
  load: 0.34
  packet: { lengths: [8, 64], weights: [9, 1] }
  arrivals: { kind: on_off, burst: 70 }
  response: { flits: 20, max_outstanding: 3 }
)"))
                                         .workloads[0]
                                         .traffic;
  CHECK(t.pattern == generator::Pattern::hot_spot);
  CHECK(t.hot_spot.hosts == std::vector<std::uint32_t>{5, 3});
  CHECK(t.hot_spot.share == 0.25);
  REQUIRE(t.lengths.size() == 2);
  CHECK(t.lengths[1].flits == 64);
  CHECK(t.lengths[0].weight == 9);
  CHECK(t.packets_per_cycle == 0.34 / 13.6);
  CHECK(t.arrivals.kind == generator::ArrivalKind::on_off);
  CHECK(t.arrivals.burst == 70);
  CHECK(t.response_flits == 20);
  CHECK(t.max_outstanding == 3);
  CHECK(t.grid.size == generator::Grid{{8, 8, 1, 1, 1, 1, 1, 1}}.size);
  CHECK(network_of(experiment("traffic: { packet: { lengths: [1, 3] } }")).workloads[0].traffic.mean_packet_flits() ==
        2);
}

TEST_CASE("auto sets stop_at to the highest value that loses no flit") {
  const Experiment e = experiment(
      "link: { delay: 3 }\nswitch: { buffer: { flits: 32 }, delay: { data: 2, header: 2, "
      "crossbar: 2, flow_control: 1 } }");
  const Derived d = derived(e);
  CHECK(d.slack == 3 + 3 + 1 + 1 + 1 + 1);
  CHECK(d.stop_at == 32 - 10);
  CHECK(d.go_at == 11);

  network::Netlist n = network_of(e);
  CHECK(network::violations(n).empty());
  ++n.switch_kinds[0].flow.stop_at;
  CHECK_FALSE(network::violations(n).empty());
}

TEST_CASE("a buffer may be as small as the slack allows, and not one flit smaller") {
  const std::string rest = ", stop_at: 4, go_at: 2 }, delay: { flow_control: 2 } }\nlink: { delay: 5 }";
  const unsigned least = 4 + 5 + 5 + 2 + 2 + 0 + 1;
  CHECK(errors_of(version + "switch: { buffer: { flits: " + std::to_string(least) + rest).empty());
  CHECK(errors_of(version + "switch: { buffer: { flits: " + std::to_string(least - 1) + rest) ==
        Lines{"test.yaml:2:28: switch.buffer.flits: expected at least 19 (stop_at 4 + 15 flits that may still arrive "
              "after STOP), found 18"});
}

TEST_CASE("a buffer too small for any stop_at is refused, without errors that follow from it", "[quick]") {
  CHECK(errors_of(version + "switch: { buffer: { flits: 4 } }").empty());
  CHECK(places(errors_of(version + "switch: { buffer: { flits: 3 } }")) ==
        Lines{"test.yaml:2:28: switch.buffer.flits"});
  CHECK(places(errors_of(version + "switch: { buffer: { flits: 3, go_at: 2 } }")) ==
        Lines{"test.yaml:2:28: switch.buffer.flits"});
}

TEST_CASE("links between switches do not count where there are none") {
  // With a crossbar of 8 cycles, a switch would send 7 flits more than a host.
  CHECK(derived(experiment("topology: { size: [1], hosts_per_switch: 4 }\nswitch: { delay: { header: 8, data: 8, "
                           "crossbar: 8 } }"))
            .slack == 3);
  CHECK(derived(experiment("topology: { size: [2] }\nswitch: { delay: { header: 8, data: 8, crossbar: 8 } }")).slack ==
        10);
}

TEST_CASE("violations of the model are reported by the keys of the file") {
  CHECK(errors_of(version + "switch: { delay: { data: 2, crossbar: 3, header: 5 } }") ==
        Lines{"test.yaml:2:26: switch.delay.data: expected 3 to 1000 (at least switch.delay.crossbar), found 2"});
  CHECK(errors_of(version + "switch: { buffer: { stop_at: 10, go_at: 10 } }") ==
        Lines{"test.yaml:2:41: switch.buffer.go_at: expected 0 to 9 (below stop_at), found 10"});
  CHECK(errors_of(version + "switch: { buffer: { stop_at: 65 } }") ==
        Lines{"test.yaml:2:30: switch.buffer.stop_at: expected 1 to flits (64), found 65"});
}

TEST_CASE("a violation of a default is shown at the key that caused it") {
  CHECK(errors_of(version + "switch: { delay: { arbitration: 1 } }") ==
        Lines{"test.yaml:2:33: switch.delay.header: expected 2 to 1000 (at least switch.delay.data + "
              "switch.delay.arbitration), found 1 (default)"});
}

TEST_CASE("a switch has at most 256 ports") {
  CHECK(errors_of(version + "topology: { size: [2, 2], hosts_per_switch: 252 }").empty());
  CHECK(errors_of(version + "topology: { size: [2, 2, 2], hosts_per_switch: 250 }").empty());
  CHECK(places(errors_of(version + "topology: { size: [2, 2, 2], hosts_per_switch: 251 }")) ==
        Lines{"test.yaml:2:48: topology.hosts_per_switch"});
  CHECK(errors_of(version + "topology: { kind: single_switch, hosts_per_switch: 256 }").empty());
  CHECK(errors_of(version + "topology: { kind: single_switch, hosts_per_switch: 257 }") ==
        Lines{"test.yaml:2:52: topology.hosts_per_switch: expected integer from 1 to 256 (hosts), found 257"});
}

TEST_CASE("a network has at least 2 hosts", "[quick]") {
  CHECK(errors_of(version + "topology: { size: [1], hosts_per_switch: 2 }").empty());
  CHECK(
      errors_of(version + "topology: { size: [1] }") ==
      Lines{"test.yaml:2:19: topology.size: expected a value for 2 to 16777216 hosts altogether, found [1] (1 host)"});
  CHECK(places(errors_of(version + "topology: { size: [1024, 1024, 1024, 1024], hosts_per_switch: 56 }")) ==
        Lines{"test.yaml:2:19: topology.size"});
}

TEST_CASE("a time needs a clock, and fits 1000 cycles") {
  CHECK(places(errors_of(version + "link: { delay: 17 ns }")) == Lines{"test.yaml:2:16: link.delay"});
  CHECK(errors_of(version + "clock: { period: 1 ns }\nswitch: { buffer: { flits: 4000 } }\nlink: { delay: 1000 ns }")
            .empty());
  CHECK(errors_of(version + "clock: { period: 1 ns }\nswitch: { buffer: { flits: 4000 } }\nlink: { delay: 1001 ns }") ==
        Lines{"test.yaml:4:16: link.delay: expected up to 1000 cycles, found 1001 ns (1001 cycles)"});
}

TEST_CASE("the warm-up ends before the run", "[quick]") {
  CHECK(errors_of(version + "run: { warmup: 9, max_cycles: 10 }").empty());
  CHECK(places(errors_of(version + "run: { warmup: 10, max_cycles: 10 }")) == Lines{"test.yaml:2:16: run.warmup"});
}

TEST_CASE("a run has at most 100000 windows, and room for one", "[quick]") {
  CHECK(accepted(version).experiment.run.windows == 0);
  CHECK(errors_of(version + "run: { windows: 2, max_cycles: 200000 }").empty());
  CHECK(errors_of(version + "run: { windows: 2, max_cycles: 200001 }") ==
        Lines{"test.yaml:2:17: run.windows: expected 0, or from 3 to run.max_cycles (200001), for at most 100000 "
              "windows, found 2"});
  CHECK(errors_of(version + "run: { windows: 10, max_cycles: 10 }").empty());
  CHECK(places(errors_of(version + "run: { windows: 11, max_cycles: 10 }")) == Lines{"test.yaml:2:17: run.windows"});
  CHECK(errors_of(version + "run: { windows: 0, max_cycles: 10000000 }").empty());
  CHECK(errors_of(version + "switch: { barrier: { architecture: I } }\nbarriers: { groups: [{ members: [all] }] }\n"
                            "run: { windows: 1000 }") ==
        Lines{"test.yaml:4:17: run.windows: expected 0, or from 10000000000 to run.max_cycles (1000000000000000, not "
              "given), for at most 100000 windows, found 1000"});
}

TEST_CASE("a permutation names every host once, and is given with its pattern") {
  const std::string head = version + "topology: { size: [3] }\n";
  CHECK(places(errors_of(head + "traffic: { pattern: permutation }")) == Lines{"test.yaml:3:21: traffic.permutation"});
  CHECK(places(errors_of(head + "traffic: { permutation: [2, 1, 0] }")) ==
        Lines{"test.yaml:3:25: traffic.permutation"});
  CHECK(places(errors_of(head + "traffic: { pattern: permutation, permutation: [2, 1] }")) ==
        Lines{"test.yaml:3:47: traffic.permutation"});
  CHECK(errors_of(head + "traffic: { pattern: permutation, permutation: [3, 0, 0] }") ==
        Lines{"test.yaml:3:48: traffic.permutation: expected each host from 0 to 2 once, found 3",
              "test.yaml:3:54: traffic.permutation: expected each host from 0 to 2 once, found 0 (a second time)"});
  // An unreadable value does not prevent a judgement of the others.
  CHECK(errors_of(head + "traffic: { pattern: permutation, permutation: [0, x, 0] }") ==
        Lines{"test.yaml:3:51: traffic.permutation: expected list of 2 to 16777216 integers, each 0 to 16777215 "
              "(hosts), found x (not a decimal integer)",
              "test.yaml:3:54: traffic.permutation: expected each host from 0 to 2 once, found 0 (a second time)"});
  CHECK(places(errors_of(head + "traffic: { pattern: permutation, permutation: [0, x] }")) ==
        Lines{"test.yaml:3:51: traffic.permutation", "test.yaml:3:47: traffic.permutation"});
}

TEST_CASE("each hot host that is none is shown at its place", "[quick]") {
  const std::string hot = version + "topology: { size: [4] }\ntraffic: { pattern: hot_spot, hot_spot: { hosts: ";
  const std::string key = ": traffic.hot_spot.hosts: ";
  const std::string list = "expected list of 1 to 1024 integers, each 0 to 16777215 (hosts), found ";
  CHECK(errors_of(hot + "[1, 9, x, 1] } }") ==
        Lines{"test.yaml:3:57" + key + list + "x (not a decimal integer)",
              "test.yaml:3:54" + key + "expected each host from 0 to 3 once, found 9",
              "test.yaml:3:60" + key + "expected each host from 0 to 3 once, found 1 (a second time)"});
  CHECK(errors_of(hot + "[] } }") == Lines{"test.yaml:3:50" + key + list + "an empty list"});
  CHECK(errors_of(version + "traffic: { pattern: hot_spot }") ==
        Lines{"test.yaml:2:21" + key + "missing; expected list of the hot hosts, with pattern: hot_spot"});
}

TEST_CASE("a key of random traffic that others make useless is refused, unless an option chose them", "[quick]") {
  const std::string useless = version +
                              "traffic: { hot_spot: { hosts: [1], share: 0.2 }, arrivals: { burst: 7 }, response: { "
                              "max_outstanding: 3 } }\n";
  CHECK(
      errors_of(useless) ==
      Lines{"test.yaml:2:31: traffic.hot_spot.hosts: has no effect with pattern: uniform; use it only with "
            "pattern: hot_spot",
            "test.yaml:2:43: traffic.hot_spot.share: has no effect with pattern: uniform; use it only with "
            "pattern: hot_spot",
            "test.yaml:2:69: traffic.arrivals.burst: has no effect with kind: bernoulli; use it only with kind: on_off",
            "test.yaml:2:103: traffic.response.max_outstanding: has no effect without responses; use it only with "
            "traffic.response.flits"});
  CHECK(read(useless, {{"--set", "traffic.pattern", "uniform"},
                       {"--vary", "traffic.arrivals.kind", "periodic"},
                       {"--set", "traffic.response.flits", "0"}})
            .errors.empty());
  CHECK(errors_of(version + "traffic: { pattern: hot_spt, hot_spot: { hosts: [1] } }\n").size() == 1);
}

TEST_CASE("a network too large for any memory is refused before it is built") {
  const Lines errors =
      errors_of(version + "topology: { size: [1024, 1024, 16] }\nswitch: { buffer: { flits: 32768 } }");
  REQUIRE(errors.size() == 1);
  CHECK(errors[0].find(" GiB of memory)") != std::string::npos);
}

TEST_CASE("what hosts of an exchange count for each other host is memory, too") {
  const auto errors = [](const std::string& size, const std::string& receive) {
    return errors_of(version + "topology: { size: " + size + " }\nworkloads: [{ kind: exchange, receive: " + receive +
                     " }]\n");
  };
  const Lines refused = errors("[1024, 1024]", "expected");  // 4 TiB
  REQUIRE(refused.size() == 1);
  CHECK(refused[0].rfind("test.yaml:2:19: topology.size: expected ", 0) == 0);
  CHECK(refused[0].find(", found [1024, 1024] (about 4") != std::string::npos);
  CHECK(refused[0].find(" GiB of memory)") != std::string::npos);
  CHECK(errors("[256, 256]", "any").empty());
}

TEST_CASE("the flits of packet switches count as memory, unless packets move whole", "[quick]") {
  const auto errors = [](const std::string& packet, const std::string& engine = "fabric") {
    return errors_of(version + "topology: { size: [32, 32] }\nswitch: { kind: packet, packet: { " + packet +
                     " } }\nrun: { engine: " + engine + " }\n");
  };
  // 2 GiB a switch.
  const std::string large = "buffers: shared, frames: 16000, longest: 16384";
  for (const Lines& refused : {errors(large, "signal"), errors(large + ", cut_through: true")}) {
    REQUIRE(refused.size() == 1);
    CHECK(refused[0].rfind("test.yaml:2:19: topology.size: expected a network that fits the memory of this machine (",
                           0) == 0);
    CHECK(refused[0].find("), found [32, 32] (about ") != std::string::npos);
  }
  CHECK(errors(large).empty());
  CHECK(errors("frames: 45", "signal").empty());
  // Those of uplinks, which most ports are.
  const std::string uplinks = "longest: 2000, frames: 1, uplink: { frames: 16000 }";
  CHECK(errors(uplinks, "signal").size() == 1);
  CHECK(errors("longest: 2000, frames: 1, uplink: { frames: 1 }", "signal").empty());
}

TEST_CASE("the flits of packet switches count as memory exactly where the fabric does not move packets whole") {
  const auto text = [](const std::string& size, const std::string& packet, const std::string& more) {
    return "topology: { size: " + size + " }\nswitch: { kind: packet, packet: { " + packet + " } }\n" + more;
  };
  const std::string nics = "endpoint: nic\nnic: { firmware: unicast, receive: { when_full: ";
  struct Case {
    std::string packet, more;
    bool whole;
  };
  for (const auto& [packet, more, whole] :
       {Case{"", "", true}, Case{", cut_through: true", "", false},
        Case{"", "faults: [{ kind: drop, link: link_host1_to_switch1_p4 }]\n", false},
        Case{"", nics + "drop } }\n", true}, Case{"", nics + "stop } }\n", false},
        Case{"", "switches: [{ match: switch1, packet: { cut_through: true } }]\n", false},
        Case{"", "switches: [{ match: switch1, packet: { frames: 3 } }]\n", true}}) {
    INFO(packet << more);
    const network::Netlist small = network_of(experiment(text("[2, 2]", "frames: 45" + packet, more)));
    CHECK(network::moves_frames_whole(network::elaborate(small)) == whole);
    // 2 GiB a switch.
    std::string large = version;
    large += text("[32, 32]", "buffers: shared, frames: 16000, longest: 16384" + packet, more);
    const Lines errors = errors_of(large);
    CHECK(errors.size() == (whole ? 0 : 1));
    for (const std::string& error : errors) CHECK(error.find(" GiB of memory)") != std::string::npos);
  }
}

TEST_CASE("virtual channels, switching, flow control and routing reach the model", "[quick]") {
  const network::Netlist n = network_of(experiment(R"(
topology: { kind: torus, size: [4, 3] }
switch:
  virtual_channels: 6
  vc_assignment: keep
  switching: virtual_cut_through
  buffer: { flits: 30, flow_control: credit }
)"));
  CHECK(n.switch_kinds[0].virtual_channels == 6);
  CHECK(n.routing.vc_assignment == route_unit::VcAssignment::keep);
  CHECK(n.switch_kinds[0].switching == wormhole_switch::Switching::virtual_cut_through);
  CHECK(n.switch_kinds[0].flow.kind == flow_controller::Kind::credit);
  CHECK(n.routing.wraps);
  CHECK(n.channels.size() == 2 * (12 + 12 + 12));
  CHECK_FALSE(n.switch_kinds[0].trailing_crc);
  CHECK(network::violations(n).empty());
  CHECK_FALSE(network_of(experiment("topology: { kind: mesh }")).routing.wraps);
}

TEST_CASE("table, stripped and shifted routes are those of the algorithm") {
  const std::string shape = "topology: { size: [3, 2], hosts_per_switch: 2 }\n";
  CHECK(network_of(experiment(shape)).route_tables.entries.empty());
  for (const auto& [word, kind] : {std::pair{"table", route_unit::Kind::table},
                                   {"source_stripped", route_unit::Kind::source_stripped},
                                   {"source_shifted", route_unit::Kind::source_shifted}}) {
    const network::Netlist n = network_of(experiment(shape + "routing: { switch: " + word + " }"));
    INFO(word);
    CHECK(n.routing.kind == kind);
    REQUIRE(n.route_tables.entries.size() == 6 * 12);
    CHECK(n.route_tables.entries[11] == 0);  // from switch 0 to host 11, at switch 5: dimension 0 first
    CHECK(n.route_tables.entries[5 * 12 + 11] == 5);
    CHECK(network::violations(n).empty());
  }
}

TEST_CASE("the myrinet format has a CRC, and packets of at least 6 flits", "[quick]") {
  const std::string head = "routing: { switch: source_stripped }\ntraffic: { packet: { format: myrinet, ";
  const network::Netlist n = network_of(experiment(head + "flits: 6 } }"));
  CHECK(n.port_params.format == port::PacketFormat::myrinet);
  CHECK(n.switch_kinds[0].trailing_crc);
  CHECK(network::violations(n).empty());
  CHECK(errors_of(version + head + "flits: 5 } }") ==
        Lines{"test.yaml:3:46: traffic.packet.flits: expected 6 to 65535 (the header and CRC of myrinet are 6, of "
              "servernet 8), found 5"});
  CHECK(errors_of(version + head + "lengths: [6, 5, 4] }, response: { flits: 5 } }") ==
        Lines{"test.yaml:3:48: traffic.packet.lengths: expected 6 to 65535 (the header and CRC of myrinet are 6, of "
              "servernet 8), found 5",
              "test.yaml:3:80: traffic.response.flits: expected 6 to 65535 (the header and CRC of myrinet are 6, of "
              "servernet 8), found 5"});
  CHECK(errors_of(version + "routing: { switch: table }\ntraffic: { packet: { format: myrinet } }") ==
        Lines{"test.yaml:3:30: traffic.packet.format: expected compact or servernet, or routing.switch: "
              "source_stripped, found myrinet"});
  for (const auto& [routing, format, right] :
       {std::array{"source_shifted", "myrinet", "compact, or routing.switch: source_stripped"},
        std::array{"source_shifted", "servernet", "compact, or routing.switch: auto or table"},
        std::array{"source_stripped", "servernet", "compact or myrinet, or routing.switch: auto or table"}})
    CHECK(errors_of(version + "routing: { switch: " + routing +
                    " }\ntopology: { size: [4] }\ntraffic: { packet: { flits: 9, format: " + format + " } }") ==
          Lines{std::string("test.yaml:4:40: traffic.packet.format: expected ") + right + ", found " + format});
  // An unknown routing causes no second error.
  CHECK(places(errors_of(version + "routing: { switch: stripped }\ntraffic: { packet: { format: myrinet } }")) ==
        Lines{"test.yaml:2:20: routing.switch"});
}

TEST_CASE("the myrinet format distinguishes 65536 hosts") {
  const std::string rest = "] }\nrouting: { switch: source_stripped }\ntraffic: { packet: { format: myrinet } }";
  CHECK(errors_of(version + "topology: { size: [256, 257" + rest) ==
        Lines{"test.yaml:4:30: traffic.packet.format: expected up to 65536 hosts, found myrinet (65792 hosts)"});
}

TEST_CASE("a torus has an even number of virtual channels, whatever the kind of routing at its switches") {
  const std::string torus = version + "topology: { kind: torus, size: [5, 5] }\n";
  CHECK(errors_of(torus + "switch: { virtual_channels: 2 }").empty());
  CHECK(errors_of(torus + "switch: { virtual_channels: 3 }") ==
        Lines{"test.yaml:3:29: switch.virtual_channels: expected an even number on a torus (half of them in each of "
              "two dateline classes), found 3"});
  for (const std::string word : {"table", "source_stripped", "source_shifted"}) {
    const std::string by = "routing: { switch: " + word + " }\n";
    CHECK(errors_of(torus + by + "switch: { virtual_channels: 2 }").empty());
    CHECK(errors_of(torus + by + "switch: { virtual_channels: 3 }") ==
          Lines{"test.yaml:4:29: switch.virtual_channels: expected a multiple of the classes (2), found 3"});
  }
}

TEST_CASE("shifted routes fit 32 bits, the same limit as in the model of the whole network") {
  const std::string shifted = "routing: { switch: source_shifted }\ntopology: { size: ";
  const network::Netlist longest = network_of(experiment(shifted + "[5, 6] }"));
  CHECK(network::violations(longest).empty());
  CHECK(network::longest_route(longest) == 10);
  const ExperimentReading reading = read(version + shifted + "[5, 7] }");
  REQUIRE(reading.errors.size() == 1);
  CHECK(to_string(reading.errors[0]) ==
        "test.yaml:2:20: routing.switch: expected source_stripped or table, or routes over up to 10 switches of 5 "
        "ports (3 bits each of 32), found source_shifted (routes over up to 11 switches)");
  CHECK_FALSE(network::violations(network_of(reading.experiment)).empty());
}

TEST_CASE("busy and ready have one watermark, credits have none") {
  const Derived busy = derived(experiment("switch: { buffer: { flits: 20, flow_control: busy_ready } }"));
  CHECK(busy.stop_at == 20 - 3);
  CHECK(busy.go_at == busy.stop_at - 1);
  CHECK(derived(experiment("switch: { buffer: { flow_control: busy_ready, stop_at: 7 } }")).go_at == 6);
  CHECK(errors_of(version + "switch: { buffer: { flow_control: busy_ready, go_at: 6 } }") ==
        Lines{"test.yaml:2:54: switch.buffer.go_at: busy_ready has one watermark, stop_at; use auto, or a number "
              "only with switch.buffer.flow_control: " +
              flow_controller::words_of(flow_controller::has_free_go_at)});
  CHECK(places(errors_of(version + "switch: { buffer: { flow_control: credit, stop_at: 9, go_at: 2 } }")) ==
        Lines{"test.yaml:2:52: switch.buffer.stop_at", "test.yaml:2:62: switch.buffer.go_at"});
  CHECK(errors_of(version + "switch: { buffer: { flow_control: credit, stop_at: auto, go_at: auto, flits: 1 } }")
            .empty());
}

TEST_CASE("credits for full speed are those of the model, on the link that needs the most") {
  const Experiment e = experiment(
      "link: { delay: 4 }\nswitch: { buffer: { flits: 2, flow_control: credit }, delay: { data: 3, header: 3 } }");
  const network::Netlist n = network::completed(network_of(e));
  unsigned most = 0;
  for (const network::Channel& channel : n.channels)
    if (channel.to.kind == network::InstanceKind::any_switch)
      most = std::max(most, network::full_speed_credits(network::loop_of(n, channel)));
  CHECK(derived(e).full_speed_credits == most);
  CHECK(derived(e).smallest_buffer == 1);
  CHECK(network::violations(n).empty());
}

TEST_CASE("virtual cut-through: auto leaves room for the rest of the longest packet, route flits included") {
  const auto check = [](const std::string& rest, unsigned longest) {
    INFO(rest);
    const auto text = [&](unsigned flits) {
      return "switch: { switching: virtual_cut_through, buffer: { flits: " + std::to_string(flits) + " } }\n" + rest;
    };
    CHECK(derived(experiment(text(40))).longest_packet == longest);
    network::Netlist n = network_of(experiment(text(40)));
    CHECK(n.switch_kinds[0].flow.stop_at == 40 - 3 - (longest - 1));
    CHECK(network::completed(n).switch_kinds[0].longest_packet == longest);
    CHECK(network::violations(n).empty());
    ++n.switch_kinds[0].flow.stop_at;
    CHECK_FALSE(network::violations(n).empty());

    const unsigned least = 1 + 3 + longest - 1;
    CHECK(network::violations(network_of(experiment(text(least)))).empty());
    CHECK(errors_of(version + text(least - 1)) ==
          Lines{"test.yaml:2:60: switch.buffer.flits: expected at least " + std::to_string(least) +
                " (stop_at 1 + 3 flits that may still arrive after STOP + " + std::to_string(longest - 1) +
                " of the longest packet after its head), found " + std::to_string(least - 1)});
  };
  check("traffic: { response: { flits: 11 } }", 11);
  check("routing: { switch: source_stripped }\ntopology: { size: [4, 3] }", 8 + 6);
}

TEST_CASE("the longest packet that keys show is the one that the network finds, with network interfaces too",
          "[quick]") {
  const std::string cut = "switch: { switching: virtual_cut_through, buffer: { flits: 200 } }\n";
  for (const char* rest :
       {"workloads: [{ kind: traffic, packet: { flits: 7 } }, { kind: traffic, packet: { flits: 19 } }]\n",
        "topology: { size: [4, 3] }\nrouting: { kind: up_down, switch: source_stripped }\n",
        "endpoint: nic\nnic: { firmware: unicast, costs: free, packet_words: 30 }\n"}) {
    INFO(rest);
    const Experiment e = experiment(cut + rest);
    const std::uint32_t longest = derived(e).longest_packet;
    CHECK(longest > 1);
    CHECK(network::completed(network_of(e)).switch_kinds[0].longest_packet == longest);
  }
}

TEST_CASE("virtual cut-through with credits needs a buffer for the longest packet", "[quick]") {
  const std::string rest =
      ", flow_control: credit } }\nrouting: { switch: source_stripped }\ntopology: { size: [4, 3] }";
  const std::string cut = "switch: { switching: virtual_cut_through, buffer: { flits: ";
  CHECK(network::violations(network_of(experiment(cut + "14" + rest))).empty());
  CHECK(errors_of(version + cut + "13" + rest) == Lines{"test.yaml:2:60: switch.buffer.flits: expected at least 14 "
                                                        "(the longest packet, with the flits of its route), found 13"});
  CHECK(
      errors_of(version + "switch: { switching: virtual_cut_through }\ntraffic: { packet: { flits: 65535 } }")[0].find(
          "no buffer is so large: shorter packets)") != std::string::npos);
}

TEST_CASE("a route byte of myrinet has seven bits for a port and a class: larger switches are refused before the run") {
  const auto text = [](unsigned hosts_per_switch, const std::string& routing) {
    return "topology: { kind: ring, size: [3], hosts_per_switch: " + std::to_string(hosts_per_switch) +
           " }\nrouting: { switch: source_stripped" + routing +
           " }\nswitch: { virtual_channels: 2 }\ntraffic: { packet: { format: myrinet } }\n";
  };
  const Lines refused{
      "test.yaml:5:30: traffic.packet.format: expected compact, or switches of up to 64 ports with at most 2 classes "
      "of virtual channels, or of up to 128 with 1 (a route byte has 7 bits for both), found myrinet"};
  const std::string one_class = ", kind: up_down", two_classes = ", kind: dateline";
  for (const auto& [hosts, classes] : {std::pair(126u, one_class), std::pair(62u, two_classes)}) {
    INFO(hosts << classes);
    CHECK(network::violations(network_of(experiment(text(hosts, classes)))).empty());
    CHECK(errors_of(version + text(hosts + 1, classes)) == refused);
  }
}

TEST_CASE("a table of routes counts as memory", "[quick]") {
  const Lines errors = errors_of(version + "topology: { size: [1024, 1024] }\nrouting: { switch: table }");
  REQUIRE(errors.size() == 1);
  CHECK(errors[0].find(" GiB of memory)") != std::string::npos);
  CHECK(errors_of(version + "topology: { size: [64, 64] }\nrouting: { switch: table }").empty());
}

TEST_CASE("errors act on the channel that they name, each with a seed of its own") {
  const std::string text = R"(
topology: { size: [2, 2] }
switch: { virtual_channels: 4, buffer: { flow_control: credit } }
faults:
  - { kind: stop_stuck, link: link_host1_to_switch1_p4, from: 10, to: 20, vc: 2, level: 0 }
  - { kind: corrupt, link: link_switch1_p1_to_switch0_p0, count: 5, probability: 0.25 }
  - { kind: credit_lost, link: link_switch1_p1_to_switch0_p0, count: 0 }
  - { kind: dead, link: link_switch1_p1_to_switch0_p0, from: 7 }
)";
  const network::Netlist n = network_of(experiment(text));
  REQUIRE(n.faults.size() == 4);
  const auto link = [&](std::size_t i) { return network::channel_name(n, n.channels[n.faults[i].channel]); };
  CHECK(link(0) == "link_host1_to_switch1_p4");
  CHECK(link(1) == "link_switch1_p1_to_switch0_p0");
  const LinkFault &stuck = n.faults[0].fault, &corrupt = n.faults[1].fault;
  CHECK(stuck.kind == LinkFaultKind::stop_stuck);
  CHECK(stuck.from == Cycle(10));
  CHECK(stuck.to == Cycle(20));
  CHECK(stuck.vcs == 1u << 2);
  CHECK_FALSE(stuck.level);
  CHECK(corrupt.kind == LinkFaultKind::corrupt);
  CHECK(corrupt.count == 5);
  CHECK(corrupt.probability == 0.25);
  CHECK(corrupt.to == never);
  CHECK((corrupt.vcs & 0xf) == 0xf);
  CHECK(n.faults[2].fault.kind == LinkFaultKind::credit_lost);
  CHECK(n.faults[2].fault.count == 0);
  CHECK(n.faults[3].fault.kind == LinkFaultKind::dead);
  CHECK(n.faults[3].fault.count == 0);
  CHECK(n.faults[1].fault.seed != n.faults[2].fault.seed);
  CHECK(network_of(experiment("run: { seed: 2 }" + text)).faults[1].fault.seed != corrupt.seed);
  CHECK(network::violations(n).empty());
}
