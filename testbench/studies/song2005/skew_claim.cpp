#include "testbench/studies/song2005/skew_claim.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <type_traits>
#include <utility>

#include "testbench/studies/song2005/clock.hpp"

namespace slackline::song2005 {

namespace {

std::size_t within(const std::vector<double>& skews, double bound) {
  return static_cast<std::size_t>(
      std::count_if(skews.begin(), skews.end(), [&](double skew) { return skew <= bound; }));
}

/// The draws of an experiment that pass the bound for its parameters with the delays as simulated.
reproduction::Share beyond(const Measurements& measurements, const std::string& experiment, const Parameters& p,
                           const Equation& bound) {
  const std::vector<double> skews = greatest_skews(measurements, experiment);
  return reproduction::share_of(skews.size() - within(skews, bound(as_simulated(p, Drain::at_switch))), skews.size());
}

/// A rerun without a draw beyond the bound is a cause only if that is no chance: the largest share of which its draws may be a
/// sample has to lie below the smallest of which the claim's may be.
void drop_where_chance(reproduction::Simulated& rerun, const reproduction::Share& of_claim,
                       const reproduction::Share& of_rerun) {
  if (of_rerun.high < of_claim.low) return;
  rerun.checks.clear();
  rerun.note = fmt::format(
                   "that none of {} draws passes it may be chance: up to {:.1f} % of all may, and of the claim's "
                   "{:.1f} % or more "
                   "(95 %); ",
                   of_rerun.all, 100 * of_rerun.high, 100 * of_claim.low) +
               rerun.note;
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
  // Rounding reads an experiment, and a page asks for few parameters hundreds of times.
  const auto values = std::tuple(p.ld, p.cp, p.sd, p.rd, p.fc, p.bl, p.ks, p.kg, p.rest, p.pause);
  static std::map<std::remove_const_t<decltype(values)>, Parameters> known;
  auto found = known.find(values);
  if (found == known.end()) found = known.emplace(values, rounded_parameters(p, simulated_cycles_per_character)).first;
  return {found->second, drain};
}

std::vector<double> greatest_skews(const Measurements& measurements, const std::string& experiment) {
  std::vector<double> skews;
  if (const auto* found = measurements.find(experiment))
    for (const Measurement& measurement : *found)
      for (const std::vector<double>& ended : measurement.ended) skews.push_back(greatest_skew(ended));
  return skews;
}

std::vector<std::string> skew_columns() { return {"estimate as simulated", "drain-corrected"}; }

SkewRerun rerun_of(const std::string& experiment, const Parameters& p, Variant variant) {
  return {without(variant), experiment_of(experiment, variant), parameters_of(p, variant)};
}

std::optional<reproduction::Simulated> simulated_skew(const Measurements& measurements, const std::string& experiment,
                                                      const Parameters& p, const Equation& bound) {
  const std::vector<double> skews = greatest_skews(measurements, experiment);
  if (skews.empty()) return std::nullopt;
  const double is = bound(as_simulated(p, Drain::at_switch)), asked = bound({p, Drain::at_switch}),
               corrected = bound(as_simulated(p, Drain::at_link));
  return reproduction::judged(
      *std::max_element(skews.begin(), skews.end()), {skews.size()}, reproduction::at_most(is),
      fmt::format(
          "the largest; required: at most {:.2f}, the estimate as simulated; of {} synchronizations {} are within it, "
          "so "
          "that up to {:.1f} % of all may pass it (95 %); {} are within {:.2f}, the same with the delays as asked, {} "
          "within the drain-corrected estimate, {:.2f}",
          is, skews.size(), within(skews, is),
          100 * reproduction::share_of(skews.size() - within(skews, is), skews.size()).high, within(skews, asked),
          asked, within(skews, corrected), corrected));
}

reproduction::Claim skew_claim(std::string name, std::string at, std::string where, std::string stated,
                               const Equation& bound, const Measurements& measurements, const std::string& experiment,
                               const std::vector<SkewRerun>& reruns, const Parameters& p) {
  reproduction::Claim claim =
      reproduction::claim_of_model(std::move(name), std::move(at), std::move(where), std::move(stated),
                                   simulated_skew(measurements, experiment, p, bound));
  const auto both = [&](const Parameters& of) -> std::vector<std::optional<double>> {
    return {bound(as_simulated(of, Drain::at_switch)), bound(as_simulated(of, Drain::at_link))};
  };
  claim.analytic = both(p);
  for (const SkewRerun& rerun : reruns)
    if (auto again = simulated_skew(measurements, rerun.experiment, rerun.p, bound)) {
      if (!claim.simulated->holds() && again->holds())
        drop_where_chance(*again, beyond(measurements, experiment, p, bound),
                          beyond(measurements, rerun.experiment, rerun.p, bound));
      claim.reruns.push_back({rerun.without, both(rerun.p), std::move(again)});
    }
  return claim;
}

}  // namespace slackline::song2005
