// simulated_skew: what the simulations of an experiment say of skews, beside the bounds.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "testbench/studies/reproduction/claim.hpp"
#include "testbench/studies/song2005/equations.hpp"
#include "testbench/studies/song2005/measurement.hpp"

namespace slackline::song2005 {

/// The model of an equation with the delays that simulations make of the parameters.
Model as_simulated(const Parameters& p, Drain drain);

/// The greatest skew behind any synchronization, and how many keep within the bounds at kg = 17: the paper's, of the
/// delays as they are asked and as they are simulated, and the drain-corrected one as simulated. It holds when all keep
/// within that. Nothing: not simulated.
std::optional<reproduction::Simulated> simulated_skew(const std::vector<Measurement>* measurements, const Parameters& p,
                                                      const std::function<double(const Model&)>& bound);

}  // namespace slackline::song2005
