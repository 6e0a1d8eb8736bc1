// The cycles in which triggers fire; the dump around them agrees with a whole dump.
#include "testbench/tracing/triggers.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <map>
#include <sstream>
#include <vector>

#include "rtl_models/network/fabric.hpp"
#include "testbench/monitors/packet_watch.hpp"
#include "testbench/soak/random_network.hpp"
#include "testbench/tracing/words.hpp"
#include "tests/support/line_network.hpp"
#include "tests/testbench/tracing/dump.hpp"
#include "tests/testbench/tracing/restless_nics.hpp"
#include "tests/testbench/tracing/vcd_reader.hpp"

using namespace slackline;
using features::TriggerKind;
using features::TriggerSettings;
using test::trigger_of;

namespace {

constexpr std::uint64_t run_cycles = 600;

network::Netlist busy_mesh(double packets_per_cycle = 0.08) {
  test::Settings settings;
  settings.size = {3, 2};
  settings.packets_per_cycle = packets_per_cycle;
  network::Netlist netlist = test::mesh_network(settings);
  netlist.workloads[0].traffic.pattern = generator::Pattern::uniform;
  return netlist;
}

TriggerSettings packet_at(const std::string& place, unsigned number = 9) {
  TriggerSettings trigger;
  trigger.packet = "host1:" + std::to_string(number);
  trigger.at = place;
  return trigger;
}

test::Dump dump_with(const network::Netlist& netlist, const TriggerSettings& trigger, std::uint64_t before,
                     std::uint64_t after, bool every = false, std::uint64_t from = 0) {
  tracing::Plan plan = test::whole_plan(from);
  plan.triggers = {trigger};
  plan.before = before;
  plan.after = after;
  plan.every = every;
  network::Fabric fabric(network::elaborate(netlist));
  return test::dump_of(fabric, Cycle(run_cycles), plan);
}

test::VcdReader whole_dump(const network::Netlist& netlist) {
  network::Fabric fabric(network::elaborate(netlist));
  return test::VcdReader(test::dump_of(fabric, Cycle(run_cycles)).text);
}

/// The first cycle of the dump in which the path has the value.
std::uint64_t first_cycle_with(const network::Netlist& netlist, const std::string& path, std::uint64_t value) {
  test::VcdReader vcd = whole_dump(netlist);
  while (vcd.next())
    if (vcd.value(path) == test::VcdValue{value, 0}) return vcd.time() / 625;
  FAIL(path << " never has the value " << value);
  return 0;
}

/// `time` must be after the last one read.
void go_to(test::VcdReader& vcd, std::uint64_t time) {
  do REQUIRE(vcd.next());
  while (vcd.time() < time);
  REQUIRE(vcd.time() == time);
}

/// Each cycle of a dump of windows has all values of the whole dump, except in the last cycle of the run.
std::size_t compare_with_whole(const network::Netlist& netlist, const test::Dump& dump) {
  test::VcdReader whole = whole_dump(netlist), vcd(dump.text);
  std::size_t compared = 0;
  for (const tracing::Firing& firing : dump.firings) {
    for (Cycle cycle = firing.from; cycle < firing.to; cycle = cycle + 1) {
      go_to(vcd, 625 * cycle.value);
      go_to(whole, 625 * cycle.value);
      for (const auto& [path, width] : whole.variables()) {
        INFO("cycle " << cycle.value << " " << path);
        if (cycle + 1 == Cycle(run_cycles)) continue;
        REQUIRE(vcd.value(path) == whole.value(path));
        ++compared;
      }
    }
  }
  // The dump ends with the last window.
  REQUIRE(vcd.next());
  CHECK(vcd.time() == 625 * std::min(dump.firings.back().to.value, run_cycles));
  CHECK_FALSE(vcd.next());
  return compared;
}

}  // namespace

TEST_CASE(
    "a packet fires when it is created, sent, in each switch, and when it arrives, with network interfaces, too") {
  test::RestlessSettings settings;
  settings.losses = 0;
  const bool nics = GENERATE(false, true);
  const network::Netlist netlist = nics ? test::restless_nics(settings) : busy_mesh();
  const unsigned number = nics ? 5 : 9;
  network::Fabric fabric(network::elaborate(netlist));
  monitors::PacketWatch watch(fabric.netlist(), 1, number);
  REQUIRE(watch.run_until(fabric, Cycle(run_cycles), [] { return true; }));
  const monitors::Explanation told = watch.explanation().value();
  REQUIRE(told.created < told.injected);
  const auto fires = [&](const std::string& place) {
    const test::Dump dump = dump_with(netlist, packet_at(place, number), 10, 10);
    REQUIRE(dump.firings.size() == 1);
    CHECK(dump.firings[0].event.what.find("packet host1:" + std::to_string(number) + " ") == 0);
    CHECK(dump.firings[0].from + 10 == dump.firings[0].event.cycle);
    CHECK(dump.firings[0].event.cycle + 11 == dump.firings[0].to);
    return dump.firings[0].event.cycle;
  };
  CHECK(fires("created") == told.created);
  CHECK(fires("sent") == told.injected);
  CHECK(fires("arrived") == told.delivered);
  std::size_t switches = 0;
  std::string before;
  for (const monitors::Stretch& stretch : told.stretches) {
    if (stretch.where.rfind("switch", 0) != 0) continue;
    const std::string name = stretch.where.substr(0, stretch.where.find('_'));
    if (name == before) continue;
    before = name;
    ++switches;
    CHECK(fires(name) == stretch.from);
  }
  CHECK(switches >= 2);
}

TEST_CASE("a packet that does not reach the place does not fire, and only the header is written") {
  const test::Dump dump = dump_with(busy_mesh(), packet_at("host1"), 10, 10);
  CHECK(dump.firings.empty());
  CHECK_THAT(dump.text, Catch::EndsWith("$enddefinitions $end\n"));
}

TEST_CASE("STOP on a link fires in the cycle in which it begins to gate the sender") {
  const network::Netlist netlist = busy_mesh(0.1);
  TriggerSettings trigger = trigger_of(TriggerKind::stop);
  trigger.link = "link_switch0_p0_to_switch1_p1";
  const test::Dump dump = dump_with(netlist, trigger, 5, 5);
  REQUIRE(dump.firings.size() == 1);
  CHECK(dump.firings[0].event.cycle.value == first_cycle_with(netlist, "switch0.port0.vc0.out_stopped", 1));
  trigger.link = "link_host1_to_switch1_p4";
  const test::Dump of_host = dump_with(netlist, trigger, 5, 5);
  REQUIRE(of_host.firings.size() == 1);
  CHECK(of_host.firings[0].event.cycle.value == first_cycle_with(netlist, "host1.vc0.stopped", 1));
}

TEST_CASE("a stall fires when it lasts longer than its limit, in the cycle after it") {
  const network::Netlist netlist = busy_mesh(0.1);
  TriggerSettings trigger = trigger_of(TriggerKind::stall);
  trigger.cycles = 20;
  const test::Dump dump = dump_with(netlist, trigger, 30, 5);
  REQUIRE(dump.firings.size() == 1);
  // From the dump of the whole run: the first lane whose flit has stalled for 21 cycles.
  test::VcdReader whole = whole_dump(netlist);
  std::map<std::string, unsigned> stood;
  std::uint64_t longer_in = 0;
  while (longer_in == 0 && whole.next())
    for (const auto& [path, width] : whole.variables()) {
      if (path.find(".in_stall") == std::string::npos) continue;
      const auto stall = static_cast<tracing::Stall>(whole.value(path).number);
      const bool held_up = stall == tracing::Stall::no_output || stall == tracing::Stall::stopped ||
                           stall == tracing::Stall::lost_arbitration;
      unsigned& cycles = stood[path];
      cycles = held_up ? cycles + 1 : 0;
      if (cycles == 21) longer_in = whole.time() / 625;
    }
  REQUIRE(longer_in != 0);
  CHECK(dump.firings[0].event.cycle.value == longer_in + 1);
}

TEST_CASE("an error fires when it is counted, an injected one when it takes effect") {
  network::Netlist netlist = busy_mesh();
  test::add_fault(netlist, "link_switch0_p0_to_switch1_p1", test::fault_of(LinkFaultKind::drop, 200));
  network::Fabric fabric(network::elaborate(netlist));
  while (statistics::error_count(fabric) == 0) fabric.run_until(fabric.now() + 1);
  REQUIRE(fabric.now() > Cycle(200));
  const test::Dump dump = dump_with(netlist, trigger_of(TriggerKind::error), 5, 5);
  REQUIRE(dump.firings.size() == 1);
  CHECK(dump.firings[0].event.cycle + 1 == fabric.now());
}

TEST_CASE("the next error fires waves that begin late, not those counted before", "[quick]") {
  network::Netlist netlist = busy_mesh();
  test::add_fault(netlist, "link_switch0_p0_to_switch1_p1", test::fault_of(LinkFaultKind::drop, 200));
  test::add_fault(netlist, "link_switch1_p1_to_switch0_p0", test::fault_of(LinkFaultKind::drop, 400));
  std::vector<std::uint64_t> counted;  // cycles
  network::Fabric fabric(network::elaborate(netlist));
  for (std::uint64_t before = 0; fabric.now() < Cycle(run_cycles);) {
    fabric.run_until(fabric.now() + 1);
    const std::uint64_t now = statistics::error_count(fabric);
    if (now != before) counted.push_back(fabric.now().value - 1);
    before = now;
  }
  REQUIRE(counted.size() >= 2);
  REQUIRE(counted[1] > counted[0] + 1);
  const auto fires_from = [&](std::uint64_t from) {
    std::vector<std::uint64_t> cycles;
    const test::Dump dump = dump_with(netlist, trigger_of(TriggerKind::error), 5, 5, false, from);
    for (const tracing::Firing& firing : dump.firings) cycles.push_back(firing.event.cycle.value);
    return cycles;
  };
  CHECK(fires_from(counted[0] - 1) == std::vector<std::uint64_t>{counted[0]});
  CHECK(fires_from(counted[0] + 1) == std::vector<std::uint64_t>{counted[1]});
  CHECK(fires_from(counted.back() + 1).empty());
}

TEST_CASE("of several triggers for stalls the shortest counts, in any order", "[quick]") {
  const network::ElaboratedNetlist netlist = network::elaborate(busy_mesh());
  TriggerSettings shorter = trigger_of(TriggerKind::stall), longer = shorter;
  shorter.cycles = 20;
  longer.cycles = 50;
  CHECK(tracing::Triggers(netlist, {shorter, longer}).stall_limit().value() == 20);
  CHECK(tracing::Triggers(netlist, {longer, shorter}).stall_limit().value() == 20);
}

TEST_CASE("the reported range of waves that the end of a run cuts short is the written one", "[quick]") {
  const network::Netlist netlist = busy_mesh();
  const std::uint64_t fired = dump_with(netlist, packet_at("sent"), 5, 5).firings.at(0).event.cycle.value;
  const auto written_to = [&](std::uint64_t after) {
    return dump_with(netlist, packet_at("sent"), 5, after).firings.at(0).to.value;
  };
  // Cycles 0 to run_cycles - 1 are run: `after` ends just before the last of them, with it, or would end after it.
  CHECK(written_to(run_cycles - 2 - fired) == run_cycles - 1);
  CHECK(written_to(run_cycles - 1 - fired) == run_cycles);
  CHECK(written_to(run_cycles - fired) == run_cycles);
}

TEST_CASE("the dump of a trigger agrees with a whole dump") {
  const network::Netlist netlist = busy_mesh();
  const std::size_t variables =
      test::VcdReader(dump_with(netlist, packet_at("arrived"), 60, 40).text).variables().size();
  for (const bool every : {false, true}) {
    const test::Dump dump = dump_with(netlist, packet_at("arrived"), 60, 40, every);
    REQUIRE(dump.firings.size() == 1);  // a packet arrives once
    CHECK(compare_with_whole(netlist, dump) == (60 + 1 + 40) * variables);
  }
}

TEST_CASE("every firing is written, those that touch as one, and values are unknown between them") {
  const network::Netlist netlist = busy_mesh(0.1);
  TriggerSettings trigger = trigger_of(TriggerKind::stop);
  trigger.link = "link_switch0_p0_to_switch1_p1";
  const test::Dump dump = dump_with(netlist, trigger, 8, 6, true);
  REQUIRE(dump.firings.size() >= 3);
  for (std::size_t i = 1; i < dump.firings.size(); ++i) CHECK(dump.firings[i].from >= dump.firings[i - 1].to);
  std::uint64_t cycles = 0;
  for (const tracing::Firing& firing : dump.firings)
    cycles += std::min(firing.to.value, run_cycles - 1) - firing.from.value;  // the last one is not compared
  CHECK(compare_with_whole(netlist, dump) == cycles * test::VcdReader(dump.text).variables().size());
  CHECK(dump.text.find("$dumpoff\n") != std::string::npos);
  test::VcdReader vcd(dump.text);
  std::size_t unknown = 0, gaps = 0;
  while (vcd.next()) unknown += vcd.value("clock.cycle").letter == 'x';
  for (std::size_t i = 1; i < dump.firings.size(); ++i) gaps += dump.firings[i].from > dump.firings[i - 1].to;
  CHECK(gaps != 0);
  CHECK(unknown == gaps);
  const test::Dump first = dump_with(netlist, trigger, 8, 6);
  CHECK(first.firings.size() == 1);
  CHECK(first.text.find("$dumpoff\n") == std::string::npos);
}

TEST_CASE("a trigger fires from waves.from on, and its window begins no earlier") {
  const network::Netlist netlist = busy_mesh(0.1);
  TriggerSettings trigger = trigger_of(TriggerKind::stop);
  trigger.link = "link_switch0_p0_to_switch1_p1";
  const Cycle first = dump_with(netlist, trigger, 50, 6).firings.at(0).event.cycle;
  const test::Dump later = dump_with(netlist, trigger, 50, 6, false, first.value + 1);
  REQUIRE(later.firings.size() == 1);
  CHECK(later.firings[0].event.cycle > first);
  CHECK(later.firings[0].from > first);
  const test::Dump there = dump_with(netlist, packet_at("arrived"), 500, 6, false, 100);
  REQUIRE(there.firings.size() == 1);
  CHECK(there.firings[0].from == Cycle(100));
}

TEST_CASE("the save file of a trigger has its marker at the firing", "[quick]") {
  const test::Dump dump = dump_with(busy_mesh(), packet_at("sent"), 20, 20);
  const std::uint64_t at = dump.firings.at(0).event.cycle.value;
  CHECK_THAT(dump.save_file, Catch::Contains(" " + std::to_string(at * 6250) + " -1 -1") &&
                                 Catch::Contains("-packet host1:9 sent in cycle " + std::to_string(at)));
}

TEST_CASE("every packet of a dump has a word, beyond a trigger, too", "[quick]") {
  const network::Netlist netlist = busy_mesh(0.1);
  const auto check = [&](const tracing::Plan& plan) {
    network::Fabric fabric(network::elaborate(netlist));
    const test::Dump dump = test::dump_of(fabric, Cycle(run_cycles), plan);
    std::map<std::uint64_t, std::string> words;
    std::istringstream lines(dump.words("packets"));
    for (std::string number, word; lines >> number >> word;) {
      CHECK(number.size() == 5);
      words[std::stoull(number, nullptr, 16)] = word;
    }
    test::VcdReader vcd(dump.text);
    std::size_t seen = 0;
    while (vcd.next())
      for (const auto& [path, width] : vcd.variables()) {
        const test::VcdValue& value = vcd.value(path);
        if (path.find("packet") == std::string::npos || value.letter != 0) continue;
        INFO(path << " " << value.number);
        REQUIRE(words.count(value.number) == 1);
        REQUIRE(words[value.number] ==
                "host" + std::to_string(value.number >> 16) + ":" + std::to_string(value.number & 0xffff));
        ++seen;
      }
    CHECK(seen > 100);
  };
  check(test::whole_plan(300));
  tracing::Plan plan = test::whole_plan();
  plan.triggers = {packet_at("arrived")};
  plan.before = 100;
  check(plan);
}

TEST_CASE("with very many packets none has a word, and the save file refers to none") {
  network::Netlist netlist = busy_mesh(0.45);
  netlist.workloads[0].traffic.packet_flits = 1;
  network::Fabric few(network::elaborate(netlist)), many(network::elaborate(netlist));
  const test::Dump named = test::dump_of(few, Cycle(400));
  CHECK_FALSE(named.words("packets").empty());
  CHECK(named.save_file.find("^1 dump.packets\n") != std::string::npos);
  tracing::Plan plan = test::whole_plan();
  plan.selection = tracing::Selection({"host0"});
  const test::Dump unnamed = test::dump_of(many, Cycle(40'000), plan);
  CHECK(unnamed.words("packets").empty());
  CHECK(unnamed.save_file.find(".packets\n") == std::string::npos);
}
