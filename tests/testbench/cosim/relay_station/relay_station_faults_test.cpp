// A comparison that cannot fail is worth nothing: every fault planted into the Verilog has to be found.
#include <algorithm>
#include <catch2/catch.hpp>

#include "testbench/cosim/relay_station/relay_station_run.hpp"
#include "tests/testbench/cosim/planted_faults.hpp"

using namespace slackline;
using namespace slackline::cosim;

namespace {

/// The report of the first profile that finds the fault.
RelayStationOutcome find_fault(const RelayStationModel& model) {
  RelayStationOutcome outcome;
  for (const RelayStationProfile& profile : relay_station_profiles()) {
    outcome = run(model, profile, 20000, 1);
    if (!outcome.equal) break;
  }
  return outcome;
}

}  // namespace

TEST_CASE("every planted fault is found and reported with its cycle and a table of at most 16 cycles", "[quick]") {
  unsigned faults = 0;
  for (const RelayStationModel& model : relay_station_models()) {
    if (!model.is_fault()) continue;
    ++faults;
    const RelayStationOutcome outcome = find_fault(model);
    INFO(model.name << ": " << model.fault << "\n" << outcome.report);
    REQUIRE_FALSE(outcome.equal);
    const std::uint64_t last = outcome.coverage.cycles - 1;
    CHECK_THAT(outcome.report, Catch::Contains("differ in cycle " + std::to_string(last) + "\n"));
    CHECK_THAT(outcome.report, Catch::Contains("\n  cycle ") && Catch::Contains("\n  " + std::to_string(last) + " "));
    CHECK_THAT(outcome.report, Catch::Contains(" vs "));
  }
  CHECK(faults == planted_faults("relay_station"));
}

TEST_CASE("a fault's report names the pin or register where it shows first, with both values") {
  const auto report_of = [](const char* name) { return find_fault(model_named(relay_station_models(), name)).report; };
  CHECK_THAT(report_of("stop_late"), Catch::Contains("  register  stop            core 1       rtl 0\n"));
  CHECK_THAT(report_of("pipe_short"), Catch::Contains("  pin       stop_out        core 0       rtl 1\n"));
  CHECK_THAT(report_of("write_wraps_late"), Catch::Contains("  register  write           core 0       rtl 5\n"));
  CHECK_THAT(report_of("write_wraps_early"), Catch::Contains("  register  write           core 4       rtl 0\n"));
  CHECK_THAT(report_of("full_and_pop"), Catch::Contains("  pin       count           core 4       rtl 5\n"));
  CHECK_THAT(report_of("overflow_forgets"), Catch::Contains("  register  overflow        core 1       rtl 0\n"));
  CHECK_THAT(report_of("stopped_bypassed"), Catch::Contains("  pin       flit_out"));
}

TEST_CASE("a fault's table shows inputs, outputs, count, STOP and stopped of the cycles before it", "[quick]") {
  const std::string report = find_fault(model_named(relay_station_models(), "stop_late")).report;
  const std::size_t table = report.find("\n  cycle ");
  REQUIRE(table != std::string::npos);
  const std::string heads = report.substr(table, report.find('\n', table + 1) - table);
  for (const char* column : {"rst_n", "flit_in", "stop_in", "flit_out", "stop_out", "count", "overflow", "read",
                             "write", " stop ", "stopped"})
    CHECK_THAT(heads, Catch::Contains(column));
  CHECK(std::count(report.begin() + static_cast<long>(table), report.end(), '\n') == 1 + 1 + 16);
}
