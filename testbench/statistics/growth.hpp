// growth: whether something piles up without end, judged by how it changes from one interval of a run to the next.
//
//   tested       mean of (change - 1 % of what came), over intervals of equal length; it must lie above 0
//   half-width   Student's t x deviation / sqrt(m), m = n (1 - r) / (1 + r), t of m - 1 degrees of freedom
//
// Intervals count alike, not by what came in them: the few in which a host had a burst would otherwise decide alone, and
// two or three of them always look alike. Bursts longer than an interval also make changes follow one another; r, the
// correlation of what hosts create in neighbouring intervals, leaves n of them the worth of m independent ones, as in an
// AR(1) process (Law, "Simulation Modeling and Analysis", 5th ed., section 4.4).
#pragma once

#include <optional>
#include <vector>

#include "testbench/statistics/batch_means.hpp"

namespace slackline::statistics {

/// By how much something must grow at least, for sure, to grow without end: of flits that wait, a share of those
/// created; of latency, cycles a cycle.
inline constexpr double least_growth = 0.01;

/// By how much the changes grow beyond least_growth, at the lower end of the interval with this confidence, in the same
/// unit. `correlation`: of neighbouring intervals. Nothing: of fewer than two, or without weight.
std::optional<double> growth_beyond(const std::vector<Batch>& changes, double confidence, double correlation = 0);

/// Whether that is above 0.
bool grows(const std::vector<Batch>& changes, double confidence, double correlation = 0);

}  // namespace slackline::statistics
