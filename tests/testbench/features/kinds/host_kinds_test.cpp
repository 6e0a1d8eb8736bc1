// Hosts that differ from the others: which records match which of them, the kinds that these make, and refused values.
#include <catch2/catch.hpp>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "rtl_models/network/fabric.hpp"
#include "testbench/deadlock/deadlock.hpp"
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

/// Four switches in a row, a host each.
const std::string row = "schema_version: 1\nendpoint: nic\nclock: { period: 25 ns }\ntopology: { size: [4] }\n";

network::Netlist network_with(const std::string& text) {
  network::Netlist netlist = network_of(accepted(row + text).experiment);
  CHECK(to_string(network::violations(netlist)).empty());
  return netlist;
}

std::size_t kinds_with(const std::string& hosts) {
  return network_with("hosts: [" + hosts + "]\n").interfaces->nics.size();
}

}  // namespace

TEST_CASE("of several records that match a host the last one counts, key by key", "[nic][quick]") {
  const network::Netlist n = network_with(
      "nic: { memory_ports: 3 }\nhosts:\n"
      "  - { match: \"host*\", nic: { dma: { latency: 7 }, window: 2 } }\n"
      "  - { match: [1, host3], nic: { dma: { latency: 9 }, memory: 64 KiB, cost: { load: 5 } } }\n"
      "  - { match: host3, nic: { window: 6, host_queue: 40, watchdog: 5000, buffers: 12, dma: { cycles_per_word: 3 "
      "},\n"
      "                           receive: { when_full: stop }, memory_ports: 1 } }\n");
  const auto is = [&](std::size_t host, unsigned latency, unsigned window, unsigned memory, unsigned load) {
    INFO(host);
    const nic::Params& p = n.nic_of(host);
    CHECK(p.dma_latency == latency);
    CHECK(p.parameters[NIC_PARAMETER_WINDOW] == window);
    CHECK(p.memory_bytes == memory);
    CHECK(p.costs.load == load);
    CHECK(p.memory_ports == (host == 3 ? 1 : 3));
  };
  is(0, 7, 2, 128 * 1024, 2);  // lanai4: 50 ns
  is(1, 9, 2, 64 * 1024, 5);
  is(2, 7, 2, 128 * 1024, 2);
  is(3, 9, 6, 64 * 1024, 5);
  CHECK(n.interfaces->nics.size() == 3);
  CHECK(n.nic_of(3).host_queue == 40);
  CHECK(n.nic_of(3).watchdog_cycles == 5000);
  CHECK(n.nic_of(3).parameters[NIC_PARAMETER_BUFFERS] == 12);
  CHECK(n.nic_of(3).dma_cycles_per_word == 3);
  for (std::size_t host = 0; host < 4; ++host) CHECK(n.may_stop(host) == (host == 3));
}

TEST_CASE("hosts with the same values, but for those of their clocks, are of one kind", "[nic][quick]") {
  CHECK(kinds_with("{ match: host0, nic: { window: 4 } }, { match: host1, nic: { window: 4 } }") == 1);
  CHECK(kinds_with("{ match: host0, nic: { drift: 3 ppm, offset: 4 } }, { match: 2, nic: { drift_spread: 9 } }") == 1);
  CHECK(kinds_with("{ match: host0, nic: { drift: 3 ppm, window: 3 } }, { match: 2, nic: { window: 3 } }") == 2);
  // 50 ns are 2 cycles of this clock.
  CHECK(kinds_with("{ match: host0, nic: { cost: { load: 2 } } }, { match: 1, nic: { dma: { latency: 500 ns } } }") ==
        1);
}

TEST_CASE("what holds for the whole network is refused for single hosts, with the key that sets it", "[nic][quick]") {
  const auto refused = [](const std::string& record, const std::string& place_and_key, const std::string& why) {
    CHECK(errors_of(row + "hosts: [{ match: host1, " + record + " }]\n") ==
          Lines{"test.yaml:5:" + place_and_key + ": " + why});
  };
  const std::string whole = "holds for the whole network; use ";
  for (const std::string key :
       {"firmware: echo", "packet_words: 8", "reply_words: 8", "slot_ticks: 8", "clock_seed: 8"}) {
    const std::string name = key.substr(0, key.find(':'));
    std::string why = whole;
    why.append("nic.").append(name).append(", outside the list");
    refused("nic: { " + key + " }", "32: hosts[0].nic." + name, why);
  }
  refused("nic: { costs: free }", "32: hosts[0].nic.costs",
          "names a preset of values for all; use nic.costs, outside the list");
  CHECK(errors_of("schema_version: 1\nswitches: [{ match: switch0, vc_assignment: keep }]\n") ==
        Lines{"test.yaml:2:30: switches[0].vc_assignment: " + whole + "switch.vc_assignment, outside the list"});
}

TEST_CASE("values with which the firmware of a kind of host cannot begin are reported at the record", "[nic]") {
  const Lines memory = errors_of(row +
                                 "hosts: [{ match: host1, nic: { memory: 1 KiB } },\n"
                                 "        { match: host2, nic: { memory: 64 KiB } }]\n");
  REQUIRE(memory.size() == 1);
  CHECK(memory[0].rfind("test.yaml:5:40: hosts[0].nic.memory: expected at least ", 0) == 0);
  CHECK_THAT(memory[0], Catch::EndsWith(", found 1 KiB (for host1)"));
  CHECK(memory[0].find(" B for unicast with 4 hosts") != std::string::npos);
  // A value of `nic` that only a kind cannot have is shown with the record.
  const Lines watchdog = errors_of(row +
                                   "nic: { costs: free, watchdog: 100 }\n"
                                   "hosts: [{ match: host1, nic: { cost: { start: 101 } } }]\n");
  REQUIRE(watchdog.size() == 1);
  CHECK(watchdog[0].rfind("test.yaml:5:31: nic.watchdog: unicast does not begin: the handler takes longer", 0) == 0);
  CHECK(watchdog[0].find(", for hosts[0] (host1)") != std::string::npos);
  CHECK(errors_of(row + "hosts: [{ match: host1, nic: { memory: 4097 B } }]\n") ==
        Lines{"test.yaml:5:40: hosts[0].nic.memory: expected a multiple of 4 bytes, found 4097 B (for host1)"});
}

TEST_CASE("a start that takes too long at several kinds of hosts is one error, with what the slowest needs", "[nic]") {
  const auto only_error = [](const std::string& of_all, const std::string& more) {
    const Lines errors = errors_of(row + "nic: { costs: free }\nhosts:\n  - { match: \"*\", nic: { watchdog: 100" +
                                   of_all + " } }\n" + more + "  - { match: host2, nic: { cost: { start: 200 } } }\n");
    REQUIRE(errors.size() == 1);
    CHECK(errors[0].rfind("test.yaml:7:36: hosts[0].nic.watchdog: unicast does not begin: ", 0) == 0);
    CHECK(errors[0].find("nic.cost.start: 200") != std::string::npos);
    CHECK(errors[0].find("; expected at least 200, or ") != std::string::npos);
    return errors[0];
  };
  CHECK_THAT(only_error(", cost: { start: 101 }", ""), Catch::Contains(" (for *); expected "));
  CHECK_THAT(only_error("", "  - { match: host1, nic: { cost: { start: 101 } } }\n"),
             Catch::Contains(" (for host2 and 1 more, by hosts[0], hosts[2]); expected "));
}

TEST_CASE("the tables of barrier groups must fit into the memory of each kind of host that has one", "[nic]") {
  const auto errors = [](const std::string& host, const std::string& memory) {
    return errors_of(row + "nic: { firmware: star, memory: 64 KiB }\nhosts: [{ match: " + host +
                     ", nic: { memory: " + memory + " } }]\nbarriers: { groups: [{ members: [all] }] }\n");
  };
  CHECK(errors("host1", "32 KiB").empty());
  const Lines small = errors("host1", "1 KiB");
  REQUIRE(small.size() == 1);
  CHECK(small[0].rfind("test.yaml:6:40: hosts[0].nic.memory: expected at least ", 0) == 0);
  CHECK(small[0].find("and the table of their groups") != std::string::npos);
}

TEST_CASE("a kind of host needs no memory for the tables of other hosts' groups", "[nic]") {
  const auto least = [](const std::string& members) {
    const Lines errors =
        errors_of(row +
                  "nic: { firmware: star, memory: 64 KiB }\n"
                  "hosts: [{ match: host1, nic: { memory: 1 KiB } }]\nbarriers: { groups: [{ members: " +
                  members + " }] }\n");
    REQUIRE(errors.size() == 1);
    const std::string before = "expected at least ";
    return std::stoul(errors[0].substr(errors[0].find(before) + before.size()));
  };
  CHECK(least("[0, 2, 3]") == least("[0, 2]"));
  CHECK(least("[0, 2, 3]") < least("[0, 1, 2, 3]"));
}

TEST_CASE("keys without effect at a kind of host are refused in its record", "[nic][quick]") {
  CHECK(errors_of(row + "nic: { firmware: echo }\nhosts: [{ match: host1, nic: { tries: 3, window: 2 } }]\n") ==
        Lines{"test.yaml:6:39: hosts[0].nic.tries: has no effect with firmware: echo (for host1); use it only with "
              "firmware: unicast, barrier, dissemination, star, static_window, alternating_window, "
              "simplified_packet_pair, packet_pair, aimd_window or go_back_n"});
  CHECK(errors_of(row + "nic: { timeout: 9000 }\nhosts: [{ match: host1, nic: { tries: 3 } }]\n").empty());
}

TEST_CASE("all interfaces acknowledge packets, or none", "[nic][quick]") {
  CHECK(errors_of(row + "hosts: [{ match: host1, nic: { timeout: 9000 } }]\n") ==
        Lines{"test.yaml:5:41: hosts[0].nic.timeout: expected 0, as nic.timeout (all interfaces acknowledge packets, "
              "or none), found 9000 (for host1)"});
  CHECK(errors_of(row + "nic: { timeout: 9000 }\nhosts: [{ match: host1, nic: { timeout: 0 } }]\n") ==
        Lines{"test.yaml:6:41: hosts[0].nic.timeout: expected 1 or more, as nic.timeout (all interfaces acknowledge "
              "packets, or none), found 0 (for host1)"});
  CHECK(errors_of(row + "nic: { timeout: 9000 }\nhosts: [{ match: host1, nic: { timeout: 700 } }]\n").empty());
  CHECK(errors_of(row + "nic: { firmware: request_response }\nhosts: [{ match: host1, nic: { timeout: 70000 } }]\n")
            .empty());
}

TEST_CASE("the reports of firmware with time slots need room in the queue of each kind of host", "[nic][quick]") {
  const Lines errors = errors_of(row +
                                 "nic: { firmware: fbs, host_queue: 64 }\n"
                                 "hosts: [{ match: host1, nic: { host_queue: 2 } }]\n");
  REQUIRE(errors.size() == 1);
  CHECK(errors[0].rfind("test.yaml:6:44: hosts[0].nic.host_queue: expected at least ", 0) == 0);
}

TEST_CASE("costs of a record are rounded to cycles, and bounded", "[nic][quick]") {
  const ExperimentReading reading =
      read(row + "hosts: [{ match: host1, nic: { cost: { load: 10 ns, store: 1000000 us } } }]\n");
  REQUIRE_FALSE(reading.errors.empty());
  CHECK(to_string(reading.errors[0]).rfind("test.yaml:5:60: hosts[0].nic.cost.store: ", 0) == 0);
  const ExperimentReading rounded = accepted(row + "hosts: [{ match: host1, nic: { cost: { load: 10 ns } } }]\n");
  CHECK(rounded.notes ==
        std::vector<settings::Wording>{"hosts[0].nic.cost.load: 10 ns is rounded to 0 cycles of 25 ns, -100 %"});
}

TEST_CASE("buffers need slack for a link to a host if that alone may hold its link back", "[nic]") {
  // 1 + 1 + 1 of slack from a host, above a stop_at of 1; 3 more from a switch, which has so many stages after the grant.
  const std::string text =
      "schema_version: 1\nendpoint: nic\ntopology: { kind: single_switch, hosts_per_switch: 3 }\n"
      "switch: { buffer: { flits: 6 }, delay: { header: 4, data: 4, crossbar: 4 } }\n";
  CHECK(errors_of(text + "hosts: [{ match: host2, nic: { receive: { when_full: drop } } }]\n").empty());
  CHECK(errors_of(text + "hosts: [{ match: host2, nic: { receive: { when_full: stop } } }]\n") ==
        Lines{"test.yaml:4:28: switch.buffer.flits: expected at least 7 (stop_at 1 + 6 flits that may still arrive "
              "after STOP), found 6"});
}

TEST_CASE("buffers need no slack for links to hosts if records make all of them drop", "[nic]") {
  const std::string text =
      "schema_version: 1\nendpoint: nic\ntopology: { kind: single_switch, hosts_per_switch: 3 }\n"
      "switch: { buffer: { flits: 6 }, delay: { header: 4, data: 4, crossbar: 4 } }\n"
      "nic: { receive: { when_full: stop } }\nhosts: [{ match: ";
  const std::string drop = ", nic: { receive: { when_full: drop } } }]\n";
  CHECK(errors_of(text + "\"*\"" + drop).empty());
  CHECK_FALSE(some_hosts_stop(accepted(text + "\"*\"" + drop).experiment));
  CHECK(places(errors_of(text + "[host0, host1]" + drop)) == Lines{"test.yaml:4:28: switch.buffer.flits"});
}

TEST_CASE("a network is not proved free of deadlock where one kind of host may have to send before it receives",
          "[nic][quick]") {
  const auto takes_all = [](const std::string& firmware, const std::string& when_full) {
    return deadlock::hosts_take_all(
        network_with("nic: { firmware: " + firmware +
                     " }\nhosts: [{ match: host2, nic: { receive: { when_full: " + when_full + " } } }]\n"));
  };
  CHECK(takes_all("echo", "drop"));
  CHECK_FALSE(takes_all("echo", "stop"));
  CHECK(takes_all("unicast", "stop"));
}

TEST_CASE("without network interfaces, records of hosts have no effect", "[nic][quick]") {
  for (const char* record :
       {"{ match: host1, nic: { window: 2 } }", "{ match: host1 }", "{ match: none, nic: { cost: { load: 1 us } } }"}) {
    CAPTURE(record);
    CHECK(errors_of("schema_version: 1\nhosts: [" + std::string(record) + "]\n") ==
          Lines{"test.yaml:2:8: hosts: has no effect with endpoint: generator; use it only with endpoint: nic"});
  }
}

TEST_CASE("some hosts have network interfaces and others none", "[nic][quick]") {
  const network::Netlist all_but_one = network_with(
      "hosts: [{ match: host1, endpoint: generator }, { match: host2, nic: { window: 8 } }]\n"
      "workloads: [{ kind: traffic, hosts: [0, 2, 3] }]\n");
  const network::Netlist only_one =
      network_of(accepted("schema_version: 1\ntopology: { size: [4] }\nnic: { window: 3 }\n"
                          "hosts: [{ match: [host1, 2], endpoint: nic }]\n"
                          "workloads: [{ kind: traffic, hosts: 1-2 }, { kind: traffic, hosts: [0, 3] }]\n")
                     .experiment);
  for (std::size_t host = 0; host < 4; ++host) {
    CHECK(all_but_one.has_interface(host) == (host != 1));
    CHECK(only_one.has_interface(host) == (host == 1 || host == 2));
  }
  CHECK(all_but_one.nic_of(0).parameters[NIC_PARAMETER_WINDOW] == 4);
  CHECK(all_but_one.nic_of(2).parameters[NIC_PARAMETER_WINDOW] == 8);
  CHECK(only_one.nic_of(1).parameters[NIC_PARAMETER_WINDOW] == 3);
  CHECK(only_one.interfaces->nics.size() == 1);
  CHECK(only_one.has_messages(0));
  CHECK_FALSE(only_one.has_messages(1));
  CHECK(kinds_with("{ match: \"host*\", endpoint: nic }") == 1);
}

TEST_CASE("hosts with and without network interfaces are told apart in messages", "[nic][quick]") {
  const std::string two = "hosts: [{ match: [0, 1], endpoint: generator }]\n";
  CHECK(errors_of(row + two) == Lines{"test.yaml:5:8: hosts: hosts with network interfaces and hosts without; expected "
                                      "one sort of hosts, or workloads that run on hosts of one sort each"});
  const std::string traffic = "workloads: [{ kind: traffic, hosts: ";
  CHECK(errors_of(row + two + traffic + "[0, 1] }, { kind: traffic, hosts: 1-3 }]\n") ==
        Lines{"test.yaml:6:71: workloads[1].hosts: host 2 with a network interface and host 1 without; expected hosts "
              "of one sort"});
  CHECK(errors_of(row + two + "workloads: [{ kind: traffic }]\n") ==
        Lines{"test.yaml:6:13: workloads[0].hosts: host 2 with a network interface and host 0 without; expected hosts "
              "of one sort"});
  CHECK(errors_of(row + "hosts: [{ match: [0, 1], endpoint: generator, nic: { window: 2 } }]\n" + traffic +
                  "2-3 }]\n") == Lines{"test.yaml:5:62: hosts[0].nic.window: has no effect without network interfaces; "
                                       "use it only for a host with endpoint: nic"});
  CHECK(errors_of(row + "nic: { firmware: fbs }\n" + two + "workloads: [{ kind: traffic, hosts: 0-1 }]\n") ==
        Lines{"test.yaml:5:18: nic.firmware: expected firmware that serves messages, or endpoint: nic for all hosts, "
              "found fbs (keeps all hosts to time slots, and some have no network interface)",
              "test.yaml:7:12: workloads: has no effect with firmware of time slots; use it with firmware that serves "
              "messages, or without network interfaces"});
  CHECK(errors_of(row + two + traffic + "2-3, response: { flits: 4 } }]\n") ==
        Lines{"test.yaml:6:61: workloads[0].response.flits: has no effect with endpoint: nic; use it only with "
              "endpoint: generator"});
  CHECK(errors_of(row + two + traffic + "0-1, response: { flits: 4 } }]\n").empty());
  CHECK(errors_of(row + two + "faults: [{ kind: host_dead, link: link_host0_to_switch0_p2 }]\n" + traffic +
                  "0-1 }]\n") == Lines{"test.yaml:6:35: faults[0].link: expected a link of a host with endpoint: nic, "
                                       "found link_host0_to_switch0_p2"});
}

TEST_CASE("a network whose group of barriers has hosts with interfaces and hosts without is illegal",
          "[nic][barrier]") {
  network::Netlist netlist = network_with(
      "switch: { barrier: { architecture: I } }\nnic: { firmware: barrier }\n"
      "hosts: [{ match: [0, 1], endpoint: generator }]\nworkloads: [{ kind: barriers, hosts: 0-1 }]\n");
  auto traffic = std::make_shared<barrier::Traffic>(*netlist.barriers);
  barrier::add_group(*traffic, 1, 1, {1, 2}, {Cycle(0), Cycle(0)});
  netlist.barriers = std::move(traffic);
  CHECK(to_string(network::violations(netlist)).find("of hosts with network interfaces and hosts without") !=
        std::string::npos);
}

TEST_CASE("the groups of barriers have members of one sort", "[nic][barrier]") {
  const std::string text = row +
                           "switch: { barrier: { architecture: I } }\nnic: { firmware: barrier }\n"
                           "hosts: [{ match: [0, 1], endpoint: generator }]\nworkloads:\n";
  CHECK(errors_of(text + "  - { kind: barriers, hosts: 0-1 }\n").empty());
  CHECK(errors_of(text + "  - { kind: barriers, hosts: 2-3 }\n").empty());
  CHECK(errors_of(text + "  - { kind: barriers, hosts: 0-1 }\n  - { kind: barriers, hosts: 2-3 }\n") ==
        Lines{"test.yaml:10:30: workloads[1].hosts: hosts with network interfaces, unlike those of workloads[0]; "
              "expected the same sort of hosts in all workloads of kind barriers"});
}

TEST_CASE("records that give all hosts one endpoint are like the key endpoint", "[nic]") {
  const std::string bare = "schema_version: 1\ntopology: { size: [4] }\nclock: { period: 25 ns }\n";
  const std::string all_nics = bare + "hosts: [{ match: \"*\", endpoint: nic }]\n";
  const std::string no_nics = bare + "endpoint: nic\nhosts: [{ match: \"*\", endpoint: generator }]\n";
  CHECK(has_nics(accepted(all_nics).experiment));
  CHECK_FALSE(has_nics(accepted(no_nics).experiment));
  CHECK(network_of(accepted(no_nics).experiment).interfaces == nullptr);
  CHECK(errors_of(no_nics + "traffic: { response: { flits: 4 } }\n").empty());
  CHECK(errors_of(all_nics + "traffic: { response: { flits: 4 } }\n").size() == 1);
  CHECK(errors_of(all_nics + "nic: { firmware: fbs, synchronization: { interval: 2000 } }\n").empty());
  CHECK(errors_of(no_nics + "nic: { firmware: echo }\n") ==
        Lines{"test.yaml:6:18: nic.firmware: has no effect with endpoint: generator; use it only with endpoint: nic"});
  CHECK(errors_of(all_nics + "nic: { firmware: dissemination }\nbarriers: { groups: [{ members: [all] }] }\n").empty());
}

TEST_CASE("hosts without network interfaces need no memory of one", "[nic]") {
  CHECK(errors_of(row + "nic: { memory: 1 KiB }\nhosts: [{ match: [0, 1], nic: { memory: 64 KiB } },\n"
                        "        { match: [2, 3], endpoint: generator }]\n"
                        "workloads: [{ kind: traffic, hosts: 0-1 }, { kind: traffic, hosts: 2-3 }]\n")
            .empty());
}

TEST_CASE("a list of barriers alone runs where hosts differ", "[nic][barrier]") {
  const std::string text = row +
                           "switch: { barrier: { architecture: I } }\nnic: { firmware: barrier }\n"
                           "hosts: [{ match: [0, 1], endpoint: generator }]\nworkloads:\n";
  for (const std::string hosts : {"0-1", "2-3"}) {
    std::string list = text;
    list.append("  - { kind: barriers, hosts: ").append(hosts).append(" }\n");
    const network::Netlist n = network_of(accepted(list).experiment);
    CHECK(to_string(network::violations(n)).empty());
    CHECK(n.has_barriers_of_firmware() == (hosts == "2-3"));
  }
}
