// Several workloads on one network, on hosts that they share: each has its own part of the result, on either engine.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>

#include "rtl_models/network/fabric.hpp"
#include "rtl_models/network/signal_network.hpp"
#include "testbench/monitors/engine_comparison.hpp"
#include "testbench/monitors/packet_log.hpp"
#include "testbench/observe/workload_counts.hpp"
#include "testbench/report/description.hpp"
#include "testbench/report/description_json.hpp"
#include "testbench/report/description_table.hpp"
#include "testbench/report/result_json.hpp"
#include "testbench/report/result_table.hpp"
#include "testbench/run/checks.hpp"
#include "testbench/run/network.hpp"
#include "testbench/run/workloads.hpp"
#include "testbench/simulation/simulation.hpp"
#include "testbench/tracing/waves_check.hpp"
#include "testbench/workloads/barriers/answers.hpp"
#include "testbench/workloads/barriers/section.hpp"
#include "testbench/workloads/exchange/program.hpp"
#include "testbench/workloads/multicast/program.hpp"
#include "testbench/workloads/replay/section.hpp"
#include "testbench/workloads/replay/trace_file/trace_file.hpp"
#include "testbench/workloads/traffic/section.hpp"
#include "tests/testbench/tracing/dump.hpp"
#include "tests/testbench/tracing/vcd_reader.hpp"

using namespace slackline;
using Catch::Matchers::Contains;

namespace {

/// Four ranks that send in a ring, and wait for all.
std::string four_ranks() {
  std::string trace;
  for (unsigned r = 0; r < 4; ++r) {
    const auto line = [&](const std::string& call) { trace += std::to_string(r) + ' ' + call + '\n'; };
    line("init");
    for (unsigned i = 0; i < 20; ++i) {
      line("compute 20");
      line("irecv " + std::to_string((r + 3) % 4) + " 1 500");
      line("isend " + std::to_string((r + 1) % 4) + " 1 500");
      line("waitall");
    }
    line("barrier");
  }
  return trace;
}

features::ExperimentReading reading_of(const std::string& text) {
  features::ExperimentReading reading = features::read_experiment(
      std::make_shared<const settings::Source>("test.yaml", "schema_version: 1\n" + text), {});
  features::judge_each(reading, [](features::ExperimentReading& one) {
    if (!one.experiment.replay.trace_file.empty())
      trace_file::read_trace(one, {std::make_shared<const settings::Source>("trace", four_ranks())});
    features::check_meaning(one);
  });
  tracing::check_waves(reading);
  return reading;
}

features::Experiment experiment_of(const std::string& text) {
  const features::ExperimentReading reading = reading_of(text);
  for (const settings::InputError& error : reading.errors) UNSCOPED_INFO(settings::to_string(error));
  REQUIRE(reading.errors.empty());
  return reading.experiment;
}

std::string errors_of(const std::string& text) {
  std::string all;
  for (const settings::InputError& error : reading_of(text).errors) all += settings::to_string(error) + '\n';
  return all;
}

report::Result run(const std::string& text) { return simulation::run(experiment_of(text)); }

const std::string mesh =
    "clock: { period: 1 ns }\ntopology: { kind: mesh, size: [4, 4] }\n"
    "switch: { virtual_channels: 2, barrier: { architecture: I } }\n";
const std::string three =
    "workloads:\n"
    "  - { name: background, kind: traffic, load: 0.2, packet: { flits: 6 } }\n"
    "  - { name: ring, kind: replay, hosts: [1, 3, 4, 8], trace: trace, packet: { flits: 20 } }\n"
    "  - { name: meet, kind: barriers, hosts: 0-9, rounds: 12, think: 30 }\n";

std::uint64_t packets_of(const report::Result& result) {
  std::uint64_t packets = 0;
  for (const replay::SizeClass& size : result.section<replay::Section>()->answers.sizes) packets += size.packets;
  return packets + result.section<replay::Section>()->answers.control_packets;
}

const traffic::Answers& traffic_in(const report::Result& result, const std::string& name) {
  for (const auto& section : result.sections)
    if (section->name() == name) return dynamic_cast<const traffic::Section&>(*section).answers;
  throw std::out_of_range(name);
}

/// The dump of a fabric up to `end`, which must be that of the signal engine, too. `netlist`: that of the fabric, not elaborated.
test::Dump same_dump_of_both(const features::Experiment& e, const network::Netlist& netlist, network::Fabric& fabric,
                             Cycle end) {
  network::SignalNetwork signals("signal_network", network::elaborate(netlist));
  tracing::Plan plan = tracing::plan_of(e);
  plan.to = end;
  test::Dump dump = test::dump_of(fabric, end, plan);
  CHECK((test::dump_of(signals, end, plan).text == dump.text));
  return dump;
}

}  // namespace

TEST_CASE(
    "background packets, a program and barriers run together, each with its own part, until the last of them ends") {
  const report::Result result = run(mesh + three);
  CHECK(result.status == report::Status::complete);
  REQUIRE(result.sections.size() == 3);
  const replay::Answers& ring = result.section<replay::Section>()->answers;
  CHECK(ring.finished);
  CHECK(ring.messages >= 80);
  CHECK(ring.ranks[2].host == 4);
  const barriers::Answers& meet = result.section<barriers::Section>()->answers;
  CHECK(meet.complete());
  REQUIRE(meet.groups.size() == 1);
  CHECK(meet.groups[0].members == 10);
  CHECK(result.totals.cycles >= ring.cycles);
  CHECK(Cycle(result.totals.cycles) >= meet.groups[0].rounds.back().last_out);
  // What arrived belongs to one of the two, and each has its own length of packets.
  const traffic::Answers& background = traffic_in(result, "background");
  CHECK(background.delivered + packets_of(result) == result.totals.packets_delivered);
  CHECK(background.flits_accepted / 6 - background.delivered <= 16);  // and packets that are still arriving
  CHECK(background.total.packets() == background.delivered);

  const std::string json = report::result_json(result), table = report::result_table(result);
  CHECK_THAT(json, Contains("\"workloads\": {\n    \"background\": {\n      \"kind\": \"traffic\""));
  CHECK_THAT(table, Contains("  background") && Contains("  ring") && Contains("ranks of trace, all finished") &&
                        Contains("  meet") && Contains("complete, of 12 barriers in 1 group"));
  CHECK(report::result_json(run(mesh + three + "run: { engine: signal }\n")) == json);
}

TEST_CASE("both engines agree on several workloads in every cycle, with generators and with network interfaces") {
  const std::string nics =
      "clock: { period: 1 ns }\ntopology: { kind: ring, size: [4], hosts_per_switch: 2 }\nswitch: { virtual_channels: "
      "2 }\n"
      "endpoint: nic\nnic: { firmware: unicast, costs: free, packet_words: 16 }\n"
      "workloads: [{ kind: traffic, load: 0.05, packet: { flits: 6 } }, { kind: traffic, hosts: [2, 3, 6], load: 0.02 "
      "},"
      " { kind: replay, hosts: 1-4, trace: trace }]\n";
  const std::string requests =
      "topology: { kind: mesh, size: [4, 2] }\nswitch: { virtual_channels: 2 }\n"
      "workloads: [{ kind: traffic, load: 0.3, response: { flits: 3 } }, { kind: traffic, hosts: \"host?\", load: 0.1 "
      "},"
      " { kind: traffic, pattern: transpose, hosts: 1-4, load: 0.2 }]\n";
  std::vector<network::Netlist> netlists;
  for (const std::string& text : {mesh + three, nics, requests})
    netlists.push_back(features::network_of(experiment_of(text)));
  for (const monitors::Comparison& found : monitors::compare_engines(netlists, Cycle(3000))) CHECK(found.equal());
}

TEST_CASE("several groups have what barrier units count once, for the network, and a group that is alone in its part") {
  using Json = nlohmann::json;
  const auto group = [](const std::string& name, const std::string& hosts) {
    return "  - { name: " + name + ", kind: barriers, rounds: 12, think: 30, timeout: 3000, hosts: " + hosts + " }\n";
  };
  const auto keys_of = [](const Json& json) {
    std::vector<std::string> keys;
    for (const auto& [key, value] : json.items()) keys.push_back(key);
    return keys;
  };
  const auto rows = [](const report::Result& result, const std::string& label) {
    std::istringstream table(report::result_table(result));
    unsigned found = 0;
    for (std::string line; std::getline(table, line);) found += line.compare(0, label.size(), label) == 0;
    return found;
  };
  const std::vector<std::string> own{"asked", "complete", "first", "groups", "kind", "later"},
      of_units{"barrier_flits", "cut_cycles",    "cut_off", "held_up",  "messages_passed",
               "most_entries",  "padding_flits", "refused", "worms_cut"};
  const std::string list =
      mesh + "workloads:\n  - { kind: traffic, load: 0.2, packet: { flits: 6 } }\n" + group("meet", "0-9");

  const report::Result both = run(list + group("other", "8-15"));
  const Json json = Json::parse(report::result_json(both)), &units = json["barrier_units"];
  for (const char* part : {"meet", "other"}) CHECK(keys_of(json["workloads"][part]) == own);
  CHECK(keys_of(units) == of_units);
  const barriers::Hardware& hardware = both.section<barriers::Section>()->answers.hardware;
  CHECK(hardware.passed > 100);
  CHECK(units["messages_passed"] == hardware.passed);
  CHECK(units["barrier_flits"] == hardware.barrier_flits);
  CHECK(units["worms_cut"] == hardware.cuts);
  CHECK(units["held_up"].is_null());
  CHECK(rows(both, "  barrier units ") == 1);
  CHECK(rows(both, "  barrier messages ") == 1);
  CHECK(rows(both, "  padding flits ") == 1);
  CHECK(rows(both, "    those after it ") == 2);

  // The group that does not complete is not the first one.
  const Json waiting = Json::parse(report::result_json(run(list + group("other", "8-15, absent: [9]"))));
  CHECK(waiting["status"] == "failed");
  CHECK(keys_of(waiting["barrier_units"]["held_up"]) == std::vector<std::string>{"inside", "no_channel", "stopped"});

  const report::Result one = run(list);
  const Json alone = Json::parse(report::result_json(one));
  CHECK_FALSE(alone.contains("barrier_units"));
  std::vector<std::string> all = own;
  all.insert(all.end(), of_units.begin(), of_units.end());
  std::sort(all.begin(), all.end());
  CHECK(keys_of(alone["workloads"]["meet"]) == all);
  CHECK(rows(one, "  barrier units ") == 0);
  CHECK(rows(one, "  barrier messages ") == 1);

  const Json without = Json::parse(report::result_json(
      run("clock: { period: 1 ns }\ntopology: { kind: mesh, size: [2, 2] }\nendpoint: nic\n"
          "nic: { firmware: dissemination, packet_words: 8 }\n"
          "workloads: [{ kind: barriers, hosts: 0-1, rounds: 3 }, { kind: barriers, hosts: 2-3, rounds: 3 }]\n")));
  CHECK_FALSE(without.contains("barrier_units"));
  CHECK(keys_of(without["workloads"]["barriers2"]) == own);
}

TEST_CASE("a network without the groups that its multicasts go to is refused, and runs once it is complete",
          "[quick]") {
  for (const char* by : {"interfaces", "hosts"}) {
    INFO(by);
    const features::Experiment e = experiment_of(
        std::string("clock: { period: 10 ns }\ntopology: { kind: mesh, size: [2, 2] }\nendpoint: nic\n"
                    "nic: { firmware: multicast, costs: free, packet_words: 16 }\n"
                    "workloads: [{ kind: multicast, groups: [all], load: 0.2, messages: 3, by: ") +
        by + " }, { kind: traffic, load: 0.01, packet: { flits: 8 } }]\nrun: { warmup: 0, max_cycles: 20000 }\n");
    const network::Netlist netlist = features::network_of(e);
    CHECK_THROWS_AS(network::elaborate(netlist), std::logic_error);
    CHECK_THROWS_WITH(network::elaborate(netlist), Contains("groups = none: expected those that programs send to"));
    network::Fabric fabric(network::elaborate(features::completed_network_of(e)));
    fabric.run_until(Cycle(5000));
    CHECK(fabric.interface_state(0).host.packets_sent > 0);
  }
}

TEST_CASE("random packets of some hosts go from and to these alone") {
  const features::Experiment e = experiment_of(
      "topology: { kind: mesh, size: [4, 4] }\n"
      "workloads: [{ kind: traffic, hosts: [2, host5, 11-12], load: 0.3 }]\n");
  network::Fabric fabric(network::elaborate(features::network_of(e)));
  fabric.run_until(Cycle(3000));
  for (std::size_t i = 0; i < 16; ++i) {
    const bool is_member = i == 2 || i == 5 || i == 11 || i == 12;
    CHECK((fabric.port_state(i).packets_sent != 0) == is_member);
    CHECK((fabric.port_state(i).packets_received != 0) == is_member);
  }
}

TEST_CASE("each workload has streams of its own, and the first those of a run that has no other", "[quick]") {
  const std::string end = "run: { max_cycles: 4000, warmup: 1000 }\n",
                    head = "topology: { kind: mesh, size: [4, 4] }\n";
  const report::Result alone = run(head + "traffic: { load: 0.1 }\n" + end),
                       both = run(head + "workloads: [{ kind: traffic, load: 0.1 }, { kind: traffic, load: 0.1 }]\n" +
                                  end);
  CHECK(traffic_in(both, "traffic").created == alone.totals.at_end.packets_created);
  CHECK(traffic_in(both, "traffic2").created != alone.totals.at_end.packets_created);
  CHECK(both.totals.at_end.packets_created ==
        traffic_in(both, "traffic").created + traffic_in(both, "traffic2").created);
  CHECK(traffic_in(both, "traffic").flits_offered ==
        alone.totals.at_end.flits_created - alone.totals.at_warmup.flits_created);
}

TEST_CASE("the latencies of a workload are of as many packets as have arrived of it", "[quick]") {
  network::Fabric fabric(network::elaborate(features::network_of(experiment_of(mesh + three))));
  fabric.run_until(Cycle(4000));
  const observe::EngineOf<network::Fabric> engine(fabric);
  for (const unsigned workload : {0u, 1u}) {
    const observe::WorkloadCounts counts = observe::WorkloadCounter(engine, workload).count();
    CHECK(counts.packets_delivered > 20);
    CHECK(counts.latency.packets == counts.packets_delivered);
  }
}

TEST_CASE("fairness of a workload compares its hosts, however much more another workload asks for") {
  const report::Result result =
      run("topology: { kind: mesh, size: [4, 4] }\n"
          "workloads: [{ kind: traffic, hosts: 0-7, load: 0.2, arrivals: { kind: periodic } },"
          " { kind: traffic, hosts: 8-15, load: 0.02, arrivals: { kind: periodic } }]\n"
          "run: { max_cycles: 9000, warmup: 1000 }\n");
  // Half of the hosts send ten times as much as the others: (8 * 10 + 8 * 1)^2 / (16 * (8 * 100 + 8 * 1)).
  CHECK(*result.totals.fairness == Approx(7744 / 12928.0).epsilon(0.01));
  CHECK(*traffic_in(result, "traffic").fairness > 0.999);
  CHECK(*traffic_in(result, "traffic2").fairness > 0.999);
  CHECK_THAT(report::result_json(result), Contains("\"accepted\": 0.2,\n        \"fairness\": "));
}

TEST_CASE("the log of packets names the workload of each, where there is a list") {
  const features::Experiment e = experiment_of(mesh + three);
  network::Fabric fabric(network::elaborate(features::network_of(e)));
  monitors::PacketLog log({"background", "ring"}), plain;
  log.begin(fabric.netlist());
  log.run_until(fabric, Cycle(500), [&](Cycle to) { fabric.run_until(to); });
  std::istringstream lines(log.finish());
  std::string line;
  std::getline(lines, line);
  CHECK_THAT(line, Catch::EndsWith(",ejected,workload"));
  std::uint64_t of_background = 0, of_ring = 0;
  while (std::getline(lines, line)) {
    std::vector<std::string> cells(1);
    for (const char c : line) c == ',' ? cells.emplace_back() : cells.back() += c;
    REQUIRE(cells.size() == 10);
    if (cells[9] == "background") CHECK(cells[3] == "6");  // flits, as the list says
    of_background += cells[9] == "background" && !cells[8].empty();
    of_ring += cells[9] == "ring" && !cells[8].empty();
  }
  std::uint64_t received[2] = {};
  for (std::size_t i = 0; i < 16; ++i)
    for (unsigned w = 0; w < 2; ++w) received[w] += fabric.port_state(i).workloads[w].packets_received;
  CHECK(of_background == received[0]);
  CHECK(of_ring == received[1]);
  CHECK(of_ring > 0);
  plain.begin(fabric.netlist());
  CHECK_THAT(plain.finish(), Catch::EndsWith(",ejected\n"));
}

TEST_CASE("with network interfaces parts are about messages, and packets of firmware belong to no workload") {
  const features::Experiment e = experiment_of(
      "topology: { kind: ring, size: [4] }\nswitch: { virtual_channels: 2 }\nendpoint: nic\nnic: { firmware: unicast, "
      "costs: free, packet_words: 4 }\nrun: { max_cycles: 4000, warmup: 500 }\n"
      "workloads: [{ kind: traffic, load: 0.05, packet: { flits: 12 } }, { kind: traffic, hosts: [2, 3], load: 0.02 "
      "}]\n");
  const report::Result result = simulation::run(e);
  const std::string table = report::result_table(result);
  CHECK_THAT(table, Contains("messages created") && Contains("words per cycle and host of the workload"));
  network::Fabric fabric(network::elaborate(features::network_of(e)));
  fabric.run_until(Cycle(4000));
  CHECK(fabric.latencies().total.most() > 0);
  for (const unsigned workload : {0u, 1u}) CHECK(fabric.latencies(workload).total.most() == 0);
}

TEST_CASE("processors are never busy for more than the cycles of the run, however long their handlers") {
  for (const char* what :
       {"workloads: [{ kind: traffic, load: 0.2 }]\n", "workloads: [{ kind: replay, trace: trace }]\n"}) {
    const report::Result result = run(
        "clock: { period: 1 ns }\ntopology: { kind: ring, size: [4] }\nswitch: { virtual_channels: 2 }\nendpoint: nic\n"
        "nic: { cost: { event: 3000 cycles, start: 900 cycles } }\nrun: { max_cycles: 1000 }\n" +
        std::string(what));
    const statistics::NicTotals& nic = *result.totals.nic;
    CHECK(nic.busiest_cycles > 900);
    CHECK(nic.busiest_cycles <= nic.cycles);
    CHECK(nic.busy_cycles <= 4 * nic.cycles);
  }
}

TEST_CASE("a description lists what each workload of a list offers") {
  const report::Description described = report::describe(reading_of(mesh + three));
  const std::string table = report::description_table(described);
  CHECK_THAT(table, Contains("background  traffic   on 16 hosts  0.2 flits per cycle and host, in packets of 6 flits, "
                             "uniform\n") &&
                        Contains("ring        replay    on 4 hosts   a program of 4 ranks") &&
                        Contains("meet        barriers  on 10 hosts  12 barriers\n") &&
                        Contains("\nProgram of ring\n  trace"));
  CHECK_THAT(report::description_json(described),
             Contains("\"name\": \"ring\"") && Contains("\"ranks\": 4") && Contains("\"offers\": \"12 barriers\""));
}

TEST_CASE("a description of groups in their section lists the random packets next to them", "[quick]") {
  const report::Description described = report::describe(
      reading_of(mesh + "barriers: { groups: [{ members: [0-3] }, { members: [2-5] }], rounds: 7 }\n"));
  CHECK_THAT(
      report::description_table(described),
      Contains("\nWorkloads\n"
               "  traffic   traffic   on 16 hosts  0.1 flits per cycle and host, in packets of 8 flits, uniform\n"
               "  barriers  barriers  on 6 hosts   7 barriers in each of 2 groups\n"));
  CHECK_THAT(report::description_json(described), Contains("\"offers\": \"7 barriers in each of 2 groups\""));
  CHECK_THAT(report::description_table(report::describe(reading_of(mesh))), !Contains("\nWorkloads\n"));
}

TEST_CASE("next to a program and barriers random packets are measured from run.warmup on", "[quick]") {
  const report::Result result = run(mesh + three + "run: { warmup: 300 }\n");
  CHECK(result.totals.cycles > 300);
  CHECK(result.totals.warmup == 300);
  CHECK(traffic_in(result, "background").measured_cycles == result.totals.cycles - 300);
}

TEST_CASE("a list of one workload measures what its section does", "[quick]") {
  const std::string head = mesh + "run: { max_cycles: 3000 }\n";
  const report::Result section = run(head + "traffic: { load: 0.2, pattern: hot_spot, hot_spot: { hosts: [3] } }\n"),
                       list = run(
                           head +
                           "workloads: [{ kind: traffic, load: 0.2, pattern: hot_spot, hot_spot: { hosts: [3] } }]\n");
  CHECK(section.sections.empty());
  CHECK(list.totals.total_latency.mean() == section.totals.total_latency.mean());
  CHECK(list.verdict.warmup == section.verdict.warmup);
  CHECK(traffic_in(list, "traffic").total.mean() == section.totals.total_latency.mean());
  CHECK(traffic_in(list, "traffic").load(traffic_in(list, "traffic").flits_accepted) == section.totals.accepted_load());
}

TEST_CASE("a dump has a scope for each workload of a list, whose values are those of the registers in every cycle") {
  constexpr Cycle end(8000);
  const features::Experiment e = experiment_of(mesh + three + "waves: { scope: [\"workload_*\"] }\n");
  const network::Netlist netlist = features::network_of(e);
  network::Fabric fabric(network::elaborate(netlist)), again(network::elaborate(netlist));
  const test::Dump dump = same_dump_of_both(e, netlist, fabric, end);
  CHECK_THAT(dump.save_file, Contains("workload_background") && Contains("+{entered} workload_meet.entered[31:0]"));
  // The viewer's zoom is the logarithm of the time in 200 pixels: of workloads alone all cycles are seen, of 1 ns.
  CHECK(std::exp2(-std::stod(dump.save_file.substr(dump.save_file.find("\n*") + 2))) / 200 * 850 ==
        Approx(static_cast<double>(end.value)).epsilon(1e-5));

  const barriers::Group meet = barriers::answers_of(barriers::view_of(fabric)).groups.at(0);
  const generator::RandomTraffic random(netlist.workloads[0].traffic);
  constexpr std::uint64_t overhead =
      50;  // of software, before the message that a host has entered, and after that to leave
  std::uint64_t created = 0, blocked = 0, finished = 0;
  std::vector<generator::TrafficState> next;
  for (std::uint32_t host = 0; host < 16; ++host) next.push_back(random.first(NodeId(host)));
  test::VcdReader vcd(dump.text);
  const auto value = [&](const char* path) { return vcd.value(std::string("workload_") + path).number; };
  for (Cycle cycle; cycle < end; cycle = cycle + 1) {
    REQUIRE(vcd.next());
    again.run_until(cycle + 1);
    std::uint64_t sent[2] = {}, delivered[2] = {};
    for (std::uint32_t host = 0; host < 16; ++host) {
      const port::State& port = again.port_state(host);
      for (unsigned w = 0; w < 2; ++w) {
        sent[w] += port.workloads[w].packets_sent;
        delivered[w] += port.workloads[w].packets_received;
      }
      // A packet counts from its head on.
      if (port.sent != 0) ++sent[again.generator_state(host).sources.chosen];
      for (; next[host].created <= cycle; random.next(NodeId(host), next[host])) ++created;
    }
    INFO("cycle " << cycle.value);
    REQUIRE(value("background.created") == created);
    REQUIRE(value("background.sent") == sent[0]);
    REQUIRE(value("background.delivered") == delivered[0]);
    REQUIRE(value("background.waiting") == created - sent[0]);
    REQUIRE(value("background.in_flight") == sent[0] - delivered[0]);
    REQUIRE(value("ring.sent") == sent[1]);
    REQUIRE(value("ring.delivered") == delivered[1]);
    REQUIRE(value("ring.in_flight") == sent[1] - delivered[1]);
    REQUIRE(value("ring.computing") + value("ring.port_busy") + value("ring.blocked") + value("ring.finished") == 4);
    REQUIRE(value("ring.finished") >= finished);
    finished = value("ring.finished");
    blocked += value("ring.blocked");
    std::uint64_t begun = 0, completed = 0;
    for (const barriers::Round& round : meet.rounds) {
      begun += round.first_in + overhead <= cycle;
      completed += round.left == meet.members && round.last_out <= cycle + overhead;
    }
    REQUIRE(value("meet.begun") == begun);
    REQUIRE(value("meet.completed") == completed);
    REQUIRE(value("meet.entered") <= 10);
    if (begun == completed) REQUIRE(value("meet.entered") == 0);
  }
  CHECK(finished == 4);
  CHECK(blocked > 0);
  CHECK(value("meet.completed") == 12);
}

TEST_CASE("with network interfaces the waves of a workload count its messages") {
  constexpr Cycle end(4000);
  const features::Experiment e = experiment_of(
      "topology: { kind: ring, size: [4] }\nswitch: { virtual_channels: 2 }\nendpoint: nic\nnic: { firmware: unicast, "
      "costs: free, packet_words: 4 }\n"
      "workloads: [{ kind: traffic, load: 0.05, packet: { flits: 12 } }, { kind: traffic, hosts: [2, 3], load: 0.02 "
      "}]\n"
      "waves: { scope: [workload_traffic2] }\n");
  network::Fabric fabric(network::elaborate(features::network_of(e)));
  tracing::Plan plan = tracing::plan_of(e);
  plan.to = end;
  const test::Dump dump = test::dump_of(fabric, end, plan);
  test::VcdReader vcd(dump.text);
  while (vcd.next() && vcd.time() < (end.value - 1) * plan.timescale.units_a_cycle) continue;
  std::uint64_t posted = 0, done = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    posted += fabric.interface_state(i).host.workloads[1].packets_sent;
    done += fabric.interface_state(i).host.workloads[1].packets_received;
  }
  std::uint64_t created = 0;
  const generator::RandomTraffic random(fabric.netlist().workloads[1].traffic, 1);
  for (const std::uint32_t host : {2u, 3u})
    for (generator::TrafficState next = random.first(NodeId(host)); next.created < end; random.next(NodeId(host), next))
      ++created;
  CHECK(done > 5);
  CHECK(vcd.value("workload_traffic2.created").number == created);
  CHECK(vcd.value("workload_traffic2.sent").number == posted);
  CHECK(vcd.value("workload_traffic2.delivered").number == done);
  CHECK_FALSE(vcd.has("workload_traffic.sent"));
}

TEST_CASE("the waves of an exchange show its packets and what its hosts do in every cycle, and add up to its result") {
  constexpr Cycle end(2500);
  const features::Experiment e = experiment_of(
      "clock: { period: 1 ns }\ntopology: { kind: mesh, size: [3, 3] }\nswitch: { virtual_channels: 2 }\n"
      "workloads:\n  - { kind: traffic, load: 0.05, packet: { flits: 6 } }\n"
      "  - { name: swap, kind: exchange, hosts: [0, 2, 3, 5, 7], packets: 12, window: 3, send_cycles: 5,"
      " receive_cycles: 6, user_cycles: 10, pause_cycles: 150, pause_every: 700, packet: { flits: 12 } }\n"
      "waves: { scope: [workload_swap] }\n");
  const network::Netlist netlist = features::network_of(e);
  network::Fabric fabric(network::elaborate(netlist)), again(network::elaborate(netlist));
  const test::Dump dump = same_dump_of_both(e, netlist, fabric, end);
  const exchange::Answers answers =
      dynamic_cast<const exchange::Program&>(*fabric.netlist().workloads[1].program).answers(end);
  REQUIRE(answers.cycles != 0);

  struct Pause {
    generator::ArrivalState state;
    Cycle begin;
  };
  const generator::ArrivalProcess process({}, 1. / 700, 1);
  std::vector<Pause> pauses;
  for (const std::uint32_t host : {0u, 2u, 3u, 5u, 7u}) {
    Pause& pause = pauses.emplace_back();
    pause.state.stream =
        RandomStream(mix64(1 ^ mix64(0x65786368616e6765)), host, RandomPurpose::arrivals);  // as run.seed says
    pause.begin = process.first(pause.state);
  }
  std::uint64_t closed = 0, paused = 0, most_ahead = 0, first_end = 0, last_end = 0;
  test::VcdReader vcd(dump.text);
  const auto value = [&](const char* name) { return vcd.value(std::string("workload_swap.") + name).number; };
  for (Cycle cycle; cycle < end; cycle = cycle + 1) {
    REQUIRE(vcd.next());
    again.run_until(cycle + 1);
    std::uint64_t sent = 0, delivered = 0, pausing = 0;
    for (std::uint32_t host = 0; host < 9; ++host) {
      const port::State& port = again.port_state(host);
      sent += port.workloads[1].packets_sent + (port.sent != 0 && again.generator_state(host).sources.chosen == 1);
      delivered += port.workloads[1].packets_received;
    }
    for (Pause& pause : pauses) {
      if (cycle == pause.begin + 150) pause.begin = process.next(pause.state, cycle);
      pausing += pause.begin <= cycle;
    }
    INFO("cycle " << cycle.value);
    REQUIRE(value("sent") == sent);
    REQUIRE(value("delivered") == delivered);
    REQUIRE(value("in_flight") == sent - delivered);
    REQUIRE(value("taken") + value("untaken") == delivered);
    REQUIRE(value("pausing") == pausing);
    closed += value("closed");
    paused += pausing;
    most_ahead = std::max(most_ahead, value("ahead"));
    if (first_end == 0 && value("finished") != 0) first_end = cycle.value;
    if (last_end == 0 && value("finished") == 5) last_end = cycle.value;
  }
  CHECK(value("taken") == 240);
  CHECK(value("ahead") == 0);
  CHECK(closed == answers.closed_cycles);
  CHECK(closed > 1000);
  CHECK(paused > 150);
  CHECK(most_ahead == 3);
  CHECK(first_end == answers.first_end);
  CHECK(last_end == answers.cycles);
}

TEST_CASE("the waves of multicasts count messages as members have them, by interfaces and by hosts") {
  constexpr Cycle end(16'000);
  const features::Experiment e = experiment_of(
      "clock: { period: 10 ns }\ntopology: { kind: mesh, size: [3, 3] }\nendpoint: nic\n"
      "nic: { firmware: multicast, costs: free, packet_words: 16 }\n"
      "firmware: { multicast: { scheme: fifo, buffers: 2, buffer_words: 64 } }\n"
      "workloads:\n"
      "  - { name: news, kind: multicast, groups: ['0-4', '4-8'], messages: 6, load: 0.02, words: 40,"
      " algorithm: up_down }\n"
      "  - { name: passed, kind: multicast, groups: ['1 3 6 7'], messages: 5, load: 0.02, words: 24,"
      " algorithm: ring, by: hosts }\n"
      "waves: { scope: [\"workload_*\"] }\n");
  network::Netlist netlist = features::network_of(e);
  REQUIRE(features::complete(e, netlist).refused.empty());
  network::Fabric fabric(network::elaborate(netlist)), again(network::elaborate(netlist));
  const test::Dump dump = same_dump_of_both(e, netlist, fabric, end);

  /// What members have got, found from the sequence of each.
  struct Got {
    std::uint64_t delivered = 0, completed = 0;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> members;  // by source and message
    std::map<std::pair<std::uint32_t, std::size_t>, std::size_t> seen;         // by group and place in it

    void look(const multicast::Program& program) {
      const host::Groups& groups = *program.params().groups;
      for (std::uint32_t group = 0; group < groups.size(); ++group)
        for (std::size_t place = 0; place < groups[group].members.size(); ++place) {
          const std::vector<multicast::Delivery>& sequence = program.sequence(group, place);
          for (std::size_t& n = seen[{group, place}]; n < sequence.size(); ++n) {
            ++delivered;
            completed += ++members[{sequence[n].source, sequence[n].message}] == groups[group].receivers();
          }
        }
    }
  };
  const char* const names[] = {"news", "passed"};
  Got got[2];
  std::uint64_t most_outstanding[2] = {};
  test::VcdReader vcd(dump.text);
  const auto value = [&](unsigned workload, const char* name) {
    return vcd.value(std::string("workload_") + names[workload] + '.' + name).number;
  };
  for (Cycle cycle; cycle < end; cycle = cycle + 1) {
    REQUIRE(vcd.next());
    again.run_until(cycle + 1);
    INFO("cycle " << cycle.value);
    std::uint64_t posted = 0;
    for (std::size_t i = 0; i < 9; ++i) posted += again.interface_state(i).host.workloads[0].packets_sent;
    REQUIRE(4 * value(0, "begun") == posted);  // counted for each member that is to get it
    for (const unsigned w : {0u, 1u}) {
      got[w].look(dynamic_cast<const multicast::Program&>(*again.netlist().workloads[w].program));
      REQUIRE(value(w, "delivered") == got[w].delivered);
      REQUIRE(value(w, "completed") == got[w].completed);
      REQUIRE(value(w, "outstanding") == value(w, "begun") - got[w].completed);
      most_outstanding[w] = std::max(most_outstanding[w], value(w, "outstanding"));
    }
  }
  CHECK(value(0, "completed") == 54);
  CHECK(value(0, "delivered") == 216);
  CHECK(value(1, "begun") == 20);
  CHECK(value(1, "completed") == 20);
  CHECK(value(1, "delivered") == 60);
  for (const std::uint64_t most : most_outstanding) CHECK(most > 1);
}

TEST_CASE("waves.scope names workloads of the list, and without a list there are none") {
  const std::string head = "topology: { kind: mesh, size: [2, 2] }\n";
  CHECK_THAT(errors_of(head + "workloads: [{ kind: traffic, name: busy }]\nwaves: { scope: [workload_bsy] }\n"),
             Contains(", found workload_bsy (matches nothing); did you mean workload_busy?"));
  CHECK_THAT(errors_of(head + "waves: { scope: [\"workload_*\"] }\n"),
             Contains(", found workload_* (matches nothing)"));
}

TEST_CASE("a packet's creation is a trigger where its host runs one workload of random packets") {
  const std::string
      head = "topology: { kind: mesh, size: [4, 4] }\n",
      apart =
          "workloads: [{ kind: traffic, hosts: 0-7, load: 0.1 }, { kind: traffic, hosts: 8-15, load: 0.1 }, "
          "{ kind: traffic, hosts: 14-15, load: 0.1, response: { flits: 2 } }]\n";
  const auto trigger = [](const std::string& packet) {
    return "waves: { file: x.vcd, before: 5, after: 5, trigger: [{ kind: packet, packet: \"" + packet +
           "\", at: created }] }\n";
  };
  const features::Experiment e = experiment_of(head + apart + trigger("host9:4"));
  const network::Netlist netlist = features::network_of(e);
  network::Fabric fabric(network::elaborate(netlist));
  const test::Dump dump = test::dump_of(fabric, Cycle(4000), tracing::plan_of(e));
  const generator::RandomTraffic second(netlist.workloads[1].traffic, 1);
  generator::TrafficState fifth = second.first(NodeId(9));
  for (unsigned i = 0; i < 4; ++i) second.next(NodeId(9), fifth);
  REQUIRE(dump.firings.size() == 1);
  CHECK(dump.firings[0].event.cycle == fifth.created);

  CHECK_THAT(errors_of(head + apart + trigger("host14:4")),
             Contains("waves.trigger[0].at: expected sent, a switch's name or arrived (packets of several workloads "
                      "are numbered when "
                      "they are sent), found created (of a host on which traffic2 and traffic3 run)"));
  CHECK_THAT(errors_of(head + "workloads: [{ kind: traffic, response: { flits: 2 } }]\n" + trigger("host1:4")),
             Contains("found created (with workloads[0].response.flits)"));
  CHECK_THAT(errors_of(head + "workloads: [{ kind: replay, trace: trace }]\n" + trigger("host1:4")),
             Contains("found created (with workloads[0].trace)"));
}
