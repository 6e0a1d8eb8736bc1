// Simulations of the study, against what holds for them without it.
#include <algorithm>
#include <catch2/catch.hpp>

#include "testbench/studies/tam2000/runs.hpp"

using namespace slackline;
using namespace slackline::tam2000;

namespace {

Measurement measured(const Setup& setup, std::uint64_t seed = 1) {
  Run run;
  run.exchange = setup;
  run.experiment = setup.name();
  run.seed = seed;
  return measure(run, simulation::run);
}

Measurement measured(const Stall& stall) {
  Run run;
  run.stall = stall;
  run.experiment = stall.name();
  return measure(run, simulation::run);
}

}  // namespace

TEST_CASE("on schedule each frame takes its time on the wire, and no buffer fills", "[quick]") {
  const Measurement one = measured(exchange_of(one_switch, Scheme::sync, 1, on_schedule)),
                    more = measured(exchange_of(one_switch, Scheme::sync, 5, on_schedule));
  CHECK((more.time - one.time) / (4 * 15) == Approx(frame_us).epsilon(1e-9));
  CHECK(more.most_held <= 2);
  CHECK(more.dropped == 0);
  CHECK(more.efficiency < 1492.0 / 1538);
}

TEST_CASE("flits of other sizes change the time of an exchange by less than a hundredth of a frame for each packet",
          "[quick]") {
  for (const Shape& shape : {one_switch, four_by_four}) {
    const auto time = [&](unsigned bytes) {
      Setup setup = exchange_of(shape, Scheme::sync, 4, on_schedule);
      setup.flit_bytes = bytes;
      return measured(setup).time;
    };
    const double usual = time(32);
    for (const unsigned bytes : {4u, 8u, 16u, 64u}) CHECK(std::abs(time(bytes) - usual) < 0.01 * 60 * frame_us);
  }
}

TEST_CASE("windows of runs are those of the buffers") {
  CHECK(measured(exchange_of(four_by_four, Scheme::sync_gw, 1, on_schedule)).window == 14);
  CHECK(measured(exchange_of(eight_by_two, Scheme::sync_gwrs, 1, on_schedule)).window == 10);
  CHECK(measured(exchange_of(six_by_two, Scheme::sync_gw, 1, on_schedule)).window == 13);
  CHECK(measured(exchange_of(four_by_two, Scheme::sync_gw, 1, on_schedule)).window == 19);
  CHECK(measured(exchange_of(one_switch, Scheme::sync_gw, 1, on_schedule)).window == 45);
  CHECK(measured(exchange_of(one_switch, Scheme::sync, 1, on_schedule)).window == 0);
}

TEST_CASE("a stall drops packets from the step on in which its buffer is full: figure 3", "[quick]") {
  // Four frames a step for a buffer of 30: the eighth step brings the 31st and the 32nd, of switch 1.
  const Measurement eight = measured(stall_of_figure_3(0, 8));
  CHECK(eight.first_drop == 8);
  CHECK(eight.dropped == 2);
  CHECK(eight.dropped_from == std::vector<double>{0, 2, 0, 0});
  CHECK(measured(stall_of_figure_3(0, 7)).dropped == 0);
  // With two frames besides, they are the 33rd and later ones, of switch 0.
  const Measurement nine = measured(stall_of_figure_3(2, 9));
  CHECK(measured(stall_of_figure_3(2, 8)).dropped == 0);
  CHECK(nine.dropped_from.at(0) > 0);
  CHECK(nine.dropped_from.at(1) == 0);
}

TEST_CASE("occupancies over time reach what buffers hold", "[quick]") {
  Setup setup = over_time(Scheme::sync, Effort::quick);
  const Measurement m = measured(setup);
  REQUIRE(m.drops.size() > 10);
  CHECK(m.window_us == Approx(m.time / static_cast<double>(m.drops.size())).epsilon(0.1));
  double dropped = 0;
  for (const auto* held : {&m.up_at_edge, &m.up_at_backbone, &m.down_at_backbone, &m.down_at_edge}) {
    REQUIRE(held->size() == m.drops.size());
    CHECK(*std::max_element(held->begin(), held->end()) >= 1);
  }
  for (const double count : m.drops) dropped += count;
  CHECK(dropped <= m.dropped);
}

TEST_CASE("an uplink carries five continuous streams, and loses packets of six", "[quick]") {
  for (const Streams streams : {Streams::rate, Streams::loss}) {
    const auto kept = [&](unsigned hosts) {
      Run run;
      run.streaming = Streaming{hosts, streams, 1};
      run.experiment = run.streaming->name();
      return measure(run, simulation::run).kept;
    };
    INFO(to_string(streams));
    CHECK(kept(5) == 1);
    CHECK(kept(6) < 0.99);
  }
}

TEST_CASE("nothing is sent again on schedule, however long a round is") {
  const Measurement m = measured(large(speeds_of_large[1], Scheme::sync, 1));
  CHECK(m.dropped == 0);
  CHECK(m.repeated == 0);
}

TEST_CASE("with PAUSE nothing is sent again while the link of a host stops") {
  const Measurement m = measured(stopped_host(Buffers::pause, Effort::quick));
  CHECK(m.dropped == 0);
  CHECK(m.repeated == 0);
}

TEST_CASE("a pause shows in the exchange if it outlasts what the interface has been given", "[quick]") {
  const auto time = [](double pauses, double ms) {
    return measured(exchange_of(four_by_four, Scheme::sync, 32, {4, pauses, ms})).time;
  };
  const double none = time(0, 0);
  CHECK(time(5, 1) - none < 3 * frame_us);
  CHECK(time(5, 3) - none > 1000);
}
