// Firmware of a user's own, from an ELF file that an experiment names.
#include <catch2/catch.hpp>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/cli/command.hpp"

using namespace slackline::test;
using Catch::Matchers::Contains;
using Json = nlohmann::json;

namespace {

const std::string four_interfaces =
    "schema_version: 1\nendpoint: nic\nclock: { period: 25 ns }\ntopology: { kind: mesh, size: [2, 2] }\n"
    "traffic: { load: 0.02, packet: { flits: 40 } }\nrun: { warmup: 1000, max_cycles: 20000 }\n"
    "nic: { packet_words: 16, drift_spread: 120 ppm }\n";

/// A firmware with parameters of each kind, which it logs.
const std::string with_parameters = R"(#include "rtl_models/firmware/firmware.h"
enum { DEPTH, WAIT, SCHEME, LEVEL };
static const struct nic_own_parameter own[] = {
    {"depth", NIC_OWN_NUMBER, 1, 64, 8, "entries"},
    {"wait", NIC_OWN_TIME, 0, 1000000, 500, "time between two of them"},
    {"scheme", NIC_OWN_WORD, 0, 1, 0, "plain|paced how they are sent"},
    {"level", NIC_OWN_NUMBER, 0, 9, 3, "of pacing"},
};
static const struct nic_own_condition conditions[] = {{LEVEL, SCHEME, 1u << 1}};
static void start(nic* n) {
  nic_write(n, NIC_EVENT_ENABLE, 1u << NIC_EVENT_HOST);
  nic_log(n, "depth %u, wait %u", nic_read(n, NIC_OWN_PARAMETER + 4 * DEPTH), nic_read(n, NIC_OWN_PARAMETER + 4 * WAIT));
  nic_log(n, "scheme %u, level %u", nic_read(n, NIC_OWN_PARAMETER + 4 * SCHEME),
          nic_read(n, NIC_OWN_PARAMETER + 4 * LEVEL));
}
static void handle(nic* n, uint32_t event) {
  if (event != NIC_EVENT_HOST || nic_read(n, NIC_DONE_SPACE) == 0) return;
  nic_write(n, NIC_DONE_KIND, NIC_DONE_SENT);
  nic_write(n, NIC_DONE_PEER, nic_read(n, NIC_HOST_PEER));
  nic_write(n, NIC_DONE_MESSAGE, nic_read(n, NIC_HOST_MESSAGE));
  nic_write(n, NIC_DONE_WORDS, nic_read(n, NIC_HOST_WORDS));
  nic_write(n, NIC_DONE_PUSH, 1);
  nic_write(n, NIC_HOST_POP, 1);
}
const struct nic_firmware firmware_tried = {
    .name = "tried", .start = start, .handle = handle, .own = own, .own_count = 4, .conditions = conditions, .condition_count = 1};
)";

/// unicast under the name `mine`, as mine.elf.
void build_mine(const Workplace& w) {
  REQUIRE(w.shell("sed 's/firmware_unicast/firmware_mine/; s/\"unicast\"/\"mine\"/' " +
                  in_repository("rtl_models/firmware/unicast.c") + " > mine.c")
              .status == 0);
  const Output built = w.slackline("firmware build mine.c");
  INFO(built.err);
  REQUIRE(built.status == 0);
}

/// The simulated part of a result.
Json simulated(const Output& run) {
  INFO(run.err);
  REQUIRE((run.status == 0 || run.status == 4));
  Json result = Json::parse(run.out);
  result.erase("configuration");
  return result;
}

std::string firmware_of(const Json& result) {
  return result.at("network").at("host_kinds").at(0).at("firmware").at("sha256").get<std::string>();
}

}  // namespace

TEST_CASE("a firmware from a file computes what the same source does inside the program, in both engines") {
  const Workplace w;
  w.write("x.yaml", four_interfaces);
  build_mine(w);
  Json shipped = simulated(w.slackline("run x.yaml --json --set nic.firmware=unicast --set nic.processor=rv32"));
  Json mine = simulated(w.slackline("run x.yaml --json --set nic.firmware=mine.elf"));
  CHECK(simulated(w.slackline("run x.yaml --json --set nic.firmware=mine.elf --engine signal")) == mine);
  CHECK(mine.at("nic").at("messages").at("done").get<unsigned>() > 20);
  CHECK(firmware_of(mine) + "  mine.elf\n" == w.shell("sha256sum mine.elf").out);
  CHECK(firmware_of(mine) != firmware_of(shipped));
  for (Json* result : {&shipped, &mine}) result->at("network").at("host_kinds").at(0).erase("firmware");
  // Parameters that unicast does not use are not reported of it.
  mine.at("network").at("host_kinds").at(0).erase("buffers");
  shipped.at("network").at("host_kinds").at(0).erase("buffers");
  CHECK(mine == shipped);
}

TEST_CASE("the name of a firmware file is relative to the experiment, and in resolved.yaml to that") {
  const Workplace w;
  w.shell("mkdir experiments");
  w.write("experiments/x.yaml", four_interfaces + "name: x\n");
  w.shell("sed -i 's/nic: { /nic: { firmware: mine.elf, /' experiments/x.yaml");
  build_mine(w);
  w.shell("mv mine.elf experiments");
  const Output first = w.slackline("run experiments/x.yaml --out results");
  INFO(first.err);
  CHECK(first.status == 0);
  CHECK_THAT(w.read("results/manifest.json"), Contains("mine.elf"));
  CHECK_THAT(w.read("results/resolved.yaml"), Contains("firmware: \"../experiments/mine.elf\""));
  CHECK(w.slackline("run results/resolved.yaml --out again").status == 0);
  Json before = Json::parse(w.read("results/result.json")), after = Json::parse(w.read("again/result.json"));
  before.erase("configuration");  // has the name of the file as it was written
  after.erase("configuration");
  CHECK(before == after);
}

TEST_CASE("a sweep compares a firmware from a file with those of the program") {
  const Workplace w;
  w.write("x.yaml", four_interfaces);
  build_mine(w);
  const Output sweep =
      w.slackline("sweep x.yaml --quiet --set nic.processor=rv32 --vary nic.firmware=unicast,mine.elf --out sweep");
  INFO(sweep.err);
  CHECK(sweep.status == 0);
  CHECK(w.shell("ls sweep/points/*.json").out.size() > 20);
}

TEST_CASE("own parameters of a firmware from a file have the values that nic.parameters gives") {
  const Workplace w;
  w.write("x.yaml", four_interfaces);
  w.write("tried.c", with_parameters);
  REQUIRE(w.slackline("firmware build tried.c").status == 0);
  const std::string run = "run x.yaml --set nic.firmware=tried.elf --set nic.delivery=reply --set run.max_cycles=5000 ";
  const Output usual = w.slackline(run);
  CHECK_THAT(usual.err, Contains("host0, cycle 38: depth 8, wait 20\n") && Contains("scheme 0, level 3\n"));
  CHECK(usual.status == 0);
  const Output given = w.slackline(run + "--set 'nic.parameters=[depth=9, wait=2 us, scheme=paced, level=7]'");
  CHECK_THAT(given.err, Contains("depth 9, wait 80\n") && Contains("scheme 1, level 7\n"));

  const auto error = [&](const std::string& parameters) {
    const Output refused = w.slackline(run + "--set 'nic.parameters=" + parameters + "'");
    CHECK(refused.status == 2);
    CHECK_THAT(refused.err, Contains("slackline: 1 error in the input"));
    return refused.err;
  };
  CHECK_THAT(error("[deph=9]"), Contains("nic.parameters: expected KEY=VALUE with KEY depth, wait, scheme or level, "
                                         "found deph=9; did you mean depth?"));
  CHECK_THAT(error("[depth]"), Contains("nic.parameters: expected depth=VALUE, found depth"));
  CHECK_THAT(error("[depth=65]"), Contains("nic.parameters: expected integer from 1 to 64, found depth=65"));
  CHECK_THAT(error("[depth=2, depth=3]"), Contains("expected each parameter once, found depth=3 (a second time)"));
  CHECK_THAT(error("[wait=3]"), Contains("nic.parameters: expected time from 0 ns to"));
  CHECK_THAT(error("[scheme=pacd]"),
             Contains("nic.parameters: expected plain or paced, found scheme=pacd; did you mean paced?"));
  CHECK_THAT(error("[level=4]"),
             Contains("nic.parameters: level has no effect with scheme: plain; use it only with scheme: paced"));
}

TEST_CASE("what is no firmware is refused, each with one message") {
  const Workplace w;
  w.write("x.yaml", four_interfaces);
  const auto error = [&](const std::string& options) {
    const Output refused = w.slackline("run x.yaml " + options);
    CHECK(refused.status == 2);
    CHECK_THAT(refused.err, Contains("slackline: 1 error in the input"));
    return refused.err;
  };
  CHECK_THAT(error("--set nic.firmware=mine.elf"), Contains("nic.firmware: mine.elf: cannot be read: No such file"));
  w.write("mine.elf", "schema_version: 1\n");
  CHECK_THAT(error("--set nic.firmware=mine.elf"), Contains("nic.firmware: mine.elf: it is no ELF file"));
  CHECK_THAT(error("--set nic.firmware=unicats"), Contains("did you mean unicast?"));
  CHECK_THAT(error("--set nic.firmware=mine.c"), Contains("go_back_n, or a file *.elf, found mine.c"));
  CHECK_THAT(error("--set 'nic.parameters=[a=1]'"),
             Contains("nic.parameters: has no effect with firmware: unicast; use it only with a firmware from a file"));
  build_mine(w);
  CHECK_THAT(error("--set nic.firmware=mine.elf --set nic.processor=native"),
             Contains("nic.processor: expected rv32, found native (next to a firmware from a file)"));
  CHECK_THAT(error("--set nic.firmware=mine.elf --set 'nic.parameters=[a=1]'"),
             Contains("nic.parameters: a=1: mine.elf declares no parameters"));
}

TEST_CASE("firmware run shows what a firmware does with a scripted host, cycle by cycle") {
  const Workplace w;
  w.write("tried.c", with_parameters);
  REQUIRE(w.slackline("firmware build tried.c").status == 0);
  w.write("script.txt",
          "# two messages, and a packet that nobody waits for\n500 send 3 40\n100 send 1 1\n\n700 packet 2 9 10\n");
  const std::string run = "firmware run tried.elf --set clock.period=10ns --set nic.core.timing=single_cycle ";
  const Output output = w.slackline(run + "--script script.txt");
  INFO(output.out << output.err);
  CHECK(output.status == 0);
  CHECK_THAT(output.out, Contains("log: depth 8, wait 50\n") &&
                             Contains("     100  host: message 0 to host 1, 1 word\n") &&
                             Contains("  handler HOST: ") && Contains("  host: sent: message 0, host 1, 1 word\n") &&
                             Contains("     500  host: message 1 to host 3, 40 words\n") &&
                             Contains("     700  link: packet of host 2, 2 words after its head: 0x9 0xa\n") &&
                             Contains("a packet is dropped: there is no buffer for it\n") &&
                             Contains("nothing more happens after cycle 7") && Contains("  HOST: 2 handlers, "));
  CHECK(w.slackline(run + "--script script.txt").out == output.out);
  const Output cut = w.slackline(run + "--script script.txt --cycles 300");
  CHECK(cut.status == 0);
  CHECK_THAT(cut.out,
             Contains("stopped after 300 cycles (--cycles)\n") && Contains("2 steps of the script not reached\n"));
  const Output given = w.slackline(run + "--set 'nic.parameters=[depth=11]'");
  CHECK_THAT(given.out, Contains("depth 11, wait 50\n"));
}

TEST_CASE("firmware run shows the packets of a shipped firmware, on either processor") {
  const Workplace w;
  for (const char* const processor : {"rv32", "native"}) {
    const Output output =
        w.slackline(std::string("firmware run unicast --set nic.packet_words=64 --set nic.processor=") + processor);
    INFO(output.out << output.err);
    CHECK(output.status == 0);
    CHECK_THAT(output.out, Contains("link: packet to host 1 since cycle ") && Contains(", 21 words after its head: ") &&
                               Contains("sent: message 1, host 2, 100 words\n"));
  }
}

TEST_CASE("firmware run refuses wrong scripts and files, and reports a firmware that fails") {
  const Workplace w;
  w.write("tried.c", with_parameters);
  REQUIRE(w.slackline("firmware build tried.c").status == 0);
  w.write("wrong.txt", "10 send 8 1\nx send 1 1\n10 receive 1\n10 send 1\n20 packet 1 4294967296\n");
  const Output wrong = w.slackline("firmware run tried.elf --script wrong.txt");
  CHECK(wrong.status == 2);
  CHECK(wrong.out.empty());
  CHECK_THAT(
      wrong.err,
      Contains("wrong.txt:1:9: expected integer from 1 to 7, found 8\n") &&
          Contains("wrong.txt:2:1: expected integer from 0 to 1000000000, found x") &&
          Contains("wrong.txt:3:4: expected CYCLE send HOST WORDS, or CYCLE packet HOST WORD..., found receive\n") &&
          Contains("wrong.txt:4:9: expected CYCLE send HOST WORDS, found 1\n") &&
          Contains("wrong.txt:5:13: expected integer from 0 to 4294967295, found 4294967296"));
  CHECK_THAT(w.slackline("firmware run tried.elf --script nothing.txt").err, Contains("nothing.txt: cannot be read: "));
  CHECK_THAT(w.slackline("firmware run nothing.elf").err, Contains("nothing.elf: cannot be read: "));
  CHECK_THAT(w.slackline("firmware run unicst").err, Contains("did you mean unicast?"));

  w.write("failing.c",
          "#include \"rtl_models/firmware/firmware.h\"\n"
          "static void start(nic* n) { nic_write(n, NIC_EVENT_ENABLE, 1u << NIC_EVENT_HOST); }\n"
          "static void handle(nic* n, uint32_t event) { (void)n; *(volatile uint32_t*)0x70000000 = event; }\n"
          "const struct nic_firmware firmware_failing = {.name = \"failing\", .start = start, .handle = handle};\n");
  REQUIRE(w.slackline("firmware build failing.c").status == 0);
  const Output failed = w.slackline("firmware run failing.elf");
  INFO(failed.err);
  CHECK(failed.status == 3);
  CHECK_THAT(failed.err, Contains("slackline firmware run: handler of HOST in cycle ") && Contains("in handle") &&
                             Contains("(pc 0x"));
}

TEST_CASE("firmware calibrate: native processors with the recorded times have the latency of RV32 processors") {
  const Workplace w;
  w.write("x.yaml",
          "schema_version: 1\nendpoint: nic\nclock: { period: 25 ns }\ntopology: { kind: mesh, size: [4, 4] }\n"
          "nic: { firmware: unicast, packet_words: 64 }\ntraffic: { load: 0.01, packet: { flits: 200 } }\n"
          "run: { warmup: 20000, max_cycles: 150000 }\n");
  const Output output = w.slackline("firmware calibrate x.yaml --out t.csv --check traffic.load=0.005");
  INFO(output.out << output.err);
  CHECK(output.status == 0);
  CHECK_THAT(output.out, Contains("t.csv: times of ") && Contains("traffic.load = 0.005"));
  const auto latency = [&](const std::string& options) {
    return simulated(w.slackline("run x.yaml --json --quiet --set traffic.load=0.015 " + options))
        .at("nic")
        .at("latency")
        .at("total")
        .at("mean")
        .get<double>();
  };
  // The target of docs/nic.md: 0.5 %.
  CHECK(latency("--set nic.handler_times=t.csv") == Approx(latency("--set nic.processor=rv32")).epsilon(0.005));
  CHECK(latency("") < 0.5 * latency("--set nic.processor=rv32"));
  CHECK(simulated(w.slackline("run x.yaml --json --quiet --set nic.handler_times=t.csv --engine signal")) ==
        simulated(w.slackline("run x.yaml --json --quiet --set nic.handler_times=t.csv")));
  // Another firmware has handlers of other kinds, which are counted.
  CHECK_THAT(w.slackline("run x.yaml --set nic.handler_times=t.csv --set nic.firmware=echo").out,
             Contains(" not in nic.handler_times"));
  w.write("t.csv", "a\n");
  const Output refused = w.slackline("run x.yaml --set nic.handler_times=t.csv");
  CHECK(refused.status == 2);
  CHECK_THAT(refused.err, Contains("nic.handler_times: t.csv, line 1: expected event,reads,writes"));
}

TEST_CASE("docs/firmware.md: its firmware is built and run as the page says") {
  const Workplace w;
  std::ifstream file(in_repository("docs/firmware.md"));
  const std::string page{std::istreambuf_iterator<char>(file), {}};
  const auto block = [&](const std::string& language, const std::string& after) {
    const std::size_t begin = page.find("```" + language + "\n", page.find(after)) + language.size() + 4;
    return page.substr(begin, page.find("```", begin) - begin);
  };
  w.write("sink.c", block("c", "# Firmware of your own"));
  w.write("sink.yaml", block("yaml", "# Firmware of your own"));
  for (const char* const begin : {"Build it", "Run it in a network", "Or alone"}) {
    const std::string console = block("console", begin), line = console.substr(0, console.find('\n'));
    INFO(line);
    const Output output = w.slackline(line.substr(std::string("$ slackline ").size()));
    INFO(output.out << output.err);
    CHECK(output.status == 0);
    CHECK_THAT(output.out + output.err, Contains(console.substr(console.find('\n') + 1)));
  }
}
