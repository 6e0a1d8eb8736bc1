// Figures 4, 5 and 6: bounds of skews over routing delay, link bandwidth and buffer length.
#include <fmt/format.h>

#include <algorithm>

#include "testbench/studies/song2005/runs.hpp"
#include "testbench/studies/song2005/skew_claim.hpp"
#include "testbench/studies/song2005/study.hpp"

namespace slackline::song2005 {

namespace {

using reproduction::Figure;
using reproduction::FigureSeries;

/// The largest skew of an experiment.
std::optional<double> greatest(const Measurements& measurements, const std::string& experiment) {
  const auto* found = measurements.find(experiment);
  if (found == nullptr) return std::nullopt;
  double most = 0;
  for (const Measurement& measurement : *found)
    for (const std::vector<double>& ended : measurement.ended) most = std::max(most, greatest_skew(ended));
  return most;
}

/// A point of a curve: the parameters, and the experiment that simulates them.
struct Place {
  double x;
  Parameters p;
  std::string experiment;
};

/// A curve for each evaluation of the bound of m levels, and one of the simulated skews.
void add_curves(Figure& figure, const std::vector<Place>& places, int m, const std::string& prefix,
                const Measurements& measurements) {
  const std::vector<std::string> names = analytic_columns();
  for (std::size_t column = 0; column < names.size(); ++column) {
    FigureSeries series{prefix + names[column], {}};
    for (const Place& place : places) {
      const Model model = models_of(place.p)[column];
      series.points.emplace_back(place.x, bound(model, m));
    }
    figure.series.push_back(std::move(series));
  }
  FigureSeries simulated{prefix + "simulated, greatest", {}};
  for (const Place& place : places)
    if (const auto skew = greatest(measurements, place.experiment)) simulated.points.emplace_back(place.x, *skew);
  if (!simulated.points.empty()) figure.series.push_back(std::move(simulated));
}

constexpr const char* skew_label = "bounded skew (ns)";

/// Points of a curve over a value: `set` is the parameter, `experiment` names its simulation.
template <class Value>
std::vector<Place> over(const std::vector<Value>& values, Value Parameters::*set, std::string (*experiment)(Value)) {
  std::vector<Place> places;
  for (const Value value : values) {
    places.push_back({static_cast<double>(value), {}, experiment(value)});
    places.back().p.*set = value;
  }
  return places;
}

Figure figure_4(const Measurements& measurements) {
  Figure figure{"figure4", "Figure 4: SSS over the routing delay.", "rd (ns)", skew_label, {}, Figure::Style::lines};
  add_curves(figure, over(figure_4_rd(), &Parameters::rd, experiment_of_rd), 2, "", measurements);
  return figure;
}

/// Gb/s of a link that takes a byte in cp.
double bandwidth(double cp) { return 8 / cp; }

std::vector<Place> over_bandwidth(int m) {
  std::vector<Place> places;
  for (const double cp : figure_5_cp()) {
    places.push_back({bandwidth(cp), {}, experiment_of_cp(m, cp)});
    places.back().p.cp = cp;
  }
  return places;
}

Figure figure_5_bandwidth(const Measurements& measurements) {
  Figure figure{"figure5-bandwidth",
                "Figure 5, left: SSS over the link bandwidth; cp = 12.5, 6.25, 4.17, 3.13 ns. At the last a simulated "
                "buffer has 67 flits: 14 may still come after STOP.",
                "link bandwidth (Gb/s)",
                skew_label,
                {},
                Figure::Style::lines};
  add_curves(figure, over_bandwidth(2), 2, "", measurements);
  return figure;
}

Figure figure_5_buffer(const Measurements& measurements) {
  Figure figure{"figure5-buffer",
                "Figure 5, right: SSS over the length of slack buffers, ks and kg as they are.",
                "bl (flits)",
                skew_label,
                {},
                Figure::Style::lines};
  add_curves(figure, over(figure_5_bl(), &Parameters::bl, experiment_of_bl), 2, "", measurements);
  return figure;
}

Figure figure_6(const Measurements& measurements) {
  Figure figure{"figure6",
                "Figure 6: HSS on trees of 8-port switches over the link bandwidth.",
                "link bandwidth (Gb/s)",
                skew_label,
                {},
                Figure::Style::lines};
  for (const int m : figure_6_levels)
    if (m > 2) add_curves(figure, over_bandwidth(m), m, fmt::format("{} levels, ", m), measurements);
  return figure;
}

}  // namespace

reproduction::Section figure_section(const Measurements& measurements) {
  reproduction::Section section{"Figures", {}};
  for (Figure& figure : std::vector<Figure>{figure_4(measurements), figure_5_bandwidth(measurements),
                                            figure_5_buffer(measurements), figure_6(measurements)})
    add_with_values(section, std::move(figure), 2);
  return section;
}

}  // namespace slackline::song2005
