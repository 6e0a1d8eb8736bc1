// Results that follow from the paper's definitions alone: windows, claim (15), and the table of figure 4, claim (16).
#include <fmt/format.h>

#include <array>

#include "testbench/exchange/orders.hpp"
#include "testbench/studies/tam2000/study.hpp"

namespace slackline::tam2000 {

namespace {

using reproduction::Claim;
using reproduction::ClaimTable;

struct Window {
  Shape shape;
  unsigned buffer;
  const char* printed;
  const char* where;
};
constexpr Window windows[] = {{four_by_four, 30, "9", "section 4.2"},
                              {four_by_four, 45, "14", "section 5.2"},
                              {eight_by_two, 45, "10", "section 5.3"}};

/// The switches to which hosts send, by their own switch, as xor of two numbers of switches gives them. Without reordering a row holds for
/// four steps, figure 3, with it for one, figure 4.
constexpr std::array<std::array<unsigned, 4>, 4> printed_rows{{{0, 1, 2, 3}, {1, 0, 3, 2}, {2, 3, 0, 1}, {3, 2, 1, 0}}};

/// The switch that a host sends to in a step.
unsigned switch_of_partner(unsigned host, unsigned step, bool is_reordered) {
  exchange::Reordering reordering;
  if (is_reordered) reordering = {four_by_four.hosts_of_switch, four_by_four.switches};
  const exchange::Orders orders(exchange::Permutation::exclusive_or, four_by_four.hosts(), reordering);
  return orders.destination(host, step) / four_by_four.hosts_of_switch;
}

/// Of the steps of a round. Of figure 3, i = 4.
Claim figure(unsigned number, bool is_reordered) {
  unsigned alike = 0;
  for (unsigned step = 1; step <= steps_of_round; ++step)
    for (unsigned host = 0; host < four_by_four.hosts(); ++host)
      alike += switch_of_partner(host, step, is_reordered) ==
               printed_rows[is_reordered ? step % printed_rows.size() : step / printed_rows.size()]
                           [host / four_by_four.hosts_of_switch];
  Claim claim;
  claim.name = fmt::format("(16) figure {} follows from the definitions: its entries in steps 1 to 15", number);
  claim.at = four_by_four.name();
  claim.where = fmt::format("figure {}", number);
  claim.published = {"its rows"};
  claim.analytic = {static_cast<double>(alike), steps_of_round * four_by_four.hosts()};
  claim.has_formula = true;
  return claim;
}

reproduction::Table pattern_table(unsigned number, bool is_reordered) {
  reproduction::Table table{fmt::format("Figure {}, regenerated: the switch that each host sends to, by xor{}", number,
                                        is_reordered ? " on reordered numbers" : ""),
                            {"step"},
                            {}};
  for (unsigned host = 0; host < four_by_four.hosts(); ++host) table.columns.push_back(fmt::format("host {}", host));
  for (unsigned step = 1; step <= steps_of_round; ++step) {
    std::vector<std::string> row{std::to_string(step)};
    for (unsigned host = 0; host < four_by_four.hosts(); ++host)
      row.push_back(std::to_string(switch_of_partner(host, step, is_reordered)));
    table.rows.push_back(std::move(row));
  }
  return table;
}

}  // namespace

reproduction::Section patterns_section() {
  reproduction::Section section{"Windows and patterns", {}};
  ClaimTable claims{"Claims (15) and (16), by calculation", "", {"by the definition", "of"}, 0, {}};
  for (const Window& window : windows) {
    Claim claim;
    claim.name = "(15) the window, packets";
    claim.at = fmt::format("{}, B_L = {}", window.shape.name(), window.buffer);
    claim.where = window.where;
    claim.published = {window.printed};
    claim.analytic = {static_cast<double>(
        exchange::global_window(window.buffer, window.shape.hosts(), window.shape.hosts_of_switch))};
    claims.claims.push_back(std::move(claim));
  }
  claims.claims.push_back(figure(3, false));
  claims.claims.push_back(figure(4, true));
  section.blocks.emplace_back(std::move(claims));
  section.blocks.emplace_back(
      reproduction::Paragraph{fmt::format("Equation (4) is printed with the value rounded up; the printed windows are "
                                          "rounded down. For 6x2 and 4x2 it gives {} and {}, which are not printed.",
                                          window_of(six_by_two), window_of(four_by_two))});
  section.blocks.emplace_back(pattern_table(3, false));
  section.blocks.emplace_back(
      reproduction::Paragraph{"Figure 3 begins at step i - 3 = 1. Its row of nodes is printed with 4, 5, 4 and 3 nodes "
                              "at the four switches, and its columns with it; with four at each its rows are those "
                              "above, which is how its entries are counted."});
  section.blocks.emplace_back(pattern_table(4, true));
  section.blocks.emplace_back(reproduction::Paragraph{
      "Figure 4 is printed with twenty rows; a round has fifteen steps. Rows 16 to 20 begin the next one."});
  return section;
}

}  // namespace slackline::tam2000
