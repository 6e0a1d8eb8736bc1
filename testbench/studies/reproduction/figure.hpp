// figure: curves, or bars of a histogram, as SVG. Drawn by gnuplot.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace slackline::reproduction {

struct FigureSeries {
  std::string label;
  std::vector<std::pair<double, double>> points;
};

struct Figure {
  enum class Style { lines, bars };

  std::string name;     ///< of its file: "figure4"
  std::string caption;  ///< below it
  std::string x_label, y_label;
  std::vector<FigureSeries> series;  ///< each has a point
  Style style = Style::lines;
  bool logarithmic = false;  ///< the axis of x: no x is 0 or less
};

/// Whether there is a gnuplot to draw with.
bool can_draw();

/// What gnuplot is told: the same text for the same figure.
std::string gnuplot_script(const Figure& figure);

/// Throws std::runtime_error when gnuplot does not draw it.
std::string to_svg(const Figure& figure);

}  // namespace slackline::reproduction
