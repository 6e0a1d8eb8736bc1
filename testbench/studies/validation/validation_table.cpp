#include <fmt/format.h>

#include "testbench/report/text_table.hpp"
#include "testbench/studies/validation/validation.hpp"

namespace slackline::validation {

namespace {

using Row = std::vector<std::string>;

Row row_of(const CaseRun& run) {
  const Case& c = *run.of;
  const Verdict& v = run.verdict;
  Row row{c.name, fmt::format("{}{:.4f}", c.relation == Relation::below ? "< " : "", c.expected), "", "", "", ""};
  if (!run.ran) {
    row[5] = "not run";
    return row;
  }
  if (!run.crashed) {
    row[2] = fmt::format("{:.4f}", v.value.mean);
    row[3] = c.relation == Relation::exact ? "" : fmt::format("± {:.4f}", v.value.half_width);
    row[4] = c.relation == Relation::equal   ? fmt::format("{:.4f}", v.tolerance)
             : c.relation == Relation::exact ? "none"
                                             : "";
  }
  row[5] = v.pass ? (v.samples > 1 ? "pass, second sample" : "pass") : "FAIL: " + v.why;
  return row;
}

}  // namespace

std::string validation_table(const Validation& validation) {
  using report::Align;
  std::vector<Row> rows{{"case", "expected", "simulated", "95 %", "tolerance", ""}};
  std::size_t ran = 0;
  for (const CaseRun& run : validation.runs) {
    rows.push_back(row_of(run));
    ran += run.ran;
  }
  std::string text =
      report::text_table({Align::left, Align::right, Align::right, Align::right, Align::right, Align::left}, rows);
  text += fmt::format("  {} of {} cases pass", ran - validation.failed(), validation.runs.size());
  if (!validation.finished()) text += fmt::format(", {} not run (partial)", validation.runs.size() - ran);
  return text + "\n";
}

}  // namespace slackline::validation
