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
  for (const Scheme scheme : {Scheme::I, Scheme::II, Scheme::III, Scheme::ordering, Scheme::path, Scheme::star,
                              Scheme::switch_ordering, Scheme::software_ordering, Scheme::number_ordering}) {
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
    const bool has_root = scheme <= Scheme::x_y;
    CHECK((m.bound != 0) == has_root);
    CHECK(m.reached == (has_root ? 100 : 0));
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
  // Three levels of halves of ten: a message up and one down on each, Ts for both ends of each.
  CHECK(latency[Scheme::software_ordering] >= 2 * 3 * 100);
  // Combined in hardware, the messages take the rest, and Ts comes once.
  CHECK(latency[Scheme::switch_ordering] < latency[Scheme::software_ordering] - 2 * 3 * 100 + 2 * 100);
  CHECK(latency[Scheme::switch_ordering] > 100);
  // The same tree of other members: as many messages, and Ts once.
  CHECK(latency[Scheme::number_ordering] > 100);
  CHECK(latency[Scheme::number_ordering] < latency[Scheme::software_ordering]);
  CHECK(latency[Scheme::star] >= 50 + 9 * 50 + 50);  // Ts / 2 of a member, of the centre for each of nine, and again
}

TEST_CASE("congestion delays messages that wait, and III where no worm moves, but not those that cut worms",
          "[quick]") {
  constexpr std::uint64_t duration = 5000;
  const auto after = [&](Scheme scheme, double moving) {
    Run run;
    run.experiment = "test";
    run.scheme = scheme;
    run.nodes = 60;
    run.members = 12;
    run.congested = 12;
    run.duration = duration;
    run.moving = moving;
    run.rounds = 2;
    run.period = period_with_congestion;
    run.virtual_channels = 1;
    return measured(run);
  };
  for (const Scheme scheme : {Scheme::I, Scheme::II, Scheme::III, Scheme::ordering, Scheme::switch_ordering})
    for (const double moving : {0., 1.}) {
      INFO(to_string(scheme) << ", moving " << moving);
      const Measurement m = after(scheme, moving);
      REQUIRE(m.later.size() == 1);
      const bool cuts = scheme == Scheme::I || scheme == Scheme::II || (scheme == Scheme::III && moving == 1);
      CHECK((m.cuts != 0) == cuts);
      if (cuts)
        CHECK(static_cast<double>(m.later[0]) <= m.bound);
      else
        CHECK(m.later[0] >= duration + 100);
      CHECK(m.packets == 0);
    }
}

TEST_CASE("without a duration nothing is congested, and a short one holds up messages that have come to the network",
          "[quick]") {
  Run run;
  run.experiment = "test";
  run.nodes = 60;
  run.members = run.congested = 12;
  run.overhead = 1000;  // far longer than the congestion, which begins with the messages
  run.rounds = 2;
  run.period = period_with_congestion;
  for (const Scheme scheme : {Scheme::I, Scheme::ordering, Scheme::switch_ordering}) {
    INFO(to_string(scheme));
    run.scheme = scheme;
    run.duration = 0;
    const Measurement without = measured(run);
    CHECK(without.cuts == 0);
    run.duration = 10;
    const Measurement with = measured(run);
    CHECK((with.cuts != 0) == (scheme == Scheme::I));
    CHECK(with.later[0] > without.later[0]);
    CHECK(with.later[0] <= without.later[0] + 16);
  }
  run.period = 0;
  CHECK_THROWS_WITH(measured(run), "members do not enter the second barrier together");
}

TEST_CASE("the centre in the middle, slower units and longer links change what they are meant to", "[quick]") {
  Run run;
  run.experiment = "test";
  run.nodes = 60;
  run.members = 20;
  run.rounds = 3;
  const Measurement plain = measured(run);
  run.slower = 10;
  const Measurement slow = measured(run);
  CHECK(slow.hops == plain.hops);
  // Each switch on the way up and down takes ten cycles more, one more than there are hops between them.
  CHECK(slow.later[0] >= plain.later[0] + 10 * plain.hops);
  run.slower = 0;
  run.farther = 10;
  const Measurement far = measured(run);
  CHECK(far.hops == plain.hops);
  CHECK(far.later[0] >= plain.later[0] + 10 * plain.hops);
  // Messages wait for one another in a slow unit, and not on a long link.
  CHECK(far.first < slow.first);
  // The unit of the centre takes one message an edge, of each other member, however long they then pass through units.
  for (const Measurement& m : {plain, slow, far}) CHECK(m.first >= run.overhead + run.members - 1);
  run.farther = 0;
  run.medoid = true;
  CHECK(measured(run).hops <= plain.hops);
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
