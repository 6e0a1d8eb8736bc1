// samples: what the runs of one experiment come to.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "testbench/studies/sun2001/measurement.hpp"

namespace slackline::sun2001 {

/// The mean over its runs of what `of` says of each; nothing where it was not simulated.
std::optional<double> mean(const Measurements& measurements, const std::string& experiment,
                           const std::function<double(const Measurement&)>& of);

/// How much longer barriers take in one experiment than in another.
struct Ratio {
  double value = 1;
  std::optional<double> half_width;  ///< of its 95 % interval; nothing of fewer than two runs each
  double longer = 0, shorter = 0;    ///< cycles, means of later barriers
};
std::optional<Ratio> ratio(const Measurements& measurements, const std::string& longer, const std::string& shorter);

/// Of a table: "not simulated" where there is no value.
std::string cell(const std::optional<double>& value, int decimals);

inline double first_of(const Measurement& m) { return static_cast<double>(m.first); }
inline double later_of(const Measurement& m) { return m.mean_later(); }
inline double accepted_of(const Measurement& m) { return m.accepted; }

}  // namespace slackline::sun2001
