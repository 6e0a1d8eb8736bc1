// The printed numbers against one another.
#include <fmt/format.h>

#include "testbench/studies/shurbanov2000/study.hpp"

namespace slackline::shurbanov2000 {

namespace {

constexpr double hosts = 24, ticks_of_us = 1 / us_of_servernet_tick;

/// Flits of a transaction by Little's law: throughput x round trip / outstanding.
double flits_of_transaction(const Published& row) {
  return row.throughput * ticks_of_us / hosts * row.round_trip / row.outstanding;
}

}  // namespace

reproduction::Section arithmetic_section() {
  reproduction::Section section{"What the printed numbers say of one another", {}};
  reproduction::Table table{
      "Table 2 and Little's law: what a transaction would have, and what a request of 80 and a response of 12 flits "
      "would keep outstanding",
      {"control", "throughput, flits a tick", "round trip, us", "outstanding, printed", "flits a transaction",
       "outstanding, with 92 flits"},
      {}};
  for (const Published& row : table_2)
    table.rows.push_back({row.name, fmt::format("{}", row.throughput), fmt::format("{}", row.round_trip),
                          fmt::format("{}", row.outstanding), fmt::format("{:.1f}", flits_of_transaction(row)),
                          fmt::format("{:.2f}", row.outstanding * flits_of_transaction(row) / 92)});
  section.blocks.emplace_back(std::move(table));
  const PublishedDelay one;
  const double capped = hosts * 92 / (one.interval * ticks_of_us);
  section.blocks.emplace_back(reproduction::Paragraph{fmt::format(
      "SW and ASW fit a transaction of 92 flits. The 1.21 requests of SPP(1 us) do not: by the other two columns it "
      "is 2.1, and 1.21 is likely a misprint of 2.21. Times are printed as ms and are us: a window of 4 and a round "
      "trip of 26.4 ms would be a flit in some hundred ticks. A round trip of 30.2 us, which table 1 gives without "
      "SPP, is no column of table 2: 4 / 30.2 = {:.4f} requests a us is what 3.5 / 26.4 = {:.4f} is, so that 30.2 us "
      "is the time that a slot of a full window of 4 is held, 3.8 us longer than the round trip. Table 1 is no run of "
      "table 2, if a source has one delay: a mean of {} us between requests lets 24 hosts send {:.1f} flits a tick at "
      "most, and table 2 prints 3.6 and more.",
      4 / one.round_trip_without, 3.5 / 26.4, one.interval, capped)});
  return section;
}

}  // namespace slackline::shurbanov2000
