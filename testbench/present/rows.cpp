#include "testbench/present/rows.hpp"

#include <algorithm>
#include <cstdio>

namespace slackline::present {

std::string fixed(double value, int decimals) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", decimals, value);
  return text;
}

std::string formatted(double value, const char* format) {
  char text[64];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

std::string rounded(double value) {
  if (value >= 1e9) return fixed(value / 1e9, 2) + " billion";
  if (value >= 1e6) return fixed(value / 1e6, 2) + " million";
  return fixed(value, 0);
}

std::string plus_minus(const statistics::Estimate& estimate, double divisor, int decimals) {
  return estimate.interval ? ", +- " + fixed(estimate.interval->half_width / divisor, decimals) : std::string();
}

std::string whereabouts(const statistics::RunTotals& t) {
  std::string text = (t.conserved() ? "= " : "IS NOT ") + std::to_string(t.flits_delivered) + " delivered + " +
                     std::to_string(t.flits_in_switches) + " in switches + " + std::to_string(t.flits_on_links) +
                     " on links";
  const auto add = [&text](const char* sign, std::uint64_t flits, const char* what) {
    if (flits != 0) text += sign + std::to_string(flits) + what;
  };
  add(" + ", t.flits_stripped, " stripped off as routes");
  add(" + ", t.flits_discarded, " discarded by switches");
  add(" + ", t.flits_lost, " lost on links");
  add(" - ", t.aborts_made, " made to close worms");
  const std::uint64_t made = t.barrier_flits_made + t.padding_made, taken = t.barrier_flits_taken + t.padding_taken;
  add(made > taken ? " - " : " + ", made > taken ? made - taken : taken - made, " of barriers and padding among them");
  return text;
}

std::string aligned(const std::vector<Row>& rows) {
  const auto whole = [](const std::string& value) { return std::min(value.find('.'), value.size()); };
  std::size_t label = 0, before = 0, after = 0;
  for (const Row& row : rows) {
    label = std::max(label, row.label.size());
    before = std::max(before, whole(row.value));
    after = std::max(after, row.value.size() - whole(row.value));
  }
  std::string text;
  for (const Row& row : rows) {
    std::string line =
        "  " + row.label + std::string(label - row.label.size() + 2 + before - whole(row.value), ' ') + row.value;
    if (!row.remark.empty()) line += std::string(after - (row.value.size() - whole(row.value)) + 2, ' ') + row.remark;
    text += line + "\n";
  }
  return text;
}

}  // namespace slackline::present
