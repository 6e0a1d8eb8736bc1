// The soak without its comparison, which each test replaces by one that finds differences or crashes.
#include "testbench/soak/soak.hpp"

#include <signal.h>

#include <catch2/catch.hpp>
#include <cstdlib>
#include <set>
#include <stdexcept>

#include "testbench/soak/soak_table.hpp"

using namespace slackline;
using Catch::Matchers::Contains;
using soak::NetworkResult;
using soak::Plan;
using soak::Seeds;

namespace {

Plan plan_of(std::uint64_t first, std::uint64_t networks, std::uint64_t batch) {
  Plan plan;
  plan.first_seed = first;
  plan.networks = networks;
  plan.cycles = 10;
  plan.at_once = 3;
  plan.batch = batch;
  return plan;
}

std::vector<NetworkResult> equal(Seeds seeds, const Plan& plan) {
  std::vector<NetworkResult> results;
  for (std::uint64_t i = 0; i < seeds.count; ++i)
    results.push_back({seeds.first + i, {plan.cycles, plan.cycles, 4, 7, seeds.count, {}, {}}, {}, {}});
  return results;
}

[[noreturn]] void crash() {
  signal(SIGABRT, SIG_DFL);  // not Catch's handler
  abort();
}

bool within(Seeds seeds, std::uint64_t seed) { return seeds.first <= seed && seed - seeds.first < seeds.count; }

}  // namespace

TEST_CASE("every seed is run once, whatever the size of a batch, and the sums are those of all networks") {
  for (const std::uint64_t batch : {1, 4, 50}) {
    const soak::Summary summary = soak::run(plan_of(5, 30, batch), equal);
    CHECK(summary.finished);
    CHECK(summary.good());
    CHECK(summary.networks == 30);
    CHECK(summary.cycles == 300);
    CHECK(summary.registers == 30 * 10 * 7);
    CHECK(summary.channels == 30 * 10 * 4);
    CHECK(summary.permuted == 10);
    CHECK(summary.flits_delivered == (batch == 1 ? 30u : batch == 4 ? 7u * 16 + 4 : 300u));  // by threes: ten each
  }
  const std::string table = soak::soak_table(soak::run(plan_of(5, 30, 50), equal));
  CHECK_THAT(table,
             Contains("random networks, seeds 5 to 34: signal_network against fabric\n  30 networks of 10 cycles") &&
                 Contains("2 100 registers and 1 200 channels compared") && Contains("\n  no difference\n"));
}

TEST_CASE("differences and errors are listed by seed, with the command that reproduces them") {
  const soak::Summary summary = soak::run(plan_of(1, 40, 4), [](Seeds seeds, const Plan& plan) {
    auto results = equal(seeds, plan);
    for (NetworkResult& r : results) {
      if (r.seed == 33 || r.seed == 6) r.comparison.differences = {{Cycle(3), "host2.sent", 10, 11}};
      if (r.seed == 17) r.errors = {"host1: corrupt = 1"};
    }
    return results;
  });
  CHECK_FALSE(summary.good());
  CHECK(summary.networks == 40);
  CHECK(summary.different() == 2);
  CHECK(summary.failed() == 1);
  const std::string table = soak::soak_table(summary);
  CHECK_THAT(table, Contains("\n  DIFFERENT: 2 networks, each compared up to its first difference\n"
                             "\n  FAILED: 1 network, in both engines\n"
                             "    seed 6: 1 value in cycle 3\n      host2.sent: signal a, fabric b\n"
                             "      slackline compare-engines --random 1 --seed 6 --cycles 10\n"
                             "    seed 17:\n      error: host1: corrupt = 1\n"
                             "      slackline compare-engines --random 1 --seed 17 --cycles 10\n"
                             "    seed 33: "));
  CHECK_THAT(table, !Contains("no difference"));
}

TEST_CASE("a network that crashes its process is found, and every other one compared") {
  const soak::Summary summary = soak::run(plan_of(1, 40, 10), [](Seeds seeds, const Plan& plan) {
    if (within(seeds, 23) || within(seeds, 26)) crash();
    if (within(seeds, 31)) throw std::runtime_error("no such network");
    return equal(seeds, plan);
  });
  CHECK(summary.finished);
  CHECK(summary.networks == 37);
  CHECK(summary.bad.empty());
  REQUIRE(summary.crashes.size() == 3);
  CHECK(summary.crashes[0].seeds.first == 23);
  CHECK(summary.crashes[0].seeds.count == 1);
  CHECK(summary.crashes[0].how == "ended by signal: Aborted");
  CHECK(summary.crashes[1].seeds.first == 26);
  CHECK(summary.crashes[2].seeds.first == 31);
  CHECK(summary.crashes[2].how == "no such network");
  CHECK_THAT(soak::soak_table(summary),
             Contains("\n  CRASHED: brought no results\n    seed 23: ended by signal: Aborted\n"
                      "      slackline compare-engines --random 1 --seed 23 --cycles 10\n"));
}

TEST_CASE("a batch that crashes only as a whole is reported as a whole", "[quick]") {
  const soak::Summary summary = soak::run(plan_of(1, 20, 5), [](Seeds seeds, const Plan& plan) {
    if (within(seeds, 8) && seeds.count > 1) crash();
    return equal(seeds, plan);
  });
  CHECK(summary.networks == 20);
  REQUIRE(summary.crashes.size() == 1);
  CHECK(summary.crashes[0].seeds.first == 6);
  CHECK(summary.crashes[0].seeds.count == 5);
  CHECK_THAT(soak::soak_table(summary),
             Contains("seeds 6 to 10: ended by signal: Aborted; found in none of them alone"));
}

TEST_CASE("an interrupted soak reports its results so far, and the interruption", "[quick]") {
  std::uint64_t done = 0;
  soak::Watch watch;
  watch.progress = [&](std::uint64_t networks) { done = networks; };
  watch.go_on = [&] { return done < 3; };
  Plan plan = plan_of(1, 100, 1);
  plan.at_once = 1;
  const soak::Summary summary = soak::run(plan, equal, watch);
  CHECK_FALSE(summary.finished);
  CHECK(summary.networks == 3);
  CHECK_THAT(soak::soak_table(summary), Contains("fabric (interrupted)\n  3 networks of 10 cycles"));
}

TEST_CASE("a soak of barriers sums their results, and gives the command that runs one of its networks again") {
  Plan plan = plan_of(3, 4, 1);
  plan.kind = soak::Networks::barriers;
  const soak::Summary summary = soak::run(plan, [](Seeds seeds, const Plan& of) {
    auto results = equal(seeds, of);
    results[0].barriers = {300, seeds.first == 5 ? 299u : 300u, 1000, 5000, 700};
    if (seeds.first == 5) results[0].errors = {"group 2: barriers complete = 99 of 100"};
    return results;
  });
  CHECK(summary.permuted == 0);
  CHECK(summary.failed() == 1);
  const std::string table = soak::soak_table(summary);
  CHECK_THAT(table, Contains("irregular networks with barriers, seeds 3 to 6: signal_network against fabric\n"
                             "  4 networks of up to 10 cycles, ") &&
                        Contains("  1 199 of 1 200 barriers complete, 4 000 worms cut, 20 000 padding flits, 2 800 "
                                 "packets delivered alongside them\n") &&
                        Contains("group 2: barriers complete = 99 of 100\n"
                                 "      slackline compare-engines --random 1 --barriers --seed 5 --cycles 10\n"));
}
