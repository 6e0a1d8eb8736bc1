// skew_claim: claims about skews: a bound as the study evaluates it, and the simulated skews against it.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "testbench/studies/song2005/equations.hpp"
#include "testbench/studies/song2005/measurement.hpp"

namespace slackline::song2005 {

/// Headings of the evaluations of an equation. The first is the one that the paper has printed.
std::vector<std::string> analytic_columns();
/// The model of each of these columns: kg and drain.
std::vector<Model> models_of(Parameters p);

using Equation = std::function<double(const Model&)>;

/// A value for each of these columns.
std::vector<std::optional<double>> evaluated(const Parameters& p, const Equation& equation);

/// The model of an equation with the delays as they are simulated.
Model as_simulated(const Parameters& p, Drain drain);

/// A bound of skews, and the largest skew after any synchronization of an experiment. The note has the number of those
/// within the bound at kg = 17: with the paper's delays, with the delays as simulated, and drain-corrected as simulated.
/// The last is the criterion.
reproduction::Claim skew_claim(std::string name, std::string where, const Equation& bound,
                               const Measurements& measurements, const std::string& experiment,
                               const Parameters& p = {});

}  // namespace slackline::song2005
