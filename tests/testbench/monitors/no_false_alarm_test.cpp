// Networks of every kind, with far more traffic than they carry: a delayed flit is never reported as stuck.
#include <catch2/catch.hpp>

#include "rtl_models/network/fabric.hpp"
#include "testbench/deadlock/objection.hpp"
#include "testbench/monitors/watchdog.hpp"
#include "testbench/run/network.hpp"
#include "tests/support/reading.hpp"
#include "tests/support/totals.hpp"

using namespace slackline;

namespace {

const std::string credits = "buffer: { flow_control: credit, flits: 16 }";

/// The keys that differ from kind to kind; all networks are free of deadlock.
const std::vector<std::string> networks = {
    "topology: { kind: single_switch, hosts_per_switch: 8 }",
    "topology: { kind: ring, size: [8] }\nswitch: { virtual_channels: 2 }",
    "topology: { kind: mesh, size: [4, 4], hosts_per_switch: 2 }",
    "topology: { kind: mesh, size: [4, 4] }\nrouting: { kind: up_down }",
    "topology: { kind: mesh, size: [4, 4] }\nrouting: { kind: adaptive }\nswitch: { virtual_channels: 3, " + credits +
        " }",
    "topology: { kind: mesh, size: [4, 4] }\nrouting: { kind: valiant }\nswitch: { virtual_channels: 2 }",
    "topology: { kind: torus, size: [4, 4] }\nswitch: { virtual_channels: 4 }",
    "topology: { kind: torus, size: [5, 3] }\nrouting: { kind: adaptive }\nswitch: { virtual_channels: 3, " + credits +
        " }",
    "topology: { kind: hypercube, dimensions: 4 }",
    "topology: { kind: hypercube, dimensions: 4 }\nrouting: { kind: dimension_order, switch: source_stripped }",
    "topology: { kind: fat_tree, arity: 2, levels: 3 }",
    "topology: { kind: fat_tree, arity: 2, levels: 3 }\nrouting: { kind: minimal }",
    "topology: { kind: full_tree, arity: 4, levels: 3 }",
    "topology: { kind: star_of_stars, arity: 4, hosts_per_switch: 3 }",
    ("topology: { kind: dragonfly, group_switches: 3, global_links: 1, hosts_per_switch: 2 }\n"
     "switch: { virtual_channels: 2 }"),
    ("topology: { kind: dragonfly, group_switches: 3, global_links: 1, hosts_per_switch: 2 }\n"
     "routing: { kind: valiant }\nswitch: { virtual_channels: 4 }"),
    "topology: { kind: random, switches: 12, switch_links: 3, hosts_per_switch: 2, seed: 3 }",
    "topology: { kind: mesh, size: [4, 4] }\nswitch: { switching: virtual_cut_through }",
    "topology: { kind: mesh, size: [4, 4] }\nlink: { cycles_per_flit: 7, delay: 20 }",
    "topology: { kind: mesh, size: [3, 3] }\nclock: { period: 25 ns }\nendpoint: nic",
    ("topology: { kind: mesh, size: [3, 3] }\nclock: { period: 25 ns }\nendpoint: nic\n"
     "nic: { receive: { when_full: stop }, buffers: 2 }"),
    ("topology: { kind: mesh, size: [3, 3] }\nclock: { period: 25 ns }\nendpoint: nic\nswitch: { virtual_channels: 2 "
     "}\n"
     "nic: { firmware: unicast, receive: { when_full: stop }, buffers: 1 }"),
    ("topology: { kind: random, switches: 12, switch_links: 3, hosts_per_switch: 1, seed: 3 }\n"
     "switch: { barrier: { architecture: I, hold: 4096 } }\n"
     "barriers: { groups: [ { members: [all] } ], rounds: 1000 }"),
    ("topology: { kind: mesh, size: [4, 4] }\nswitch: { virtual_channels: 2, barrier: { architecture: III } }\n"
     "barriers: { groups: [ { members: [all] }, { size: 4 } ], rounds: 1000 }"),
    ("topology: { kind: mesh, size: [4, 4] }\nfaults:\n"
     "  - { link: link_switch5_p0_to_switch6_p1, kind: stop_stuck, from: 1000, to: 7100 }\n"
     "  - { link: link_host9_to_switch9_p4, kind: stop_stuck, from: 2000, to: 8600 }"),
};

}  // namespace

TEST_CASE("saturated networks of every kind and routing are never reported as stuck") {
  for (const std::string& differs : networks)
    for (const char* flits : {"1", "40"}) {
      INFO(differs << ", packets of " << flits);
      const features::ExperimentReading reading =
          test::read("schema_version: 1\n" + differs + "\ntraffic: { load: 0.95, packet: { flits: " + flits + " } }\n");
      for (const settings::InputError& error : reading.errors) FAIL(to_string(error));
      const network::Netlist netlist = features::network_of(reading.experiment);
      REQUIRE(deadlock::objection(netlist).empty());
      network::Fabric fabric(network::elaborate(netlist));
      monitors::Watchdog watchdog(fabric.netlist());
      for (unsigned look = 0; look < 4; ++look) {
        fabric.run_until(fabric.now() + 2500);
        const std::vector<monitors::Stuck> stuck = watchdog.look(fabric);
        if (!stuck.empty()) FAIL(stuck.front().stall.where << ": " << stuck.front().stall.what);
      }
      const test::Totals totals = test::totals(fabric);
      // Firmware is slower than links.
      REQUIRE(
          (netlist.interfaces != nullptr ? totals.switch_flits > 100 : totals.in_buffers > netlist.switches.size()));
    }
}
