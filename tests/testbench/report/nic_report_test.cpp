#include "testbench/report/nic_report.hpp"

#include <algorithm>
#include <catch2/catch.hpp>

using namespace slackline;

TEST_CASE("the table shows the runs and cycles of a handler, and the cycles that its event waited", "[quick]") {
  report::Result result;
  result.totals.cycles = 100;
  result.totals.hosts = 2;
  result.totals.nic.emplace();
  statistics::HandlerTotals& handler = result.totals.nic->handlers[NIC_EVENT_RX_DONE];
  handler.runs = 4;
  handler.cycles = 10;
  handler.waited = 30;
  const std::vector<present::Row> rows = report::nic_rows(result);
  const auto row = std::find_if(rows.begin(), rows.end(), [](const present::Row& r) { return r.label == "  RX_DONE"; });
  REQUIRE(row != rows.end());
  CHECK(row->value == "4");
  CHECK(row->remark == "times, 2.5 cycles, after a wait of 7.5");
}
