#include "testbench/studies/song2005/printed_schedules.hpp"

#include <cstddef>

namespace slackline::song2005 {

namespace {

constexpr int none = -1;

schedule::Schedule of_rows(const std::vector<std::vector<int>>& rows) {
  schedule::Schedule schedule{schedule::first_hosts(8), {}};
  for (std::uint32_t slot = 0; slot < rows.size(); ++slot)
    for (std::uint32_t from = 0; from < 8; ++from)
      if (const int to = rows[slot][from]; to != none)
        schedule.messages.push_back({slot, from, static_cast<std::uint32_t>(to)});
  return schedule;
}

std::vector<std::vector<int>> rows_of_table_2() {
  return {{0, 1, 2, 3, 4, 5, 6, 7},
          {1, 0, 3, 2, 5, 4, 7, 6},
          {0, none, 2, none, 4, none, 6, none},
          {2, none, 0, none, 6, none, 4, none},
          {0, none, none, none, 4, none, none, none},
          {4, none, none, none, 0, none, none, none},
          {0, none, 2, none, 5, none, 6, none},
          {2, none, 0, none, 6, none, 4, none},
          {0, 1, 2, 3, 4, 5, 6, 7},
          {1, 0, 3, 2, 5, 4, 7, 6}};
}

}  // namespace

schedule::Schedule table_1() {
  return of_rows({{0, 1, 2, 3, 4, 5, 6, 7},
                  {1, 2, 3, 4, 5, 6, 7, 0},
                  {3, 4, 5, 6, 7, 0, 1, 2},
                  {6, 7, 0, 1, 2, 3, 4, 5},
                  {2, 3, 4, 5, 6, 7, 0, 1},
                  {7, 0, 1, 2, 3, 4, 5, 6},
                  {5, 6, 7, 0, 1, 2, 3, 4},
                  {4, 5, 6, 7, 0, 1, 2, 3}});
}

schedule::Tree figure_2() {
  constexpr std::uint32_t none_above = schedule::Tree::none;
  return {6, {4, 4, 5, 5, 6, 6, none_above}, {0, 0, 1, 1, 2, 2, 3, 3}};
}

schedule::Schedule table_2_as_printed() { return of_rows(rows_of_table_2()); }

schedule::Schedule table_2() {
  auto rows = rows_of_table_2();
  rows[6][4] = 4;
  return of_rows(rows);
}

}  // namespace slackline::song2005
