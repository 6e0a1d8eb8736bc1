// Figures 4, 5 and 6: estimates of skews over routing delay, link bandwidth and buffer length.
#include <fmt/format.h>

#include <algorithm>

#include "testbench/studies/song2005/runs.hpp"
#include "testbench/studies/song2005/skew_claim.hpp"
#include "testbench/studies/song2005/study.hpp"

namespace slackline::song2005 {

namespace {

using reproduction::Figure;
using reproduction::FigureSeries;
using reproduction::mean_difference;

/// A point of a curve: the parameters, and the experiment that simulates them.
struct Place {
  double x;
  Parameters p;
  std::string experiment;
};

/// The largest skews, as far as they were simulated.
void add_simulated(Figure& figure, const std::vector<Place>& places, const std::string& label, int m,
                   const Measurements& measurements, Variant variant = Variant::none) {
  FigureSeries simulated{fmt::format("{}, greatest of {}", label, draws_of_figures(m)), {}};
  for (const Place& place : places)
    if (const std::vector<double> skews = greatest_skews(measurements, experiment_of(place.experiment, variant));
        !skews.empty())
      simulated.add(place.x, *std::max_element(skews.begin(), skews.end()));
  if (!simulated.points.empty()) figure.series.push_back(std::move(simulated));
}

/// A curve for each evaluation of the estimate of m levels, and one of the simulated skews.
void add_curves(Figure& figure, const std::vector<Place>& places, int m, const std::string& prefix,
                const Measurements& measurements) {
  const std::vector<std::string> names = analytic_columns();
  for (std::size_t column = 0; column < names.size(); ++column) {
    FigureSeries series{prefix + names[column], {}};
    for (const Place& place : places) series.add(place.x, bound(models_of(place.p)[column], m));
    figure.series.push_back(std::move(series));
  }
  add_simulated(figure, places, prefix + "simulated with kg = 17", m, measurements);
}

constexpr const char* skew_label = "skew, estimated and simulated (ns)";

Figure figure_4(const Measurements& measurements) {
  Figure figure{"figure4", "Figure 4: SSS over the routing delay.", "rd (ns)", skew_label, {}, Figure::Style::lines};
  std::vector<Place> places;
  for (const double rd : figure_4_rd()) {
    places.push_back({rd, {}, experiment_of_rd(rd)});
    places.back().p.rd = rd;
  }
  add_curves(figure, places, 2, "", measurements);
  add_simulated(figure, places, "simulated with kg = 53", 2, measurements, Variant::printed_kg);
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
  add_simulated(figure, over_bandwidth(2), "simulated with kg = 53", 2, measurements, Variant::printed_kg);
  add_simulated(figure, over_bandwidth(2), "simulated with kg = 17, rd = 10 ns", 2, measurements,
                Variant::short_routing);
  return figure;
}

Figure figure_5_buffer(const Measurements& measurements) {
  Figure figure{"figure5-buffer",
                "Figure 5, right: SSS over the length of slack buffers, ks = bl - 11, kg as it is.",
                "bl (flits)",
                skew_label,
                {},
                Figure::Style::lines};
  std::vector<Place> places;
  for (const int bl : figure_5_bl())
    places.push_back({static_cast<double>(bl), parameters_of_bl(bl), experiment_of_bl(bl)});
  add_curves(figure, places, 2, "", measurements);
  add_simulated(figure, {{static_cast<double>(figure_5_bl().back()), {}, experiment_of_bl_at_ks}},
                "simulated with kg = 17, ks = 53", 2, measurements);
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
    if (m > 2) {
      const std::string prefix = fmt::format("{} levels, ", m);
      add_curves(figure, over_bandwidth(m), m, prefix, measurements);
      add_simulated(figure, over_bandwidth(m), prefix + "simulated with kg = 17, rd = 10 ns", m, measurements,
                    Variant::short_routing);
    }
  return figure;
}

/// How much larger the skew is in one experiment than in another, which must be above 0 or below.
std::optional<reproduction::Simulated> change(const std::string& from, const std::string& to, bool rises,
                                              const Measurements& measurements) {
  const auto more = mean_difference(greatest_skews(measurements, to), greatest_skews(measurements, from));
  if (!more) return std::nullopt;
  return reproduction::decided(
      *more, rises ? reproduction::above(0) : reproduction::below(0),
      fmt::format("ns more at the right end of the figure, draw by draw; required: {} 0", rises ? "above" : "below"));
}

/// That the mean of the largest skews of the draws differs from one end of a figure to the other, in the direction that the
/// paper draws. `low`, `high`: the experiments at both ends.
reproduction::Claim trend(std::string name, std::string at, const char* where, bool rises, const std::string& low,
                          const std::string& high, const Measurements& measurements,
                          const std::vector<Variant>& reruns = {}) {
  reproduction::Claim claim = reproduction::claim_of_answer(
      std::move(name), std::move(at), where, rises ? "rises" : "falls", change(low, high, rises, measurements));
  for (const Variant variant : reruns)
    if (auto again = change(experiment_of(low, variant), experiment_of(high, variant), rises, measurements))
      claim.reruns.push_back({without(variant), {}, std::move(again)});
  return claim;
}

/// At the bandwidth of the default parameters.
std::string experiment_of_levels(int m) { return experiment_of_cp(m, Parameters().cp); }

reproduction::ClaimTable trends(const Measurements& measurements) {
  reproduction::ClaimTable table{"The trends of figures 4 to 6, simulated with kg = 17", "ns", {}, 1, {}};
  table.claims.push_back(trend("the skew falls as the routing delay rises", "SSS, 50 to 140 ns", "figure 4", false,
                               experiment_of_rd(figure_4_rd().front()), experiment_of_rd(figure_4_rd().back()),
                               measurements, {Variant::printed_kg}));
  for (const int m : figure_6_levels)
    table.claims.push_back(
        trend("the skew falls as the bandwidth rises", fmt::format("{} levels, 0.64 to 2.56 Gb/s", m),
              m == 2 ? "figure 5" : "figure 6", false, experiment_of_cp(m, figure_5_cp().front()),
              experiment_of_cp(m, figure_5_cp().back()), measurements, {Variant::printed_kg, Variant::short_routing}));
  table.claims.push_back(trend("the skew rises with the levels of the tree", "8 ports, 2 to 4 levels", "section 4.3",
                               true, experiment_of_levels(figure_6_levels[0]), experiment_of_levels(figure_6_levels[2]),
                               measurements));
  const std::string shortest = experiment_of_bl(figure_5_bl().front()),
                    longest = experiment_of_bl(figure_5_bl().back());
  reproduction::Claim length = trend("the skew rises with the length of buffers", "SSS, 64 to 256 flits, ks = 53",
                                     "figure 5", true, shortest, experiment_of_bl_at_ks, measurements);
  if (auto again = change(shortest, longest, true, measurements))
    length.reruns.push_back({"ks = 53 in all buffers: with ks = bl - 11", {}, std::move(again)});
  table.claims.push_back(std::move(length));
  return table;
}

}  // namespace

reproduction::Section figure_section(const Measurements& measurements) {
  reproduction::Section section{"Figures", {}};
  section.blocks.emplace_back(trends(measurements));
  for (Figure& figure : std::vector<Figure>{figure_4(measurements), figure_5_bandwidth(measurements),
                                            figure_5_buffer(measurements), figure_6(measurements)})
    add_with_values(section, std::move(figure), 2);
  return section;
}

}  // namespace slackline::song2005
