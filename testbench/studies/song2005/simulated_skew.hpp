// simulated_skew: the skews that the simulations of an experiment have shown, against the bounds.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "testbench/studies/song2005/equations.hpp"
#include "testbench/studies/song2005/measurement.hpp"

namespace slackline::song2005 {

/// The model of an equation with the delays as they are simulated.
Model as_simulated(const Parameters& p, Drain drain);

/// The largest skew after any synchronization, and the number of those within the bounds at kg = 17: the paper's bound
/// with the delays of the paper and as simulated, and the drain-corrected one as simulated, which is the criterion.
/// Nothing: not simulated.
std::optional<reproduction::Simulated> simulated_skew(const std::vector<Measurement>* measurements, const Parameters& p,
                                                      const std::function<double(const Model&)>& bound);

}  // namespace slackline::song2005
