// Wrong files: a table of mistakes and the messages for each.
#include <catch2/catch.hpp>
#include <vector>

#include "tests/cli/command.hpp"

using namespace slackline::test;

namespace {

struct Mistake {
  std::string text;                   // of x.yaml
  std::vector<std::string> messages;  // each must be printed
};

const std::string v = "schema_version: 1\n";

const std::vector<Mistake> syntax = {
    {"", {"x.yaml: the file is empty; expected a map of keys"}},
    {"# only a comment\n", {"x.yaml: the file is empty"}},
    {"---\n", {"x.yaml: the file is empty"}},
    {"schema_version\n", {"x.yaml:1:1: expected a map of keys: schema_version, name, endpoint, clock, "}},
    {"- schema_version: 1\n", {"x.yaml:1:1: expected a map of keys: schema_version, ", ", found a list\n"}},
    {v + "run: { seed: 1\n", {"x.yaml:3:1: not YAML: a comma or } is missing before this"}},
    {v + "name: a: b\n",
     {"x.yaml:2:8: not YAML: a colon where no key can be (quote a value with a colon, ",
      "  2 | name: a: b\n    |        ^\n"}},
    {v + "run:\n  seed: 1\n warmup: 2\n",
     {"x.yaml:4:2: not YAML: this is no key of the map before it (a wrong indentation, or text after a value)"}},
    {v + "name: \"open\n", {"x.yaml:2:7: not YAML: a quotation mark that is not closed"}},
    {v + "name: @x\n", {"x.yaml:2:7: not YAML: a character that begins only text in quotation marks"}},
    {v + "run: { seed: &s 1, warmup: 0 }\n", {"x.yaml:2:14: the anchor &s; expected values written out"}},
    {v + "run: { seed: *s }\n", {"x.yaml:2:14: not YAML: the referenced anchor is not defined"}},
    {v + "run: { seed: !!int 1 }\n", {"x.yaml:2:14: the tag tag:yaml.org,2002:int; expected values without a tag"}},
    {v + "---\nname: second\n", {"x.yaml:2:1: a second document; expected one document in a file"}},
    {v + "<<: { name: merged }\n", {"x.yaml:2:1: <<: unknown key"}},
    {v + "name: \x01\n", {"x.yaml:2:7: expected text without control characters, found the control character U+0001"}},
    {v + std::string("name: a\0b\n", 10),
     {"x.yaml:2:8: expected text without control characters, found the control character U+0000"}},
    {"\x7f"
     "ELF\x02\x01\x01",
     {"x.yaml: expected an experiment in YAML: schema_version: 1, and keys, found a program or library (ELF)"}},
    {"\x01YAML", {"x.yaml:1:1: expected text without control characters, found the control character U+0001"}},
    {"\xff\xfe", {"x.yaml:1:1: expected text in UTF-8, found the byte 0xff"}},
    {v + "topology: " + std::string(300, '[') + std::string(300, ']') + "\n",
     {"x.yaml:2:26: maps or lists nested too deep; expected at most 16"}},
};

const std::vector<Mistake> keys = {
    {"name: x\n", {"x.yaml: schema_version: missing; expected 1"}},
    {v + "nam: x\n",
     {"x.yaml:2:1: nam: unknown key; expected schema_version, name, endpoint, clock", "did you mean name?"}},
    {v + "switch: { bufer: { flits: 64 } }\n",
     {"x.yaml:2:11: switch.bufer: unknown key; expected preset, virtual_channels", "; did you mean switch.buffer?"}},
    {v + "switch: { buffer: { flit: 64 } }\n",
     {"x.yaml:2:21: switch.buffer.flit: unknown key; expected flits, ", "; did you mean switch.buffer.flits?"}},
    {v + "load: 0.2\n", {"x.yaml:2:1: load: unknown key", "did you mean traffic.load?"}},
    {v + "link: { seed: 3 }\n", {"x.yaml:2:9: link.seed: unknown key", "did you mean run.seed?"}},
    {v + "traffic.load: 0.2\n", {"x.yaml:2:1: traffic.load: unknown key", "did you mean traffic: { load: ... }?"}},
    {v + "xyzzy: 1\n", {"x.yaml:2:1: xyzzy: unknown key"}},
    {v + "\"\": 1\n", {"x.yaml:2:1: \"\": unknown key; expected schema_version, "}},
    {v + "? [a, b]\n: 1\n", {"x.yaml:2:3: a list as a key"}},
    {v + ": 1\n", {"x.yaml:2:1: nothing as a key"}},
    {v + "run: { seed: 1, seed: 1 }\n",
     {"x.yaml:2:17: run.seed: given twice, first in line 2; expected each key once"}},
    {v + "run: { seed: 1 }\nname: x\nrun: { warmup: 2 }\n", {"x.yaml:4:1: run: given twice, first in line 2"}},
    {v + "run: 7\n", {"x.yaml:2:6: run: expected map of engine, seed, ", ", found 7\n"}},
    {v + "run:\n", {"x.yaml:2:1: run: expected map of engine, ", ", found nothing\n"}},
    {v + "run: [ seed ]\n", {"x.yaml:2:6: run: expected map of engine, ", ", found a list\n"}},
};

const std::vector<Mistake> values = {
    {"schema_version: 2\n", {"x.yaml:1:17: schema_version: expected 1, found 2"}},
    {"schema_version: '1'\n", {"x.yaml:1:17: schema_version: expected 1, found \"1\" (text in quotation marks)"}},
    {v + "name: ''\n", {"x.yaml:2:7: name: expected text of 1 to 100 characters, found \"\" (0 characters)"}},
    {v + "name: ~\n", {"x.yaml:2:1: name: expected text of 1 to 100 characters, found nothing"}},
    {v + "run: { seed: 017 }\n",
     {"x.yaml:2:14: run.seed: expected integer from 0 to 18446744073709551615, found 017 (leading zero)"}},
    {v + "run: { seed: 0x10 }\n",
     {"x.yaml:2:14: run.seed: expected integer from 0 to 18446744073709551615, found 0x10 (not a decimal integer)"}},
    {v + "run: { max_cycles: 1e3 }\n",
     {"x.yaml:2:20: run.max_cycles: expected integer from 1 to 1000000000000000 (cycles), found 1e3 (not a decimal "
      "integer)"}},
    {v + "run: { seed: 1_000 }\n",
     {"run.seed: expected integer from 0 to 18446744073709551615, found 1_000 (not a decimal integer)"}},
    {v + "run: { seed: -1 }\n",
     {"x.yaml:2:14: run.seed: expected integer from 0 to 18446744073709551615, found -1 (negative)",
      "    |              ^~\n"}},
    {v + "run: { seed: ' 5 ' }\n",
     {"run.seed: expected integer from 0 to 18446744073709551615, found \" 5 \" (text in quotation marks)"}},
    {v + "run: { seed: 18446744073709551616 }\n",
     {"run.seed: expected integer from 0 to 18446744073709551615, found 18446744073709551616 (too large)"}},
    {v + "run: { seed: }\n", {"x.yaml:2:8: run.seed: expected integer from 0 to 18446744073709551615, found nothing"}},
    {v + "run: { seed: { value: 1 } }\n", {"run.seed: expected integer from 0 to 18446744073709551615, found a map"}},
    {v + "run: { max_cycles: 0 }\n", {"run.max_cycles: expected integer from 1 to 1000000000000000 (cycles), found 0"}},
    {v + "run: { engine: signals }\n",
     {"x.yaml:2:16: run.engine: expected fabric or signal, found signals; did you mean signal?"}},
    {v + "traffic: { pattern: hotspot }\n",
     {"traffic.pattern: expected uniform, permutation, transpose, bit_complement, bit_reverse, shuffle, "
      "tornado, neighbour, hot_spot or uniform_all, found hotspot; did you mean hot_spot?\n"}},
    {v + "switch: { arbiter: round-robin }\n",
     {"switch.arbiter: expected round_robin, ", ", found round-robin; did you mean round_robin?"}},
    {v + "topology: { kind: tours }\nrouting: { switch: tabel }\ntraffic: { packet: { format: myrnet } }\n",
     {"x.yaml:2:19: topology.kind: expected single_switch, ring, mesh, torus, hypercube, fat_tree, full_tree, "
      "star_of_stars, dragonfly, random or file, found tours; did you mean torus?",
      "x.yaml:3:20: routing.switch: expected auto, algorithm, table, source_stripped or source_shifted, found "
      "tabel; did you mean table?",
      "x.yaml:4:30: traffic.packet.format: expected compact, myrinet or servernet, found myrnet; did you mean "
      "myrinet?"}},
    {v + "switch: { virtual_channels: 17, vc_assignment: kept, switching: vct, buffer: { flow_control: credits } }\n",
     {"x.yaml:2:29: switch.virtual_channels: expected integer from 1 to 16, found 17",
      "switch.vc_assignment: expected any or keep, found kept",
      "switch.switching: expected wormhole or virtual_cut_through, found vct",
      "switch.buffer.flow_control: expected stop_go, ", ", found credits; did you mean credit?"}},
    {v + "run: { watchdog: -1 }\n",
     {"x.yaml:2:18: run.watchdog: expected integer from 0 to 1000000000000000 (cycles), found -1 (negative)"}},
    {v + "traffic: { load: 1.5 }\n",
     {"x.yaml:2:18: traffic.load: expected number from 0 to 1 (flits per cycle and host), found 1.5"}},
    {v + "traffic: { load: nan }\n",
     {"traffic.load: expected number from 0 to 1 (flits per cycle and host), found nan (not a decimal number)"}},
    {v + "traffic: { load: .5 }\n",
     {"traffic.load: expected number from 0 to 1 (flits per cycle and host), found .5 (not a decimal number)"}},
    {v + "traffic: { load: 20 % }\n",
     {"traffic.load: expected number from 0 to 1 (flits per cycle and host), found 20 % (not a decimal number)"}},
    {v + "traffic: { packet: { flits: 65536 } }\n",
     {"traffic.packet.flits: expected integer from 1 to 65535 (flits), or an amount of data such as `64 B`, found "
      "65536"}},
    {v + "traffic: { packet: 8 }\n",
     {"x.yaml:2:20: traffic.packet: expected map of format, flits, lengths, weights, found 8"}},
    {v + "traffic: { response: { flits: 65536, max_outstanding: 0 } }\n",
     {"x.yaml:2:31: traffic.response.flits: expected integer from 0 to 65535 (flits), or an amount of data such as `64 "
      "B`, found 65536",
      "x.yaml:2:55: traffic.response.max_outstanding: expected integer from 1 to 65535 (requests), found 0"}},
    {v + "traffic: { arrivals: { kind: poisson, burst: 0 } }\n",
     {"x.yaml:2:30: traffic.arrivals.kind: expected bernoulli, periodic or on_off, found poisson",
      "x.yaml:2:46: traffic.arrivals.burst: expected integer from 1 to 1000000000 (cycles), found 0"}},
    {v + "traffic: { hot_spot: { share: 1.1 }, packet: { weights: [0] } }\n",
     {"x.yaml:2:31: traffic.hot_spot.share: expected number from 0 to 1, found 1.1",
      "traffic.packet.weights: expected list of ", ", found 0\n"}},
    {v + "topology: { size: 8 }\n",
     {"x.yaml:2:19: topology.size: expected list of 1 to 8 integers, each 1 to 1024 (switches), found 8"}},
    {v + "topology: { size: [] }\n",
     {"topology.size: expected list of 1 to 8 integers, each 1 to 1024 (switches), found an empty list"}},
    {v + "topology: { size: [2, 2, 2, 2, 2, 2, 2, 2, 2] }\n",
     {"topology.size: expected list of 1 to 8 integers, each 1 to 1024 (switches), found a list (9 items)"}},
    {v + "topology: { size: [8, 0] }\n",
     {"x.yaml:2:23: topology.size: expected list of 1 to 8 integers, each 1 to 1024 (switches), found 0"}},
    {v + "topology: { size: [8, x, 1025] }\n",
     {"x.yaml:2:23: topology.size: expected list of 1 to 8 integers, each 1 to 1024 (switches), found x (not a decimal "
      "integer)",
      "x.yaml:2:26: topology.size: expected list of 1 to 8 integers, each 1 to 1024 (switches), found 1025\n"}},
    {v + "clock: { period: 6.25 }\n",
     {"x.yaml:2:18: clock.period: expected time from 0.001 ns to 1000 ns, found 6.25 (no unit; expected ps, ns or "
      "us)"}},
    {v + "clock: { period: 160 MHz }\n",
     {"clock.period: expected time from 0.001 ns to 1000 ns, found 160 MHz (unknown unit; expected ps, ns or us)"}},
    {v + "clock: { period: 0 ns }\n",
     {"clock.period: expected time from 0.001 ns to 1000 ns, found 0 ns (not more than 0)"}},
    {v + "clock: { period: 2 us }\n", {"clock.period: expected time from 0.001 ns to 1000 ns, found 2 us"}},
    {v + "switch: { preset: suns2001 }\n",
     {"x.yaml:2:19: switch.preset: expected none, myrinet-1280-san, servernet-6port or sun2001, found suns2001; "
      "did you mean sun2001?"}},
    {v + "faults: [{ kind: drop, link: x, level: 1, cuont: 2 }]\n",
     {"x.yaml:2:33: faults[0].level: has no effect with kind: drop; use it only with kind: stop_stuck",
      "x.yaml:2:43: faults[0].cuont: unknown key; expected kind, link, from, to, count, probability or vc; did you "
      "mean "
      "count?"}},
    {v + "switch: { delay: { crossbar: 0, flow_control: 64, header: 2 hops } }\n",
     {"x.yaml:2:30: switch.delay.crossbar: expected integer from 1 to 64, alone or as `3 cycles`, or a time such as "
      "`17 ns`, found 0",
      "x.yaml:2:47: switch.delay.flow_control: expected integer from 0 to 63, alone or as `3 cycles`, or a time such "
      "as `17 ns`, found 64",
      "switch.delay.header: expected integer from 1 to 1000, alone or as `3 cycles`, or a time such as `17 ns`, found "
      "2 hops (unknown unit; expected ps, ns or us)"}},
    {v + "link: { delay: 0 }\n",
     {"x.yaml:2:16: link.delay: expected integer from 1 to 1000, alone or as `3 cycles`, or a time such as `17 ns`, "
      "found 0"}},
    {v + "link: { delay: 3 hops }\n",
     {"link.delay: expected integer from 1 to 1000, alone or as `3 cycles`, or a time such as `17 ns`, found 3 hops "
      "(unknown unit; expected ps, ns or us)"}},
    {v + "switch: { buffer: { stop_at: automatic } }\n",
     {"switch.buffer.stop_at: expected auto, or integer from 1 to 32768 (flits), or an amount of data such as `64 B`, "
      "found automatic (not a decimal integer)"}},
};

const std::vector<Mistake> meanings = {
    {v + "topology: { kind: torus }\n",
     {"x.yaml:2:19: switch.virtual_channels: expected an even number on a torus (half of them in each of two dateline "
      "classes), "
      "found 1 (default)"}},
    {v + "topology: { kind: fat_tree }\nrouting: { kind: dateline, switch: algorithm }\n",
     {"x.yaml:3:18: routing.kind: expected another kind, or a ring or torus, found dateline (no row of "
      "switches wraps)",
      "x.yaml:3:36: routing.switch: expected table, source_stripped or source_shifted, found algorithm (switches "
      "compute "
      "dimension order and datelines only",
      "slackline: 2 errors "}},
    {v + "topology: { size: [3], down: [switch1, link_switch0_p0_to_switch1_p1] }\n",
     {"x.yaml:2:30: topology.down: cuts off host1, host2; expected links and switches that leave a way between all "
      "hosts"}},
    {v + "routing: { switch: source_shifted }\n",
     {"x.yaml:2:20: routing.switch: expected source_stripped or table, or routes over up to 10 switches of 5 ports "
      "(3 bits each of 32), found source_shifted (routes over up to 15 switches)"}},
    {v + "topology: { kind: torus, size: [8, 8] }\nrouting: { switch: source_shifted }\nswitch: { virtual_channels: 2 "
         "}\n",
     {"x.yaml:3:20: routing.switch: expected source_stripped or table, or routes over up to 8 switches of 5 ports "
      "and 2 classes (4 bits each of 32), found source_shifted (routes over up to 9 switches)",
      "slackline: 1 error "}},
    {v + "topology: { kind: torus }\nrouting: { kind: up_down, switch: algorithm }\n",
     {"x.yaml:3:35: routing.switch: expected table, source_stripped or source_shifted, found algorithm (switches "
      "compute "
      "dimension order and datelines only",
      "slackline: 1 error "}},
    {v + "routing: { root: switch3 }\n",
     {"x.yaml:2:18: routing.root: has no effect with kind: auto (dimension_order here); use it only with kind: up_down",
      "slackline: 1 error "}},
    {v + "topology: { size: [1024, 1024, 1024, 1024, 1024, 1024, 1024, 1024] }\n",
     {"topology.size: expected a value for 2 to 16777216 hosts altogether, found [",
      "] (more than 1000000000000000 hosts)"}},
    {v + "topology: { size: [4] }\nworkloads:\n  - { kind: replay, trace: traffic.trace }\n"
         "  - { kind: traffic, pattern: permutation, permutation_file: ../runs/traffic.load }\n",
     {"x.yaml:4:28: workloads[0].trace: traffic.trace: cannot be read: No such file or directory",
      "x.yaml:5:62: workloads[1].permutation_file: ../runs/traffic.load: cannot be read: No such file or directory"}},
    {v + "traffic: { packet: { format: myrinet, flits: 5 } }\n",
     {"x.yaml:2:30: traffic.packet.format: expected compact or servernet, or routing.switch: source_stripped, "
      "found myrinet",
      "x.yaml:2:46: traffic.packet.flits: expected 6 to 65535 (the header and CRC of myrinet are 6, of servernet 8), "
      "found 5"}},
    {v + "switch: { buffer: { flow_control: credit, stop_at: 9, go_at: 2 } }\n",
     {"x.yaml:2:52: switch.buffer.stop_at: has no effect with credits; use auto",
      "switch.buffer.go_at: has no effect with credits"}},
    {v + "switch: { buffer: { flow_control: busy_ready, go_at: 2 } }\n",
     {"x.yaml:2:54: switch.buffer.go_at: busy_ready has one watermark, stop_at; use auto"}},
    {v + "switch: { switching: virtual_cut_through, buffer: { flits: 10 } }\n",
     {"x.yaml:2:60: switch.buffer.flits: expected at least 11 (stop_at 1 + 3 flits that may still arrive after STOP + "
      "7 of the longest packet after its head), found 10"}},
    {v + "faults: [{ kind: credit_lost, link: link_switch0_p0_to_switch1_p1, vc: 1 }]\n",
     {"x.yaml:2:18: faults[0].kind: credit_lost has no effect without credits; use it only with "
      "switch.buffer.flow_control: credit",
      "x.yaml:2:72: faults[0].vc: expected below switch.virtual_channels (1), or all, found 1"}},
    {v + "link: { delay: 17 ns }\n",
     {"x.yaml:2:16: link.delay: expected cycles, or a time together with clock.period, found 17 ns (a time without a "
      "clock)"}},
    {v + "clock: { period: 1 ns }\nlink: { delay: 5 us }\n",
     {"x.yaml:3:16: link.delay: expected up to 1000 cycles, found 5 us (5000 cycles)"}},
    {v + "switch: { preset: sun2001, buffer: { flits: 4 } }\n",
     {"x.yaml:2:45: switch.buffer.flits: expected at least 6 (stop_at 1 + 5 flits that may still arrive after STOP), "
      "found 4",
      "slackline: 1 error "}},
    {v + "switch: { preset: servernet-6port, delay: { data: 7 } }\n",
     {"x.yaml:2:51: switch.delay.header: expected 8 to 1000", ", found 6 (preset servernet-6port)"}},
    {v + "faults: [{ kind: dead, link: link_switch0_p0_to_switch1_p0, from: 3, to: 2 }]\n",
     {"x.yaml:2:30: faults[0].link: expected name of one of the 352 channels, such as ",
      ", found link_switch0_p0_to_switch1_p0; did you mean link_switch0_p0_to_switch1_p1?",
      "x.yaml:2:74: faults[0].to: expected more than from (3), found 2"}},
    {v + "topology: { size: [1, 1] }\n",
     {"x.yaml:2:19: topology.size: expected a value for 2 to 16777216 hosts altogether, found [1, 1] (1 host)"}},
    {v + "topology: { size: [1024, 1024, 32] }\n", {"(33554432 hosts)"}},
    {v + "topology: { size: [1024, 1024, 16] }\nswitch: { buffer: { flits: 32768 } }\n",
     {"expected a network that fits the memory of this machine (", " GiB of memory)"}},
    {v + "endpoint: nic\nnic: { firmware: request_response, reply_words: 60000, memory: 8 MiB }\n"
         "traffic: { packet: { format: servernet } }\n",
     {"x.yaml:3:49: nic.reply_words: expected up to 16376 words in this format, found 60000 (60005 words with the "
      "firmware's header)",
      "slackline: 1 error "}},
    {v + "topology: { size: [2, 2, 2], hosts_per_switch: 251 }\n",
     {"x.yaml:2:48: topology.hosts_per_switch: expected 1 to 250 (at most 256 ports", ", found 251\n"}},
    {v + "switch: { buffer: { flits: 16, stop_at: 15 } }\n",
     {"x.yaml:2:28: switch.buffer.flits: expected at least 18 (stop_at 15 + 3 flits that may still arrive after STOP), "
      "found 16"}},
    {v + "switch: { buffer: { stop_at: 62 } }\n",
     {"x.yaml:2:30: switch.buffer.flits: expected at least 65 (stop_at 62 + 3 flits that may still arrive after STOP), "
      "found 64 (default)"}},
    {v + "switch: { buffer: { flits: 2 } }\n", {"switch.buffer.flits: expected at least 4 (", ", found 2\n"}},
    {v + "switch: { buffer: { stop_at: 5, go_at: 5 } }\n",
     {"x.yaml:2:40: switch.buffer.go_at: expected 0 to 4 (below stop_at), found 5"}},
    {v + "switch: { delay: { data: 2 } }\n",
     {"x.yaml:2:26: switch.delay.header: expected 2 to 1000", ", found 1 (default)"}},
    {v + "switch: { delay: { header: 4, data: 3, arbitration: 2 } }\n",
     {"x.yaml:2:28: switch.delay.header: expected 5 to 1000", ", found 4\n"}},
    {v + "run: { warmup: 100, max_cycles: 100 }\n",
     {"x.yaml:2:16: run.warmup: expected below run.max_cycles (100), found 100"}},
    {v + "run: { relative_error: 1.5, warmup: soon }\n",
     {"x.yaml:2:24: run.relative_error: expected number from 0 to 1, found 1.5",
      "x.yaml:2:37: run.warmup: expected auto, or integer from 0 to 1000000000000000 (cycles), found soon (not a "
      "decimal integer)"}},
    {v + "traffic: { pattern: permutation }\n",
     {"x.yaml:2:21: traffic.permutation: missing; expected list of one destination for each host, here or in "
      "traffic.permutation_file"}},
    {v + "topology: { size: [4, 2] }\ntraffic: { pattern: transpose }\n",
     {"x.yaml:3:21: traffic.pattern: expected another pattern, or 4, 16, 64, ... hosts (there are 8), found "
      "transpose"}},
    {v + "topology: { size: [3, 2] }\ntraffic: { pattern: shuffle }\n",
     {"x.yaml:3:21: traffic.pattern: expected another pattern, or 2, 4, 8, ... hosts (there are 6), found shuffle"}},
    {v + "topology: { size: [2, 2] }\ntraffic: { pattern: tornado }\n",
     {"x.yaml:3:21: traffic.pattern: expected another pattern, or 3 or more switches along some dimension, found "
      "tornado"}},
    {v + "topology: { size: [1], hosts_per_switch: 4 }\ntraffic: { pattern: neighbour }\n",
     {"x.yaml:3:21: traffic.pattern: expected another pattern, or 2 or more switches along some dimension, found "
      "neighbour"}},
    {v + "traffic: { pattern: hot_spot }\n",
     {"x.yaml:2:21: traffic.hot_spot.hosts: missing; expected list of the hot hosts", "slackline: 1 error "}},
    {v + "topology: { size: [2] }\ntraffic: { pattern: hot_spot, hot_spot: { hosts: [2] } }\n",
     {"x.yaml:3:51: traffic.hot_spot.hosts: expected each host from 0 to 1 once, found 2"}},
    {v + "traffic: { pattern: hot_spot, hot_spot: { hosts: [1, 2, 1] } }\n",
     {"x.yaml:2:57: traffic.hot_spot.hosts: expected each host from 0 to 63 once, found 1 (a second time)"}},
    {v + "traffic: { packet: { flits: 3, lengths: [3, 4] } }\n",
     {"x.yaml:2:41: traffic.packet.lengths: given together with traffic.packet.flits; give one of the two"}},
    {v + "traffic: { packet: { lengths: [3, 4], weights: [1] } }\n",
     {"x.yaml:2:48: traffic.packet.weights: expected 2 weights, one for each of traffic.packet.lengths, found 1 "
      "weight"}},
    {v + "traffic: { packet: { weights: [1] } }\n",
     {"x.yaml:2:31: traffic.packet.weights: has no effect without traffic.packet.lengths; use it only with them"}},
    {v + "traffic: { load: 0.9, packet: { flits: 1 }, arrivals: { kind: on_off, burst: 4 } }\n",
     {"x.yaml:2:78: traffic.arrivals.burst: expected longer bursts, or a lower load (they would need more than one "
      "packet in each cycle), found 4"}},
    {v + "topology: { size: [2] }\ntraffic: { permutation: [1, 0] }\n",
     {"traffic.permutation: has no effect with pattern: uniform; use it only with pattern: permutation"}},
    {v + "topology: { size: [2] }\ntraffic: { pattern: permutation, permutation: [1, 0, 2] }\n",
     {"traffic.permutation: expected 2 destinations, one for each host, found 3 destinations"}},
    {v + "topology: { size: [2] }\ntraffic: { pattern: permutation, permutation: [1, 1] }\n",
     {"x.yaml:3:51: traffic.permutation: expected each host from 0 to 1 once, found 1 (a second time)"}},
};

void check(const std::vector<Mistake>& mistakes) {
  const Workplace workplace;
  for (const Mistake& mistake : mistakes) {
    workplace.write("x.yaml", mistake.text);
    const Output output = workplace.slackline("run x.yaml --out results");
    INFO(mistake.text << "---\n" << output.err);
    CHECK(output.status == 2);
    CHECK(output.out.empty());
    for (const std::string& message : mistake.messages) CHECK_THAT(output.err, Catch::Matchers::Contains(message));
    CHECK_THAT(output.err, Catch::Matchers::Contains("in the input, nothing was run\n"));
    CHECK_FALSE(workplace.exists("results"));
  }
  CHECK(workplace.entries() == 1);
}

}  // namespace

TEST_CASE("YAML that we do not accept is refused with its place") { check(syntax); }
TEST_CASE("wrong keys are refused, and the right one is named", "[quick]") { check(keys); }
TEST_CASE("wrong values are refused, and the expected ones are named") { check(values); }
TEST_CASE("values that do not fit together are refused in terms of the file") { check(meanings); }

TEST_CASE("what is given instead of an experiment is named in one message, with the key that it belongs to",
          "[quick]") {
  const Workplace workplace;
  const auto refused = [&](const std::string& text, const std::string& message) {
    workplace.write("x", text);
    const Output output = workplace.slackline("describe x");
    INFO(text.substr(0, 200) << "---\n" << output.err);
    CHECK(output.status == 2);
    CHECK_THAT(output.err,
               Catch::Matchers::StartsWith("x: expected an experiment in YAML: schema_version: 1, and keys, found " +
                                           message + "\n") &&
                   Catch::Matchers::Contains("slackline: 1 error "));
  };
  const std::string trace = "which an experiment names: traffic: { trace: NAME }",
                    network = "which an experiment names: topology: { kind: file, file: NAME }";
  refused("0 init\n0 compute 5\n", "a time-independent trace of SimGrid, " + trace);
  refused("# POINT TO POINT\nE\t0\t1\t8 bytes\t1 msgs sent\n", "a .prof file of Open MPI's monitoring, " + trace);
  refused("rank-1.txt\nrank-2.txt\n", "a list of files, " + trace);
  refused("Nodes 16\nConnections 1\n0->13 start 0 size 2\n", "a connection matrix of htsim (.cm)");
  refused("Nodes 32\nTiers 2\nPodsize 32\n", "a topology of htsim (.topo)");
  refused("router 0 node 0\n", "a network (anynet), " + network);
  // Larger than an experiment may be.
  std::string large;
  while (large.size() <= 1 << 20) large += "c0-0c0s0a0l00(0:0:0) green -> c0-0c0s6a0l10(0:0:6)\n";
  refused(large, "a network (cray), " + network);
}

TEST_CASE("all errors are reported at once, in the order of the file", "[quick]") {
  const Workplace workplace;
  workplace.write("x.yaml", R"(schema_version: 3
switch:
  bufer: { flits: 8 }
  arbiter: matrx
  buffer: { stop_at: 9, go_at: 9 }
traffic: { load: 2, packet: { flits: 0 } }
run: { seed: 0x1, seed: 2 }
)");
  const Output output = workplace.slackline("run x.yaml --seed -1 --engine foo");
  CHECK(output.status == 2);
  std::size_t at = 0;
  for (const char* place : {"--engine: ", "--seed: ", "x.yaml:1:17: ", "x.yaml:3:3: ", "x.yaml:4:12: ", "x.yaml:6:18: ",
                            "x.yaml:6:38: ", "x.yaml:7:14: ", "x.yaml:7:19: ", "slackline: "}) {
    INFO(place << "\n" << output.err);
    const std::size_t found = output.err.find(place, at);
    REQUIRE(found != std::string::npos);
    at = found;
  }
}

TEST_CASE("errors of a permutation file are reported at its lines") {
  const Workplace workplace;
  workplace.write("x.yaml", v + "topology: { size: [3] }\n"
                                "traffic: { pattern: permutation, permutation_file: p.txt }\n");
  const auto refused = [&](const std::string& text, const std::vector<std::string>& messages) {
    workplace.write("p.txt", text);
    const Output output = workplace.slackline("run x.yaml");
    INFO(text << "---\n" << output.err);
    CHECK(output.status == 2);
    for (const std::string& message : messages) CHECK_THAT(output.err, Catch::Matchers::Contains(message));
  };
  const std::string one_a_line =
      "expected one destination in each line, a host from 0 to 16777215 (# begins a comment), found ";
  refused("1\n2 # two\n\n 1\n",
          {"p.txt:4:2: traffic.permutation: expected each host from 0 to 2 once, found 1 (a second time)",
           "  4 |  1\n    |  ^\n", "slackline: 1 error "});
  refused("1\n0x2\n-1 # x\n0 2\n16777216\n",
          {"p.txt:2:1: traffic.permutation: " + one_a_line + "0x2 (not a decimal integer)",
           "p.txt:3:1: traffic.permutation: " + one_a_line + "-1 (negative)",
           "p.txt:4:1: traffic.permutation: " + one_a_line + "0 2 (",
           "p.txt:5:1: traffic.permutation: " + one_a_line + "16777216\n", "slackline: 5 errors "});
  refused("# nothing\n",
          {"p.txt: traffic.permutation: expected 3 destinations, one for each host, found 0 destinations"});
  refused("1\n2\n0\n1\n",
          {"p.txt: traffic.permutation: expected 3 destinations, one for each host, found 4 destinations"});
  refused("1\nx\n1\n", {"p.txt:2:1: traffic.permutation: " + one_a_line + "x (not a decimal integer)",
                        "p.txt:3:1: traffic.permutation: expected each host from 0 to 2 once, found 1 (a second time)",
                        "slackline: 2 errors "});
  refused("1\nx\n0\n",
          {"p.txt:2:1: traffic.permutation: " + one_a_line + "x (not a decimal integer)", "slackline: 1 error "});
  refused("1\nx\n", {"p.txt: traffic.permutation: expected 3 destinations, one for each host, found 2 destinations",
                     "slackline: 2 errors "});
  refused(std::string(50, '7') + "x\n1\n2\n",
          {"p.txt:1:1: traffic.permutation: " + one_a_line + std::string(40, '7') + "... ("});
  // Ten of many are reported: entries that cannot be read, and then nothing else, as the rest has not been read; or
  // entries that are named twice.
  std::string unread, twice;
  for (unsigned line = 0; line < 12; ++line) {
    unread += "x\n";
    twice += "0\n";
  }
  refused(unread, {"p.txt:10:1: traffic.permutation: " + one_a_line + "x", "slackline: 10 errors "});
  workplace.write("x.yaml", v + "topology: { size: [12] }\n"
                                "traffic: { pattern: permutation, permutation_file: p.txt }\n");
  refused(twice, {"p.txt:11:1: traffic.permutation: expected each host from 0 to 11 once, found 0 (a second time)",
                  "slackline: 10 errors "});

  workplace.write("y.yaml", v + "topology: { size: [3] }\n"
                                "traffic: { pattern: permutation, permutation: [1, 2, 0], permutation_file: p.txt }\n");
  CHECK_THAT(
      workplace.slackline("run y.yaml").err,
      Catch::Matchers::Contains(
          "y.yaml:3:76: traffic.permutation_file: given together with traffic.permutation; give one of the two"));
  workplace.write("z.yaml", v + "traffic: { pattern: permutation, permutation_file: q.txt }\n");
  const Output missing = workplace.slackline("run z.yaml");
  CHECK(missing.status == 2);
  CHECK_THAT(missing.err,
             Catch::Matchers::Contains("z.yaml:2:52: traffic.permutation_file: q.txt: cannot be read: No such file"));
  CHECK_THAT(missing.err, Catch::Matchers::Contains("slackline: 1 error "));
}

TEST_CASE("a permutation file is looked up next to the file that names it, and means the same as a list", "[quick]") {
  const Workplace workplace;
  const std::string shape = v + "name: x\nrun: { max_cycles: 2000 }\ntopology: { size: [3] }\n";
  REQUIRE(workplace.shell("mkdir sub").status == 0);
  workplace.write("sub/p.txt", "\xef\xbb\xbf# a ring\r\n1\r\n2\r\n0");
  workplace.write("sub/x.yaml", shape + "traffic: { pattern: permutation, permutation_file: p.txt }\n");
  workplace.write("list.yaml", shape + "traffic: { pattern: permutation, permutation: [1, 2, 0] }\n");
  const Output from_file = workplace.slackline("run sub/x.yaml"), from_list = workplace.slackline("run list.yaml");
  REQUIRE(from_file.status == 0);
  const auto figures = [](const std::string& table) { return table.substr(0, table.rfind("\n  ")); };
  CHECK(figures(from_file.out) == figures(from_list.out));
}

TEST_CASE("a file that cannot be read is named, and the options are still checked") {
  const Workplace workplace;
  const Output missing = workplace.slackline("run nowhere.yaml --seed x");
  CHECK(missing.status == 2);
  CHECK_THAT(missing.err, Catch::Matchers::Contains("nowhere.yaml: cannot be read: No such file or directory\n"));
  CHECK_THAT(missing.err,
             Catch::Matchers::Contains(
                 "--seed: run.seed: expected integer from 0 to 18446744073709551615, found x (not a decimal integer)"));
  const Output folder = workplace.slackline("run .");
  CHECK(folder.status == 2);
  CHECK_THAT(folder.err, Catch::Matchers::Contains(
                             ".: expected an experiment in YAML: schema_version: 1, and keys, found a folder\n"));
  const Output pipe = workplace.shell("mkfifo pipe.yaml && timeout 20 $slackline run pipe.yaml");  // without a writer
  CHECK(pipe.status == 2);
  CHECK_THAT(pipe.err, Catch::Matchers::Contains("pipe.yaml: the file is empty"));
  const Output endless = workplace.slackline("run /dev/zero");
  CHECK(endless.status == 2);
  CHECK_THAT(endless.err, Catch::Matchers::Contains("/dev/zero: the file is too large; expected at most 1 MiB\n"));
}
