#include "testbench/studies/song2005/skew_claim.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "testbench/studies/song2005/clock.hpp"
#include "testbench/studies/song2005/runs.hpp"

namespace slackline::song2005 {

namespace {

std::size_t within(const std::vector<double>& skews, double bound) {
  return static_cast<std::size_t>(
      std::count_if(skews.begin(), skews.end(), [&](double skew) { return skew <= bound; }));
}

/// Nothing: not simulated.
std::optional<reproduction::Simulated> simulated_skew(const std::vector<Measurement>* measurements, const Parameters& p,
                                                      const Equation& bound) {
  if (measurements == nullptr) return std::nullopt;
  std::vector<double> skews;  // the largest of each synchronization
  for (const Measurement& measurement : *measurements)
    for (const std::vector<double>& ended : measurement.ended) skews.push_back(greatest_skew(ended));
  if (skews.empty()) return std::nullopt;
  const double asked = bound({p, Drain::at_switch}), is = bound(as_simulated(p, Drain::at_switch)),
               corrected = bound(as_simulated(p, Drain::at_link));
  return reproduction::judged(
      *std::max_element(skews.begin(), skews.end()), std::nullopt, reproduction::at_most(corrected),
      fmt::format("within {:.2f} in {} of {} synchronizations, within the same as simulated, {:.2f}, in {}, within the "
                  "drain-corrected as simulated, {:.2f}, in {}",
                  asked, within(skews, asked), skews.size(), is, within(skews, is), corrected,
                  within(skews, corrected)));
}

}  // namespace

std::vector<std::string> analytic_columns() {
  return {"analytic, kg = 53", "analytic, kg = 17", "drain-corrected, kg = 17"};
}

std::vector<Model> models_of(Parameters p) {
  std::vector<Model> models;
  for (const auto& [kg, drain] : {std::pair(kg_of_print, Drain::at_switch), std::pair(kg_of_text, Drain::at_switch),
                                  std::pair(kg_of_text, Drain::at_link)}) {
    p.kg = kg;
    models.push_back({p, drain});
  }
  return models;
}

std::vector<std::optional<double>> evaluated(const Parameters& p, const Equation& equation) {
  std::vector<std::optional<double>> values;
  for (const Model& model : models_of(p)) values.emplace_back(equation(model));
  return values;
}

Model as_simulated(const Parameters& p, Drain drain) {
  return {rounded_parameters(p, simulated_cycles_per_character), drain};
}

reproduction::Claim skew_claim(std::string name, std::string where, const Equation& bound,
                               const Measurements& measurements, const std::string& experiment, const Parameters& p) {
  return {std::move(name),
          std::move(where),
          {},
          evaluated(p, bound),
          "",
          true,
          simulated_skew(measurements.find(experiment), p, bound)};
}

}  // namespace slackline::song2005
