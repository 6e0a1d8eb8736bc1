#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <set>

#include "testbench/run/experiment.hpp"
#include "testbench/run/keys_in_use.hpp"
#include "tests/support/reading.hpp"

using namespace slackline::features;
using slackline::test::read;

namespace {

/// A configuration that sets one key: "switch:\n  buffer:\n    flits: 64\n", with schema_version unless it is that key.
std::string setting(std::string_view path, const std::string& value) {
  std::string text = path == "schema_version" ? "" : "schema_version: 1\n", indent;
  for (std::size_t dot; (dot = path.find('.')) != std::string_view::npos; path.remove_prefix(dot + 1)) {
    text += indent + std::string(path.substr(0, dot)) + ":\n";
    indent += "  ";
  }
  return text + indent + std::string(path) + ": " + value + "\n";
}

bool is_in(const Key& key, std::string_view group) { return key.path.substr(0, group.size()) == group; }

/// The other settings that a key needs to have an effect: lines that follow setting(), which ends in the key's group.
std::string companions(const Key& key) {
  std::string text;
  if (!key.kinds.empty()) text += "  kind: " + std::string(key.kinds.front()) + "\n";  // of topology
  if (!key.kinds.empty() && key.kinds.front() == "dragonfly") text += "switch: { virtual_channels: 2 }\n";
  if (is_in(key, "nic.synchronization.")) text += "  firmware: fbs\n";
  if (is_in(key, "switch.packet.")) {
    if (key.name() == "threshold" || key.name() == "most" || key.name() == "alpha") text += "    buffers: shared\n";
    if (key.name() == "most") text += "    threshold: fixed\n";
    if (key.name() == "alpha") text += "    threshold: dynamic\n";
    if (key.name() == "resume_at") text += "    pause_at: 4\n";
    return text + "  kind: packet\n";
  }
  if (key.path == "traffic.hot_spot.share") return "    hosts: [0]\n  pattern: hot_spot\n";
  if (key.path == "traffic.arrivals.burst") return "    kind: on_off\n";
  if (key.path == "traffic.response.max_outstanding") return "    flits: 1\n";
  if (key.path == "nic.reply_words") text += "  firmware: request_response\n";
  if (is_in(key, "nic.core.")) text += "  processor: rv32\n";
  if (key.path == "nic.tries") text += "  timeout: 100\n";
  if (is_in(key, "firmware.")) {
    const std::string_view rest = std::string_view(key.path).substr(std::string_view("firmware.").size());
    return "endpoint: nic\nnic: { firmware: " + std::string(rest.substr(0, rest.find('.'))) + " }\n";
  }
  if (is_in(key, "nic.")) return text + "endpoint: nic\n";
  if (key.path == "switch.barrier.notice") return "    architecture: I\n    adaptive: true\n";
  if (is_in(key, "switch.barrier.") && key.name() != "architecture") return "    architecture: I\n";
  if (is_in(key, "barriers.")) return "  groups: [{ members: [all] }]\nswitch: { barrier: { architecture: I } }\n";
  if (key.path == "waves.before" || key.path == "waves.after" || key.path == "waves.every")
    return text + "  trigger: [{ kind: deadlock }]\n";
  if (is_in(key, "traffic.collectives.multicast.")) text += "    bcast: multicast\n";
  if (key.path == "traffic.collectives.piece") text += "    alltoall: shuffle\n";
  static const Experiment plain;
  if (!KeysInUse(plain)(key)) text += "  trace: x.txt\nclock: { period: 1 ns }\n";
  if (is_in(key, "traffic.collectives.multicast.")) text += "endpoint: nic\nnic: { firmware: multicast }\n";
  return text;
}

}  // namespace

TEST_CASE("the defaults are legal together", "[quick]") {
  const ExperimentReading reading = read("schema_version: 1\n");
  CHECK(reading.errors.empty());
}

TEST_CASE("each parameter of the hardware that has limits is known under one name, with keys that exist", "[quick]") {
  std::set<std::string_view> names;
  for (const std::vector<ModelParameter>& of_feature :
       {switch_parameters(), routing_parameters(), traffic_parameters()})
    for (const ModelParameter& parameter : of_feature) {
      INFO(parameter.parameter);
      CHECK(names.insert(parameter.parameter).second);
      CHECK(find_key(parameter.key) != nullptr);
      for (const std::string_view path : parameter.depends_on)
        CHECK((path.back() == '.' ? !key_table().paths_in(path).empty() : find_key(path) != nullptr));
    }
}

TEST_CASE("every default can be written in a file, and reads back as itself") {
  for (const Key& key : key_table()) {
    INFO(key.path);
    const std::string value = to_string(value_of(key, Experiment()));
    if (value == "[]" || value.empty()) continue;            // no default
    if (key.path == "topology.aggregation_nodes") continue;  // only of an existing file: fabric_settings_test.cpp
    const ExperimentReading reading = read(setting(key.path, value) + companions(key));
    for (const InputError& error : reading.errors) UNSCOPED_INFO(to_string(error));
    CHECK(reading.errors.empty());
    CHECK(to_string(value_of(key, reading.experiment)) == value);
  }
}

TEST_CASE("each key stores its own value and no other's") {
  const Experiment plain = read("schema_version: 1\n").experiment;
  for (const Key& key : key_table()) {
    if (key.path == "switch.preset" || key.path == "switch.packet.preset") continue;  // set other keys: preset_test.cpp
    INFO(key.path);
    std::string value;
    if (const auto* t = std::get_if<Integer>(&key.type)) value = std::to_string(t->least);
    if (const auto* t = std::get_if<AutoInteger>(&key.type)) value = std::to_string(t->least);
    if (const auto* t = std::get_if<Real>(&key.type)) value = t->least > 0.0625 ? "0.25" : "0.0625";
    if (std::holds_alternative<Text>(key.type)) value = "another name";
    if (std::holds_alternative<FileName>(key.type)) value = "a/file.txt";
    if (const auto* t = std::get_if<Choice>(&key.type)) value = t->words.back().word;
    if (std::holds_alternative<IntegerList>(key.type)) value = "[3, 2]";
    if (std::holds_alternative<TextList>(key.type)) value = R"(["switch3.*", "a \"b\" \\c"])";
    if (std::holds_alternative<Period>(key.type)) value = "2.5 ns";
    if (std::holds_alternative<CycleDelay>(key.type) || std::holds_alternative<AutoCycleDelay>(key.type)) value = "7";
    if (std::holds_alternative<FlitTime>(key.type)) value = "7";
    if (std::holds_alternative<DataAmount>(key.type)) value = "3 KiB";
    if (std::holds_alternative<Speed>(key.type)) value = "2.5 Gflop/s";
    if (std::holds_alternative<Drift>(key.type)) value = "12.5 ppm";
    if (key.path == "hosts")
      value = R"([{match: ["a b", "c*"], nic.cost.load: 3, nic.window: 2, nic.drift: -3 ppm, nic.offset: 4}])";
    if (key.path == "faults") value = "[{kind: dead, link: a b, from: 3, to: never}]";
    if (key.path == "waves.trigger") value = "[{kind: stop, link: a b, vc: any}]";
    if (key.path == "barriers.groups")
      value = R"([{members: ["a b"], size: members, seed: 3, centre: c, from: 4, spread: 5, absent: ["d"], hold: 7}])";
    if (key.path == "switches") value = R"([{match: ["switch*", "a b"], buffer.flits: 9, delay.header: 4}])";
    if (key.path == "workloads")
      value = R"([{kind: barriers, name: x, hosts: ["a b"], rounds: 3, send_overhead: 4, size: 5}])";
    if (key.path == "links") value = "[{link: a b, directions: one, delay: 3, cycles_per_flit: auto}]";
    const Experiment e = read_experiment(std::make_shared<const Source>("t", setting(key.path, value))).experiment;
    CHECK(to_string(value_of(key, e)) == value);
    for (const Key& other : key_table())
      if (other.path != key.path) CHECK(to_string(value_of(other, e)) == to_string(value_of(other, plain)));
  }
}

namespace {

/// Of all fields of the only record of a list, whatever its kind.
std::vector<std::string> values_of(std::string_view list, const Experiment& e) {
  const auto& type = std::get<RecordList>(find_key(list)->type);
  REQUIRE(type.count(e) == 1);
  const std::unique_ptr<Values> record = type.record(e, 0);
  std::vector<std::string> all;
  for (const Key& field : type.fields()) all.push_back(to_string(value_of(field, *record)));
  return all;
}

}  // namespace

TEST_CASE("each field of a record of links stores its own value and no other's") {
  const std::vector<std::string> records{"link: x", "link: y, directions: one", "link: y, delay: 7",
                                         "link: y, cycles_per_flit: 5"};
  const std::vector<std::string> values{"x", "one", "7", "5"};
  for (std::size_t i = 0; i < records.size(); ++i) {
    INFO(records[i]);
    const std::string text = "schema_version: 1\nlinks: [{" + records[i] + "}]\n";
    const Experiment e = read_experiment(std::make_shared<const Source>("t", text)).experiment;
    std::vector<std::string> expected{"y", "both", "auto", "auto"};
    expected[i] = values[i];
    CHECK(values_of("links", e) == expected);
  }
}

TEST_CASE("each field of a record of errors stores its own value and no other's", "[quick]") {
  const std::map<std::string_view, std::string> other{{"kind", "dead"}, {"link", "x"},  {"from", "7"},
                                                      {"to", "9"},      {"count", "3"}, {"probability", "0.5"},
                                                      {"vc", "2"},      {"level", "0"}, {"moving", "0.5"}};
  std::size_t i = 0;
  for (const Key& field : fault_fields()) {
    const std::string name(field.name());
    INFO(name);
    std::string record = name + ": " + other.at(name);
    const std::string kind = name == "level" ? "stop_stuck" : name == "moving" ? "held" : "drop";
    if (name != "kind") record.append(", kind: ").append(kind);
    if (name != "link") record += ", link: y";
    const std::string text = "schema_version: 1\nfaults: [{" + record + "}]\n";
    const Experiment e = read_experiment(std::make_shared<const Source>("t", text)).experiment;
    Experiment defaults;
    defaults.faults.all.resize(1);
    if (name == "level") defaults.faults.all[0].kind = FaultKind::stop_stuck;
    if (name == "moving") defaults.faults.all[0].kind = FaultKind::held;
    if (name != "link") defaults.faults.all[0].link = "y";
    std::vector<std::string> expected = values_of("faults", defaults);
    expected[i++] = other.at(name);
    CHECK(values_of("faults", e) == expected);
  }
}

TEST_CASE("keys are unique, no key is also a group of keys, and each is documented in a line of words of its own") {
  std::set<std::string_view> paths, summaries;
  for (const Key& key : key_table()) {
    INFO(key.path);
    CHECK(paths.insert(key.path).second);
    if (!is_in(key, "firmware.")) CHECK(summaries.insert(key.summary).second);  // firmwares may share parameters
    CHECK(key.summary.find('\n') == std::string_view::npos);
    CHECK(std::count(key.summary.begin(), key.summary.end(), ' ') >= 2);
  }
  for (const std::string_view path : paths)
    for (const std::string_view other : paths) CHECK(other.find(std::string(path) + ".") != 0);
}
