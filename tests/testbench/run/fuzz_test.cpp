// For any contents of a file the reader returns errors or an experiment that can be built. Seeded: a failure repeats.
#include <catch2/catch.hpp>
#include <sstream>

#include "rtl_models/common/random_stream.hpp"
#include "rtl_models/network/netlist.hpp"
#include "testbench/run/experiment.hpp"
#include "testbench/run/network.hpp"
#include "tests/support/reading.hpp"

using namespace slackline;
using namespace slackline::features;

namespace {

const char* const seeds[] = {
    "schema_version: 1\n",
    R"(schema_version: 1
clock: { period: 2 ns }
topology: { kind: fat_tree, arity: 2, levels: 2 }
switch: { virtual_channels: 2 }
switches:
  - { match: "switch_l0_*", buffer: { flits: 90, stop_at: auto }, barrier: { architecture: I } }
  - { match: [switch_l1_0, "switch_l?_1"], virtual_channels: 4, buffer: { flits: 64 B, flow_control: credit } }
  - match: switch_l1_*
    switching: wormhole
    delay: { header: 6 ns, data: 2 }
)",
    R"(schema_version: 1
name: "fuzz \u00e9 \x41"
clock:    { period: 6.25 ns }
topology: { kind: mesh, size: [4, 2], hosts_per_switch: 1 }
link:     { delay: 17 ns }
switch:
  buffer: { flits: 64, flow_control: stop_go, stop_at: 53, go_at: 17 }
  arbiter: round_robin
  delay:
    header: 3   # comment
    data: 1
traffic:
  pattern: permutation
  permutation:
    - 1
    - 0
    - 3
    - 2
    - 5
    - 4
    - 7
    - 6
  load: 0.2
run: { engine: fabric, seed: 1, warmup: 10, max_cycles: 100 }
)",
    R"(schema_version: 1
switch: { preset: myrinet-1280-san, buffer: { flits: 80 }, delay: { header: 90 ns } }
topology: { size: [2, 2] }
faults:
  - { kind: drop, link: link_switch0_p0_to_switch1_p1, from: 3, to: 9, count: 2, probability: 0.5, vc: 0 }
  - kind: stop_stuck
    link: link_host0_to_switch0_p4
    level: 0
  - { kind: dead, link: link_switch1_p1_to_switch0_p0 }
)",
    R"(schema_version: 1
topology: { kind: torus, size: [3, 4] }
routing: { switch: algorithm }
switch:
  virtual_channels: 4
  vc_assignment: keep
  switching: virtual_cut_through
  buffer: { flits: 40, flow_control: credit }
traffic: { packet: { format: compact, flits: 9 } }
faults: [{ kind: credit_lost, link: link_switch0_p0_to_switch1_p1, vc: 3 }]
run: { watchdog: 50 }
)",
    R"(schema_version: 1
topology: { size: [4, 2] }
routing: { switch: source_stripped }
switch: { buffer: { flits: 30, flow_control: busy_ready, stop_at: 6 } }
traffic: { packet: { format: myrinet, lengths: [6, 12] }, response: { flits: 7 } }
)",
    R"(schema_version: 1
topology: { kind: random, switches: 9, switch_links: 3, hosts_per_switch: 2, seed: 5 }
faults: [{ kind: dead, link: link_host1_to_switch0_p4 }]
)",
    R"(schema_version: 1
topology: { kind: dragonfly, group_switches: 3, global_links: 1, groups: 4, hosts_per_switch: 2 }
)",
    R"(schema_version: 1
topology:
  kind: fat_tree
  arity: 2
  levels: 3
)",  "a: &x [1, 2]\nb: *x\n? {c: d}\n: !!int 3\n---\n|\n  text\n...\n%YAML 1.2\n--- >\n folded\n",
};

const char* const pieces[] = {
    ": ",
    "- ",
    "{",
    "}",
    "[",
    "]",
    ",",
    "\n",
    "  ",
    "\t",
    "#",
    "&a",
    "*a",
    "!!x",
    "!<",
    "!",
    "'",
    "\"",
    "\\",
    "|",
    ">",
    "%",
    "@",
    "`",
    "? ",
    "---",
    "...",
    "<<: ",
    "\r\n",
    "~",
    "null",
    "0x10",
    "017",
    "-1",
    "1e9",
    "99999999999999999999",
    "nan",
    "auto",
    "ns",
    "\xc3\xa9",
    "\xff",
    "\xef\xbb\xbf",
    "flits: ",
    "size: [",
    "switch:",
    "\\u0000",
    "\\x",
    "%YAML 1.2\n",
    "%TAG ! x\n",
    ": {",
    "!2",
    "&",
    "*",
    "!<tag>",
    "faults:",
    "kind: ",
    "link: ",
    "dead",
    "vc: ",
    "sun2001",
    "preset: ",
    "- { ",
    "drop",
    "count: ",
    "100 ns",
    "sources: ",
    "torus",
    "table",
    "credit",
    "myrinet",
    "keep",
    "busy_ready",
    "switching: virtual_cut_through",
    "switch: source_shifted",
    "virtual_channels: ",
    "credit_lost",
    "kind: ring",
    "fat_tree",
    "dragonfly",
    "hypercube",
    "random",
    "arity: ",
    "switches: [{ match: ",
    "  - { match: \"*\", ",
    "match: ",
    "hosts: [{ match: \"*1\", nic: { drift: 3 ppm } }]",
    "switch_l0_*",
    "levels: ",
    "groups: ",
};

class Fuzzer {
 public:
  explicit Fuzzer(std::uint32_t run) : random_(20240607, run, RandomPurpose::test) {}

  std::string text() {
    std::string text = seeds[random_.below(std::size(seeds))];
    for (std::uint32_t changes = random_.below(12); changes > 0; --changes) change(text);
    if (random_.below(16) == 0) text.resize(place(text));
    return text;
  }

 private:
  std::size_t place(const std::string& text) { return random_.below(static_cast<std::uint32_t>(text.size()) + 1); }

  void change(std::string& text) {
    const std::size_t at = place(text);
    switch (random_.below(6)) {
      case 0: text.insert(at, pieces[random_.below(std::size(pieces))]); break;
      case 1: text.erase(at, random_.below(8)); break;
      case 2:
        if (at < text.size()) text[at] = static_cast<char>(random_.below(256));
        break;
      case 3: text.insert(at, text.substr(place(text), random_.below(60))); break;
      case 4:
        for (std::uint32_t n = random_.below(40); n > 0; --n) text.insert(at, pieces[random_.below(std::size(pieces))]);
        break;
      default:
        if (at < text.size()) text[at] = "0123456789"[random_.below(10)];
    }
  }

  RandomStream random_;
};

/// Whether a text is accepted. An accepted one can be built; a refused one has a printed reason.
bool check(const std::string& text) {
  const ExperimentReading reading = test::read(text);
  if (!reading.errors.empty()) {
    std::ostringstream printed;
    print(reading.errors, printed);
    REQUIRE(printed.str().rfind("test.yaml", 0) == 0);
    return false;
  }
  constexpr std::uint64_t most_hosts_built = 1000;  // of others the checks alone run
  if (hosts_of(reading.experiment) <= most_hosts_built)
    REQUIRE(network::violations(network_of(reading.experiment)).empty());
  return true;
}

}  // namespace

TEST_CASE("mutated configurations neither crash nor pass unjudged") {
  constexpr std::uint32_t runs = 12'000;
  std::uint32_t accepted = 0;
  for (std::uint32_t run = 0; run < runs; ++run) {
    INFO("run " << run);
    accepted += check(Fuzzer(run).text());
  }
  // One text in 12 is left unchanged, except a sixteenth of those, which is cut off; nine of the ten are correct.
  CHECK(accepted > runs / 12 * 15 / 16 * 9 / 10 / 2);
  CHECK(accepted < runs / 2);  // most mutations leave no experiment
}

TEST_CASE("every value of every key, from a list of awkward ones, is judged") {
  const char* const awkward[] = {"0",
                                 "1",
                                 "2",
                                 "3",
                                 "64",
                                 "65535",
                                 "65536",
                                 "4294967296",
                                 "18446744073709551615",
                                 "-1",
                                 "0.5",
                                 "1.0",
                                 "auto",
                                 "~",
                                 "[]",
                                 "[1]",
                                 "[1, 2]",
                                 "[1, 1, 1, 1, 1]",
                                 "{}",
                                 "''",
                                 "1 ns",
                                 "0 ns",
                                 "true",
                                 "1 cycles",
                                 "0 cycles",
                                 "1 cycle s",
                                 "mesh",
                                 "torus",
                                 "table",
                                 "source_stripped",
                                 "source_shifted",
                                 "busy_ready",
                                 "credit",
                                 "virtual_cut_through",
                                 "myrinet",
                                 "keep",
                                 "sun2001",
                                 "[{}]",
                                 "[{kind: dead}]",
                                 "[{kind: dead, link: x}, 1]",
                                 "[[]]",
                                 "{kind: dead}"};
  for (const Key& key : key_table())
    for (const char* value : awkward) {
      INFO(key.path << " = " << value);
      std::string text = key.path == "schema_version" ? "" : "schema_version: 1\n", path(key.path), close;
      for (std::size_t dot; (dot = path.find('.')) != std::string::npos; path.erase(0, dot + 1)) {
        text += path.substr(0, dot) + ": {";
        close += "}";
      }
      text += path;
      text += ": ";
      text += value;
      text += close;
      check(text);
    }
}
