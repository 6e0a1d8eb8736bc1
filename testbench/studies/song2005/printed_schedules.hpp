// printed_schedules: the tables of Song 2005 that show schedules, as they are printed.
#pragma once

#include <vector>

#include "testbench/schedule/schedule.hpp"
#include "testbench/schedule/tree.hpp"

namespace slackline::song2005 {

/// Table 1: SSS of eight interfaces. For each slot the destinations of interfaces 0 .. 7.
schedule::Schedule table_1();

/// Figure 2, of example 2: four levels, two branches below every switch, eight interfaces. Switch 6 is the root.
schedule::Tree figure_2();

/// Table 2: HSS of example 2. In slot 6 it prints "4 => 5" where "4 => 4" is meant: 5 takes no part in that step.
schedule::Schedule table_2_as_printed();
schedule::Schedule table_2();

}  // namespace slackline::song2005
