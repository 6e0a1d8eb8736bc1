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

/// The largest skew after each synchronization of an experiment, one after the other; none: it was not simulated.
std::vector<double> greatest_skews(const Measurements& measurements, const std::string& experiment);

/// An experiment without what may be the cause of a skew beyond the bound.
struct SkewRerun {
  std::string without, experiment;
  Parameters p;  ///< its own, with which the bound is evaluated
};
/// Of buffers that stop at once: without leads that nothing stops.
SkewRerun without_leads(const std::string& stopping_at_once);

/// That no skew exceeds the paper's bound, with kg = 17 and the delays as simulated: the analytic values are this bound and
/// the drain-corrected estimate. It is tried again by those of the reruns that were simulated. `stated`: the paper's
/// words; empty: the claim is ours.
reproduction::Claim skew_claim(std::string at, std::string where, std::string stated, const Equation& bound,
                               const Measurements& measurements, const std::string& experiment,
                               const std::vector<SkewRerun>& reruns = {});
/// Headings of its analytic values.
std::vector<std::string> skew_columns();

}  // namespace slackline::song2005
