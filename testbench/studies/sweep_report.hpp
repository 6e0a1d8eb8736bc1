// sweep_report: the results of a sweep as a table for people and as files for programs. The files do not depend on time,
// processes or machine: equal sweeps give equal files.
#pragma once

#include <string>

#include "testbench/studies/plot.hpp"
#include "testbench/studies/sweep.hpp"

namespace slackline::studies {

std::string sweep_table(const Sweep& sweep);
std::string sweep_csv(const Sweep& sweep);
std::string sweep_json(const Sweep& sweep);

/// Latency over the load, or over the first varied key whose values are numbers; nothing when there is none.
std::optional<Plot> sweep_plot(const Sweep& sweep);

/// Without loads: accepted load over the same key, including points beyond saturation.
std::optional<Plot> sweep_accepted_plot(const Sweep& sweep);

/// A remark on a point, or the reason why it has no result: "saturated", "not run: past saturation".
std::string remark_on(const SweepPoint& point);

}  // namespace slackline::studies
