// Interfaces whose firmware runs on an RV32 processor, as a user runs them.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/cli/command.hpp"

using namespace slackline::test;
using Catch::Matchers::Contains;
using Json = nlohmann::json;

namespace {

const std::string four_interfaces =
    "schema_version: 1\nendpoint: nic\nclock: { period: 25 ns }\ntopology: { kind: mesh, size: [2, 2] }\n"
    "nic: { firmware: unicast, processor: rv32, packet_words: 16, drift_spread: 120 ppm }\n"
    "traffic: { load: 0.02, packet: { flits: 40 } }\nrun: { warmup: 1000, max_cycles: 20000 }\n";

/// The simulated part of a result: not what was asked for.
Json simulated(const Output& run) {
  INFO(run.err);
  REQUIRE((run.status == 0 || run.status == 4));  // 4: not all of a bounded workload
  Json result = Json::parse(run.out);
  result.erase("configuration");
  return result;
}

/// The interfaces of `four_interfaces`, without traffic: not all firmware has messages.
const std::string of_any_firmware =
    "schema_version: 1\nendpoint: nic\nclock: { period: 25 ns }\ntopology: { kind: mesh, size: [2, 2] }\n"
    "nic: { processor: rv32, drift_spread: 120 ppm }\nrun: { warmup: 1000, max_cycles: 30000 }\n";
/// The options that a shipped firmware needs next to `of_any_firmware`.
std::string needs_of(const std::string& firmware) {
  std::string rounds = "--set 'barriers.groups=[{ members: [all] }]' --set barriers.rounds=3 --set traffic.load=0 ";
  if (firmware == "isotach" || firmware == "fbs") return "";
  if (firmware == "dissemination" || firmware == "star") return rounds;
  if (firmware == "barrier") return rounds + "--set switch.barrier.architecture=I ";
  if (firmware == "multicast")
    return "--set 'workloads=[{ kind: multicast, groups: [0-3], load: 0.005, words: 16 }, "
           "{ kind: traffic, load: 0.02, packet: { flits: 40 } }]' ";
  return "--set traffic.load=0.02 --set traffic.packet.flits=40 --set nic.packet_words=48 ";
}

}  // namespace

TEST_CASE("an RV32 processor computes the same in both engines, and its result names program and times") {
  const Workplace w;
  w.write("x.yaml", four_interfaces);
  const Output fabric = w.slackline("run x.yaml --json");
  const Json result = simulated(fabric);
  CHECK(simulated(w.slackline("run x.yaml --json --engine signal")) == result);
  const Json& kind = result.at("network").at("host_kinds").at(0);
  CHECK(kind.at("processor") == "rv32");
  CHECK(kind.at("firmware").at("sha256").get<std::string>().size() == 64);
  CHECK(kind.at("core_cycles").at("div") == 34);  // presets/timings/pipe.yaml
  CHECK(kind.at("core_clock") == Json{{"core_cycles", 1}, {"cycles", 1}});
  CHECK(kind.count("cost_cycles") == 0);
  const Output compared = w.slackline("compare-engines x.yaml --cycles 10000");
  INFO(compared.out << compared.err);
  CHECK(compared.status == 0);
}

TEST_CASE("every shipped firmware computes the same on a core that runs ahead, is stepped, or is a SystemC module") {
  const Workplace w;
  w.write("x.yaml", of_any_firmware);
  std::istringstream shipped(w.slackline("list firmware").out);
  std::string line;
  int count = 0;
  for (; std::getline(shipped, line); ++count) {
    const std::string firmware = line.substr(0, line.find(' '));
    INFO(firmware);
    const std::string run = "run x.yaml --json --quiet --set nic.firmware=" + firmware + " " + needs_of(firmware);
    const Json ahead = simulated(w.slackline(run));
    CHECK(simulated(w.slackline(run + "--waves w.vcd --set waves.to=1")) == ahead);
    CHECK(simulated(w.slackline(run + "--engine signal")) == ahead);
  }
  CHECK(count == 16);
}

TEST_CASE("a dump shows the core of an RV32 processor: what it does, pc and registers") {
  const Workplace w;
  w.write("x.yaml", four_interfaces);
  const Output run = w.slackline("run x.yaml --set run.max_cycles=3000 --waves w.vcd --set 'waves.scope=[nic0]'");
  INFO(run.err);
  CHECK(run.status == 0);
  const std::string dump = w.read("w.vcd");
  CHECK_THAT(dump, Contains(" core [1:0] $end") && Contains(" pc [31:0] $end") && Contains(" x10_a0 [31:0] ") &&
                       Contains(" x31_t6 [31:0] "));
  CHECK_THAT(w.read("w.gtkw"), Contains(" w.cores\n") && Contains("nic0.core[1:0]"));
}

TEST_CASE("the core of an RV32 processor has times and a clock of its own, for single hosts, too") {
  const Workplace w;
  w.write("x.yaml", four_interfaces);
  const auto start_cycles = [&](const std::string& options) {
    const Json result = simulated(w.slackline("run x.yaml --json --set run.max_cycles=3000 " + options));
    return result.at("nic").at("handlers").at("start").at("cycles").get<double>();
  };
  const double pipe = start_cycles(""), single = start_cycles("--set nic.core.timing=single_cycle");
  CHECK(single < pipe);
  CHECK(start_cycles("--set nic.core.timing=picorv32") > pipe);
  CHECK(start_cycles("--set nic.core.alu=9") > pipe);
  CHECK(start_cycles("--set nic.core.period=50ns") > 1.9 * pipe);
  CHECK(start_cycles("--set nic.core.period=12.5ns") < 0.8 * pipe);
  CHECK(start_cycles("--set 'hosts=[{ match: host2, nic: { core: { period: 50 ns } } }]'") > pipe);
}

TEST_CASE("an RV32 processor that takes too long to begin is refused, with what decides its time") {
  const Workplace w;
  w.write("x.yaml", four_interfaces);
  const Output start = w.slackline("run x.yaml --set nic.watchdog=300");
  CHECK(start.status == 2);
  CHECK_THAT(start.err, Contains("unicast does not begin: the handler takes longer than the watchdog allows") &&
                            Contains("with nic.core.timing: pipe (default)"));
}

TEST_CASE("what an RV32 processor cannot be is refused, each with one message") {
  const Workplace w;
  w.write("x.yaml", four_interfaces);
  const auto error = [&](const std::string& options) {
    const Output run = w.slackline("run x.yaml " + options);
    CHECK(run.status == 2);
    CHECK_THAT(run.err, Contains("slackline: 1 error in the input"));
    return run.err;
  };
  CHECK_THAT(error("--set nic.core.alu=0"), Contains("nic.core.alu: expected integer from 1 to 1000"));
  CHECK_THAT(error("--set nic.core.timing=pip"), Contains("did you mean pipe?"));
  CHECK_THAT(
      error("--set nic.core.period=24.999ns"),
      Contains("nic.core.period: expected a period whose ratio to clock.period has a numerator and a denominator of "
               "up to 1000, found 24.999ns"));
  w.write("native.yaml",
          "schema_version: 1\nendpoint: nic\ntopology: { kind: mesh, size: [2, 2] }\nnic: { core: { alu: 2 } }\n");
  CHECK_THAT(
      w.slackline("run native.yaml").err,
      Contains("nic.core.alu: has no effect with processor: native, the default; use it only with processor: rv32"));
  // A file may hold the times of both processors.
  const Output both = w.slackline("run x.yaml --set nic.costs=free --set run.max_cycles=3000");
  CHECK(both.status == 0);
  CHECK_THAT(both.err, Contains("nic.costs without effect: nic.processor is rv32"));
}
