// Delays of a switch given as times: their rounding, and messages about it.
#include <catch2/catch.hpp>

#include "testbench/run/experiment.hpp"
#include "testbench/run/network.hpp"
#include "tests/support/reading.hpp"

using namespace slackline;
using namespace slackline::features;
using slackline::test::clocked;
using slackline::test::errors_of;
using slackline::test::places;
using slackline::test::read;

namespace {

using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE("every delay of a switch may be a time, and reaches the model as the nearest cycles") {
  const ExperimentReading reading =
      read(clocked +
           "switch: { delay: { header: 100 ns, data: 20 ns, arbitration: 9.375 ns, crossbar: 9.374 ns, flow_control: "
           "3.26 ns } }\n");
  REQUIRE(reading.errors.empty());
  const network::Netlist n = network_of(reading.experiment);
  CHECK(n.switch_kinds[0].header_delay == 16);
  CHECK(n.switch_kinds[0].data_delay == 3);
  CHECK(n.switch_kinds[0].arbitration == 2);
  CHECK(n.switch_kinds[0].crossbar == 1);
  CHECK(n.switch_kinds[0].flow.fc_cycles == 1);
  CHECK(n.switch_kinds[0].host_fc_cycles == 1);
}

TEST_CASE("a time is rounded to no less than the minimum of the key: 1 cycle for data, 0 for arbitration", "[quick]") {
  const ExperimentReading reading =
      read(clocked + "switch: { delay: { data: 2 ns, arbitration: 3 ns, flow_control: 3.125 ns } }\n");
  REQUIRE(reading.errors.empty());
  CHECK(cycles_of("switch.delay.data", reading.experiment) == 1);
  CHECK(cycles_of("switch.delay.arbitration", reading.experiment) == 0);
  CHECK(cycles_of("switch.delay.flow_control", reading.experiment) == 1);
}

TEST_CASE("delays that conflict are shown as given and as rounded") {
  CHECK(errors_of(clocked + "switch: { delay: { header: 20 ns, data: 20 ns, arbitration: 6 ns } }\n") ==
        Lines{"test.yaml:3:28: switch.delay.header: expected 4 to 1000 (at least switch.delay.data + "
              "switch.delay.arbitration; switch.delay.data is 20 ns: 3 cycles; switch.delay.arbitration is 6 ns: 1 "
              "cycle), found 20 ns (3 cycles)"});
  CHECK(errors_of(clocked + "switch: { delay: { header: 9, data: 2 ns, crossbar: 2 } }\n") ==
        Lines{"test.yaml:3:37: switch.delay.data: expected 2 to 1000 (at least switch.delay.crossbar), found 2 ns (1 "
              "cycle)"});
}

TEST_CASE("a time beyond a delay's range is refused, and its dependent keys are not judged") {
  CHECK(errors_of(clocked + "switch: { delay: { flow_control: 396.874 ns }, buffer: { flits: 400 } }\n").empty());
  CHECK(errors_of(clocked + "switch: { delay: { flow_control: 396.875 ns } }\n") ==
        Lines{"test.yaml:3:34: switch.delay.flow_control: expected up to 63 cycles, found 396.875 ns (64 cycles)"});
  CHECK(places(errors_of(clocked + "switch: { delay: { data: 7 us } }\n")) ==
        Lines{"test.yaml:3:26: switch.delay.data"});
  CHECK(errors_of("schema_version: 1\nswitch: { delay: { data: 6 ns } }\n") ==
        Lines{"test.yaml:2:26: switch.delay.data: expected cycles, or a time together with clock.period, found 6 ns (a "
              "time without a clock)"});
}
