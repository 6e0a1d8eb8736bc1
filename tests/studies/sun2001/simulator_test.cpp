#include "testbench/studies/sun2001/simulator.hpp"

#include <catch2/catch.hpp>

#include "testbench/studies/sun2001/runs.hpp"

using namespace slackline::sun2001;

TEST_CASE("a run of each scheme brings about its barriers, the trees of messages within their bound", "[quick]") {
  for (const Scheme scheme : {Scheme::I, Scheme::II, Scheme::III, Scheme::ordering, Scheme::path, Scheme::star}) {
    INFO(to_string(scheme));
    Run run;
    run.experiment = "test";
    run.scheme = scheme;
    run.nodes = 30;
    run.members = 10;
    run.rounds = 3;
    const Measurement m = simulate(run);
    CHECK(m.later.size() == 2);
    CHECK(m.first > run.overhead);
    if (scheme == Scheme::I)
      for (const std::uint64_t latency : m.later) CHECK(static_cast<double>(latency) <= m.bound);
    CHECK((m.bound == 0) == (scheme == Scheme::path || scheme == Scheme::star));
  }
}

TEST_CASE("congestion holds up messages that wait, and not those that cut worms", "[quick]") {
  const auto latency = [](Scheme scheme, std::uint64_t duration) {
    Run run;
    run.experiment = "test";
    run.scheme = scheme;
    run.nodes = 60;
    run.members = 12;
    run.congested = 12;
    run.duration = duration;
    run.rounds = 2;
    run.load = 0.02;
    return simulate(run).mean_later();
  };
  CHECK(latency(Scheme::I, 5000) < 2 * latency(Scheme::I, 10));
  CHECK(latency(Scheme::ordering, 5000) > 3000);
}

TEST_CASE("in a window data are measured alone and beside barriers, which do not end before it", "[quick]") {
  Run run;
  run.experiment = "test";
  run.nodes = 30;
  run.members = 10;
  run.load = 0.3;
  run.rounds = 100;
  run.window = 4000;
  const Measurement beside = simulate(run);
  CHECK(beside.cuts > 0);
  CHECK(beside.accepted > 0);
  Run data = run;
  data.scheme = Scheme::none;
  const Measurement alone = simulate(data);
  CHECK(alone.cuts == 0);
  CHECK(alone.barrier_flits == 0);
  CHECK(alone.accepted > 0);
  CHECK(encode(alone) != encode(beside));
  // Packets of the window alone: as many flits as are accepted in it.
  const double flits = alone.accepted * run.nodes * static_cast<double>(run.window);
  CHECK(static_cast<double>(alone.packets) * run.packet_flits == Approx(flits).epsilon(0.05));
  run.rounds = 2;
  CHECK_THROWS_WITH(simulate(run), "barriers end before the window does");
}

TEST_CASE("the same run gives the same measurement", "[quick]") {
  Run run;
  run.experiment = "test";
  run.nodes = 30;
  run.members = 10;
  run.load = 0.1;
  CHECK(encode(simulate(run)) == encode(simulate(run)));
  Run other = run;
  other.seed = 2;
  CHECK(encode(simulate(other)) != encode(simulate(run)));
}
