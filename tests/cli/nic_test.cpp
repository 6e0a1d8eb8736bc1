#include <algorithm>
#include <catch2/catch.hpp>

#include "tests/cli/command.hpp"

using namespace slackline::test;
using Catch::Matchers::Contains;

namespace {

const std::string four_interfaces =
    "schema_version: 1\nendpoint: nic\nclock: { period: 25 ns }\ntopology: { kind: mesh, size: [2, 2] }\n"
    "nic: { firmware: unicast, packet_words: 16, drift_spread: 120 ppm }\n"
    "traffic: { load: 0.05, packet: { flits: 40 } }\nrun: { warmup: 1000, max_cycles: 20000 }\n";

}  // namespace

TEST_CASE("a run with network interfaces reports messages, handlers and processors", "[nic]") {
  const Workplace w;
  w.write("x.yaml", four_interfaces);
  const Output table = w.slackline("run x.yaml");
  INFO(table.err);
  CHECK(table.status == 0);
  CHECK_THAT(table.out, Contains("messages done") && Contains("message latency") && Contains("processors busy") &&
                            Contains("RX_DONE"));
  CHECK_THAT(table.out, Contains("\n  packet latency, mean ") && Contains("\n  message latency, mean ") &&
                            !Contains("\n  latency"));
  const Output json = w.slackline("run x.yaml --json");
  CHECK_THAT(json.out, Contains("\"nic\": {") && Contains("\"firmware\": \"unicast\"") && Contains("\"RX_DONE\": {") &&
                           Contains("\"packets_dropped\": 0"));
  CHECK(w.slackline("run x.yaml --json --engine signal").out == json.out);
}

TEST_CASE("results give the drift of each interface's clock, and its offset in the first slot", "[nic][quick]") {
  const Workplace w;
  w.write("x.yaml", four_interfaces);
  const Output json = w.slackline(
      "run x.yaml --json --set nic.drift_spread=0 --set run.max_cycles=3000 --set nic.drift=-7.5 --set "
      "'hosts=[{ match: host2, nic: { drift: 3 ppm, offset: 1999 } }]'");
  INFO(json.err);
  CHECK(json.status == 0);
  std::string packed = json.out;
  packed.erase(std::remove_if(packed.begin(), packed.end(), [](char c) { return c == ' ' || c == '\n'; }),
               packed.end());
  CHECK_THAT(packed, Contains("\"clocks\":{\"drift_ppm\":[-7.5,-7.5,3.0,-7.5],\"offset_ticks\":[0,0,1999,0]}"));
}

TEST_CASE("results and descriptions show each kind of host", "[nic]") {
  const Workplace w;
  w.write("x.yaml",
          four_interfaces +
              "hosts:\n  - { match: [host1, host2], nic: { window: 7, cost: { load: 100 ns }, drift: 3 ppm } }\n"
              "  - { match: 3, nic: { drift: -3 ppm } }\n");
  const auto packed = [](std::string text) {
    text.erase(std::remove_if(text.begin(), text.end(), [](char c) { return c == ' ' || c == '\n'; }), text.end());
    return text;
  };
  const std::string result = packed(w.slackline("run x.yaml --json").out);
  CHECK_THAT(result,
             Contains("\"host_kinds\":[{\"hosts\":2,\"first\":\"host0\",\"cost_cycles\":{\"event\":24,\"start\":24,"
                      "\"register_read\":2,\"register_write\":2,\"load\":2,\"store\":2},\"watchdog_cycles\":1000000,"
                      "\"memory_bytes\":131072,\"memory_ports\":4,\"dma_cycles\":{\"latency\":20,\"word\":1},"
                      "\"host_queue\":16,\"when_full\":\"drop\",\"window\":4,") &&
                 Contains("},{\"hosts\":2,\"first\":\"host1\",") && Contains("\"load\":4,") &&
                 Contains("\"window\":7,"));
  const Output table = w.slackline("describe x.yaml");
  CHECK(table.status == 0);
  CHECK_THAT(table.out, Contains("\nKind of 2 hosts, the first of them host0: as `nic`\n") &&
                            Contains("\nKind of 2 hosts, the first of them host1\n") && Contains("nic.window"));
  const std::string json = packed(w.slackline("describe x.yaml --json").out);
  CHECK_THAT(json, Contains("\"host_kinds\":[{\"hosts\":2,\"first\":\"host0\",\"values\":[]},{\"hosts\":2,\"first\":"
                            "\"host1\",\"values\":[{\"key\":\"nic.cost.load\""));
  // Clocks alone make no kinds.
  const std::string clocks =
      packed(w.slackline("run x.yaml --json --set 'hosts=[{ match: 3, nic: { drift: 3 ppm } }]'").out);
  CHECK_THAT(clocks, !Contains("host_kinds"));
}

TEST_CASE("a run without network interfaces does not mention them", "[nic][quick]") {
  const Workplace w;
  w.write("x.yaml", "schema_version: 1\nrun: { max_cycles: 2000 }\n");
  const Output json = w.slackline("run x.yaml --json");
  CHECK(json.status == 0);
  CHECK_THAT(json.out, !Contains("\"nic\"") && Contains("\"endpoint\": \"generator\""));
}

TEST_CASE("with every firmware the messages of all hosts arrive", "[nic][quick]") {
  const Workplace w;
  w.write("x.yaml", four_interfaces);
  for (const std::string firmware : {"unicast", "request_response", "echo", "skeleton"}) {
    const Output output = w.slackline("run x.yaml --json --set nic.packet_words=64 --set nic.firmware=" + firmware +
                                      " --set traffic.load=0.02 > run.json");
    INFO(firmware << "\n" << output.err);
    CHECK(output.status == 0);
    // A message per host every 2000 cycles, which takes less than that: at most the last one of each is still open.
    CHECK(w.of_json("run.json",
                    "(lambda m: [m[\"created\"] > 20, m[\"created\"] - m[\"posted\"], m[\"posted\"] - m[\"done\"] - "
                    "m[\"open\"], "
                    "m[\"open\"] <= 4, m[\"failed\"], m[\"lost\"]])(r[\"nic\"][\"messages\"])") ==
          "[True, 0, 0, True, 0, 0]");
  }
}

TEST_CASE("acknowledged messages run the same on both engines", "[nic]") {
  const Workplace w;
  w.write("x.yaml", four_interfaces);
  const std::string options = " --json --set nic.timeout=3000 --set nic.buffers=2";
  const Output fabric = w.slackline("run x.yaml" + options);
  CHECK(fabric.status == 0);
  CHECK(w.slackline("run x.yaml --engine signal" + options).out == fabric.out);
}

TEST_CASE("dropped requests fail after the time-out, the same on both engines, and free their place in the window",
          "[nic][quick]") {
  const Workplace w;
  w.write("x.yaml", four_interfaces);
  const std::string options =
      "run x.yaml --json --set nic.firmware=request_response --set nic.buffers=1 --set traffic.load=0.02"
      " --set nic.packet_words=8 --set run.max_cycles=100000 --set nic.timeout=";
  const Output without = w.slackline(options + "0"), fabric = w.slackline(options + "2000");
  CHECK_THAT(without.out, Contains("\"failed\": 0,"));
  CHECK_THAT(fabric.out, !Contains("\"failed\": 0,") && !Contains("\"packets_dropped\": 0,"));
  CHECK_THAT(without.out, Contains("\"commands\": 16,"));  // nothing more is taken from a full queue
  CHECK_THAT(fabric.out, !Contains("\"commands\": 16,"));
  CHECK(w.slackline(options + "2000 --engine signal").out == fabric.out);
}

TEST_CASE("hosts that create more than their interfaces accept are saturated, and a sweep finds the load", "[nic]") {
  const Workplace w;
  w.write("x.yaml", four_interfaces);
  const Output below = w.slackline("run x.yaml --json --set traffic.load=0.02");
  const Output beyond = w.slackline("run x.yaml --json --set traffic.load=0.9");
  CHECK_THAT(below.out, Contains("\"saturated\": false"));
  CHECK_THAT(beyond.out, Contains("\"saturated\": true"));
  const Output sweep = w.slackline("sweep x.yaml --vary traffic.load=0.02,0.9");
  INFO(sweep.out << sweep.err);
  CHECK(sweep.status == 0);
  CHECK_THAT(sweep.out, Contains("saturates between"));
}

TEST_CASE("interfaces that hold their links back for a long time are no deadlock, and lose nothing", "[nic]") {
  const Workplace w;
  w.write("x.yaml", four_interfaces);
  const std::string options =
      " --set traffic.pattern=hot_spot --set traffic.hot_spot.hosts=[0] --set traffic.hot_spot.share=0.9"
      " --set nic.buffers=2 --set nic.dma.cycles_per_word=1000 --set run.watchdog=10000 --set run.max_cycles=150000";
  CHECK_THAT(w.slackline("run x.yaml --json" + options).out, !Contains("\"packets_dropped\": 0"));
  const Output output = w.slackline("run x.yaml --json --set nic.receive.when_full=stop" + options);
  INFO(output.err);
  CHECK(output.status == 0);
  CHECK_THAT(output.out, Contains("\"packets_dropped\": 0") && Contains("\"status\": \"complete\""));
}

TEST_CASE("formats of bytes and virtual cut-through run with network interfaces, the same on both engines", "[nic]") {
  const Workplace w;
  w.write("x.yaml", four_interfaces);
  for (const std::string options :
       {" --set traffic.packet.format=myrinet --set routing.switch=source_stripped",
        " --set traffic.packet.format=servernet", " --set switch.switching=virtual_cut_through"}) {
    const Output fabric = w.slackline("run x.yaml --json --set traffic.load=0.02" + options);
    INFO(options << fabric.err);
    CHECK(fabric.status == 0);
    CHECK(w.slackline("run x.yaml --json --engine signal --set traffic.load=0.02" + options).out == fabric.out);
  }
  // A packet of 16 words, the firmware's 5 and a head: the buffer must hold it after STOP.
  const Output small_buffer =
      w.slackline("run x.yaml --set switch.switching=virtual_cut_through --set switch.buffer.flits=20");
  CHECK(small_buffer.status == 2);
  CHECK_THAT(small_buffer.err, Contains("switch.buffer.flits") && Contains("21 of the longest packet after its head"));
}

TEST_CASE("a trace runs to completion through network interfaces on both engines, with the same results", "[nic]") {
  const Workplace w;
  w.write("ring.txt",
          "0 init\n0 irecv 1 3 400\n0 send 1 3 400\n0 waitall\n0 barrier\n"
          "1 init\n1 irecv 0 3 400\n1 send 0 3 400\n1 waitall\n1 barrier\n");
  w.write("ring.yaml",
          "schema_version: 1\nclock: { period: 2 ns }\ntopology: { kind: mesh, size: [2, 2] }\nendpoint: nic\n"
          "traffic: { trace: ring.txt }\n");
  const Output fabric = w.slackline("run ring.yaml --json");
  INFO(fabric.out << fabric.err);
  CHECK(fabric.status == 0);
  CHECK_THAT(fabric.out, Contains("\"finished\": true") && Contains("\"RX_DONE\": {"));
  CHECK(w.slackline("run ring.yaml --json --engine signal").out == fabric.out);
  CHECK_THAT(w.slackline("run ring.yaml").out, Contains("all finished") && Contains("processors busy"));
  // skeleton cannot send messages of more than one packet: the run ends, and reports this.
  const Output lost = w.slackline("run ring.yaml --set nic.firmware=skeleton --set nic.packet_words=10");
  CHECK(lost.status == 3);
}

TEST_CASE("all keys of network interfaces that do not fit are refused at once, each with its place", "[nic][quick]") {
  const Workplace w;
  w.write("none.yaml", "schema_version: 1\nnic: { window: 4, drift: 100 }\n");
  const Output none = w.slackline("run none.yaml");
  CHECK(none.status == 2);
  CHECK_THAT(none.err, Contains("none.yaml:2") && Contains("nic.window") && Contains("nic.drift") &&
                           Contains("only with endpoint: nic"));
  w.write("wrong.yaml",
          "schema_version: 1\nendpoint: nic\nnic: { firmware: unicats, window: 9, memory: 1026, costs: cheap }\n"
          "traffic: { response: { flits: 4 } }\n");
  const Output wrong = w.slackline("run wrong.yaml");
  CHECK(wrong.status == 2);
  for (const char* part :
       {"nic.firmware: expected unicast, ", ", found unicats; did you mean unicast?",
        "nic.window: expected integer from 1 to 8", ", found 9\n", "nic.memory", "a multiple of 4 bytes",
        "nic.costs: expected free or lanai4, found cheap", "traffic.response.flits"})
    CHECK_THAT(wrong.err, Contains(part));
}

TEST_CASE("NIC memory that is too small for the firmware is refused with the minimum size", "[nic]") {
  const Workplace w;
  w.write("x.yaml", four_interfaces);
  const Output output = w.slackline("run x.yaml --set nic.memory=1024 --set nic.packet_words=64");
  INFO(output.out << output.err);
  CHECK(output.status == 2);
  CHECK_THAT(output.err, Contains("nic.memory: expected at least ") && Contains(", found 1024") &&
                             Contains("for unicast with 4 hosts (it says: NIC memory is too small: "));
  const std::string least = output.err.substr(output.err.find("at least ") + 9);
  const unsigned long bytes = std::stoul(least);
  const auto with = [&](unsigned long memory) {
    return w.slackline("run x.yaml --set nic.packet_words=64 --set run.max_cycles=3000 --set nic.memory=" +
                       std::to_string(memory));
  };
  CHECK(with(bytes - 4).status == 2);
  CHECK(with(bytes).status == 0);
}

TEST_CASE("firmware that cannot start is refused before the run with its own message, by every command", "[nic]") {
  const Workplace w;
  w.write("x.yaml", four_interfaces);
  for (const std::string command :
       {"run x.yaml --out r", "describe x.yaml", "compare-engines x.yaml", "sweep x.yaml --vary run.seed=1,2"}) {
    const Output output = w.slackline(command + " --set nic.window=8 --set nic.host_queue=4");
    INFO(command << "\n" << output.out << output.err);
    CHECK(output.status == 2);
    CHECK_THAT(
        output.err,
        Contains(
            "nic.window: expected a value with which unicast begins, such as the default, found 8 (unicast does not "
            "begin: the firmware cannot go on: ERROR = 3; it said: a window of 8 and 0 other packets need longer "
            "queues)"));
  }
  CHECK_FALSE(w.exists("r"));
}

namespace {

/// With these costs the firmware's start stays below the watchdog limit, but no handler does.
const std::string slow_handlers = " --set nic.watchdog=10000 --set nic.cost.event=20000";

}  // namespace

TEST_CASE("firmware that fails ends the run, with a line that shows where and why", "[nic][quick]") {
  const Workplace w;
  w.write("x.yaml", four_interfaces);
  const Output output = w.slackline("run x.yaml" + slow_handlers);
  INFO(output.out << output.err);
  CHECK(output.status == 3);
  const std::string error = ": firmware, handler of HOST in cycle ";
  CHECK_THAT(output.out, Contains(error));
  CHECK_THAT(output.err, Contains(error) && Contains(": the handler takes longer than the watchdog allows: 20002\n") &&
                             Contains("firmware failed"));
}

TEST_CASE("compare-engines reports firmware that fails on both engines as an error, once", "[nic]") {
  const Workplace w;
  w.write("x.yaml", four_interfaces);
  const Output output = w.slackline("compare-engines x.yaml --cycles 500" + slow_handlers);
  INFO(output.out << output.err);
  CHECK(output.status == 3);
  CHECK_THAT(output.out, Contains("no difference"));
  CHECK_THAT(output.err, Contains("slackline: error: host0: firmware, handler of HOST in cycle "));
  CHECK(w.slackline("compare-engines x.yaml --cycles 500").status == 0);
}

TEST_CASE("unfinished messages are open; those that firmware gives up are reported and counted", "[nic]") {
  const Workplace w;
  w.write("x.yaml", four_interfaces);
  const Output table = w.slackline("run x.yaml");
  INFO(table.out << table.err);
  CHECK_THAT(table.out, Contains(" posted, ") && Contains("not done") && Contains(" open"));
  const std::string too_long = " --set nic.firmware=skeleton --set nic.packet_words=39";  // messages have 40
  const Output failed = w.slackline("run x.yaml --json" + too_long);
  CHECK(failed.status == 0);
  CHECK_THAT(failed.out, Contains("\"done\": 0,") && Contains("\"failed_but_done\": 0,") && Contains("\"open\": "));
  CHECK_THAT(failed.err, Contains("a message of 40 words does not fit into a packet of 39: it is not sent"));
}

TEST_CASE("up to 100 lines of the firmware log are printed, and kept in the results by cycle and host", "[nic]") {
  const Workplace w;
  w.write("x.yaml", four_interfaces);
  const std::string too_long = " --set nic.firmware=skeleton --set nic.packet_words=39 --set traffic.load=0.2 ";
  const auto lines = [&](const char* file) { return std::stoi(w.shell(std::string("wc -l < ") + file).out); };
  const auto lines_more = [&](const std::string& folder) {
    return "and " + w.of_json(folder + "/result.json", "r[\"nic\"][\"log\"][\"lines\"] - 100") + " lines more\n";
  };
  CHECK(w.shell("$slackline run x.yaml --quiet --out r" + too_long + "2> said").status == 0);
  CHECK(w.shell("head -n 1 said").out.find("slackline: host") == 0);
  CHECK(lines("said") == 101);
  CHECK(w.shell("tail -n 1 said").out ==
        "slackline: firmware has written more than 100 lines; the rest is counted in the results\n");
  CHECK(lines("r/firmware.log") == 101);
  CHECK(w.shell("tail -n 1 r/firmware.log").out == lines_more("r"));
  CHECK(w.shell("head -n 100 r/firmware.log | sort -s -t ' ' -k 3,3n -C").status == 0);
  CHECK(w.shell("$slackline run x.yaml --quiet --out s --engine signal" + too_long + "2> said").status == 0);
  CHECK(w.shell("cmp r/result.json s/result.json && cmp r/firmware.log s/firmware.log").status == 0);
  // Each of 4 hosts sends a message per 200 cycles: 100 in 5000 cycles, as many as are printed; in 5200 four more.
  const auto run_periodic = [&](const std::string& cycles) {
    w.shell("$slackline run x.yaml --quiet --out t --set traffic.arrivals.kind=periodic --set run.warmup=0 " +
            ("--set run.max_cycles=" + cycles) + too_long + "2> said");
  };
  run_periodic("5000");
  CHECK(lines("said") == 100);
  CHECK_THAT(w.shell("tail -n 1 said").out, Contains("a message of 40 words does not fit"));
  CHECK(lines("t/firmware.log") == 100);
  CHECK_THAT(w.read("t/result.json"), Contains("\"lines\": 100,"));
  run_periodic("5200");
  CHECK(lines("said") == 101);
  CHECK(w.shell("tail -n 1 t/firmware.log").out == "and 4 lines more\n");
  CHECK_THAT(w.read("t/result.json"), Contains("\"lines\": 104,"));
  const Output silent = w.shell("$slackline run x.yaml --quiet --out u");
  CHECK(silent.status == 0);
  CHECK(silent.out.empty());
  CHECK_FALSE(w.exists("u/firmware.log"));
}

TEST_CASE("a hundred lines of firmware are printed, without further ones in the cycle of the last", "[nic]") {
  const Workplace w;
  w.write("x.yaml", four_interfaces);
  const std::string crowd =
      " --set nic.firmware=skeleton --set nic.packet_words=39 --set topology.size=[16,16] --set traffic.load=1"
      " --set run.warmup=0 --set run.max_cycles=300 2> said";
  CHECK(w.shell("$slackline run x.yaml --quiet --out r" + crowd).status == 0);
  CHECK(w.shell("wc -l < r/firmware.log").out == "101\n");
  CHECK_THAT(w.shell("tail -n 1 r/firmware.log").out, Contains("and ") && Contains(" lines more"));
}

TEST_CASE("a comparison of engines prints the firmware log once", "[nic]") {
  const Workplace w;
  w.write("x.yaml", four_interfaces);
  const std::string options = " --set nic.firmware=skeleton --set nic.packet_words=39 --set run.max_cycles=3000";
  CHECK(w.shell("$slackline compare-engines x.yaml" + options + " 2> said").status == 0);
  CHECK(w.shell("$slackline run x.yaml --quiet --out r" + options + " 2> unheeded").status == 0);
  CHECK(w.shell("grep -c 'does not fit into a packet of 39' said").out == w.shell("wc -l < r/firmware.log").out);
}

TEST_CASE("a run that is repeated for its waves prints the firmware log once", "[nic][quick]") {
  const Workplace w;
  w.write("x.yaml", four_interfaces);
  // The skeleton refuses messages of 65 words, and the handler that is to send one of 1 is too slow.
  w.write("y.yaml",
          "schema_version: 1\nendpoint: nic\nclock: { period: 25 ns }\ntopology: { kind: mesh, size: [2, 2] }\n"
          "nic: { firmware: skeleton, watchdog: 90000, cost: { store: 40000 } }\n"
          "traffic: { load: 0.05, packet: { lengths: [1, 65], weights: [1, 5] } }\nrun: { warmup: 0, max_cycles: 20000 "
          "}\n");
  const Output output = w.shell("$slackline run y.yaml --quiet --out r 2> said");
  INFO(w.read("said"));
  CHECK(output.status == 3);
  CHECK(w.exists("r/error.vcd"));
  const std::string count = "grep -c 'a message of 65 words' ";
  CHECK(w.shell(count + "said").status == 0);
  CHECK(w.shell(count + "said").out == w.shell(count + "r/firmware.log").out);
}

TEST_CASE("a sweep prints the first firmware line of each point, also of stored points", "[nic]") {
  const Workplace w;
  w.write("x.yaml", four_interfaces);
  const std::string sweep =
      "sweep x.yaml --quiet --out s --vary run.seed=1,2 --set nic.firmware=skeleton --set nic.packet_words=39";
  const Output first = w.slackline(sweep), again = w.slackline(sweep);
  INFO(first.err);
  CHECK_THAT(first.err, Contains("slackline: firmware: x.yaml with run.seed=1: ") &&
                            Contains(" lines, the first: host") && Contains("run.seed=2: ") &&
                            Contains("does not fit into a packet of 39"));
  CHECK(again.err == first.err);
}

TEST_CASE("a value from a preset of costs is shown with the preset's file", "[nic][quick]") {
  const Workplace w;
  w.write("x.yaml", four_interfaces);
  CHECK_THAT(w.slackline("describe x.yaml").out, Contains("presets/costs/lanai4.yaml:7"));
  CHECK_THAT(w.slackline("list keys").out, Contains("nic.cost.event\n    integer from 0 to 1000000, alone or as `3 "
                                                    "cycles`, or a time such as `17 ns`; default: by nic.costs\n"));
}

TEST_CASE("a preset sets what handlers cost, and single costs override it", "[nic][quick]") {
  const Workplace w;
  w.write("x.yaml", four_interfaces);
  const Output described = w.slackline("describe x.yaml --set nic.cost.load=7");
  INFO(described.out << described.err);
  CHECK(described.status == 0);
  CHECK_THAT(described.out,
             Contains("nic.cost.event") && Contains("assumed: 20 instructions") && Contains("--set nic.cost.load=7"));
  const std::string run = "run x.yaml --json --set run.max_cycles=3000 ";
  const Output free = w.slackline(run + "--set nic.costs=free"), slow = w.slackline(run);
  CHECK_THAT(free.out, Contains("\"event\": 0"));
  CHECK_THAT(slow.out, Contains("\"event\": \"600 ns\""));  // presets/costs/lanai4.yaml
  CHECK(w.slackline(run + "--set nic.cost.loads=1").status == 2);
  CHECK(w.slackline("describe lanai4").status == 0);
}

TEST_CASE("a file may hold parameters of several firmwares, of which one is chosen", "[nic][window]") {
  const Workplace w;
  const std::string head =
      "schema_version: 1\nendpoint: nic\nclock: { period: 20 ns }\ntopology: { kind: mesh, size: [2, 2] }\n"
      "traffic: { load: 0.05, packet: { flits: 16 } }\nrun: { warmup: 1000, max_cycles: 20000 }\n";
  w.write("one.yaml", head +
                          "nic: { firmware: static_window, packet_words: 16, costs: free }\n"
                          "firmware: { static_window: { window: 3 } }\n");
  w.write("several.yaml", head +
                              "nic: { firmware: static_window, packet_words: 16, costs: free }\n"
                              "firmware: { static_window: { window: 3 }, aimd_window: { most: 2 } }\n");
  w.write("other.yaml", head +
                            "nic: { firmware: static_window, packet_words: 16, costs: free }\n"
                            "firmware: { aimd_window: { most: 2 } }\n");
  const auto figures = [&](const char* options) {
    const Output run = w.slackline(std::string("run ") + options + " --out r");
    INFO(run.err);
    CHECK(run.status == 0);
    return w.of_json("r/result.json", "r[\"transactions\"]");
  };
  const std::string one = figures("one.yaml");
  CHECK(figures("several.yaml") == one);
  CHECK(figures("several.yaml --set nic.firmware=aimd_window") != one);
  CHECK_THAT(w.slackline("describe several.yaml").out,
             Contains("firmware.aimd_window without effect: nic.firmware is static_window"));
  CHECK_THAT(w.slackline("describe several.yaml --set nic.firmware=aimd_window").out,
             Contains("firmware.static_window without effect: nic.firmware is aimd_window"));
  CHECK(w.slackline("sweep several.yaml --vary nic.firmware=static_window,aimd_window").status == 0);
  const std::string only = "has no effect with firmware: static_window; use it only with firmware: aimd_window";
  for (const auto& [mistaken, expected] :
       {std::pair<const char*, std::string>("other.yaml", only + ", or in a file with parameters of static_window\n"),
        {"several.yaml --set firmware.aimd_window.least=2", only + "\n"}}) {
    const Output refused = w.slackline(std::string("run ") + mistaken);
    INFO(mistaken << "\n" << refused.err);
    CHECK(refused.status == 2);
    CHECK_THAT(refused.err, Contains(expected));
  }
  CHECK_THAT(w.slackline("describe several.yaml --set nic.firmware=aimd_window").out,
             Contains("firmware.aimd_window.sign: mark, but no switch gives marks: switch.ecn is false"));
  w.write("pairs.yaml", head + "nic: { firmware: packet_pair, packet_words: 16, costs: free }\n");
  CHECK_THAT(w.slackline("describe pairs.yaml").out, Contains("messages of one packet"));
  CHECK_THAT(w.slackline("describe pairs.yaml --set traffic.packet.flits=32").out, !Contains("messages of one packet"));
}

TEST_CASE("parameters that firmware declares are keys, and mistakes in them are input errors", "[nic][window]") {
  const Workplace w;
  w.write("x.yaml",
          "schema_version: 1\nendpoint: nic\nclock: { period: 20 ns }\ntopology: { kind: mesh, size: [2, 2] }\n"
          "nic: { firmware: alternating_window, packet_words: 16, costs: free }\n"
          "firmware:\n  alternating_window: { high: 6, low: 2, service: 1 us, operation: read }\n"
          "traffic: { load: 0.05, packet: { flits: 16 } }\nrun: { warmup: 1000, max_cycles: 20000 }\n");
  const Output run = w.slackline("run x.yaml --json");
  INFO(run.err);
  CHECK(run.status == 0);
  CHECK(w.slackline("run x.yaml --json --engine signal").out == run.out);
  // Ticks are compared with their differences, which wrap.
  w.write("long.yaml",
          "schema_version: 1\nendpoint: nic\nclock: { period: 400 ps }\ntopology: { kind: mesh, size: [2, 2] }\n"
          "nic: { firmware: simplified_packet_pair, packet_words: 16, costs: free }\n");
  CHECK(w.slackline("describe long.yaml --set 'firmware.simplified_packet_pair.delta=858993458 ns'").status == 0);
  CHECK_THAT(
      w.slackline("describe long.yaml --set 'firmware.simplified_packet_pair.delta=858993460 ns'").err,
      Contains(
          "firmware.simplified_packet_pair.delta: expected up to 2147483647 cycles of clock.period, found 858993460 ns "
          "(2147483650 cycles)"));
  const std::pair<const char*, const char*> mistakes[] = {
      {"firmware.alternating_window.high=0",
       "firmware.alternating_window.high: expected integer from 1 to 64, found 0"},
      {"firmware.alternating_window.high=65",
       "firmware.alternating_window.high: expected integer from 1 to 64, found 65"},
      {"firmware.alternating_window.low=6", "low is 6: it must be below high, 6"},
      {"firmware.alternating_window.service=50", "found 50 (no unit; expected ps, ns or us)"},
      {"firmware.alternating_window.operation=copy",
       "firmware.alternating_window.operation: expected write or read, found copy"},
      {"firmware.static_window.window=4",
       "firmware.static_window.window: has no effect with firmware: alternating_window; use it only with firmware: "
       "static_window\n"},
      {"firmware.alternating_window.hihg=4", "did you mean firmware.alternating_window.high?"},
      {"nic.window=4", "nic.window: has no effect with firmware: alternating_window"},
      {"nic.memory=1024", "nic.memory: expected at least"}};
  for (const auto& [option, message] : mistakes) {
    const Output refused = w.slackline(std::string("run x.yaml --set ") + option);
    INFO(option << "\n" << refused.err);
    CHECK(refused.status == 2);
    CHECK_THAT(refused.err, Contains(message));
  }
}
