// skew_claim: claims about skews: a bound as the study evaluates it, and the simulated skews against it.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "testbench/studies/song2005/equations.hpp"
#include "testbench/studies/song2005/measurement.hpp"
#include "testbench/studies/song2005/runs.hpp"

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

/// The largest skew after each synchronization of an experiment, one after the other; none: it was not simulated.
std::vector<double> greatest_skews(const Measurements& measurements, const std::string& experiment);

/// A simulation whose skews are held against a bound, and what it is without.
struct SkewRerun {
  std::string without, experiment;
  Parameters p;  ///< its own, with which the bound is evaluated
};
SkewRerun rerun_of(const std::string& experiment, const Parameters& p, Variant variant);

/// The largest skew of an experiment, judged by the bound for its parameters with the delays as simulated. Nothing: it was not
/// simulated.
std::optional<reproduction::Simulated> simulated_skew(const Measurements& measurements, const std::string& experiment,
                                                      const Parameters& p, const Equation& bound);

/// That no skew exceeds the paper's bound, for the parameters and with the delays as simulated: the analytic values are this
/// bound and the drain-corrected estimate. It is tried again by those of the reruns that were simulated. `stated`: the paper's
/// words; empty: the claim is ours.
reproduction::Claim skew_claim(std::string name, std::string at, std::string where, std::string stated,
                               const Equation& bound, const Measurements& measurements, const std::string& experiment,
                               const std::vector<SkewRerun>& reruns = {}, const Parameters& p = {});
/// Headings of its analytic values.
std::vector<std::string> skew_columns();

}  // namespace slackline::song2005
