// The signal engine, of which a process has one.
#include <catch2/catch.hpp>
#include <stdexcept>

#include "testbench/simulation/simulation.hpp"
#include "tests/support/reading.hpp"

using namespace slackline;

TEST_CASE("a second run with the signal engine in one process is refused, and never that of the first network",
          "[quick]") {
  const auto experiment = [](const std::string& size, const std::string& engine) {
    return test::accepted(test::version + "topology: { size: " + size +
                          " }\nrun: { warmup: 0, max_cycles: 500, engine: " + engine + " }\n")
        .experiment;
  };
  CHECK(simulation::run(experiment("[2, 2]", "signal")).switches == 4);
  CHECK_THROWS_AS(simulation::run(experiment("[3, 2]", "signal")), std::logic_error);
  CHECK_THROWS_WITH(simulation::run(experiment("[2, 2]", "signal")), Catch::Contains("SystemC elaborates once"));
  CHECK(simulation::run(experiment("[3, 2]", "fabric")).switches == 6);
}
