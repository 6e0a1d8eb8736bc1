// simulated_skew: what the simulations of an experiment say of skews, beside the bounds.
#pragma once

#include <optional>
#include <vector>

#include "testbench/studies/reproduction/claim.hpp"
#include "testbench/studies/song2005/measurement.hpp"

namespace slackline::song2005 {

/// The greatest skew behind any synchronization, and how many keep within the bounds at kg = 17, which `bounds` holds as
/// models.hpp has its columns. It holds when all keep within the drain-corrected one. Nothing: not simulated.
std::optional<reproduction::Simulated> simulated_skew(const std::vector<Measurement>* measurements,
                                                      const std::vector<std::optional<double>>& bounds);

}  // namespace slackline::song2005
