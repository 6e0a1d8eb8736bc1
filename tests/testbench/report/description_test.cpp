#include "testbench/report/description.hpp"

#include <catch2/catch.hpp>
#include <memory>

#include "testbench/report/description_json.hpp"
#include "testbench/report/description_table.hpp"
#include "testbench/run/checks.hpp"
#include "tests/testbench/report/described.hpp"

using namespace slackline;
using Catch::Matchers::Contains;
using test::described;

namespace {

const report::DescribedKey& find(const std::vector<report::DescribedKey>& keys, const std::string& key) {
  for (const report::DescribedKey& described : keys)
    if (described.key == key) return described;
  FAIL(key << " is not described");
  return keys.front();
}

const char text[] = R"(schema_version: 1
clock: { period: 6.25 ns }
topology: { size: [3, 2], hosts_per_switch: 2 }
link: { delay: 17 ns, cycles_per_flit: 2 }
switch: { buffer: { flits: 40 }, delay: { header: 60 ns, data: 3, arbitration: 4, crossbar: 2 } }
)";

}  // namespace

TEST_CASE("a time is described with the given value, its cycles, their time, and the error", "[quick]") {
  const report::Description d = described(text);
  const report::DescribedKey& link = find(d.delays, "link.delay");
  CHECK(link.asked == "17 ns");
  CHECK(link.cycles == 3u);
  CHECK(link.duration == "18.75 ns");
  REQUIRE(link.error);
  CHECK(link.error->ns == "+1.75 ns");
  CHECK(link.given_by == report::GivenBy::file);
  CHECK(link.line == 4);
  const report::DescribedKey& data = find(d.delays, "switch.delay.data");
  CHECK(data.asked == "3");
  CHECK(data.duration == "18.75 ns");
  CHECK_FALSE(data.error);
}

TEST_CASE("costs of a preset are times, and are described with their cycles", "[quick]") {
  const report::Description d = described(
      "schema_version: 1\nendpoint: nic\nnic: { costs: lanai4, cost: { load: 7 } }\nclock: { period: 6.25 ns }\n");
  const report::DescribedKey& event = find(d.delays, "nic.cost.event");
  CHECK(event.asked == "600 ns");
  CHECK(event.cycles == 96);
  CHECK(find(d.delays, "nic.cost.load").cycles == 7);
}

TEST_CASE("delays are described even if not given, other keys are not") {
  const report::Description d = described("schema_version: 1\n");
  CHECK(find(d.delays, "switch.delay.crossbar").given_by == report::GivenBy::nobody);
  CHECK(d.settings.empty());
  CHECK_THAT(report::description_table(d), !Contains("run.warmup") && !Contains("Other values"));
}

TEST_CASE("derived values are consistent") {
  const report::Description d = described(text);
  CHECK(d.kinds[0].parts.read == 1);
  CHECK(d.kinds[0].parts.routing == 10 - 3 - 4);
  CHECK(d.kinds[0].parts.header() == 10);
  CHECK(d.kinds[0].link_cycles == 3 + 2 - 1);
  CHECK(d.kinds[0].hop_cycles() == 14);
  CHECK_FALSE(d.kinds[0].stop_at_given);
  CHECK(d.kinds[0].slack_available() == d.kinds[0].derived.slack);
  CHECK(d.switches == 6);
  CHECK(d.hosts == 12);
  CHECK(d.links == 7 + 12);
  CHECK(d.ports == 6);
}

TEST_CASE("the table aligns given values, cycles and errors, and gives the source of each value") {
  const std::string table = report::description_table(described(text));
  CHECK_THAT(table, Contains("unnamed (dir/test.yaml)\n\nTimes, in cycles of 6.25 ns (160 MHz)\n"));
  CHECK_THAT(table,
             Contains("  key                        asked     cycles  is        error              from\n"
                      "  clock.period                6.25 ns                                       test.yaml:2\n"
                      "  link.delay                 17 ns          3  18.75 ns  +1.75 ns  +10.3 %  test.yaml:4\n"));
  CHECK_THAT(table, Contains("= data 3 + routing 3 + arbitration 4\n"));
  CHECK_THAT(table, Contains("mesh 3x2: 6 switches of 6 ports, 12 hosts, 19 links\n"));
}

TEST_CASE("links with their own settings have one line each, with their rounded delay", "[quick]") {
  const std::string table = report::description_table(
      described("schema_version: 1\nclock: { period: 6.25 ns }\ntopology: { size: [3] }\nlinks:\n"
                "  - { link: link_switch1_p0_to_switch2_p1, delay: 17 ns }\n"
                "  - { link: link_host0_to_switch0_p2, directions: one, cycles_per_flit: 3 }\n"));
  CHECK_THAT(table, Contains("Links of their own\n"));
  CHECK_THAT(table, Contains("{link: link_switch1_p0_to_switch2_p1, directions: both, delay: 17 ns, cycles_per_flit: "
                             "auto}                3  18.75 ns  +1.75 ns  +10.3 %  test.yaml:5\n"));
  CHECK_THAT(table, Contains("cycles_per_flit: 3}  "));
}

TEST_CASE("values that records of hosts give clocks have a line each, with the hosts", "[quick]") {
  const std::string text = "schema_version: 1\nendpoint: nic\nclock: { period: 25 ns }\ntopology: { size: [4] }\n";
  const report::Description d = described(text +
                                          "hosts:\n  - { match: host1, nic: { drift: 50 ppm, offset: 30 } }\n"
                                          "  - { match: [host2, host3], nic: { drift_spread: 5 ppm, window: 7 } }\n"
                                          "  - { match: host3, nic: { window: 8 } }\n"
                                          "  - { match: \"*\", nic: { offset_spread: 0.25 } }\n");
  CHECK_THAT(report::description_table(d),
             Contains("\nClocks of their own\n"
                      "  1 host, host1                     nic.drift          50 ppm      test.yaml:6\n"
                      "                                    nic.offset         30 ticks    test.yaml:6\n"
                      "  2 hosts, the first of them host2  nic.drift_spread   5 ppm       test.yaml:7\n"
                      "  4 hosts, the first of them host0  nic.offset_spread  0.25 slots  test.yaml:9\n\n"));
  CHECK_THAT(
      report::description_json(d),
      Contains("\"host_clocks\": [\n    {\n      \"hosts\": 1,\n      \"first\": \"host1\",\n      \"values\": [\n"
               "        {\n          \"key\": \"nic.drift\",\n          \"asked\": \"50 ppm\",\n"));
  const report::Description alike = described(text + "hosts: [{ match: host1, nic: { window: 8 } }]\n");
  CHECK_THAT(report::description_table(alike), !Contains("Clocks of their own"));
  CHECK_THAT(report::description_json(alike), !Contains("host_clocks"));
}

TEST_CASE("values of a preset have their source, injected faults one line each", "[quick]") {
  const report::Description d = described(
      "schema_version: 1\nswitch: { preset: myrinet-1280-san }\nfaults:\n"
      "  - { kind: drop, link: link_switch0_p0_to_switch1_p1 }\n"
      "  - { kind: dead, link: link_switch1_p1_to_switch0_p0, from: 9 }\n");
  const report::DescribedKey& header = find(d.delays, "switch.delay.header");
  CHECK(header.given_by == report::GivenBy::preset);
  CHECK_THAT(header.source, Contains("Song 2005"));
  CHECK(header.file == "presets/myrinet-1280-san.yaml");
  REQUIRE(d.injected.size() == 2);
  const report::DescribedKey& dead = d.injected[1];
  CHECK(dead.asked == "{kind: dead, link: link_switch1_p1_to_switch0_p0, from: 9, to: never}");
  CHECK(dead.line == 5);
}

TEST_CASE("with credits, the description gives the number of flits for full speed") {
  const std::string head =
      "schema_version: 1\nlink: { delay: 2 }\nswitch: { virtual_channels: 4, buffer: { flow_control: "
      "credit, flits: ";
  const report::Description enough = described(head + "7 } }\n");
  CHECK(enough.kinds[0].has_credits);
  CHECK(enough.kinds[0].derived.full_speed_credits == 7);
  const std::string table = report::description_table(enough);
  CHECK_THAT(table,
             Contains("credits                  7  flits         = buffer, of each virtual channel\n") &&
                 Contains("for full speed           7  flits         with so many, a worm that nothing holds up"));
  CHECK_THAT(table, !Contains("stop_at") && !Contains("slack"));
  CHECK_THAT(table, Contains("64 switches of 5 ports with 4 virtual channels each, 64 hosts"));
  CHECK_THAT(
      report::description_table(described(head + "6 } }\n")),
      Contains("for full speed           7  flits         the buffer has fewer: a worm that nothing holds up waits "
               "for credits\n"));
  CHECK_THAT(report::description_json(enough),
             Contains("\"credits\": 7,\n    \"full_speed_credits\": 7") && !Contains("\"stop_at\""));
}

TEST_CASE("virtual cut-through is described with its longest packet, which its route makes longer") {
  const std::string cut = "schema_version: 1\ntopology: { size: [4, 3] }\nswitch: { switching: virtual_cut_through }\n";
  CHECK_THAT(
      report::description_table(described(cut)),
      Contains("slack needed             10  flits         = 3 that may still arrive after STOP + 7 of a packet\n") &&
          Contains("longest packet            8  flits         for which there must be room downstream\n"));
  const report::Description d = described(cut + "routing: { switch: source_stripped }\nlink: { cycles_per_flit: 3 }\n");
  CHECK(d.kinds[0].hop_cycles() == 1 + (1 + 2) + 3);
  CHECK_THAT(report::description_table(d),
             Contains("= packet 8 + route 6\n") && Contains("= switch 1 + link 3 + route flit 3\n"));
}

TEST_CASE("a value of 1 is described with its unit in the singular", "[quick]") {
  const std::string table = report::description_table(described(
      "schema_version: 1\ntopology: { size: [2], hosts_per_switch: 1 }\ntraffic: { packet: { flits: 1 } }\n"));
  CHECK_THAT(table, Contains("topology.hosts_per_switch  1 host ") &&
                        Contains("topology.size              [2] switches ") &&
                        Contains("traffic.packet.flits       1 flit "));
  CHECK_THAT(table, Contains("data through a switch     1  cycle   1 ns") &&
                        Contains("header's hop, zero load   2  cycles  2 ns") &&
                        Contains("bisection        1 channel each way, 1 flit per cycle\n"));
  CHECK_THAT(report::description_table(
                 described("schema_version: 1\nworkloads: [{ kind: traffic, packet: { flits: 1 }, load: 1 }]\n")),
             Contains("1 flit per cycle and host, in packets of 1 flit, uniform\n"));
}

TEST_CASE("the single watermark of busy and ready is described as such") {
  CHECK_THAT(
      report::description_table(described("schema_version: 1\nswitch: { buffer: { flow_control: busy_ready } }\n")),
      Contains("stop_at                  61  flits         auto: the highest that loses nothing\n") &&
          Contains("go_at                    60  flits         busy_ready: stop_at - 1\n"));
}

TEST_CASE("a network with routes in tables is described without them") {
  // They would take 1.6 gigabytes.
  CHECK(described("schema_version: 1\ntopology: { size: [200, 200] }\nrouting: { switch: table }\n").hosts == 40'000);
}
