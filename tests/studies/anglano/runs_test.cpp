// Simulations of the study, against what holds for them without it.
#include <catch2/catch.hpp>

#include "rtl_models/firmware/catalogue.hpp"
#include "testbench/studies/anglano/runs.hpp"

using namespace slackline;
using namespace slackline::anglano;

namespace {

Measurement measured(const Setup& setup) {
  Run run;
  run.setup = setup;
  run.experiment = setup.name();
  run.warmup = 10'000;
  run.cycles = 100'000;
  return measure(run, simulation::run);
}

}  // namespace

TEST_CASE("the originator of unicasts sends a copy to each member, and that of a ring one", "[quick]") {
  for (const Network network : networks(Effort::full)) {
    const Measurement unicasts = measured(one_source(network, 8, Algorithm::unicasts)),
                      ring = measured(one_source(network, 8, Algorithm::ring));
    // A worm and its header; some are under way at the ends of the window.
    const double worm = 16 + firmware::worm_header_words;
    CHECK(unicasts.source_time == Approx(7 * worm).epsilon(0.3));
    CHECK(ring.source_time == Approx(worm).epsilon(0.3));
    CHECK(unicasts.refused == 0);
    CHECK(ring.depth == 7);
    CHECK(ring.branching == 1);
    CHECK(ring.to_last > ring.cost);  // and the worm, and the transfers at both ends
    CHECK(unicasts.went_on == 1);
  }
}

TEST_CASE("FIFO with one buffer is the plain scheme, cycle by cycle") {
  const Measurement fifo = measured(of_one_buffer(true)), plain = measured(of_one_buffer(false));
  CHECK(fifo.refused > 0);
  CHECK(fifo.to_last == plain.to_last);
  CHECK(fifo.repeated == plain.repeated);
}

TEST_CASE("a sequencer gives all members one order") {
  CHECK(measured(ordered(Algorithm::ordered_tree)).agreeing == 1);
  CHECK(measured(ordered(Algorithm::wrap_around)).agreeing < 1);
}

TEST_CASE("without recovery worms in a circle stay there") {
  const Measurement open = measured(all_to_all(8, true));
  CHECK(open.went_on == 1);
  CHECK(open.permit_wait > 0);
  CHECK(measured(all_to_all(8, false)).went_on == 0);
  CHECK(measured(all_to_all(3, false)).went_on == 1);
}

TEST_CASE("a deadlock is measured where a claim is about it, also one that should not occur, and else ends the study") {
  const auto standing = [](const features::Experiment& experiment, const auto&... more) {
    report::Result result = simulation::run(experiment, more...);
    result.nothing_since = Cycle(1);
    result.status = report::Status::failed;
    return result;
  };
  const auto measured_standing = [&](const Setup& setup) {
    Run run;
    run.setup = setup;
    run.experiment = setup.name();
    run.warmup = 1000;
    run.cycles = 1000;
    return measure(run, standing);
  };
  for (const Setup& setup :
       {circular(true, false, 1), circular(false, true, 2), all_to_all(3, true), on_line(true, false, 1)})
    CHECK(measured_standing(setup).went_on == 0);
  CHECK_THROWS(measured_standing(contended(true, 4)));
}

TEST_CASE("a manager refuses no worm, and its grants take time") {
  const Measurement m = measured(concurrent(Scheme::manager, 8, many_multicasts));
  CHECK(m.refused == 0);
  CHECK(m.spilled == 0);
  CHECK(m.permit_wait > 100);
  CHECK(m.went_on == 1);
}
