#include "testbench/studies/point_runner.hpp"

#include <signal.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <thread>

#include "tests/support/test_folder.hpp"
#include "tests/testbench/studies/sample_network.hpp"

using namespace slackline;
using namespace slackline::studies;
using test::sample_runner;

namespace {

void rest(int milliseconds) { std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds)); }

/// At most 20 seconds.
template <class Condition>
void wait_until(Condition&& condition) {
  for (int i = 0; i < 20'000 && !condition(); ++i) rest(1);
}

Point point(const std::string& load) {
  const std::vector<settings::Override> overrides{{"--vary", "traffic.load", load}};
  return point_of(read_point(test::sample_file(), overrides).experiment, overrides);
}

/// Some loads, all needed.
struct Loads {
  std::vector<Point> points;
  std::map<std::size_t, PointOutcome> outcomes;

  explicit Loads(const std::vector<std::string>& loads) {
    for (const std::string& load : loads) points.push_back(point(load));
  }
  Study study() {
    Study study;
    study.wanted = [this] {
      Wanted wanted;
      for (std::size_t i = 0; i < points.size(); ++i)
        if (outcomes.count(i) == 0) wanted.points.push_back(i);
      wanted.needed = wanted.points.size();
      return wanted;
    };
    study.point = [this](std::size_t i) -> const Point& { return points[i]; };
    study.take = [this](std::size_t i, const PointOutcome& outcome) {
      REQUIRE(outcomes.count(i) == 0);
      outcomes[i] = outcome;
    };
    return study;
  }
};

/// Leaves a file for every simulation.
Simulate counting(const test::TestFolder& folder) {
  return [&folder](const features::Experiment& e) {
    std::ofstream(folder / ("ran_" + std::to_string(e.traffic.load))) << "1";
    return test::sample_result(e);
  };
}

/// The same result of a run that was interrupted.
std::string partial(std::string result) { return result.replace(result.find("complete"), 8, "partial"); }

}  // namespace

TEST_CASE("every point is run once and reported with its result") {
  Loads loads({"0.05", "0.1", "0.2"});
  CHECK(run_points(loads.study(), sample_runner(2)));
  REQUIRE(loads.outcomes.size() == 3);
  CHECK(loads.outcomes[0].result.offered == 0.05);
  CHECK(loads.outcomes[2].result.saturated == true);
  CHECK_FALSE(loads.outcomes[2].stored);
}

TEST_CASE("a point that crashes is reported, and the others go on", "[quick]") {
  Loads loads({"0.05", "0.06", "0.07", "0.08", "0.09"});
  CHECK(run_points(loads.study(), sample_runner(2, [](const features::Experiment& e) {
                     if (e.traffic.load == 0.06) std::raise(SIGKILL);
                     if (e.traffic.load == 0.07) throw std::runtime_error("no memory");
                     if (e.traffic.load == 0.08) return partial(test::sample_result(e));
                     return test::sample_result(e);
                   })));
  CHECK_FALSE(loads.outcomes[0].crashed);
  CHECK(loads.outcomes[1].crashed);
  CHECK(loads.outcomes[1].why == "ended by signal: Killed");
  CHECK(loads.outcomes[2].why == "no memory");
  CHECK(loads.outcomes[3].crashed);
  CHECK_FALSE(loads.outcomes[4].crashed);
}

TEST_CASE("finished points are not run again, those that crashed are") {
  const test::TestFolder folder;
  const PointStore store(folder / "points");
  Loads first({"0.05", "0.06"});
  Runner crashing = sample_runner(2, [](const features::Experiment& e) {
    if (e.traffic.load == 0.06) std::raise(SIGKILL);
    return test::sample_result(e);
  });
  crashing.store = &store;
  CHECK(run_points(first.study(), crashing));
  CHECK(folder.entries("points") == 1);

  Loads again({"0.05", "0.06", "0.07"});
  Runner counted = sample_runner(2, counting(folder));
  counted.store = &store;
  CHECK(run_points(again.study(), counted));
  CHECK(again.outcomes[0].stored);
  CHECK(again.outcomes[0].result.offered == 0.05);
  CHECK_FALSE(again.outcomes[1].stored);
  CHECK(folder.entries(".", "ran_") == 2);
  CHECK(folder.entries("points") == 3);
}

TEST_CASE("a point whose stored file is no finished result is run again, and the file replaced") {
  const test::TestFolder folder;
  const PointStore store(folder / "points");
  const Point p = point("0.05");
  const std::string good = test::sample_result(p.experiment);
  for (const std::string& broken : {good.substr(0, good.size() / 2), std::string("{}"), partial(good), std::string()}) {
    store.put(p.hash, broken);
    CHECK_FALSE(store.find(p.hash));
    Loads loads({"0.05"});
    Runner keeping = sample_runner(1);
    keeping.store = &store;
    CHECK(run_points(loads.study(), keeping));
    CHECK_FALSE(loads.outcomes[0].stored);
    CHECK(store.find(p.hash) == good);
  }
  CHECK(folder.entries("points") == 1);
}

TEST_CASE("when go_on returns false, finished points stay and running ones are not reported", "[quick]") {
  const test::TestFolder folder;
  const PointStore store(folder / "points");
  Loads loads({"0.05", "0.06", "0.07"});
  Runner stopping = sample_runner(1, [](const features::Experiment& e) {
    if (e.traffic.load > 0.05) rest(20'000);
    return test::sample_result(e);
  });
  stopping.store = &store;
  stopping.go_on = [&] { return loads.outcomes.empty(); };
  CHECK_FALSE(run_points(loads.study(), stopping));
  CHECK(loads.outcomes.size() == 1);
  CHECK(folder.entries("points") == 1);
}

TEST_CASE("a speculative run is ended as soon as it is no longer wanted", "[quick]") {
  const test::TestFolder folder;
  Loads loads({"0.05", "0.06", "0.07"});
  Study study = loads.study();
  study.wanted = [&] {
    if (loads.outcomes.count(0) == 0) return Wanted{{0, 1}, 1};
    if (loads.outcomes.count(2) == 0) return Wanted{{2}, 1};
    return Wanted{};
  };
  bool ended = false;
  study.take = [&](std::size_t i, const PointOutcome& outcome) {
    loads.outcomes[i] = outcome;
    pid_t ahead = 0;
    if (i == 2 && std::ifstream(folder / "ahead") >> ahead) ended = kill(ahead, 0) != 0;
  };
  CHECK(run_points(study, sample_runner(2, [&](const features::Experiment& e) {
                     pid_t ahead = 0;
                     const auto has_begun = [&] { return bool(std::ifstream(folder / "ahead") >> ahead); };
                     if (e.traffic.load == 0.06) {
                       std::ofstream(folder / "ahead") << getpid() << std::endl;
                       rest(30'000);
                       folder.write("rested", "");
                     } else {
                       wait_until(has_begun);
                       if (e.traffic.load == 0.07) wait_until([&] { return kill(ahead, 0) != 0; });
                     }
                     return test::sample_result(e);
                   })));
  CHECK(ended);
  CHECK_FALSE(folder.has("rested"));  // nor has it run to the end
  CHECK(loads.outcomes.size() == 2);
}

TEST_CASE("a speculative run makes room for a needed one") {
  const test::TestFolder folder;
  Loads loads({"0.05", "0.06"});
  Study study = loads.study();
  unsigned asked = 0;
  study.wanted = [&] {
    if (loads.outcomes.count(1) != 0) return Wanted{};
    return ++asked < 3 ? Wanted{{0}, 0} : Wanted{{1, 0}, 1};
  };
  CHECK(run_points(study, sample_runner(1, [&](const features::Experiment& e) {
                     if (e.traffic.load == 0.05) {
                       rest(30'000);
                       folder.write("rested", "");
                     }
                     return test::sample_result(e);
                   })));
  CHECK_FALSE(folder.has("rested"));  // the pool did not wait for it
  CHECK(loads.outcomes.size() == 1);
  CHECK(loads.outcomes.count(1) == 1);
}
