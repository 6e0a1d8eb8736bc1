// A run with an error: its outcome, and the waveforms of its cause.
#include "testbench/simulation/error_waves.hpp"

#include <catch2/catch.hpp>
#include <sstream>

#include "rtl_models/network/fabric.hpp"
#include "testbench/simulation/simulation.hpp"
#include "testbench/statistics/error_counters.hpp"
#include "testbench/tracing/words.hpp"
#include "tests/support/line_network.hpp"
#include "tests/support/test_folder.hpp"
#include "tests/testbench/monitors/deadlocks.hpp"
#include "tests/testbench/tracing/vcd_reader.hpp"

using namespace slackline;

namespace {

const auto always = [] { return true; };

}  // namespace

TEST_CASE("a run that locks up ends at the watchdog's second look, and fails", "[quick]") {
  const features::Experiment experiment;
  const network::Netlist netlist = test::ring_that_locks_up(4, 2, 40);
  const simulation::Outcome outcome = simulation::simulate(experiment, netlist);
  REQUIRE(outcome.standstill);
  CHECK(outcome.totals.cycles == 20'000);
  CHECK(outcome.standstill->found == Cycle(20'000));
  CHECK_FALSE(outcome.finished);
  CHECK_FALSE(outcome.interrupted());
  const report::Result result = simulation::result_of(experiment, netlist, outcome);
  CHECK(result.status == report::Status::failed);
  REQUIRE(result.standstill);
  REQUIRE_FALSE(result.totals.errors.empty());
  CHECK(result.totals.errors[0].instance == result.standstill->worms[0].head);
  CHECK(result.totals.errors[0].count == 4);
}

TEST_CASE("the dump shows the switches and channels of a deadlock, 500 cycles before and after its last wait") {
  features::Experiment experiment;
  network::Netlist netlist = test::ring_that_locks_up(8, 7, 8);
  netlist.workloads[0].traffic.packets_per_cycle = 0.01;  // so that it takes a while
  const simulation::Outcome outcome = simulation::simulate(experiment, netlist);
  REQUIRE(outcome.standstill);
  const std::uint64_t formed = outcome.standstill->formed.value;
  REQUIRE(formed > 600);
  const test::TestFolder folder;
  std::ostringstream says;
  const simulation::ErrorWaves written =
      simulation::write_error_waves(experiment, netlist, outcome, folder.path(), always, says);
  CHECK(written.of == "the deadlock of cycle " + std::to_string(formed));
  const std::vector<std::string>& files = written.files;
  CHECK(files == std::vector<std::string>{"deadlock.vcd", "deadlock.gtkw", "deadlock.kinds", "deadlock.stalls",
                                          "deadlock.packets"});
  for (const std::string& file : files) CHECK(folder.has(file));
  CHECK(says.str().empty());
  CHECK_THAT(folder.read("deadlock.gtkw"), Catch::Matchers::Contains("[dumpfile] \"deadlock.vcd\""));
  const monitors::StuckWorm& first = outcome.standstill->worms[0];
  CHECK_THAT(folder.read("deadlock.gtkw"),
             Catch::Matchers::Contains("-a deadlock is complete in cycle " + std::to_string(formed)) &&
                 Catch::Matchers::Contains("-" + first.packet + " is in " + first.head));
  CHECK_THAT(folder.read("deadlock.packets"), Catch::Matchers::Contains(" " + first.packet + "\n"));

  const std::string save_file = folder.read("deadlock.gtkw");
  CHECK_THAT(save_file, Catch::Matchers::Contains("^1 deadlock.packets\n"));
  // The marker is at the cycle of completion, at two thirds of the cycles shown, which leave room for their numbers.
  const std::uint64_t shown = 850 / (8 * (std::to_string(formed + 500).size() + 1));
  const std::uint64_t begin = std::stoull(save_file.substr(save_file.find("[timestart] ") + 12));
  const std::uint64_t marker = std::stoull(save_file.substr(save_file.find(' ', save_file.find("\n*"))));
  CHECK(marker % formed == 0);
  CHECK(begin == marker / formed * (formed - shown * 2 / 3));

  test::VcdReader dump(folder.read("deadlock.vcd"));
  REQUIRE(dump.next());
  CHECK(dump.value("clock.cycle").number == formed - 500);
  // The head of one of its worms is in its buffer from the last wait to the end of the dump.
  const monitors::StuckWorm& worm = outcome.standstill->worms[0];
  const std::size_t port = worm.head.find("_p");
  const std::string lane = worm.head.substr(0, port) + ".port" + worm.head.substr(port + 2, 1) + ".vc0.";
  std::uint64_t last = 0, stood_from = 0;
  bool stands = false;
  do {
    last = dump.value("clock.cycle").number;
    const bool head_there = dump.value(lane + "in_kind").number == 5 && !dump.value(lane + "in_kind").letter;
    if (head_there && !stands) stood_from = last;
    stands = head_there;
  } while (dump.next());
  CHECK(last >= formed + 498);
  CHECK(last < formed + 500);
  CHECK(stands);
  CHECK(stood_from <= worm.since.value);
  std::size_t held = 0;
  for (const monitors::StuckWorm& w : outcome.standstill->worms)
    for (const monitors::ChannelName& channel : w.holds) {
      INFO(w.packet << " holds " << channel.channel);
      CHECK(dump.has(channel.channel + ".kind"));
      ++held;
    }
  CHECK(held >= 4);
  for (std::size_t i = 0; i < 8; ++i) {
    const monitors::StuckWorm& w = outcome.standstill->worms.at(i);
    for (const monitors::NamedWait& wait : w.waits)
      if (!wait.channel.channel.empty()) CHECK(dump.has(wait.channel.channel + ".kind"));
    const std::string how = w.waits.front().why == "behind" ? " behind " : ", waits for ";
    CHECK_THAT(folder.read("deadlock.gtkw"),
               Catch::Matchers::Contains(w.packet + " is in " + w.head + how + w.waits.front().packet));
  }
  CHECK_FALSE(dump.has("link_host0_to_switch0_p2.kind"));
}

TEST_CASE("waves triggered by a deadlock go from waves.before cycles before it to waves.after cycles after it",
          "[quick]") {
  features::Experiment experiment;
  network::Netlist netlist = test::ring_that_locks_up(8, 7, 8);
  netlist.workloads[0].traffic.packets_per_cycle = 0.01;
  const simulation::Outcome outcome = simulation::simulate(experiment, netlist);
  REQUIRE(outcome.standstill);
  const std::uint64_t formed = outcome.standstill->formed.value;
  const test::TestFolder folder;
  experiment.waves.file = folder / "waves.vcd";
  experiment.waves.before = 10;
  experiment.waves.after = 20;
  std::ostringstream says;
  REQUIRE(simulation::write_waves_of_deadlock(experiment, netlist, *outcome.standstill, always, says));
  CHECK_THAT(says.str(),
             Catch::Matchers::Contains("deadlock in cycle " + std::to_string(formed) + ": cycles " +
                                       std::to_string(formed - 10) + " .. " + std::to_string(formed + 20) + "\n"));
}

TEST_CASE("the save file of a deadlock shows for each worm the link that it waits for, its owner, and its flits") {
  const features::Experiment experiment;
  const network::Netlist netlist = test::ring_that_locks_up(4, 2, 40);
  const simulation::Outcome outcome = simulation::simulate(experiment, netlist);
  REQUIRE(outcome.standstill);
  const test::TestFolder folder;
  std::ostringstream says;
  simulation::write_error_waves(experiment, netlist, outcome, folder.path(), always, says);
  const std::string text = folder.read("deadlock.gtkw");
  std::size_t held = 0;
  for (const monitors::StuckWorm& worm : outcome.standstill->worms)
    for (const monitors::NamedWait& wait : worm.waits) {
      if (wait.why != "held") continue;
      ++held;
      const std::string& link = wait.channel.channel;  // link_switch0_p0_to_switch1_p1
      const std::string sender = link.substr(5, link.find("_p") - 5), port = link.substr(link.find("_p") + 2, 1);
      std::string owner = "+{out_owner} " + sender;
      owner.append(".port").append(port).append(".vc").append(std::to_string(wait.channel.vc));
      const std::size_t lane = text.find(" is in " + worm.head), at = text.find("-for " + link + ", held by ", lane);
      INFO(link);
      REQUIRE(at != std::string::npos);
      CHECK(text.find("+{in_route}", lane) < at);
      const std::string group = text.substr(at, text.find("stands in", at) - at);
      CHECK_THAT(group, Catch::Matchers::StartsWith("-for " + link + ", held by " + wait.packet + "\n") &&
                            Catch::Matchers::Contains(owner) &&
                            Catch::Matchers::Contains("+{packet} " + link + ".packet"));
    }
  CHECK(held == outcome.standstill->worms.size());
}

TEST_CASE(
    "a deadlock is that of the edge at which the last header asks in vain: in waves, the stall of the cycle before") {
  const features::Experiment experiment;
  network::Netlist netlist = test::ring_that_locks_up(8, 7, 8);
  netlist.workloads[0].traffic.packets_per_cycle = 0.01;
  const simulation::Outcome outcome = simulation::simulate(experiment, netlist);
  REQUIRE(outcome.standstill);
  const test::TestFolder folder;
  std::ostringstream says;
  simulation::write_error_waves(experiment, netlist, outcome, folder.path(), always, says);
  std::size_t headers = 0;
  for (const monitors::StuckWorm& worm : outcome.standstill->worms) {
    if (worm.waits.front().why != "held") continue;
    const std::size_t port = worm.head.find("_p");
    const std::string lane = worm.head.substr(0, port) + ".port" + worm.head.substr(port + 2, 1) + ".vc0.";
    test::VcdReader dump(folder.read("deadlock.vcd"));
    const auto go_to = [&dump](std::uint64_t cycle) {
      while (dump.next() && dump.value("clock.cycle").number != cycle) {
      }
    };
    if (worm.since.value < outcome.standstill->formed.value - 498) continue;
    ++headers;
    const auto asks_in_vain = [&] {
      const auto stall = static_cast<tracing::Stall>(dump.value(lane + "in_stall").number);
      return stall == tracing::Stall::no_output || stall == tracing::Stall::lost_arbitration;
    };
    go_to(worm.since.value - 1);
    CHECK(asks_in_vain());
    CHECK(dump.value(lane + "in_route").letter == 'z');
    go_to(worm.since.value);
    CHECK(asks_in_vain());
    CHECK(dump.value(lane + "in_route").letter == 0);
  }
  CHECK(headers > 0);
}

TEST_CASE("an interrupted second run leaves no waveforms", "[quick]") {
  const network::Netlist netlist = test::ring_that_locks_up(4, 2, 40);
  const simulation::Outcome outcome = simulation::simulate({}, netlist);
  const test::TestFolder folder;
  std::ostringstream says;
  const simulation::ErrorWaves written = simulation::write_error_waves(
      {}, netlist, outcome, folder.path(), [] { return false; }, says);
  CHECK(written.files.empty());
  CHECK(written.unfinished == std::vector<std::string>{"deadlock.vcd.partial"});
  CHECK_FALSE(folder.has("deadlock.vcd"));
  CHECK(simulation::write_error_waves({}, netlist, outcome, folder / "none", always, says).files.empty());
  CHECK_THAT(says.str(), Catch::Matchers::Contains("none/deadlock.vcd: cannot be written"));
}

namespace {

/// The files written for a run of a ring of four with an error.
struct FaultyRun {
  explicit FaultyRun(const LinkFault& fault, std::uint64_t cycles = 4000) {
    experiment.run.max_cycles = cycles;
    experiment.run.warmup = 0;
    netlist = test::ring_that_locks_up(4, 1, 4);  // to the next host: no deadlock
    netlist.workloads[0].traffic.packets_per_cycle = 0.05;
    test::add_fault(netlist, "link_switch0_p0_to_switch1_p1", fault);
    outcome = simulation::simulate(experiment, netlist);
    written = simulation::write_error_waves(experiment, netlist, outcome, folder.path(), always, says);
  }

  test::TestFolder folder;
  features::Experiment experiment;
  network::Netlist netlist;
  simulation::Outcome outcome;
  std::ostringstream says;
  simulation::ErrorWaves written;
};

/// The first and the last cycle of a dump.
std::pair<std::uint64_t, std::uint64_t> cycles_of(const std::string& dump) {
  test::VcdReader vcd(dump);
  REQUIRE(vcd.next());
  const std::uint64_t first = vcd.value("clock.cycle").number;
  while (vcd.next()) {
  }
  return {first, vcd.value("clock.cycle").number};
}

}  // namespace

TEST_CASE("a run with an error leaves 500 cycles before and after the first counted one") {
  const FaultyRun run(test::fault_of(LinkFaultKind::drop, 1500, 3));
  REQUIRE(run.outcome.totals.failed());
  REQUIRE(run.outcome.before_first_error);
  CHECK(run.written.files ==
        std::vector<std::string>{"error.vcd", "error.gtkw", "error.kinds", "error.stalls", "error.packets"});
  network::Fabric fabric(network::elaborate(run.netlist));
  while (statistics::error_count(fabric) == 0) fabric.run_until(fabric.now() + 1);
  const std::uint64_t hit = fabric.now().value - 1;
  const auto [first, last] = cycles_of(run.folder.read("error.vcd"));
  CHECK(first == hit - 500);
  CHECK(last == hit + 500);
  CHECK_THAT(run.says.str(), Catch::Contains("error in cycle " + std::to_string(hit)));
}

TEST_CASE("a run whose error shows only at its end leaves the last 1000 cycles") {
  const FaultyRun whole(test::fault_of(LinkFaultKind::drop, 1500, 3));
  simulation::Outcome outcome = whole.outcome;
  outcome.before_first_error.reset();
  const test::TestFolder folder;
  std::ostringstream says;
  const simulation::ErrorWaves written =
      simulation::write_error_waves(whole.experiment, whole.netlist, outcome, folder.path(), always, says);
  REQUIRE(written.files.size() == 5);
  CHECK(cycles_of(folder.read("error.vcd")) == std::pair<std::uint64_t, std::uint64_t>{3000, 3999});
}
