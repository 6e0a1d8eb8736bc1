// Multicasts in random networks: with two classes of buffers, with a manager, and with credits and recovery none deadlocks, and
// each member gets each message once, in order.
#include <catch2/catch.hpp>
#include <string>

#include "testbench/simulation/simulation.hpp"
#include "testbench/soak/firmware_experiment.hpp"
#include "testbench/workloads/multicast/section.hpp"
#include "tests/support/reading.hpp"

using namespace slackline;

namespace {

void run_random(std::uint64_t first, std::uint64_t count) {
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    const std::string text = soak::multicast_experiment(seed);
    INFO(text);
    const report::Result result = simulation::run(test::accepted(text).experiment);
    for (const statistics::InstanceError& error : result.totals.errors) UNSCOPED_INFO(statistics::text_of(error));
    REQUIRE(result.status == report::Status::complete);
    const auto* found = dynamic_cast<const multicast::Section*>(result.sections.at(0).get());
    REQUIRE(found != nullptr);
    CHECK(found->answers.created > 0);
    CHECK(found->answers.complete == found->answers.created);
  }
}

}  // namespace

TEST_CASE("40 random networks deliver all of their multicasts", "[multicast]") { run_random(1, 40); }
TEST_CASE("rings that are full all the time deliver their multicasts by credits", "[multicast]") {
  for (const std::uint64_t seed : {1169, 2204}) run_random(seed, 1);
}
TEST_CASE("random networks 1000-1499 deliver all of their multicasts", "[multicast][long]") { run_random(1000, 500); }
TEST_CASE("random networks 2000-2499 deliver all of their multicasts", "[multicast][long]") { run_random(2000, 500); }
TEST_CASE("random networks 3000-3499 deliver all of their multicasts", "[multicast][long]") { run_random(3000, 500); }
TEST_CASE("random networks 4000-4499 deliver all of their multicasts", "[multicast][long]") { run_random(4000, 500); }
