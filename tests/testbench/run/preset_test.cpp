#include "testbench/settings/preset.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <memory>
#include <set>
#include <string>

#include "testbench/run/experiment.hpp"
#include "testbench/run/kinds.hpp"
#include "testbench/run/network.hpp"
#include "tests/support/reading.hpp"

using namespace slackline::features;
using slackline::test::errors_of;
using slackline::test::places;
using slackline::test::read;
using slackline::test::version;

namespace {

using Lines = std::vector<std::string>;
const std::string myrinet = "schema_version: 1\nswitch: { preset: myrinet-1280-san }\n";

/// The errors of a preset's text.
Lines preset_errors(const std::string& text) {
  Lines lines;
  for (const InputError& error : read_preset(std::make_shared<const Source>("presets/p.yaml", text)).errors)
    lines.push_back(to_string(error));
  return lines;
}

}  // namespace

TEST_CASE("every preset has a summary, no error, and fits the model without further keys") {
  Lines names;
  for (const Preset& preset : presets("presets")) names.push_back(preset.name);
  CHECK(names == Lines{"myrinet-1280-san", "servernet-6port", "sun2001"});  // the files of testbench/presets
  for (const Preset& preset : presets("presets")) {
    INFO(preset.name);
    CHECK(std::count(preset.summary.begin(), preset.summary.end(), ' ') >= 3);  // words, on one line
    CHECK(preset.summary.find('\n') == std::string::npos);
    CHECK(read_preset(preset.source).errors.empty());
    const ExperimentReading reading = read(version + "switch: { preset: " + preset.name + " }\n");
    for (const InputError& error : reading.errors) UNSCOPED_INFO(to_string(error));
    CHECK(reading.errors.empty());
    CHECK(slackline::network::violations(network_of(reading.experiment)).empty());
  }
}

TEST_CASE(
    "every preset of a packet switch gives the same keys of one that have an effect, with sources, and nothing else") {
  Lines names;
  std::set<std::string> keys;  // so that a preset of one switch leaves nothing of another preset for all
  for (const Preset& preset : presets("packet_switches")) {
    INFO(preset.name);
    names.push_back(preset.name);
    CHECK(std::count(preset.summary.begin(), preset.summary.end(), ' ') >= 3);
    CHECK(preset.summary.find('\n') == std::string::npos);
    const ExperimentReading reading = read_preset(preset.source);
    CHECK(reading.errors.empty());
    for (const auto& [key, origin] : reading.given)
      CHECK((key == "schema_version" || key == "switch.kind" || key.substr(0, 14) == "switch.packet."));
    std::set<std::string> given;
    for (const auto& [key, origin] : reading.given)
      if (key.find("held") == std::string::npos && key.find("threshold") == std::string::npos) given.insert(key);
    if (keys.empty()) keys = given;
    CHECK(given == keys);
    const ExperimentReading used =
        read(version + "topology: { size: [4] }\nswitch: { packet: { preset: " + preset.name + " } }\n");
    for (const InputError& error : used.errors) UNSCOPED_INFO(to_string(error));
    CHECK(used.errors.empty());
    CHECK(slackline::network::violations(network_of(used.experiment)).empty());
    const ExperimentReading in_record = read(
        version + "topology: { size: [4] }\nswitches: [{ match: switch1, packet: { preset: " + preset.name + " } }]\n");
    const ExperimentReading again = read(resolved_yaml(in_record, "."));
    for (const InputError& error : again.errors) UNSCOPED_INFO(to_string(error));
    CHECK(again.errors.empty());
  }
  // Tam and Wang 2000, table 1.
  CHECK(names == Lines{"ibm-8275-326-ge", "ibm-8275-326", "intel-510t-ge", "intel-510t", "powerrail-2200"});
}

TEST_CASE("every preset of costs gives all of nic.cost, with sources, and nothing else") {
  REQUIRE(find_preset("lanai4", "costs") != nullptr);
  CHECK(find_preset("lanai4", "presets") == nullptr);
  for (const Preset& preset : presets("costs")) {
    INFO(preset.name);
    CHECK(std::count(preset.summary.begin(), preset.summary.end(), ' ') >= 3);
    CHECK(preset.summary.find('\n') == std::string::npos);
    const ExperimentReading reading = read_preset(preset.source);
    CHECK(reading.errors.empty());
    for (const Key& key : key_table()) {
      const bool is_cost = key.path.substr(0, 9) == "nic.cost.";
      if (key.path != "schema_version") CHECK((reading.given.count(key.path) != 0) == is_cost);
    }
  }
}

TEST_CASE("every preset of timings gives the cycles of all classes of instructions, with sources, and nothing else") {
  CHECK(presets("timings").size() == 2);
  for (const Preset& preset : presets("timings")) {
    INFO(preset.name);
    const ExperimentReading reading = read_preset(preset.source);
    CHECK(reading.errors.empty());
    for (const Key& key : key_table()) {
      const bool is_class =
          key.path.substr(0, 9) == "nic.core." && key.path != "nic.core.timing" && key.path != "nic.core.period";
      if (key.path != "schema_version") CHECK((reading.given.count(key.path) != 0) == is_class);
      if (is_class) CHECK(reading.preset_sources.count(key.path) != 0);
    }
  }
}

TEST_CASE(
    "costs of handlers come from the user's keys, then from the preset that nic.costs names, then from the default") {
  const std::string nics = version + "endpoint: nic\n";
  const auto costs = [](const ExperimentReading& reading) {
    std::vector<std::uint64_t> cycles;
    for (const char* of : {"event", "start", "register_read", "register_write", "load", "store"})
      cycles.push_back(cycles_of("nic.cost." + std::string(of), reading.experiment));
    return cycles;
  };
  using Costs = std::vector<std::uint64_t>;
  const ExperimentReading usual = read(nics), own = read(nics + "nic: { costs: lanai4, cost: { load: 9 } }\n");
  CHECK(usual.errors.empty());
  CHECK(costs(usual) == Costs{600, 600, 50, 50, 50, 50});  // presets/costs/lanai4.yaml, a cycle of 1 ns
  CHECK(costs(own) == Costs{600, 600, 50, 50, 9, 50});
  CHECK(costs(read(nics + "clock: { period: 25 ns }\n")) == Costs{24, 24, 2, 2, 2, 2});
  CHECK(costs(read(nics + "clock: { period: 10 ns }\nnic: { cost: { load: 3 cycles, store: 45 ns } }\n")) ==
        Costs{60, 60, 5, 5, 3, 5});
  CHECK(costs(read(nics + "nic: { cost: { load: 45 ns } }\n")) == Costs{600, 600, 50, 50, 45, 50});  // without a clock
  CHECK(own.given.at("nic.cost.load").source == own.file);
  CHECK(own.given.at("nic.cost.store").source == own.presets.at("nic.costs"));
  CHECK(own.preset_sources.at("nic.cost.store").find("assumed") == 0);
  CHECK(costs(read(nics + "nic: { costs: free }\n")) == Costs(6, 0));
  CHECK(costs(read(nics, {{"--set", "nic.costs", "free"}, {"--set", "nic.cost.event", "5"}})) ==
        Costs{5, 0, 0, 0, 0, 0});
  const ExperimentReading both = read(nics + "switch: { preset: sun2001 }\n");
  CHECK(both.errors.empty());
  CHECK(costs(both) == Costs{60, 60, 5, 5, 5, 5});  // a cycle of 10 ns
  CHECK(both.experiment.switches.virtual_channels == 4);
}

TEST_CASE("unknown costs, and a preset of costs that is none, are one error each", "[quick]") {
  const std::string nics = version + "endpoint: nic\n";
  CHECK(errors_of(nics + "nic: { cost: { lode: 3 } }\n") ==
        Lines{"test.yaml:3:16: nic.cost.lode: unknown key; expected event, start, register_read, register_write, load "
              "or store; did you mean nic.cost.load?"});
  CHECK(errors_of(nics + "nic: { costs: lanai5 }\n") ==
        Lines{"test.yaml:3:15: nic.costs: expected free or lanai4, found lanai5; did you mean lanai4?"});
  CHECK(places(preset_errors(version + "summary: a preset\nnic: { costs: free }\n")) ==
        Lines{"presets/p.yaml:3:8: nic.costs"});
}

TEST_CASE("an option overrides the file, the file the preset, the preset the default", "[quick]") {
  const ExperimentReading reading = read(version +
                                             "switch: { buffer: { flits: 80, go_at: 20 }, preset: myrinet-1280-san }\n"
                                             "run: { seed: 3 }\n",
                                         {{"--go", "switch.buffer.go_at", "21"}});
  REQUIRE(reading.errors.empty());
  const Experiment& e = reading.experiment;
  CHECK(e.switches.preset == "myrinet-1280-san");
  CHECK(e.switches.go_at == 21u);
  CHECK(e.switches.buffer_flits == 80);
  CHECK(e.switches.stop_at == 53u);
  CHECK(e.clock_period == Time{25, 4});
  CHECK(e.topology.size == std::vector<std::uint64_t>{8, 8});
  CHECK(reading.given.at("switch.buffer.flits").source == reading.file);
  CHECK(reading.given.at("switch.buffer.stop_at").source == reading.presets.at("switch.preset"));
  CHECK(reading.preset_sources.at("switch.buffer.stop_at").find("Song 2005") == 0);
}

TEST_CASE("an option may name another preset than the file") {
  const ExperimentReading reading = read(myrinet, {{"--preset", "switch.preset", "sun2001"}});
  CHECK(reading.errors.empty());
  CHECK(reading.experiment.switches.preset == "sun2001");
  CHECK(reading.experiment.clock_period == Time{10, 1});
  CHECK(read(myrinet, {{"--preset", "switch.preset", "none"}}).experiment.clock_period == Time{1, 1});
}

TEST_CASE("the presets have the delays of their papers, in cycles") {
  const Experiment song = read(myrinet).experiment;
  CHECK(cycles_of("link.delay", song) == 3);
  CHECK(cycles_of("switch.delay.header", song) == 16);
  CHECK(cycles_of("switch.delay.data", song) == 1);
  CHECK(cycles_of("switch.delay.flow_control", song) == 1);
  CHECK(derived(song).slack <= 64 - 53);
  const Experiment sun = read(version + "switch: { preset: sun2001 }\n").experiment;
  CHECK(cycles_of("switch.delay.header", sun) == 1 + 2 + 2 + 1);
  CHECK(cycles_of("switch.delay.data", sun) == 1 + 1);
  CHECK(cycles_of("link.delay", sun) == 2);
}

TEST_CASE("an unknown preset is one error, with the nearest name and the list") {
  CHECK(errors_of(version + "switch: { preset: myrinet, delay: { data: 2 } }\n") ==
        Lines{"test.yaml:2:19: switch.preset: expected none, myrinet-1280-san, servernet-6port or sun2001, found "
              "myrinet"});
  CHECK(errors_of(version + "switch: { preset: sun-2001 }\n") ==
        Lines{"test.yaml:2:19: switch.preset: expected none, myrinet-1280-san, servernet-6port or sun2001, found "
              "sun-2001; did you mean sun2001?"});
}

TEST_CASE("a key that the preset gives is not missing in the file") {
  CHECK(errors_of("switch: { preset: sun2001 }\n") == Lines{"test.yaml: schema_version: missing; expected 1"});
}

TEST_CASE("values of file and preset that do not fit are shown at the file's line", "[quick]") {
  CHECK(errors_of(version + "switch: { preset: myrinet-1280-san, buffer: { flits: 32 } }\n") ==
        Lines{"test.yaml:2:54: switch.buffer.stop_at: expected 1 to flits (32), found 53 (preset myrinet-1280-san)"});
  CHECK(errors_of(version + "switch: { preset: myrinet-1280-san, delay: { data: 104 ns } }\n") ==
        Lines{"test.yaml:2:52: switch.delay.header: expected 17 to 1000 (at least switch.delay.data + "
              "switch.delay.arbitration; switch.delay.data is 104 ns: 17 cycles), found 100 ns (16 cycles; preset "
              "myrinet-1280-san)"});
}

TEST_CASE("lengths of the file replace the preset's one length") {
  const ExperimentReading reading =
      read(version + "switch: { preset: servernet-6port }\ntraffic: { packet: { lengths: [12, 16] } }\n");
  CHECK(reading.errors.empty());
  CHECK(reading.experiment.traffic.lengths.size() == 2);
  CHECK(reading.given.count("traffic.packet.flits") == 0);
  CHECK(places(errors_of(version + "traffic: { packet: { flits: 3, lengths: [4, 8] } }\n")) ==
        Lines{"test.yaml:2:41: traffic.packet.lengths"});
}

TEST_CASE("flow control of the file removes the watermarks of the preset that it does not use") {
  const auto with = [](const std::string& kind) {
    return read(version + "switch: { preset: myrinet-1280-san, buffer: { flow_control: " + kind + " } }\n");
  };
  CHECK(with("stop_go").experiment.switches.go_at == 17u);
  const ExperimentReading busy = with("busy_ready"), credit = with("credit");
  CHECK(busy.errors.empty());
  CHECK(busy.experiment.switches.stop_at == 53u);
  CHECK_FALSE(busy.experiment.switches.go_at);
  CHECK(credit.errors.empty());
  CHECK_FALSE(credit.experiment.switches.stop_at);
  CHECK_FALSE(credit.experiment.switches.go_at);
  // Watermarks of the file itself stay, and are errors.
  CHECK(places(errors_of(version +
                         "switch: { preset: myrinet-1280-san, buffer: { stop_at: 9, flow_control: credit } }\n")) ==
        Lines{"test.yaml:2:56: switch.buffer.stop_at"});
}

TEST_CASE("the presets switch and route as in their papers") {
  const Experiment song = read(myrinet).experiment;
  CHECK(song.routing.at_switch == slackline::route_unit::Kind::source_stripped);
  CHECK(song.packet.format == slackline::port::PacketFormat::myrinet);
  CHECK(song.packet.flits == 2048);
  const Experiment servernet = read(version + "switch: { preset: servernet-6port }\n").experiment;
  CHECK(servernet.switches.flow_control == slackline::flow_controller::Kind::busy_ready);
  CHECK(servernet.routing.at_switch == slackline::route_unit::Kind::table);
  CHECK(read(version + "switch: { preset: sun2001 }\n").experiment.switches.virtual_channels == 4);
}

TEST_CASE("a preset gives a source for each of its values, and for no others", "[quick]") {
  const std::string head = version + "summary: a preset\n";
  CHECK(preset_errors(head + "link: { delay: 2 }\nsources: { link.delay: 'a paper' }\n").empty());
  CHECK(preset_errors(head + "link: { delay: 2 }\nsources: { link.delai: 'a paper', clock.period: '' }\n") ==
        Lines{"presets/p.yaml:4:12: sources.link.delai: unknown key; expected keys that the preset gives; did you mean "
              "link.delay?",
              "presets/p.yaml:4:49: sources.clock.period: expected one line of text: paper and section, or that it is "
              "assumed, found \"\"",
              "presets/p.yaml:3:16: link.delay: a value without a source; expected a line in sources with its origin"});
  CHECK(
      preset_errors(head + "sources: { link.delay: x }\n") ==
      Lines{"presets/p.yaml:3:12: sources.link.delay: a source without a value; expected keys that the preset gives"});
  CHECK(places(preset_errors(head + "sources: 3\n")) == Lines{"presets/p.yaml:3:10: sources"});
  CHECK(places(preset_errors("schema_version: 1\nsummary: [x]\n")) == Lines{"presets/p.yaml:2:10: summary"});
}

TEST_CASE("an error in a preset names its file", "[quick]") {
  CHECK(preset_errors("schema_version: 1\nsummary: x\nlink: { delai: 2 }\n") ==
        Lines{"presets/p.yaml:3:9: link.delai: unknown key; expected delay, cycles_per_flit or flit_bits; did you mean "
              "link.delay?"});
  CHECK(preset_errors("summary: x\n") == Lines{"presets/p.yaml: schema_version: missing; expected 1"});
  CHECK(preset_errors("schema_version: 1\nsummary: x\nswitch: { preset: sun2001 }\n") ==
        Lines{"presets/p.yaml:3:11: switch.preset: a preset in a preset; expected keys other than this one"});
}

TEST_CASE("summary and sources are for presets only") {
  CHECK(places(errors_of(version + "sources: { link.delay: x }\n")) == Lines{"test.yaml:2:1: sources"});
  CHECK(places(errors_of(version + "summary: x\n")) == Lines{"test.yaml:2:1: summary"});
}
