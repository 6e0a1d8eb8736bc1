#include <fmt/format.h>

#include "testbench/report/text_table.hpp"
#include "testbench/studies/reproduction/page.hpp"

namespace slackline::reproduction {

namespace {

std::string published_text(const Printed& printed) {
  if (printed.text.empty()) return "–";
  return printed.unit_name.empty() ? printed.text : printed.text + " " + printed.unit_name;
}

std::string simulated_text(const Claim& claim, unsigned decimals) {
  if (!claim.simulated) return claim.is_simulated ? "not run" : "–";
  std::string value = fmt::format("{:.{}f}", claim.simulated->value, decimals);
  if (!claim.simulated->half_width) return value;
  return value + fmt::format(" ± {:.{}f}", *claim.simulated->half_width, decimals);
}

}  // namespace

Table as_table(const ClaimTable& claims) {
  const std::string unit = claims.unit.empty() ? "" : ", " + claims.unit;
  Table table{claims.title, {"", "where", "published" + unit}, {}};
  table.columns.insert(table.columns.end(), claims.analytic.begin(), claims.analytic.end());
  table.columns.insert(table.columns.end(), {"simulated" + unit, "verdict"});
  for (const Claim& claim : claims.claims) {
    std::vector<std::string> row{claim.name, claim.where, published_text(claim.published)};
    for (std::size_t i = 0; i < claims.analytic.size(); ++i) {
      const bool known = i < claim.analytic.size() && claim.analytic[i];
      row.push_back(known ? fmt::format("{:.{}f}", *claim.analytic[i], claims.decimals) : "–");
    }
    row.push_back(simulated_text(claim, claims.decimals));
    row.push_back(verdict_text(claim));
    table.rows.push_back(std::move(row));
  }
  return table;
}

std::string to_text(const Page& page) {
  std::string text = page.title + "\n";
  for (const ClaimTable* claims : claim_tables(page)) {
    const Table table = as_table(*claims);
    std::vector<std::vector<std::string>> rows{table.columns};
    rows.insert(rows.end(), table.rows.begin(), table.rows.end());
    std::vector<report::Align> align(table.columns.size(), report::Align::right);
    align.front() = align[1] = align.back() = report::Align::left;
    text += "\n" + table.title + "\n" + report::text_table(align, rows);
  }
  return text + "\n" + to_string(tally(page)) + "\n";
}

}  // namespace slackline::reproduction
