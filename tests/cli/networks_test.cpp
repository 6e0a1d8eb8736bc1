// Runs with each value of the keys that choose a network: they succeed, equal on both engines.
#include <catch2/catch.hpp>

#include "rtl_models/flow_controller/flow_controller.hpp"
#include "tests/cli/command.hpp"

using namespace slackline::test;
using Catch::Matchers::Contains;

namespace {

/// result.json of a run without errors; the same on both engines.
std::string result_of(const std::string& text) {
  const Workplace w;
  w.write("x.yaml", "schema_version: 1\nrun: { warmup: 100, max_cycles: 2000 }\n" + text);
  const Output fabric = w.slackline("run x.yaml --json --engine fabric");
  INFO(text << fabric.err);
  CHECK(fabric.status == 0);
  CHECK(w.slackline("run x.yaml --json --engine signal").out == fabric.out);
  return fabric.out;
}

/// The measurements of a run, from "load" to "packets".
std::string measured(const std::string& json) {
  const std::size_t begin = json.find("\"load\": {\n    \"offered\""), end = json.find("\"packets\"");
  REQUIRE(begin != std::string::npos);
  return json.substr(begin, end - begin);
}

unsigned least_latency(const std::string& json) {
  const std::size_t at = json.find("\"min\": ");
  REQUIRE(at != std::string::npos);
  return static_cast<unsigned>(std::stoul(json.substr(at + 7)));
}

}  // namespace

TEST_CASE("switches with a table or a shifted header take as many cycles as those that compute their routes",
          "[quick]") {
  const std::string rest = "topology: { size: [4, 3] }\ntraffic: { load: 0.3 }\nrouting: { switch: ";
  const std::string computed = measured(result_of(rest + "algorithm }\n"));
  CHECK(measured(result_of(rest + "table }\n")) == computed);
  CHECK(measured(result_of(rest + "source_shifted }\n")) == computed);
}

TEST_CASE("stripping a route flit costs one flit time minus the extra delay of headers, and at least a cycle") {
  const auto extra = [](const std::string& rest) {
    const std::string shape =
        "topology: { size: [3] }\ntraffic: { pattern: permutation, permutation: [2, 1, 0], load: 0.02 }\n" + rest +
        "routing: { switch: ";
    const std::string stripped = result_of(shape + "source_stripped }\n");
    CHECK_THAT(stripped, !Contains("\"stripped\": 0"));
    return least_latency(stripped) - least_latency(result_of(shape + "algorithm }\n"));
  };
  CHECK(extra("") == 3 * 1);
  CHECK(extra("switch: { delay: { header: 4, data: 2 } }\n") == 3 * 1);
  CHECK(extra("link: { cycles_per_flit: 4 }\n") == 3 * 4);
  CHECK(extra("link: { cycles_per_flit: 4 }\nswitch: { delay: { header: 4, data: 2 } }\n") == 3 * 2);
  CHECK(extra("link: { cycles_per_flit: 4 }\nswitch: { delay: { header: 9, data: 2 } }\n") == 3 * 1);
}

TEST_CASE("every flow control and switching runs without errors on every number of virtual channels") {
  const auto clean = [](std::string_view word, const std::string& switching, const std::string& channels) {
    const std::string flow(word);
    const std::string json =
        result_of("topology: { size: [2, 2] }\ntraffic: { load: 0.6 }\nswitch: { virtual_channels: " + channels +
                  ", switching: " + switching + ", buffer: { flits: 14, flow_control: " + flow + " } }\n");
    CHECK_THAT(json, Contains("\"flow_control\": \"" + flow + "\"") && Contains("\"errors\": []"));
  };
  for (const slackline::flow_controller::NamedKind& flow : slackline::flow_controller::all_kinds)
    for (const char* switching : {"wormhole", "virtual_cut_through"})
      for (const char* channels : {"1", "3", "16"}) clean(flow.word, switching, channels);
}

TEST_CASE("values have the same effect in `switch` and in a record for all switches", "[quick]") {
  const std::string rest = "topology: { kind: single_switch, hosts_per_switch: 8 }\ntraffic: { load: 0.95 }\n";
  const std::string values =
      "virtual_channels: 2, buffer: { flits: 32 }, delay: { flow_control: 3, header: 3, data: 2 } }";
  CHECK(measured(result_of(rest + "switches: [{ match: \"*\", " + values + "]\n")) ==
        measured(result_of(rest + "switch: { " + values + "\n")));
}

TEST_CASE("results name the switches of a kind where they are few", "[quick]") {
  const std::string json =
      result_of("topology: { size: [19] }\nswitches: [{ match: [switch3, switch7], arbiter: matrix }]\n");
  CHECK_THAT(json, Contains("\"switches\": 17,\n        \"first\": \"switch0\",\n        \"kind\": \"wormhole\"") &&
                       Contains("\"first\": \"switch3\",\n        \"names\": [\n          \"switch3\",\n          "
                                "\"switch7\"\n        ],"));
}

TEST_CASE("packets of one source keep their order on the virtual channel they came on") {
  const std::string rest =
      "topology: { size: [4, 4] }\ntraffic: { load: 0.6 }\nswitch: { virtual_channels: 4, vc_assignment: ";
  CHECK_THAT(result_of(rest + "keep }\n"), Contains("\"overtaken\": 0"));
  CHECK_THAT(result_of(rest + "any }\n"), !Contains("\"overtaken\": 0"));
}

TEST_CASE("a torus runs past saturation without a deadlock") {
  for (const std::string assignment : {"any", "keep"}) {
    const std::string json = result_of(
        "topology: { kind: torus, size: [5, 4] }\ntraffic: { load: 1 }\n"
        "switch: { virtual_channels: 2, buffer: { flits: 5 }, vc_assignment: " +
        assignment + " }\n");
    CHECK_THAT(json, Contains("\"kind\": \"torus\"") && !Contains("\"accepted\": 0.0"));
  }
}

TEST_CASE("the myrinet format runs with requests and responses", "[quick]") {
  CHECK_THAT(result_of("topology: { size: [3, 2] }\nrouting: { switch: source_stripped }\n"
                       "traffic: { packet: { format: myrinet, lengths: [6, 40] }, response: { flits: 9 } }\n"),
             Contains("\"format\": \"myrinet\"") && Contains("\"watchdog\": 10000"));
}

TEST_CASE("routes are read from a file next to the configuration, and its errors are named with their lines") {
  const Workplace w;
  REQUIRE(w.shell("mkdir inputs").status == 0);
  w.write("inputs/x.yaml",
          "schema_version: 1\ntopology: { size: [2] }\nrouting: { kind: table, table_file: routes.csv }\n"
          "run: { max_cycles: 2000, warmup: 100 }\n");
  const Output missing = w.slackline("run inputs/x.yaml");
  CHECK(missing.status == 2);
  CHECK_THAT(missing.err, Contains("inputs/x.yaml:3:37: routing.table_file: inputs/routes.csv: ") &&
                              Contains("slackline: 1 error "));
  const std::string three = "switch,host,port\n0,host0,2\nswitch0,1,p0\n1,0,1\n";
  w.write("inputs/routes.csv", three + "1,1,2\n");
  const Output run = w.slackline("run inputs/x.yaml --json");
  INFO(run.err);
  CHECK(run.status == 0);
  CHECK(run.out == w.slackline("run inputs/x.yaml --json --engine signal").out);
  w.write("inputs/routes.csv", three + "1,1,256\n1,2,2\n");
  const Output wrong = w.slackline("run inputs/x.yaml");
  CHECK(wrong.status == 2);
  CHECK_THAT(
      wrong.err,
      Contains("inputs/routes.csv:5:5: routing.table_file: expected port from 0 to 255, as 3 or p3, found 256") &&
          Contains("inputs/routes.csv:6:1: routing.table_file: expected a host, such as host1, found 2") &&
          Contains("slackline: 2 errors "));
}
