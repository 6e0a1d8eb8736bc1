// A run that locks up: what its outcome says, and the waveforms of how it came about.
#include "testbench/simulation/deadlock_waves.hpp"

#include <catch2/catch.hpp>
#include <sstream>

#include "testbench/simulation/simulation.hpp"
#include "tests/support/test_folder.hpp"
#include "tests/testbench/monitors/deadlocks.hpp"
#include "tests/testbench/tracing/vcd_reader.hpp"

using namespace slackline;

namespace {

const auto always = [] { return true; };

}  // namespace

TEST_CASE("a run that locks up ends at the watchdog's second look, and is faulty") {
  const config::Experiment experiment;
  const network::Netlist netlist = test::ring_that_locks_up(4, 2, 40);
  const simulation::Outcome outcome = simulation::simulate(experiment, netlist);
  REQUIRE(outcome.standstill);
  CHECK(outcome.totals.cycles == 20'000);
  CHECK(outcome.standstill->found == Cycle(20'000));
  CHECK_FALSE(outcome.finished);
  CHECK_FALSE(outcome.interrupted());
  const report::Result result = simulation::result_of(experiment, netlist, outcome);
  CHECK(result.status == report::Status::faulty);
  REQUIRE(result.standstill);
  REQUIRE_FALSE(result.totals.faults.empty());
  CHECK(result.totals.faults[0].instance == result.standstill->worms[0].head);
  CHECK(result.totals.faults[0].count == 4);
}

TEST_CASE("the dump shows the switches and channels of a deadlock, 500 cycles before and behind its last wait") {
  config::Experiment experiment;
  network::Netlist netlist = test::ring_that_locks_up(8, 7, 8);
  netlist.endpoint_params.traffic.packets_per_cycle = 0.01;  // so that it takes a while
  const simulation::Outcome outcome = simulation::simulate(experiment, netlist);
  REQUIRE(outcome.standstill);
  const std::uint64_t formed = outcome.standstill->formed.value;
  REQUIRE(formed > 600);
  const test::TestFolder folder;
  std::ostringstream says;
  const std::vector<std::string> files =
      simulation::write_deadlock_waves(experiment, netlist, *outcome.standstill, folder.path(), always, says);
  CHECK(files == std::vector<std::string>{"deadlock.vcd", "deadlock.gtkw", "deadlock.kinds", "deadlock.stalls"});
  for (const std::string& file : files) CHECK(folder.has(file));
  CHECK(says.str().empty());
  CHECK_THAT(folder.read("deadlock.gtkw"), Catch::Matchers::Contains("[dumpfile] \"deadlock.vcd\""));

  test::VcdReader dump(folder.read("deadlock.vcd"));
  REQUIRE(dump.next());
  CHECK(dump.value("clock.cycle").number == formed - 500);
  // The head of a worm of it stands in its buffer when the last one has begun to wait, and to the end of the dump.
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
    for (const monitors::ChannelName& channel : w.holds) held += dump.has(channel.channel + ".kind");
  CHECK(held >= 4);
  CHECK_FALSE(dump.has("link_host0_to_switch0_p2.kind"));
}

TEST_CASE("a second run that is broken off leaves no waveforms to be named") {
  const network::Netlist netlist = test::ring_that_locks_up(4, 2, 40);
  const simulation::Outcome outcome = simulation::simulate({}, netlist);
  const test::TestFolder folder;
  std::ostringstream says;
  CHECK(simulation::write_deadlock_waves(
            {}, netlist, *outcome.standstill, folder.path(), [] { return false; }, says)
            .empty());
  CHECK_FALSE(folder.has("deadlock.vcd"));
  CHECK(simulation::write_deadlock_waves({}, netlist, *outcome.standstill, folder / "none", always, says).empty());
  CHECK_THAT(says.str(), Catch::Matchers::Contains("deadlock.vcd.partial: cannot be written"));
}
