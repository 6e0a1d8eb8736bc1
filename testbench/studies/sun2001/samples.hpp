// samples: what the runs of one experiment come to.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "testbench/statistics/batch_means.hpp"
#include "testbench/studies/sun2001/measurement.hpp"

namespace slackline::sun2001 {

/// The mean over its runs of what `of` says of each; nothing where it was not simulated.
std::optional<double> mean(const Measurements& measurements, const std::string& experiment,
                           const std::function<double(const Measurement&)>& of);

/// The same with its 95 % interval; nothing, either, of fewer than two runs.
std::optional<statistics::Interval> interval(const Measurements& measurements, const std::string& experiment,
                                             const std::function<double(const Measurement&)>& of);

/// Of a table: "not simulated" where there is no value.
std::string cell(const std::optional<double>& value, int decimals);

inline double first_of(const Measurement& m) { return static_cast<double>(m.first); }
inline double later_of(const Measurement& m) { return m.mean_later(); }
inline double accepted_of(const Measurement& m) { return m.accepted; }

}  // namespace slackline::sun2001
