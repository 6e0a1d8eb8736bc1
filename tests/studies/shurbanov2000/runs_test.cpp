// Simulations of the study, against what holds for them without it.
#include <catch2/catch.hpp>

#include "testbench/studies/shurbanov2000/runs.hpp"

using namespace slackline;
using namespace slackline::shurbanov2000;

namespace {

Measurement measured(const std::string& experiment, std::uint64_t warmup, std::uint64_t cycles) {
  for (Run run : runs(Effort::full)) {
    if (run.experiment != experiment) continue;
    run.warmup = warmup;
    run.cycles = cycles;
    return measure(run, simulation::run);
  }
  FAIL("no experiment " << experiment);
  return {};
}

}  // namespace

TEST_CASE("parts of a round trip add up, and Little's law holds") {
  const Measurement m = measured(experiment_of(Topology::cube, sw(4)), 5000, 40'000);
  CHECK(m.round_trip == Approx(m.there + m.service + m.back));
  CHECK(m.outstanding > 3.9);
  CHECK(m.outstanding <= 4);
  CHECK(m.by_request <= 4);
  // 92 flits a transaction, but for those that are under way at the ends of the window.
  CHECK(m.throughput == Approx(24 * 92 * m.on_link / (m.round_trip / us_of_servernet_tick)).epsilon(0.02));
  CHECK(m.interval == 0);
}

TEST_CASE("an idle network answers after its hops, the service and no wait", "[quick]") {
  const Measurement m = measured(experiment_of_load(sw(4), 0.006), 5000, 40'000);
  CHECK(m.on_link < 0.3);
  // 80 and 12 flits on the wire, 10 ticks of service, and up to four routers of 6 ticks and links of one each way.
  CHECK(m.round_trip > (92 + 10 + 2 * 7) * us_of_servernet_tick);
  CHECK(m.round_trip < (92 + 10 + 2 * 4 * 7 + 60) * us_of_servernet_tick);
  CHECK(m.start_up >= 3.8);
}

TEST_CASE("from a cold start the links' shares of time add up to no more than all of it") {
  const Measurement m = measured(experiment_of_start(Topology::tree, sw(4)), 0, 5000);
  REQUIRE(m.busy.size() == 100);
  for (std::size_t i = 0; i < m.busy.size(); ++i) CHECK(m.busy[i] + m.stalled[i] <= 1 + 1e-9);
  CHECK(m.first_busy >= 3);  // the start-up of the first request
  CHECK(m.first_busy <= 4);
  CHECK(m.idle[0] == 0);
  CHECK(m.start_ups[1] == Approx(1));
}
