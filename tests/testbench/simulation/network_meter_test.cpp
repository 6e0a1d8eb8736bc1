// When a run is over, whatever its workloads do.
#include "testbench/simulation/network_meter.hpp"

#include <catch2/catch.hpp>

#include "rtl_models/network/fabric.hpp"
#include "testbench/run/network.hpp"
#include "tests/support/reading.hpp"

using namespace slackline;

TEST_CASE("a run is over at run.max_cycles, and not before, though its workload has not ended") {
  const features::Experiment experiment =
      test::accepted(test::version +
                     "topology: { size: [2, 2] }\nswitch: { barrier: { architecture: I } }\n"
                     "barriers: { rounds: 100000, groups: [{ members: [all] }] }\nrun: { max_cycles: 5000 }\n")
          .experiment;
  network::Fabric fabric(network::elaborate(features::network_of(experiment)));
  observe::EngineOf<network::Fabric> engine(fabric);
  simulation::NetworkMeter meter(engine, experiment, 256);
  for (unsigned probes = 0; !meter.done() && probes < 1000; ++probes) {
    fabric.run_until(meter.next_probe());
    CHECK(meter.done() == false);
    meter.probe();
  }
  REQUIRE(meter.done());
  CHECK(fabric.now() == Cycle(5000));
}
