#include "testbench/studies/sun2001/measurement.hpp"

#include <catch2/catch.hpp>
#include <map>

#include "testbench/simulation/simulation.hpp"

using namespace slackline;
using namespace slackline::sun2001;

namespace {

Measurement measured(const Run& run) { return measure(run, simulation::run); }

}  // namespace

TEST_CASE(
    "without traffic every later barrier takes the cycles of the hops of its tree or of the messages of its centre",
    "[quick]") {
  std::map<Scheme, std::uint64_t> latency;
  for (const Scheme scheme : {Scheme::I, Scheme::II, Scheme::III, Scheme::ordering, Scheme::path, Scheme::star}) {
    INFO(to_string(scheme));
    Run run;
    run.experiment = "test";
    run.scheme = scheme;
    run.nodes = 30;
    run.members = 10;
    run.rounds = 3;
    const Measurement m = measured(run);
    REQUIRE(m.later.size() == 2);
    CHECK(m.later[0] == m.later[1]);
    CHECK(m.cuts == 0);
    CHECK(m.packets == 0);
    latency[scheme] = m.later[0];
    const bool has_root = scheme != Scheme::path && scheme != Scheme::star;
    CHECK((m.bound != 0) == has_root);
    if (has_root) {
      // A hop takes 6 cycles on a free channel, with the ordering tree's reliable handling 4 more; the bound has 6 of
      // preemption for each hop of those that cut worms, of which there are none.
      const bool cuts = scheme != Scheme::ordering;
      CHECK(m.later[0] >= run.overhead + m.hops * (cuts ? 6 : 10));
      CHECK(static_cast<double>(m.later[0]) <= m.bound - (cuts ? 6.0 * static_cast<double>(m.hops) : 0));
    }
  }
  CHECK(latency[Scheme::I] == latency[Scheme::II]);
  CHECK(latency[Scheme::I] == latency[Scheme::III]);
  CHECK(latency[Scheme::I] < latency[Scheme::path]);
  CHECK(latency[Scheme::path] < latency[Scheme::star]);
  CHECK(latency[Scheme::star] >= 50 + 9 * 50 + 50);  // Ts / 2 of a member, of the centre for each of nine, and again
}

TEST_CASE("congestion delays messages that wait, but not those that cut worms", "[quick]") {
  constexpr std::uint64_t duration = 5000;
  for (const Scheme scheme : {Scheme::I, Scheme::II, Scheme::III, Scheme::ordering}) {
    INFO(to_string(scheme));
    Run run;
    run.experiment = "test";
    run.scheme = scheme;
    run.nodes = 60;
    run.members = 12;
    run.congested = 12;
    run.duration = duration;
    run.rounds = 2;
    run.load = 0.02;
    run.virtual_channels = 1;
    const Measurement m = measured(run);
    REQUIRE(m.later.size() == 1);
    CHECK((m.cuts != 0) == (scheme != Scheme::ordering));
    if (scheme == Scheme::I || scheme == Scheme::II)
      CHECK(static_cast<double>(m.later[0]) <= m.bound);
    else  // III cuts no stalled worm
      CHECK(m.later[0] >= duration);
  }
}

TEST_CASE("in a window data are measured alone and together with barriers, which do not end before it") {
  Run run;
  run.experiment = "test";
  run.nodes = 30;
  run.members = 10;
  run.load = 0.3;
  run.rounds = 100;
  run.window = 4000;
  const Measurement beside = measured(run);
  CHECK(beside.cuts > 0);
  CHECK(beside.barrier_flits > 0);
  Run data = run;
  data.scheme = Scheme::none;
  const Measurement alone = measured(data);
  CHECK(alone.cuts == 0);
  CHECK(alone.barrier_flits == 0);
  CHECK(beside.accepted < alone.accepted);
  CHECK(alone.accepted <= run.load);
  // Only packets of the window count: as many flits as are accepted in it.
  for (const Measurement& m : {alone, beside}) {
    const double flits = m.accepted * run.nodes * static_cast<double>(run.window);
    CHECK(flits > 0);
    CHECK(static_cast<double>(m.packets) * run.packet_flits == Approx(flits).epsilon(0.05));
  }
  run.rounds = 2;
  CHECK_THROWS_WITH(measured(run), "barriers end before the window does");
}

TEST_CASE("the same run gives the same measurement") {
  Run run;
  run.experiment = "test";
  run.nodes = 30;
  run.members = 10;
  run.load = 0.1;
  CHECK(reproduction::encode(measured(run)) == reproduction::encode(measured(run)));
  Run other = run;
  other.seed = 2;
  CHECK(reproduction::encode(measured(other)) != reproduction::encode(measured(run)));
}
