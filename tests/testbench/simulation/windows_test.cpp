// run.windows: a run over time, on both engines.
#include "testbench/statistics/windows.hpp"

#include <array>
#include <catch2/catch.hpp>

#include "testbench/report/result_csv.hpp"
#include "testbench/report/result_json.hpp"
#include "testbench/simulation/simulation.hpp"
#include "tests/support/reading.hpp"
#include "tests/testbench/monitors/deadlocks.hpp"

using namespace slackline;

namespace {

const std::string mesh =
    "topology: { size: [3, 2] }\nswitch: { buffer: { flits: 16 } }\nlink: { cycles_per_flit: 2 }\n"
    "traffic: { load: 0.3, packet: { flits: 5 } }\n";

report::Result run(const std::string& text) { return simulation::run(test::accepted(test::version + text).experiment); }

/// All windows together.
statistics::WindowCounts sum_of(const statistics::Windows& windows) {
  statistics::WindowCounts sum;
  for (std::size_t i = 0; i < windows.size(); ++i) {
    const statistics::WindowCounts window = windows.at(i);
    sum.hosts = sum.hosts + window.hosts;
    for (std::size_t c = 0; c < sum.links.size(); ++c) {
      sum.links[c].busy += window.links[c].busy;
      sum.links[c].demanded += window.links[c].demanded;
    }
  }
  return sum;
}

}  // namespace

TEST_CASE("the windows of a run add up to its totals, and are the same on both engines", "[quick]") {
  const std::string whole = mesh + "run: { warmup: 0, max_cycles: 3000, windows: 250, engine: ";
  const report::Result result = run(whole + "fabric }\n");
  const statistics::RunTotals& totals = result.totals;
  REQUIRE(totals.windows);
  CHECK(totals.windows->size() == 12);
  const statistics::WindowCounts sum = sum_of(*totals.windows);
  CHECK(sum.hosts.flits_accepted == totals.flits_accepted);
  CHECK(sum.hosts.packets == totals.total_latency.packets());
  CHECK(static_cast<double>(sum.hosts.total) / static_cast<double>(sum.hosts.packets) == totals.total_latency.mean());
  CHECK(static_cast<double>(sum.hosts.network) / static_cast<double>(sum.hosts.packets) ==
        totals.network_latency.mean());
  std::array<statistics::LinkTime, 3> of_links;
  for (const statistics::LinkUse& link : totals.links) {
    const bool from_host = link.name.rfind("link_host", 0) == 0, to_host = link.name.find("_to_host") != link.name.npos;
    statistics::LinkTime& of_class = of_links.at(from_host ? 0 : to_host ? 2 : 1);
    of_class.busy += link.busy;
    of_class.demanded += link.busy + link.stalled;
  }
  for (std::size_t c = 0; c < of_links.size(); ++c) {
    CHECK(sum.links.at(c).busy == of_links.at(c).busy);
    CHECK(sum.links.at(c).demanded == of_links.at(c).demanded);
    CHECK(sum.links.at(c).busy > 0);
  }
  CHECK(sum.links[0].demanded > sum.links[0].busy);
  CHECK(totals.windows->throughput()->windows == 12);
  CHECK(totals.windows->throughput()->mean == Approx(static_cast<double>(totals.flits_accepted) / 3000));

  const report::Result signals = run(whole + "signal }\n");
  CHECK(report::windows_csv(signals) == report::windows_csv(result));
  CHECK(report::result_json(signals) == report::result_json(result));
}

TEST_CASE("windows do not change what a run does") {
  for (const char* length : {"1", "7", "1000"}) {
    const report::Result with = run(mesh + "run: { max_cycles: 4000, windows: " + length + " }\n"),
                         without = run(mesh + "run: { max_cycles: 4000 }\n");
    CHECK_FALSE(without.totals.windows);
    CHECK(report::links_csv(with) == report::links_csv(without));
    CHECK(report::latency_csv(with) == report::latency_csv(without));
    CHECK(with.verdict.warmup == without.verdict.warmup);
  }
}

TEST_CASE("with network interfaces windows count messages and their words") {
  const report::Result result =
      run("topology: { size: [2, 2] }\nendpoint: nic\nnic: { costs: free, packet_words: 16 }\n"
          "traffic: { load: 0.2, packet: { flits: 40 } }\nrun: { warmup: 0, max_cycles: 20000, windows: 500 }\n");
  const statistics::WindowCounts sum = sum_of(*result.totals.windows);
  CHECK(sum.hosts.packets > 0);
  CHECK(sum.hosts.packets == result.totals.nic->total_latency.packets());
  CHECK(sum.hosts.flits_accepted == result.totals.nic->words_measured);
}

TEST_CASE("a run that the watchdog ends has its last window, and no summary", "[quick]") {
  features::Experiment experiment;
  experiment.run.windows = 2500;
  const network::Netlist netlist = test::ring_that_locks_up(4, 2, 40);
  const report::Result result = simulation::result_of(experiment, netlist, simulation::simulate(experiment, netlist));
  REQUIRE(result.standstill);
  CHECK(result.totals.cycles == 20'000);
  CHECK(result.totals.windows->size() == 8);
  CHECK_THAT(report::result_json(result),
             Catch::Contains("\"windows\": {\n    \"number\": 8,\n    \"cycles\": 2500,\n    \"accepted\": null\n  }"));
}
