// figure: curves, the bars of a histogram, or a map with dots and arrows, drawn as SVG by gnuplot.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "testbench/studies/reproduction/measurement.hpp"

namespace slackline::reproduction {

struct FigurePoint {
  double x, y;
  std::optional<double> half_width = {};  ///< of the 95 % interval of y
};

struct FigureSeries {
  enum class Mark {
    usual,   ///< as the figure's style says
    dots,    ///< on a map: a dot for each point
    arrows,  ///< on a map: from the first point to the second, from the third to the fourth, and so on
  };

  std::string label;
  std::vector<FigurePoint> points;
  Mark mark = Mark::usual;

  void add(double x, double y) { points.push_back({x, y}); }
  /// Nothing where there is no mean.
  void add(double x, const std::optional<Mean>& y) {
    if (y) points.push_back({x, y->value, y->half_width});
  }
};

struct Figure {
  enum class Style { lines, bars, map };

  std::string name;  ///< of its file: "figure4"
  std::string caption;
  std::string x_label, y_label;
  std::vector<FigureSeries> series;  ///< none is empty
  Style style = Style::lines;
  bool logarithmic = false;    ///< the axis of x: all x are above 0
  bool logarithmic_y = false;  ///< that of y: all y are above 0
  bool is_over_time = false;   ///< the axis of x begins at 0
};

/// Whether gnuplot is installed.
bool can_draw();

/// The commands for gnuplot: the same text for the same figure.
std::string gnuplot_script(const Figure& figure);

/// Throws std::runtime_error when gnuplot fails.
std::string to_svg(const Figure& figure);

}  // namespace slackline::reproduction
