#include "testbench/report/result_table.hpp"

#include <catch2/catch.hpp>

#include "tests/testbench/report/sample_result.hpp"

using namespace slackline;
using Catch::Matchers::Contains;

TEST_CASE("the table lines numbers up at their decimal point") {
  CHECK(report::result_table(test::sample_result()) ==
        R"(sample: mesh 8x8, 64 hosts, 352 channels
  cycles              2000       1000 measured, behind a warm-up of 1000
  offered load           0.2000  flits per cycle and host
  accepted load          0.1500  flits per cycle and host
  latency, mean         25.00    cycles, from creation to the tail's arrival, of 1200 packets
  latency, least        12
  latency, most         99
  network latency       20.00    cycles, mean, from the head's injection
  packets created     1700
  packets delivered   1590       100 wait at hosts, 10 are in flight
  busiest link           0.2500  flits per cycle, link_switch1_p0_to_switch2_p1
  flits injected     12790       = 12740 delivered + 40 in switches + 10 on links
)");
}

TEST_CASE("the table shows what is wrong") {
  report::Result result = test::sample_result();
  result.totals.faults.push_back({"switch3", "overflows", 2});
  --result.totals.flits_delivered;
  result.status = report::Status::faulty;
  const std::string table = report::result_table(result);
  CHECK_THAT(table, Contains("(faulty)"));
  CHECK_THAT(table, Contains("switch3: overflows"));
  CHECK_THAT(table, Contains("IS NOT 12739 delivered"));
}

TEST_CASE("a run that measured nothing has no latency") {
  report::Result result = test::sample_result();
  result.totals.latency = {};
  CHECK_THAT(report::result_table(result), Contains("no measured packet has arrived"));
}
