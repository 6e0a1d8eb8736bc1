#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "testbench/studies/reproduction/page.hpp"

namespace slackline::reproduction {

Table values_of(const Figure& figure, unsigned decimals) {
  Table table{"", {figure.x_label}, {}};
  std::set<double> places;
  for (const FigureSeries& series : figure.series) {
    table.columns.push_back(series.label);
    for (const auto& [x, y] : series.points) places.insert(x);
  }
  for (const double x : places) {
    table.rows.push_back({x == std::floor(x) ? fmt::format("{:.0f}", x) : fmt::format("{:.4g}", x)});
    for (const FigureSeries& series : figure.series) {
      const auto at =
          std::find_if(series.points.begin(), series.points.end(), [x](const auto& point) { return point.first == x; });
      table.rows.back().push_back(at == series.points.end() ? "–" : fmt::format("{:.{}f}", at->second, decimals));
    }
  }
  return table;
}

}  // namespace slackline::reproduction
