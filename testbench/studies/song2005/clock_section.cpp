// The paper's delays in whole cycles, and the size of buffers.
#include <fmt/format.h>

#include "testbench/studies/song2005/clock.hpp"
#include "testbench/studies/song2005/equations.hpp"
#include "testbench/studies/song2005/runs.hpp"
#include "testbench/studies/song2005/study.hpp"

namespace slackline::song2005 {

namespace {

reproduction::Table clocks() {
  reproduction::Table table{"The paper's delays in cycles of a clock", {"cycles a flit", "clock"}, {}};
  for (const RoundedDelay& delay : clock_of({}, 1).delays) table.columns.push_back(delay.symbol + " = " + delay.asked);
  table.columns.insert(table.columns.end(), {"largest error", "slack needed, flits"});
  for (const unsigned division : divisions) {
    const Clock clock = clock_of({}, division);
    std::vector<std::string> row{std::to_string(division), clock.period};
    for (const RoundedDelay& delay : clock.delays)
      row.push_back(fmt::format("{}, {} ({})", delay.cycles, delay.is, delay.error));
    row.push_back(fmt::format("{:.1f} %", clock.worst_percent()));
    row.push_back(std::to_string(clock.slack));
    table.rows.push_back(std::move(row));
  }
  return table;
}

/// For the points of the figures that vary delays: rd and cp.
reproduction::Table clocks_of_points() {
  reproduction::Table table{"What the simulations of Figures 4 to 6 make of the delays", {"figure", "clock"}, {}};
  for (const RoundedDelay& delay : clock_of({}, 1).delays) table.columns.push_back(delay.symbol);
  const auto add = [&](const std::string& point, const Parameters& p) {
    const Clock clock = clock_of(p, simulated_cycles_per_character);
    std::vector<std::string> row{point, clock.period};
    for (const RoundedDelay& delay : clock.delays)
      row.push_back(fmt::format("{}, {} ({})", delay.cycles, delay.is, delay.error));
    table.rows.push_back(std::move(row));
  };
  Parameters p;
  for (const double rd : figure_4_rd()) {
    p.rd = rd;
    add(fmt::format("4, rd = {} ns", rd), p);
  }
  p = {};
  for (const double cp : figure_5_cp()) {
    p.cp = cp;
    add(fmt::format("5 and 6, cp = {} ns", cp), p);
  }
  return table;
}

}  // namespace

reproduction::Section clock_section() {
  const Parameters p;
  const Clock best = best_clock(p, 16);
  reproduction::Section section{"The clock, and the size of buffers", {}};
  section.blocks.emplace_back(
      reproduction::Paragraph{"Delays are whole cycles in the model. A clock of a character period rounds sd up to "
                              "three times itself; a finer one, "
                              "with links that take a flit in several cycles, comes nearer there, but adds those after "
                              "the first to ld, the delay of a flit, which has come only when it has come whole: " +
                              fmt::format("of those below, {} cycles a flit are best, none off by more than {:.1f} %.",
                                          best.cycles_per_character, best.worst_percent())});
  section.blocks.emplace_back(clocks());
  section.blocks.emplace_back(clocks_of_points());
  section.blocks.emplace_back(reproduction::Paragraph{fmt::format(
      "Above ks a buffer must hold what is on its way when STOP is sent: (2 ld + 2 fc) / cp, {} flits, by the paper's "
      "delays, and what registers on the way add, as in the last column. bl - ks = {} is enough; a configuration with "
      "less "
      "than it needs is refused, with the smallest buffer that would do.",
      smallest_slack(p), p.bl - p.ks)});
  return section;
}

}  // namespace slackline::song2005
