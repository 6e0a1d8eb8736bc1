#include "testbench/workloads/synchronization/slot_tables/slot_tables.hpp"

#include <catch2/catch.hpp>

#include "rtl_models/firmware/fbs.h"
#include "testbench/run/network.hpp"
#include "testbench/run/workloads.hpp"
#include "testbench/schedule/patterns.hpp"
#include "testbench/schedule/schedule_csv.hpp"
#include "testbench/workloads/synchronization/slot_tables/estimates.hpp"
#include "testbench/workloads/synchronization/slot_tables/handler_cycles.hpp"
#include "tests/support/reading.hpp"

using namespace slackline;
using Catch::Matchers::Contains;

namespace {

features::ExperimentReading reading_of(const std::string& topology, const std::string& nic, const std::string& keys,
                                       const std::string& more = "") {
  return test::accepted(
      "schema_version: 1\nendpoint: nic\nclock: { period: 25 ns }\nrouting: { switch: table }\n"
      "switch: { buffer: { flits: 64, stop_at: 40, go_at: 17 } }\n"
      "topology: { " +
      topology +
      " }\n"
      "nic: { firmware: fbs, " +
      nic + ", synchronization: { " + keys + " } }\n" + more);
}

features::Experiment experiment(const std::string& topology, const std::string& nic, const std::string& keys,
                                const std::string& more = "") {
  return reading_of(topology, nic, keys, more).experiment;
}

constexpr const char *one_switch = "kind: single_switch, hosts_per_switch: 4",
                     *tree = "kind: full_tree, arity: 3, levels: 3", *mesh = "kind: mesh, size: [3, 3]";

/// Clocks of two hosts 100 ppm apart.
const std::string apart =
    "hosts: [{ match: host0, nic: { drift: 50 ppm } }, { match: host1, nic: { drift: -50 ppm } }]\n";

std::string objections_of(const features::ExperimentReading& reading) {
  network::Netlist netlist = features::network_of(reading.experiment);
  const features::Refusals refused = slot_tables::complete(reading.experiment, netlist).refused;
  std::string all;
  for (const settings::InputError& error : features::errors_of(refused, reading, netlist))
    all += settings::to_string(error) + "\n";
  return all;
}

network::Netlist completed(const features::Experiment& e) {
  network::Netlist netlist = features::network_of(e);
  REQUIRE(slot_tables::complete(e, netlist).refused.empty());
  return netlist;
}

}  // namespace

TEST_CASE("The table of each interface has the destination and the source of its packets in each slot") {
  const network::Netlist netlist = completed(experiment(one_switch, "slot_ticks: 200", "interval: 20, stream: shift"));
  const auto& tables = netlist.interfaces->tables;
  REQUIRE(tables.size() == 4);
  const std::vector<std::uint32_t>& of1 = tables[1];
  CHECK(of1[FBS_FIRST_SLOT] == 22);
  CHECK(of1[FBS_INTERVAL] == 20);
  CHECK(of1[FBS_ROUNDS] == 10);
  CHECK(of1[FBS_SYNCHRONIZE] == 1);
  CHECK(of1[FBS_SLOTS] == 4);
  CHECK(of1[FBS_MESSAGES] == 4);
  CHECK(of1[FBS_PACKET_WORDS] == 196);  // with a head and three words of the header, 200 flits
  CHECK(of1[FBS_LAST_WORDS] == 96);     // half of it, which is more than the 64 flits of the buffer
  CHECK(of1[FBS_STREAM_SLOTS] == 4);
  CHECK(of1[FBS_STREAM_WORDS] == 96);
  const std::vector<std::uint32_t> words(of1.begin() + FBS_DESTINATIONS, of1.end());
  CHECK(words == std::vector<std::uint32_t>{1, 2, 0, 3, 1, 0, 2, 3, 1, 2, 3, 0});
}

TEST_CASE("Interfaces that send no stream have no frame of a stream") {
  features::Experiment e = experiment(one_switch, "slot_ticks: 2000", "interval: 20");
  e.synchronization.stream = features::SlotStream::file;
  e.synchronization.stream_source =
      std::make_shared<const settings::Source>("stream.csv", "slot,from,to\n2,host1,host3\n");
  const network::Netlist netlist = completed(e);
  for (std::uint32_t host = 0; host < 4; ++host) {
    const std::vector<std::uint32_t>& table = netlist.interfaces->tables[host];
    CHECK(table[FBS_STREAM_SLOTS] == (host == 1 ? 3u : 0u));
    CHECK(table.back() == (host == 1 ? 3u : std::uint32_t{FBS_NOBODY}));
  }
}

TEST_CASE("On a tree only leaders have packets in the slots of the upper levels", "[quick]") {
  const network::Netlist netlist = completed(experiment(tree, "slot_ticks: 2000", "interval: 30, stream: schedule"));
  const auto& tables = netlist.interfaces->tables;
  REQUIRE(tables.size() == 6);
  for (const auto& table : tables) {
    CHECK(table[FBS_SLOTS] == 7);  // gather 2, at the root 3, distribute 2
    CHECK(table[FBS_STREAM_SLOTS] == 7);
    CHECK(table.size() == FBS_DESTINATIONS + 3u * 7);
  }
  CHECK(tables[0][FBS_MESSAGES] == 7);
  CHECK(tables[1][FBS_MESSAGES] == 4);
  CHECK(tables[1][FBS_DESTINATIONS + 2] == FBS_NOBODY);
}

TEST_CASE("The interval follows from the drift and the larger estimate of the skew", "[quick]") {
  const features::Experiment e = experiment(one_switch, "slot_ticks: 2000", "", apart);
  network::Netlist netlist = completed(e);
  CHECK(slot_tables::drift_of(*netlist.interfaces) == Approx(1e-4).epsilon(1e-3));
  const auto estimates = slot_tables::estimates_of(e, netlist, std::nullopt);
  REQUIRE(estimates);
  const double skew = std::max(estimates->paper_cycles, estimates->drained_cycles);
  CHECK(netlist.interfaces->tables[0][FBS_INTERVAL] == Approx((0.5 - skew / 2000) * 1e4).margin(1.5));
}

TEST_CASE("An interval in which skews may exceed half a slot is refused, and one slot less is not") {
  const std::string nic = "slot_ticks: 2000";
  const std::uint32_t most = completed(experiment(one_switch, nic, "", apart)).interfaces->tables[0][FBS_INTERVAL];
  const std::string above = "interval: " + std::to_string(most + 1);
  CHECK_THAT(objections_of(reading_of(one_switch, nic, above, apart)),
             Contains("nic.synchronization.interval: expected up to " + std::to_string(most) +
                      " (by the drift of the clocks and an estimate of the skew of ") &&
                 Contains(", found " + std::to_string(most + 1)));
  CHECK(objections_of(reading_of(one_switch, nic, "interval: " + std::to_string(most))).empty());
  CHECK(objections_of(reading_of(one_switch, nic, above + ", allow_conflicts: true")).empty());
  CHECK(objections_of(reading_of(one_switch, nic, above + ", packets: false")).empty());
}

TEST_CASE("The handlers of each host cost what its own kind of interface costs", "[quick]") {
  const auto objections = [](const std::string& host, const std::string& slot_ticks) {
    return objections_of(reading_of(one_switch, "costs: free, slot_ticks: " + slot_ticks, "interval: 20, stream: shift",
                                    "hosts: [{ match: " + host + ", nic: { cost: { load: 50, store: 50 } } }]\n"));
  };
  const std::string why = objections("host2", "300");
  CHECK_THAT(why,
             Contains("nic.slot_ticks: expected at least ") && Contains(", found 300") && Contains("by nic.costs: "));
  const std::size_t at = why.find("at least ") + 9;
  CHECK(objections("host2", std::to_string(std::stoull(why.substr(at)))).empty());
  CHECK(objections("host0", "300") == why);  // each sends and receives as much
}

TEST_CASE("The smallest memory of an interface must hold the schedule", "[quick]") {
  const auto objections = [](const std::string& memory) {
    return objections_of(reading_of(one_switch, "slot_ticks: 2000", "interval: 20",
                                    "hosts: [{ match: host2, nic: { memory: " + memory + " } }]\n"));
  };
  CHECK(objections("1 MiB").empty());
  CHECK_THAT(objections("1 KiB"),
             Contains("test.yaml:8:40: hosts[0].nic.memory: expected at least ") &&
                 Contains(" bytes (schedule, counters and payload of fbs), found 1 KiB (for host2)"));
}

TEST_CASE("Half a slot below the estimate of the skew is refused, with the smallest slot") {
  const std::string slot = "slot_ticks: ";
  features::ExperimentReading reading = reading_of(one_switch, slot + "70", "interval: 20");
  features::Experiment& e = reading.experiment;
  e.switches.header_delay = {40, std::nullopt};
  const std::string why = objections_of(reading);
  CHECK_THAT(why, Contains("nic.slot_ticks: expected at least ") && Contains(", found 70") &&
                      Contains(" (half a slot is longer than the estimate of the skew, "));
  const std::size_t at = why.find("at least ") + 9;
  const std::uint64_t least = std::stoull(why.substr(at));
  e.nic.slot_ticks = least - 1;
  CHECK_FALSE(objections_of(reading).empty());
  e.nic.slot_ticks = least;
  CHECK(objections_of(reading).empty());
}

TEST_CASE(
    "Where firmware pauses the clock, the estimates as simulated have the time that its handlers may take, either way",
    "[quick]") {
  const auto estimates = [](const std::string& cost, const std::string& pause) {
    const features::Experiment e = experiment(one_switch, "slot_ticks: 20000, costs: free, cost: { " + cost + " }",
                                              "interval: 20, pause: " + pause);
    return *slot_tables::estimates_of(e, completed(e), std::nullopt);
  };
  const auto hardware = estimates("event: 100", "hardware"), at_100 = estimates("event: 100", "firmware"),
             at_200 = estimates("event: 200", "firmware");
  CHECK(hardware.pause_cycles == 0);
  CHECK(at_100.paper_ns == hardware.paper_ns);
  CHECK(at_100.drained_cycles == Approx(hardware.drained_cycles + at_100.pause_cycles));
  // Its own handler, and one that it waits for; each begins a cycle after the end of the one before.
  CHECK(at_100.pause_cycles == 2 * 100 + 2);
  CHECK(at_200.pause_cycles == 2 * 200 + 2);
  // TX_STOPPED reads a register and writes two; the longest of the others is not shorter.
  CHECK(estimates("register_read: 10, register_write: 20", "firmware").pause_cycles >= 2 * (10 + 2 * 20));
}

TEST_CASE("The first synchronization begins when the slowest interface has queued its first packets") {
  const auto first_slot = [](const std::string& host) {
    return completed(experiment(one_switch, "slot_ticks: 2000, costs: free", "interval: 20", host))
        .interfaces->tables[0][FBS_FIRST_SLOT];
  };
  CHECK(first_slot("") == 2 + 4000 / 2000);
  CHECK(first_slot("hosts: [{ match: host1, nic: { cost: { start: 9999 } } }]\n") == 2 + 9999 / 2000);
  // 16 descriptors of 9 registers each, those of four synchronizations.
  CHECK(first_slot("hosts: [{ match: host1, nic: { cost: { register_write: 100 } } }]\n") >= 2 + 16 * 9 * 100 / 2000);
}

TEST_CASE(
    "Firmware on a tree, which looks through many empty slots at its start, has queued its packets when the first "
    "begins") {
  const features::Experiment e =
      experiment("kind: full_tree, arity: 4, levels: 4", "slot_ticks: 8000, costs: free, cost: { load: 300 }",
                 "interval: 30, rounds: 6, allow_conflicts: true");
  const network::Netlist netlist = completed(e);
  std::uint64_t slowest = 0;
  for (const std::vector<std::uint32_t>& table : netlist.interfaces->tables) {
    nic::Params params = netlist.interfaces->nics[0];
    params.nodes = static_cast<std::uint32_t>(netlist.endpoints.size());
    nic::Place place;
    place.table = &table;
    slowest = std::max(slowest, nic::start_of(params, place).cycles);
  }
  CHECK(slowest > 100'000);
  CHECK(netlist.interfaces->tables[0][FBS_FIRST_SLOT] * 8000 > slowest);
}

TEST_CASE("The delay of a link in cycles counts until the whole flit has arrived", "[quick]") {
  features::Experiment e = experiment(one_switch, "slot_ticks: 2000", "interval: 20");
  CHECK(slot_tables::delays_in_cycles(e, completed(e)).rest == 0);
  const double one = slot_tables::estimates_of(e, completed(e), std::nullopt)->drained_cycles;
  e.link.cycles_per_flit = 4;
  CHECK(slot_tables::delays_in_cycles(e, completed(e)).rest == 3);
  CHECK(slot_tables::delays_in_ns(e, completed(e)).rest == 0);
  CHECK(slot_tables::estimates_of(e, completed(e), std::nullopt)->drained_cycles > one + 3);
}

TEST_CASE(
    "A schedule from a file has the estimate of its chains, equal to that of a built-in schedule with the same "
    "messages",
    "[quick]") {
  features::Experiment e = experiment(one_switch, "slot_ticks: 2000", "interval: 20");
  const network::Netlist netlist = completed(e);
  const auto sss = slot_tables::estimates_of(e, netlist, std::nullopt);
  e.synchronization.schedule = features::SynchronizingSchedule::file;
  const auto with_file = [&](const schedule::Schedule& schedule) {
    e.synchronization.schedule_source =
        std::make_shared<const settings::Source>("schedule.csv", schedule::to_csv(schedule, netlist));
    return slot_tables::estimates_of(e, netlist, std::nullopt);
  };
  const auto hosts = schedule::first_hosts(4);
  REQUIRE(with_file(schedule::simple(hosts)));
  CHECK(with_file(schedule::simple(hosts))->paper_ns == Approx(sss->paper_ns));
  CHECK(with_file(schedule::simple(hosts))->drained_cycles == Approx(sss->drained_cycles));
  CHECK(with_file(schedule::shift(hosts))->drained_cycles == Approx(3 * sss->drained_cycles));
  schedule::Schedule part = schedule::simple(hosts);
  part.messages.resize(8);
  CHECK_FALSE(with_file(part));  // it leaves a pair without order
}

TEST_CASE("Packets that do not fill all buffers on their way are refused, with the smallest slot") {
  // One flit more than the buffers of 64 on the way: of one switch here, of three between the ends of the tree.
  CHECK_THAT(objections_of(reading_of(one_switch, "slot_ticks: 64", "interval: 20")),
             Contains("test.yaml:7:35: nic.slot_ticks: expected 65 to") && Contains(", found 64"));
  CHECK(objections_of(reading_of(one_switch, "slot_ticks: 65", "interval: 20")).empty());
  const network::Netlist netlist = completed(experiment(one_switch, "slot_ticks: 100", "interval: 20"));
  CHECK(netlist.interfaces->tables[0][FBS_LAST_WORDS] == 61);  // 65 flits, not 50
  CHECK_THAT(objections_of(reading_of(tree, "slot_ticks: 192", "interval: 20")),
             Contains("nic.slot_ticks: expected 193 to") && Contains(", found 192"));
  CHECK(objections_of(reading_of(tree, "slot_ticks: 193", "interval: 20, allow_conflicts: true")).empty());
}

TEST_CASE("Slots in which the firmware cannot keep up with its stream are refused, with the smallest sufficient slot") {
  const auto with = [](const std::string& slot_ticks, const std::string& stream, const std::string& costs = "lanai4") {
    return objections_of(
        reading_of(one_switch, "slot_ticks: " + slot_ticks + ", costs: " + costs, "interval: 20, stream: " + stream));
  };
  const std::string why = with("150", "shift");
  CHECK_THAT(why,
             Contains("nic.slot_ticks: expected at least ") && Contains(", found 150") && Contains("by nic.costs: "));
  const std::uint64_t least = std::stoull(why.substr(why.find("at least ") + 9));
  CHECK_FALSE(with(std::to_string(least - 1), "shift").empty());
  CHECK(with(std::to_string(least), "shift").empty());
  CHECK(with("150", "none").empty());
  CHECK(with("150", "shift", "free").empty());
}

TEST_CASE("A schedule whose packets meet on the routes is refused, with an example, and runs on those of the tree") {
  const std::string objections = objections_of(reading_of(mesh, "slot_ticks: 2000", "interval: 100"));
  // Where the firmware is chosen that has this default.
  CHECK_THAT(objections, Contains("test.yaml:7:18: nic.synchronization.schedule: the conflict-free "
                                  "requirement does not hold") &&
                             Contains("share link_"));
  CHECK(objections_of(reading_of(mesh, "slot_ticks: 2000", "interval: 100, routes: tree")).empty());
  CHECK(objections_of(reading_of(mesh, "slot_ticks: 2000", "interval: 100, allow_conflicts: true")).empty());
}

TEST_CASE("A stream whose packets meet is refused") {
  CHECK_THAT(objections_of(reading_of(tree, "slot_ticks: 2000", "interval: 30, stream: shift")),
             Contains("nic.synchronization.stream: the conflict-free requirement does not hold") &&
                 !Contains("routes: tree"));  // the routes of the tree are the same
  CHECK_THAT(objections_of(reading_of(mesh, "slot_ticks: 2000", "interval: 100, stream: schedule")),
             Contains("; expected one with which it holds, or nic.synchronization.routes: tree, or "));
}

TEST_CASE("Intervals without room for a synchronization, and memory without room for its table, are refused") {
  CHECK_THAT(
      objections_of(reading_of(one_switch, "slot_ticks: 2000", "interval: 5")),
      Contains("nic.synchronization.interval: expected at least 6 (the slots of a synchronization and 2; longer slots "
               "permit longer intervals), found 5"));
  CHECK(objections_of(reading_of(one_switch, "slot_ticks: 2000", "interval: 6")).empty());
  CHECK_THAT(objections_of(reading_of(one_switch, "slot_ticks: 2000, drift_spread: 60000 ppm", "")),
             Contains(", found auto (default; ") && Contains(" by the drift of the clocks and an estimate"));
  CHECK_THAT(
      objections_of(reading_of(one_switch, "slot_ticks: 2000, memory: 7 KiB", "interval: 6")),
      Contains(
          "nic.memory: expected at least 8000 bytes (schedule, counters and payload of fbs), found 7 KiB"));  // 2000 words: a packet of a slot
  CHECK_THAT(objections_of(reading_of(one_switch, "slot_ticks: 2000, memory: 7996", "interval: 6")),
             Contains("nic.memory: expected at least 8000 bytes (schedule, counters and payload of fbs), found 7996"));
  CHECK(objections_of(reading_of(one_switch, "slot_ticks: 2000, memory: 8000", "interval: 6")).empty());
  CHECK_THAT(objections_of(reading_of(one_switch, "slot_ticks: 2000", "interval: 6, root: switch0")),
             Contains("nic.synchronization.root: has no effect here; use auto, or schedule: hss or routes: tree"));
  CHECK_THAT(objections_of(reading_of(tree, "slot_ticks: 2000", "interval: 30, root: nowhere")),
             Contains("nic.synchronization.root: nowhere is no switch of this network; expected auto, or the name of a "
                      "switch, such as switch_l1_0"));
  CHECK_THAT(objections_of(reading_of(tree, "slot_ticks: 2000", "interval: 30, root: swich_l1_0")),
             Contains("swich_l1_0 is no switch of this network; expected auto, or the name of a switch; did you mean "
                      "switch_l1_0?"));
  CHECK_THAT(
      objections_of(reading_of(one_switch, "slot_ticks: 2000", "interval: 6, stream: shift, stream_words: 1997")),
      Contains("stream_words: expected up to 1996, so that a packet fits into a slot, found 1997"));
}

TEST_CASE("Links of other speeds are refused by name, and accepted at equal speeds") {
  features::ExperimentReading reading = reading_of(one_switch, "slot_ticks: 2000", "interval: 20");
  std::vector<features::OwnLinkSettings>& own = reading.experiment.link.own;
  own.push_back({"link_host2_to_switch0_p2", features::LinkDirections::both, std::nullopt, 2});
  CHECK_THAT(objections_of(reading),
             Contains("links: link_host2_to_switch0_p2 takes a flit in 2 cycles, as 2 of 8 channels"));
  own[0].cycles_per_flit = 1;
  CHECK(objections_of(reading).empty());
}

TEST_CASE("packets of isotach as long as a slot need links of one speed, whichever link comes first") {
  for (const char* host : {"0", "3"}) {
    const std::string isotach =
        std::string("schema_version: 1\ntopology: { kind: single_switch, hosts_per_switch: 4 }\nendpoint: nic\n") +
        "links: [{ link: link_host" + host + "_to_switch0_p" + host + ", directions: both, cycles_per_flit: 4 }]\n" +
        "nic: { firmware: isotach, slot_ticks: 2000";
    CHECK_THAT(
        objections_of(test::accepted(isotach + " }\n")),
        Contains("test.yaml:4:8: links: ") && Contains("channels that are not as fast as the first; expected links of "
                                                       "one speed where packets are as long as a slot"));
    CHECK(objections_of(test::accepted(isotach + ", synchronization: { stream_words: 20 } }\n")).empty());
  }
}

TEST_CASE("Files of schedules that are wrong are refused together, each with its place") {
  features::ExperimentReading reading = reading_of(one_switch, "slot_ticks: 2000", "interval: 20");
  features::SynchronizationSettings& s = reading.experiment.synchronization;
  s.schedule = features::SynchronizingSchedule::file;
  s.schedule_source = std::make_shared<const settings::Source>("wrong.csv", "slot,from,to\n0,host9,host1\n");
  s.stream = features::SlotStream::file;
  s.stream_source = std::make_shared<const settings::Source>("empty.csv", "slot,from,to\n");
  CHECK_THAT(objections_of(reading),
             Contains("wrong.csv:2:3: from: expected a host: a name, or a number from 0 to 3, found host9") &&
                 Contains("empty.csv: a schedule without messages; expected one message or more"));
}
