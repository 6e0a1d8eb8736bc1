// Runs near saturation, and runs that end for another reason than their cycles: the verdict on their means.
#include <catch2/catch.hpp>
#include <memory>

#include "testbench/report/result_json.hpp"
#include "testbench/report/result_table.hpp"
#include "testbench/run/experiment.hpp"
#include "testbench/run/inputs.hpp"
#include "testbench/run/network.hpp"
#include "testbench/simulation/simulation.hpp"
#include "testbench/workloads/barriers/section.hpp"
#include "testbench/workloads/traffic/saturation.hpp"

using namespace slackline;
using Catch::Matchers::Contains;

namespace {

features::Experiment experiment_of(const std::string& text) {
  features::ExperimentReading reading = features::read_experiment(
      std::make_shared<const settings::Source>("test.yaml", "schema_version: 1\n" + text), {});
  if (features::has_list(reading.experiment)) features::complete_reading(reading);
  INFO((reading.errors.empty() ? std::string() : settings::to_string(reading.errors[0])));
  REQUIRE(reading.errors.empty());
  return reading.experiment;
}

report::Result run(const std::string& text) {
  const features::Experiment experiment = experiment_of(text);
  const network::Netlist netlist = features::network_of(experiment);
  return simulation::result_of(experiment, netlist, simulation::simulate(experiment, netlist));
}

/// Of a run that is interrupted as soon as `cycle` is reached.
report::Result interrupted_behind(std::uint64_t cycle, const std::string& text) {
  const features::Experiment experiment = experiment_of(text);
  const network::Netlist netlist = features::network_of(experiment);
  std::uint64_t now = 0;
  simulation::Hooks hooks;
  hooks.progress = [&](std::uint64_t at, std::uint64_t, const char*) { now = at; };
  hooks.go_on = [&] { return now < cycle; };
  return simulation::result_of(experiment, netlist, simulation::simulate(experiment, netlist, hooks));
}

/// A mesh of which one link, on the way from 2 hosts to 8, takes 8 cycles a flit.
const std::string one_slow_link =
    "topology: { kind: mesh, size: [4, 4] }\n"
    "links: [{ link: link_switch5_p0_to_switch6_p1, cycles_per_flit: 8 }]\n";

}  // namespace

TEST_CASE("a load above the capacity of links and routes is saturated, however short the run") {
  const features::Experiment below = experiment_of(one_slow_link + "traffic: { load: 0.117 }\n"),
                             above = experiment_of(one_slow_link + "traffic: { load: 0.118 }\n");
  const network::Netlist netlist = features::network_of(below);
  CHECK(*traffic::load_bound(netlist, 0) == Approx(15 / 128.0).epsilon(1e-12));
  CHECK_FALSE(traffic::is_above_bound(netlist, 0));
  CHECK(traffic::is_above_bound(features::network_of(above), 0));
  const report::Result result = run(one_slow_link + "traffic: { load: 0.118 }\nrun: { max_cycles: 20000 }\n");
  CHECK(result.verdict.saturated == true);
  CHECK(result.verdict.saturated_by == "the load exceeds the maximum of links and routes");
  CHECK_FALSE(result.verdict.total_latency.interval);
  // The bound does not apply to other patterns.
  CHECK_FALSE(traffic::load_bound(features::network_of(experiment_of("traffic: { pattern: tornado }\n")), 0));
}

TEST_CASE("responses load the links as requests do, so that fewer requests are a load above the capacity") {
  const auto traffic = [](const std::string& load) {
    return one_slow_link + "traffic: { response: { flits: 8 }, load: " + load + " }\nrun: { max_cycles: 20000 }\n";
  };
  const features::Experiment below = experiment_of(traffic("0.058"));
  const network::Netlist netlist = features::network_of(below);
  CHECK(*traffic::load_bound(netlist, 0) == Approx(15 / 256.0).epsilon(1e-12));
  CHECK_FALSE(traffic::is_above_bound(netlist, 0));
  const report::Result result = run(traffic("0.06"));
  CHECK(result.verdict.saturated == true);
  CHECK(result.verdict.saturated_by == "the load exceeds the maximum of links and routes");
  // Of packets of 4 or 12 flits a response of 4 flits is half a packet.
  const network::Netlist mixed = features::network_of(
      experiment_of(one_slow_link + "traffic: { packet: { lengths: [4, 12] }, response: { flits: 4 }, load: 0.05 }\n"));
  CHECK(*traffic::load_bound(mixed, 0) == Approx(15 / 128.0 / 1.5).epsilon(1e-12));
}

TEST_CASE(
    "the loads of several workloads of uniform traffic add up on the links, in whatever place of the list they are") {
  const auto netlist_of = [](const std::string& loads) {
    return features::network_of(experiment_of(one_slow_link + "workloads: [" + loads + "]\n"));
  };
  // Each is below the 15 / 128 = 0.1172 that links let through: requests count twice, with their responses.
  const std::string some = "{ kind: traffic, hosts: 0-3, load: 0.5 }, ", half = "{ kind: traffic, load: 0.0585 }",
                    requests = ", { kind: traffic, load: 0.03, response: { flits: 8 } }";
  CHECK_FALSE(traffic::is_above_bound(netlist_of(some + half + ", { kind: traffic, load: 0.0585 }"), 1));
  CHECK(traffic::is_above_bound(netlist_of(some + half + ", { kind: traffic, load: 0.059 }"), 1));
  CHECK(traffic::is_above_bound(netlist_of(some + half + requests), 1));
  CHECK_FALSE(traffic::is_above_bound(netlist_of(some + half + requests), 0));
  CHECK(*traffic::load_bound(netlist_of(some + half + requests), 2) == Approx(15 / 256.0).epsilon(1e-12));
  CHECK_FALSE(traffic::load_bound(netlist_of(some + half), 0));
}

TEST_CASE("hosts whose way leads over one overloaded link are named, although the sum over all hosts hides them") {
  // The two hosts get at most 96 % of their load through: the rest is less than 1 % of all flits.
  const report::Result result =
      run(one_slow_link + "traffic: { pattern: uniform_all, load: 0.13 }\nrun: { max_cycles: 1500000 }\n");
  REQUIRE(result.verdict.saturation);
  CHECK(result.verdict.saturation->by == statistics::Saturation::By::one_host);
  CHECK_THAT(result.verdict.saturated_by, Contains("host4 offers more load than the network accepts") ||
                                              Contains("host5 offers more load than the network accepts"));
  const report::Result below =
      run(one_slow_link + "traffic: { pattern: uniform_all, load: 0.1 }\nrun: { max_cycles: 1500000 }\n");
  CHECK(below.verdict.saturated == false);
  CHECK(below.verdict.steady() == true);
}

TEST_CASE("with barriers the data traffic has intervals, and barriers have one if there are enough") {
  const auto with = [](unsigned rounds, const std::string& more) {
    return run(
        "topology: { kind: mesh, size: [4, 4] }\ntraffic: { load: 0.1 }\n"
        "barriers: { groups: [{ members: [all] }], rounds: " +
        std::to_string(rounds) + " }\nrun: { max_cycles: 1000000 }\n" + more);
  };
  const std::string units = "switch: { barrier: { architecture: I } }\n";
  const report::Result many = with(400, units);
  CHECK(many.verdict.saturated == false);
  CHECK(many.verdict.total_latency.interval);
  const std::string table = report::result_table(many);
  CHECK_THAT(table, Contains("barrier messages") && Contains("those after it") && !Contains("no interval"));
  CHECK_THAT(report::result_table(with(10, units)),
             Contains("(no interval: too short a run for an interval of their latency)"));
}

TEST_CASE("a network without barrier units has no lines about them", "[quick]") {
  const report::Result result =
      run("topology: { kind: mesh, size: [2, 2] }\nendpoint: nic\nnic: { firmware: dissemination, packet_words: 8 }\n"
          "traffic: { load: 0 }\nbarriers: { groups: [{ members: [all] }], rounds: 3 }\nrun: { max_cycles: 100000 }\n");
  REQUIRE(result.section<barriers::Section>() != nullptr);
  const std::string table = report::result_table(result);
  CHECK_THAT(table, Contains("barriers ") && !Contains("barrier messages") && !Contains("padding flits"));
}

TEST_CASE("a run that deadlocks has no verdict over its dead time, also when it is found after the end") {
  const std::string ring =
      "topology: { kind: ring, size: [8] }\nrouting: { kind: dimension_order, allow_cycles: true }\n"
      "switch: { buffer: { flits: 16, stop_at: 8, go_at: 4 } }\n";
  for (const auto& [load, more] : {std::pair{"0.5", "watchdog: 10000"},
                                   {"0.5", "watchdog: 1000000"},
                                   {"0.3", "watchdog: 1000000"},
                                   {"0.5", "watchdog: 10000, relative_error: 0.01"}}) {
    INFO("load " << load << ", " << more);
    const report::Result result = run(ring + "traffic: { packet: { flits: 16 }, load: " + load +
                                      " }\nrun: { max_cycles: 200000, warmup: 100, " + more + " }\n");
    REQUIRE(result.standstill);
    const statistics::Verdict& v = result.verdict;
    CHECK_FALSE(v.saturated);
    CHECK_FALSE(v.saturation);
    CHECK(v.saturated_by.empty());
    CHECK_FALSE(v.converged);
    CHECK_FALSE(v.trend);
    CHECK_FALSE(v.steady());
    CHECK(v.batches == 0);
    CHECK(v.doubt() == "latency has no mean: the run came to stand");
  }
}

TEST_CASE("a run that is interrupted in its warm-up has measured nothing, with barriers and without", "[quick]") {
  for (const char* barriers :
       {"", "barriers: { groups: [{ members: [all] }], rounds: 1000 }\nswitch: { barrier: { architecture: I } }\n"}) {
    const report::Result result =
        interrupted_behind(1000, std::string("topology: { kind: mesh, size: [4, 4] }\ntraffic: { load: 0.1 }\n"
                                             "run: { warmup: 90000000, max_cycles: 100000000 }\n") +
                                     barriers);
    REQUIRE(result.totals.cycles > 0);
    CHECK(result.totals.at_end.flits_injected > 0);
    CHECK(result.totals.measured_cycles() == 0);
    CHECK_FALSE(result.is_measured());
    CHECK_THAT(report::result_table(result),
               Contains("none measured: the run ended before its warm-up did\n") && !Contains("no flit was sent"));
    CHECK_THAT(report::result_json(result),
               Contains("\"load\": null") && Contains("\"busiest_link\": null") && Contains("\"saturated\": null"));
  }
}

TEST_CASE("bursts are not taken for saturation; where the run holds too few of them there is no verdict") {
  const auto bursty = [](unsigned burst, unsigned seed, const std::string& load, const std::string& cycles) {
    return run(
        "topology: { kind: single_switch, hosts_per_switch: 16 }\nswitch: { virtual_channels: 4 }\n"
        "traffic: { load: " +
        load + ", arrivals: { kind: on_off, burst: " + std::to_string(burst) + " } }\nrun: { max_cycles: " + cycles +
        ", seed: " + std::to_string(seed) + " }\n");
  };
  for (const unsigned burst : {500u, 2000u, 5000u}) {
    unsigned saturated = 0, undecided = 0;
    for (unsigned seed = 1; seed <= 40; ++seed) {
      const report::Result result = bursty(burst, seed, "0.2", "50000");
      saturated += result.verdict.saturated == true;
      if (result.verdict.saturated) continue;
      ++undecided;
      CHECK(result.verdict.doubt() == "too short a run for such bursts");
      CHECK_FALSE(result.verdict.steady());
      CHECK_FALSE(result.verdict.trend);
      CHECK_FALSE(result.verdict.total_latency.interval);
    }
    INFO("bursts of " << burst << ": " << saturated << " of 40 saturated, " << undecided << " undecided");
    CHECK(saturated == 0);
    // With the silences between them, a host has some 20 bursts of 500 cycles, which are enough, and 2 of 5000, which are
    // not. Of those between either is right.
    if (burst < 1000) CHECK(undecided <= 1);
    if (burst > 4000) CHECK(undecided >= 20);
  }
  // Bursts as long as the run, and longer; also where the run may end at a relative error.
  for (const unsigned burst : {40'000u, 1'000'000u})
    for (unsigned seed = 1; seed <= 10; ++seed) {
      CHECK_FALSE(bursty(burst, seed, "0.2", "50000").verdict.saturated);
      CHECK_FALSE(bursty(burst, seed, "0.2", "50000, relative_error: 0.05").verdict.saturated);
    }
  CHECK(bursty(2000, 1, "0.2", "2000000").verdict.saturated == false);
  // A load that is far too high is recognized all the same.
  CHECK(bursty(2000, 1, "0.95", "50000").verdict.saturated == true);
}
