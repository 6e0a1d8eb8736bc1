#include <catch2/catch.hpp>

#include "tests/cli/command.hpp"

using namespace slackline::test;
using Catch::Matchers::Contains;

namespace {

const std::string small =
    "schema_version: 1\nendpoint: nic\ntopology: { kind: mesh, size: [2, 2] }\n"
    "nic: { firmware: unicast, packet_words: 16, drift: 120 }\n"
    "traffic: { load: 0.05, packet: { flits: 40 } }\nrun: { warmup: 1000, max_cycles: 20000 }\n";

}  // namespace

TEST_CASE("a run with network interfaces tells of messages, handlers and processors") {
  const Workplace w;
  w.write("x.yaml", small);
  const Output table = w.slackline("run x.yaml");
  INFO(table.err);
  CHECK(table.status == 0);
  CHECK_THAT(table.out, Contains("messages done") && Contains("message latency") && Contains("processors busy") &&
                            Contains("RX_DONE"));
  const Output json = w.slackline("run x.yaml --json");
  CHECK_THAT(json.out, Contains("\"nic\": {") && Contains("\"firmware\": \"unicast\"") && Contains("\"RX_DONE\": {") &&
                           Contains("\"packets_dropped\": 0"));
  CHECK(w.slackline("run x.yaml --json --engine signal").out == json.out);
}

TEST_CASE("without network interfaces nothing is said of them") {
  const Workplace w;
  w.write("x.yaml", "schema_version: 1\nrun: { max_cycles: 2000 }\n");
  const Output json = w.slackline("run x.yaml --json");
  CHECK(json.status == 0);
  CHECK_THAT(json.out, !Contains("\"nic\"") && Contains("\"endpoint\": \"generator\""));
}

TEST_CASE("every firmware runs, with its messages coming to their ends") {
  const Workplace w;
  w.write("x.yaml", small);
  for (const std::string firmware : {"unicast", "request_response", "echo", "skeleton"}) {
    const Output output =
        w.slackline("run x.yaml --set nic.packet_words=64 --set nic.firmware=" + firmware + " --set traffic.load=0.02");
    INFO(firmware << "\n" << output.out << output.err);
    CHECK(output.status == 0);
    CHECK_THAT(output.out, Contains("message latency"));
  }
}

TEST_CASE("acknowledged messages are run in both engines alike") {
  const Workplace w;
  w.write("x.yaml", small);
  const std::string options = " --json --set nic.timeout=3000 --set nic.buffers=2";
  const Output fabric = w.slackline("run x.yaml" + options);
  CHECK(fabric.status == 0);
  CHECK(w.slackline("run x.yaml --engine signal" + options).out == fabric.out);
}

TEST_CASE("keys of network interfaces that do not fit are refused, all of them, each at its place") {
  const Workplace w;
  w.write("none.yaml", "schema_version: 1\nnic: { window: 4, drift: 100 }\n");
  const Output none = w.slackline("run none.yaml");
  CHECK(none.status == 2);
  CHECK_THAT(none.err, Contains("none.yaml:2") && Contains("nic.window") && Contains("nic.drift") &&
                           Contains("only with endpoint: nic"));
  w.write("wrong.yaml",
          "schema_version: 1\nendpoint: nic\nnic: { firmware: unicats, window: 9, memory: 1026, costs: cheap }\n"
          "switch: { switching: virtual_cut_through }\ntraffic: { response: { flits: 4 } }\n");
  const Output wrong = w.slackline("run wrong.yaml");
  CHECK(wrong.status == 2);
  for (const char* part : {"nic.firmware: unicats", "did you mean unicast?", "nic.window: 9", "integer from 1 to 8",
                           "nic.memory", "a multiple of 4 bytes", "nic.costs: cheap", "switch.switching",
                           "wormhole with endpoint: nic", "traffic.response.flits"})
    CHECK_THAT(wrong.err, Contains(part));
}

TEST_CASE("firmware that cannot go on ends the run, with a line that says where and why") {
  const Workplace w;
  w.write("x.yaml", small);
  const Output output = w.slackline("run x.yaml --set nic.memory=1024 --set nic.packet_words=64");
  INFO(output.out << output.err);
  CHECK(output.status == 3);
  CHECK_THAT(output.err, Contains("NIC memory is too small: ") && Contains("host0") &&
                             Contains("handler of start in cycle") && Contains("firmware has gone wrong"));
}
