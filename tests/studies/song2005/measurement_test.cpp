#include "testbench/studies/song2005/measurement.hpp"

#include <algorithm>
#include <catch2/catch.hpp>

#include <csignal>
#include <stdexcept>

using namespace slackline::song2005;

namespace {

std::vector<Run> three_runs() {
  std::vector<Run> runs(3);
  for (std::size_t i = 0; i < runs.size(); ++i) {
    runs[i].experiment = i < 2 ? "a" : "b";
    runs[i].seed = i + 1;
  }
  return runs;
}

}  // namespace

TEST_CASE("the greatest skew is between the first and the last") {
  CHECK(greatest_skew({5.5, 2, 9.25}) == 7.25);
  CHECK(greatest_skew({5}) == 0);
  CHECK(greatest_skew({}) == 0);
}

TEST_CASE("a measurement is passed on unchanged", "[quick]") {
  Measurement m;
  m.ended = {{1.0 / 3, 2}, {}};
  m.overhead = 0.125;
  m.slots_taken = 8.25;
  m.interval = 66;
  m.application_packets = 90;
  m.blocked_packets = 2;
  m.first_blocked_slot = 17;
  m.most_before = 0.375;
  m.ending = Ending{14, 2, 1, 3, 7, 90.625, 64.5, "host3"};
  const Measurement same = decode(encode(m));
  CHECK(same.ended == m.ended);
  CHECK(same.overhead == 0.125);
  CHECK(same.slots_taken == 8.25);
  CHECK(same.interval == 66);
  CHECK(same.application_packets == 90);
  CHECK(same.blocked_packets == 2);
  CHECK(same.first_blocked_slot == std::optional<std::uint64_t>(17));
  CHECK(same.most_before == 0.375);
  REQUIRE(same.ending);
  CHECK(same.ending->missing == 14);
  CHECK(same.ending->late == 2);
  CHECK(same.ending->silent == 1);
  CHECK(same.ending->rounds == 3);
  CHECK(same.ending->last_hosts == 7);
  CHECK(same.ending->last_skew == 90.625);
  CHECK(same.ending->ended == 64.5);
  CHECK(same.ending->stuck == "host3");
  CHECK_FALSE(decode(encode({})).first_blocked_slot);
  CHECK_FALSE(decode(encode({})).ending);
  CHECK_THROWS(decode("{}"));
  CHECK_THROWS(decode("?"));
}

TEST_CASE("each run is measured in its own process, and is found by experiment and seed") {
  std::vector<std::size_t> reported;
  Watch watch;
  watch.progress = [&](std::size_t done) { reported.push_back(done); };
  const Measurements all = measure(
      three_runs(),
      [](const Run& run) {
        Measurement m;
        m.overhead = static_cast<double>(run.seed);
        return m;
      },
      2, watch);
  CHECK(all.finished);
  CHECK(all.failures.empty());
  REQUIRE(all.find("a") != nullptr);
  REQUIRE(all.find("a")->size() == 2);
  CHECK(all.find("a")->at(1).overhead == 2);
  CHECK(all.find("b")->at(0).overhead == 3);
  CHECK(all.find("c") == nullptr);
  // Progress is reported before each wait. Two run at a time: the third begins when one has ended.
  REQUIRE_FALSE(reported.empty());
  CHECK(reported.front() == 0);
  CHECK(std::is_sorted(reported.begin(), reported.end()));
  CHECK(reported.back() >= 1);
  CHECK(reported.back() < 3);
}

TEST_CASE("a run that crashes or throws is named and stops no other run") {
  const Measurements all = measure(
      three_runs(),
      [](const Run& run) -> Measurement {
        if (run.seed == 1) throw std::runtime_error("no such thing");
        if (run.seed == 2) std::raise(SIGKILL);
        return {};
      },
      1);
  REQUIRE(all.failures.size() == 2);
  CHECK(all.failures[0] == "a, seed 1: no such thing");
  CHECK(all.failures[1] == "a, seed 2: ended by signal: Killed");
  CHECK(all.find("a") == nullptr);
  REQUIRE(all.find("b") != nullptr);
  CHECK(all.find("b")->size() == 1);
  CHECK(all.finished);
}

TEST_CASE("without a simulator nothing is measured, and an interruption is reported") {
  CHECK(measure(three_runs(), {}, 1).of.empty());
  CHECK(measure(three_runs(), {}, 1).finished);
  Watch watch;
  watch.go_on = [] { return false; };
  CHECK_FALSE(measure(
                  three_runs(), [](const Run&) { return Measurement(); }, 1, watch)
                  .finished);
}
