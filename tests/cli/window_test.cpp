// End-to-end flow controls from the command line.
#include <catch2/catch.hpp>
#include <cmath>
#include <filesystem>
#include <sstream>

#include "tests/cli/command.hpp"

using namespace slackline::test;
using Catch::Matchers::Contains;

namespace {

/// The number after `key` in the text, from `from` on.
double number_after(const std::string& text, const std::string& key, std::size_t from = 0) {
  const std::size_t at = text.find("\"" + key + "\": ", from);
  REQUIRE(at != std::string::npos);
  return std::stod(text.substr(at + key.size() + 4));
}
/// The mean of a measure that firmware declares.
double mean_of(const std::string& json, const std::string& measure) {
  const std::size_t measures = json.find("\"measures\": ");
  REQUIRE(measures != std::string::npos);
  return number_after(json, "mean", json.find("\"" + measure + "\": ", measures));
}
double deviation_of(const std::string& json, const std::string& measure) {
  return number_after(json, "deviation", json.find("\"" + measure + "\": ", json.find("\"measures\": ")));
}

/// Two hosts at two switches; host0 alone sends: messages of two packets, one after another.
struct Line : Workplace {
  Line() {
    write("line.yaml",
          "schema_version: 1\nclock: { period: 20 ns }\ntopology: { kind: mesh, size: [2] }\nendpoint: nic\n"
          "switch: { preset: servernet-6port }\n"
          "nic: { costs: free, packet_words: 16, dma: { latency: 0 }, receive: { when_full: stop } }\n"
          "traffic: { trace: stream.trace }\n");
    write_stream("stream.trace", 100);
  }

  void write_stream(const char* name, unsigned messages) const {
    std::string trace;
    for (const char* rank : {"0", "1"}) {
      trace += std::string(rank) + " init\n";
      for (unsigned i = 0; i < messages; ++i)
        trace += std::string(rank) + (*rank == '0' ? " isend 1 0 128\n" : " recv 0 0 128\n");
      trace += std::string(rank) + " finalize\n";
    }
    write(name, trace);
  }
};

}  // namespace

TEST_CASE("requests outstanding are averaged up to the end of a program, not to the last look at it", "[window]") {
  const Workplace w;
  const Output run =
      w.slackline("run '" + in_repository("testbench/experiments/shurbanov2000/round_trip.yaml") + "' --json");
  REQUIRE(run.status == 0);
  const std::size_t outstanding = run.out.find("\"outstanding\": {", run.out.find("\"transactions\": {"));
  REQUIRE(outstanding != std::string::npos);
  // One request in the whole run: as long as it stays, by Little's law.
  CHECK(number_after(run.out, "mean", outstanding) == Approx(number_after(run.out, "rate_times_stay", outstanding)));
}

TEST_CASE("both engines give the same result on every experiment of flow controls", "[window]") {
  const Workplace w;
  unsigned experiments = 0;
  for (const auto& file : std::filesystem::directory_iterator(in_repository("testbench/experiments/shurbanov2000"))) {
    if (file.path().extension() != ".yaml") continue;
    ++experiments;
    INFO(file.path().filename());
    const bool ends = file.path().stem() == "round_trip";  // on its own
    const std::string shorter =
        " '" + file.path().string() + "' --json" + (ends ? "" : " --set run.warmup=0 --set run.max_cycles=4000");
    const Output fabric = w.slackline("run" + shorter), signal = w.slackline("run" + shorter + " --engine signal");
    CHECK(fabric.status == 0);
    CHECK(fabric.out == signal.out);
    CHECK_THAT(fabric.out, Contains("\"transactions\": {"));
  }
  CHECK(experiments == 19);
}

TEST_CASE("the packet pair's estimate is exactly what the slow link of a line takes for a request", "[window]") {
  const Line w;
  w.write_stream("longer.trace", 200);
  const std::string slow =
      "run line.yaml --json --set 'links=[{ link: link_switch0_p0_to_switch1_p1, cycles_per_flit: 4 }]'";
  const auto cycles_of = [&](const char* trace) {
    const Output window = w.slackline(slow + " --set traffic.trace=" + trace +
                                      " --set nic.firmware=static_window --set firmware.static_window.window=8");
    INFO(window.err);
    REQUIRE(window.status == 0);
    return number_after(window.out, "run", window.out.find("\"cycles\": "));
  };
  // What 200 requests more take a source that keeps the link busy: the ways of the first and the last one cancel.
  const double ticks = (cycles_of("longer.trace") - cycles_of("stream.trace")) / 200;
  CHECK(ticks > 4 * 80);  // flits, and the gap before the next head
  CHECK(ticks < 4 * 90);
  for (const char* engine : {"fabric", "signal"}) {
    const Output pairs = w.slackline(slow + " --set nic.firmware=packet_pair --engine " + engine);
    INFO(pairs.err << pairs.out);
    REQUIRE(pairs.status == 0);
    CHECK(mean_of(pairs.out, "spacing") == ticks);
    CHECK(deviation_of(pairs.out, "spacing") == 0);
    CHECK(mean_of(pairs.out, "estimate") == ticks);
    // And the source follows it, to a few ticks.
    CHECK(std::abs(1 / number_after(pairs.out, "rate") - ticks) < 4);
  }
}

TEST_CASE("SPP that always wins, with SW(4), gives the results of SW(4), packet for packet", "[window]") {
  const Workplace w;
  const std::string tree = "'" + in_repository("testbench/experiments/shurbanov2000/tree.yaml") + "'";
  // The file's own values are of static_window: the same network and traffic for the other firmware.
  w.shell(
      "sed 's/firmware: static_window/firmware: simplified_packet_pair/; "
      "s/static_window: {/simplified_packet_pair: { delta: 1000000 us, window: 4,/' " +
      tree + " > spp.yaml");
  w.shell("cp " + tree + " sw.yaml");
  for (const char* engine : {"fabric", "signal"}) {
    const std::string with =
        std::string(" --set run.warmup=0 --set run.max_cycles=20000 --set run.packet_log=true --quiet --engine ") +
        engine;
    REQUIRE(w.slackline("run sw.yaml" + with + " --out window").status == 0);
    const Output paced = w.slackline("run spp.yaml" + with + " --out paced");
    INFO(paced.err);
    REQUIRE(paced.status == 0);
    CHECK(w.read("window/packets.csv").size() > 10'000);
    CHECK(w.read("window/packets.csv") == w.read("paced/packets.csv"));
  }
}

TEST_CASE("a lost response is asked for again so many times, and its message fails", "[window]") {
  const Line w;
  const Output run = w.slackline(
      "run line.yaml --json --set nic.firmware=static_window --set nic.timeout=2000 --set nic.tries=3 "
      "--set 'faults=[{ kind: drop, link: link_switch1_p1_to_switch0_p0, from: 5000, count: 1000000 }]'");
  INFO(run.err << run.out);
  CHECK(number_after(run.out, "given_up") > 10);
  CHECK(number_after(run.out, "repeated") == number_after(run.out, "given_up"));
  CHECK(number_after(run.out, "failed") > 5);  // of two requests each
}

TEST_CASE("transactions.csv and windows.csv add up to the section of result.json", "[window]") {
  const Workplace w;
  REQUIRE(w.slackline("run '" + in_repository("testbench/experiments/shurbanov2000/figure3.yaml") +
                      "' --quiet --out out --set run.max_cycles=5000")
              .status == 0);
  const std::string json = w.read("out/result.json");
  /// The sum of a column.
  const auto sum = [&](const std::string& file, const std::string& column) {
    std::istringstream lines(w.read("out/" + file));
    std::string line, cell;
    std::getline(lines, line);
    std::istringstream header(line);
    std::size_t place = 0;
    while (std::getline(header, cell, ',') && cell != column) ++place;
    REQUIRE(cell == column);
    double all = 0;
    while (std::getline(lines, line)) {
      std::istringstream cells(line);
      for (std::size_t i = 0; i <= place; ++i) std::getline(cells, cell, ',');
      all += std::stod(cell);
    }
    return all;
  };
  const std::size_t section = json.find("\"transactions\": {");
  REQUIRE(section != std::string::npos);
  const double answered = number_after(json, "answered", section), outstanding = number_after(json, "mean", section);
  CHECK(sum("transactions.csv", "answered") == answered);
  CHECK(sum("transactions.csv", "outstanding") / 24 == Approx(outstanding).epsilon(1e-4));
  CHECK(sum("windows.csv", "outstanding") / 100 == Approx(outstanding).epsilon(1e-4));
  CHECK(number_after(json, "rate", section) * 24 * 5000 == Approx(answered));
}

TEST_CASE("a run that ends on its own is measured until then", "[window]") {
  const Line w;
  for (const char* windows : {"0", "37"}) {
    const Output run = w.slackline(std::string("run line.yaml --json --set nic.firmware=static_window --set "
                                               "run.max_cycles=1000000 --set run.windows=") +
                                   windows);
    INFO(run.err);
    REQUIRE(run.status == 0);
    const std::size_t section = run.out.find("\"transactions\": {");
    CHECK(number_after(run.out, "answered", section) == 200);
    CHECK(number_after(run.out, "rate", section) * number_after(run.out, "run", run.out.find("\"cycles\": {")) ==
          Approx(200));
  }
}

TEST_CASE("mistakes about flow controls get one message each", "[window][quick]") {
  const Line w;
  const std::pair<const char*, const char*> mistakes[] = {
      {"nic.firmware=static_window --set firmware.static_window.window=0",
       "firmware.static_window.window: expected integer from 1 to 64, found 0"},
      {"nic.firmware=alternating_window --set firmware.alternating_window.low=4",
       "firmware.alternating_window.low: expected a value with which alternating_window begins, such as the default, "
       "found 4 "
       "(alternating_window does not begin: the firmware cannot go on: ERROR = 5; it said: low is 4: it must be below "
       "high, 4)"},
      {"nic.firmware=simplified_packet_pair --set firmware.simplified_packet_pair.delta=8",
       "firmware.simplified_packet_pair.delta: expected time from 0 ns to 1000000000 ns, found 8 (no unit; expected "
       "ps, ns or us)"},
      {"nic.firmware=simplified_packet_pair --set firmware.simplified_packet_pair.step=1",
       "firmware.simplified_packet_pair.step: expected time from 0 ns to 1000000 ns, found 1 (no unit; expected ps, ns "
       "or us)"},
      {"nic.firmware=simplified_packet_pair --set firmware.simplified_packet_pair.scope=pair",
       "firmware.simplified_packet_pair.scope: expected source or destination, found pair"},
      {"nic.firmware=aimd_window --set firmware.aimd_window.least=9 --set firmware.aimd_window.most=8",
       "firmware.aimd_window.least: expected a value with which aimd_window begins, such as the default, found 9 "
       "(aimd_window "
       "does not begin: the firmware cannot go on: ERROR = 5; it said: "
       "least "
       "is 9: it must not be above most, 8"},
      {"nic.firmware=static_window --set nic.packet_words=60000 --set 'nic.memory=8 MiB'",
       "nic.packet_words: expected up to 16376 words in this format, found 60000 (60005 words with the firmware's "
       "header)"},
      {"nic.firmware=simplified_packet_pair --set nic.memory=8192 --set firmware.simplified_packet_pair.window=0",
       "nic.memory: expected at least"},
      {"nic.firmware=aimd_window --set switch.ecn=true",
       "switch.ecn_watermark: expected 1 to switch.buffer.flits (64), found 0 (default; no watermark is given for "
       "switch.ecn)"},
      {"nic.firmware=aimd_window --set switch.ecn=true --set switch.ecn_watermark=65",
       "switch.ecn_watermark: expected 1 to switch.buffer.flits (64), found 65"},
      {"nic.firmware=aimd_window --set switch.ecn_watermark=10",
       "switch.ecn_watermark: has no effect without switch.ecn; use it only with switch.ecn: true"}};
  for (const auto& [option, message] : mistakes) {
    const Output refused = w.slackline(std::string("run line.yaml --set ") + option);
    INFO(option << "\n" << refused.err);
    CHECK(refused.status == 2);
    CHECK(refused.out.empty());
    CHECK_THAT(refused.err, Contains(message) && Contains("1 error in the input"));
  }
}
