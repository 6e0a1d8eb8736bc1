#include <catch2/catch.hpp>

#include "testbench/cosim/relay_station/relay_station_run.hpp"

using namespace slackline;
using namespace slackline::cosim;

namespace {

constexpr std::uint64_t cycles = 20000;

void lockstep_of(const char* name) {
  const RelayStationModel& model = model_named(relay_station_models(), name);
  RelayStationCoverage seen;
  for (const RelayStationProfile& profile : relay_station_profiles())
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      const RelayStationOutcome outcome = run(model, profile, cycles, seed);
      INFO(profile.name << ", seed " << seed << "\n" << outcome.report);
      REQUIRE(outcome.equal);
      seen += outcome.coverage;
    }
  REQUIRE(seen.cycles == cycles * 3 * relay_station_profiles().size());
  CHECK(seen.flits > seen.cycles / 8);  // a comparison that meets nothing proves nothing
  CHECK(seen.stops > 500);
  CHECK(seen.full > 1000);
  CHECK(seen.overflows > 50);
  CHECK(seen.resets > 1000);
  if (model.params.buffer.flits > 1) CHECK(seen.push_pop > 1000);
}

}  // namespace

TEST_CASE("lockstep: random traffic, flits 1, fc_cycles 0", "[quick]") { lockstep_of("flits1_fc0"); }
TEST_CASE("lockstep: random traffic, flits 2, stop_at 2, fc_cycles 1") { lockstep_of("flits2_fc1"); }
TEST_CASE("lockstep: random traffic, flits 5, fc_cycles 3") { lockstep_of("flits5_fc3"); }
TEST_CASE("lockstep: random traffic, flits 64, fc_cycles 0") { lockstep_of("flits64_fc0"); }

TEST_CASE("lockstep: 4 pins and every register but the write times are compared", "[quick]") {
  const RelayStationModel& model = model_named(relay_station_models(), "flits5_fc3");
  const RelayStationOutcome outcome = run(model, relay_station_profiles().front(), 10, 1);
  CHECK(outcome.pins == 4);
  CHECK(outcome.registers ==
        4 + 5 + 2 + 2 * 3 + 1);  // pointers, count, overflow; slots; stop, stopped; stages; flit_out
}

TEST_CASE("lockstep: the same seed gives the same run, another seed another one", "[quick]") {
  const RelayStationModel& model = model_named(relay_station_models(), "flits5_fc3");
  const auto flits = [&](std::uint64_t seed) {
    return run(model, relay_station_profiles()[1], 5000, seed).coverage.flits;
  };
  CHECK(flits(1) == flits(1));
  CHECK(flits(1) != flits(2));
}
