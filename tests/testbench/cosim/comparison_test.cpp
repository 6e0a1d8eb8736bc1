// The comparison alone, with a made-up block of one pin and two registers.
#include <algorithm>
#include <catch2/catch.hpp>

#include "testbench/cosim/comparison.hpp"

using namespace slackline;
using namespace slackline::cosim;

namespace {

Names names() {
  return {{{"in", false}},
          {{"out", true}},
          {{"slot[0].flit", true}, {"count", false}, {"slot[0].written_at", false}},
          {{"count", false}, {"slot[0].flit", true}}};  // the RTL may name them in another order
}

const std::vector<Absent> absent = {{"written_at", "a test"}};
const std::uint64_t head = Flit(FlitKind::head, VcId(2), 0x2a, 0).word();

/// One cycle in which core and RTL have these counts.
void sample(Comparison& comparison, std::uint64_t cycle, std::uint64_t core_count, std::uint64_t rtl_count) {
  Sample& s = comparison.next(Cycle(cycle));
  s.inputs = {cycle % 2};
  s.core_outputs = s.rtl_outputs = {cycle == 3 ? head : 0};
  s.core_registers = {head, core_count, cycle};
  s.rtl_registers = {rtl_count, head};
}

std::size_t lines(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

}  // namespace

TEST_CASE("registers are matched by name, and an absent one is not compared") {
  Comparison comparison("block", names(), absent);
  REQUIRE(comparison.pins() == 1);
  REQUIRE(comparison.registers() == 2);
  sample(comparison, 0, 4, 4);
  REQUIRE(comparison.equal());
  sample(comparison, 1, 4, 5);
  REQUIRE_FALSE(comparison.equal());
}

TEST_CASE("a register without a counterpart is refused unless it is named as absent") {
  REQUIRE_THROWS_WITH(Comparison("block", names(), {}), Catch::Contains("slot[0].written_at: in the core only"));
  Names more = names();
  more.rtl_registers.push_back({"extra", false});
  REQUIRE_THROWS_WITH(Comparison("block", more, absent), Catch::Contains("extra: in the RTL only"));
}

TEST_CASE("a derived value of the core that is stale is reported although all pins and registers agree") {
  Comparison comparison("block", names(), absent);
  sample(comparison, 0, 1, 1);
  Sample& s = comparison.next(Cycle(1));
  s.inputs = s.core_outputs = s.rtl_outputs = {0};
  s.core_registers = {head, 1, 0};
  s.rtl_registers = {1, head};
  REQUIRE(comparison.equal());
  s.stale = {{"owing", 2, 1}};
  REQUIRE_FALSE(comparison.equal());
  CHECK_THAT(comparison.report(), Catch::Contains("  derived   owing           core 2       recomputed 1\n"));
}

TEST_CASE("a pin that differs is found although all registers agree", "[quick]") {
  Comparison comparison("block", names(), absent);
  sample(comparison, 0, 1, 1);
  Sample& s = comparison.next(Cycle(1));
  s.inputs = {0};
  s.core_outputs = {head};
  s.rtl_outputs = {0};
  s.core_registers = {head, 1, 0};
  s.rtl_registers = {1, head};
  REQUIRE_FALSE(comparison.equal());
  REQUIRE_THAT(comparison.report(), Catch::Contains("pin       out") && Catch::Contains("core head/2/0000002a  rtl -"));
}

TEST_CASE("the report names cycle and register, both values, and shows the last 16 cycles") {
  Comparison comparison("block", names(), absent);
  for (std::uint64_t cycle = 0; cycle < 40; ++cycle) sample(comparison, cycle, cycle, cycle);
  sample(comparison, 40, 40, 41);
  const std::string report = comparison.report();
  REQUIRE_THAT(report, Catch::StartsWith("block: core and RTL differ in cycle 40\n  register  count"));
  REQUIRE_THAT(report, Catch::Contains("core 40      rtl 41"));
  REQUIRE_THAT(report, Catch::Contains("40 vs 41"));
  REQUIRE_THAT(report, Catch::Contains("\n  25  ") && !Catch::Contains("\n  24  "));
  REQUIRE(lines(report) == 2 + 1 + 1 + 16);
}

TEST_CASE("the report of an early difference shows the cycles that there are") {
  Comparison comparison("block", names(), absent);
  sample(comparison, 0, 7, 7);
  sample(comparison, 1, 7, 8);
  REQUIRE_THAT(comparison.report(), Catch::Contains("The last 2 cycles"));
  REQUIRE(lines(comparison.report()) == 2 + 1 + 1 + 2);
}

TEST_CASE("flits are shown as kind/vc/data, numbers in decimal", "[quick]") {
  REQUIRE(show({"x", true}, 0) == "-");
  REQUIRE(show({"x", true}, head) == "head/2/0000002a");
  REQUIRE(show({"x", false}, 42) == "42");
}

TEST_CASE("a flit's tag is not compared: RTL has no wire for it") {
  REQUIRE(rtl_value(Flit(FlitKind::head, VcId(2), 0x2a, 0x1ffffff)) == head);
}
