// figure: curves, or the bars of a histogram, drawn as SVG by gnuplot.
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

  std::string name;  ///< of its file: "figure4"
  std::string caption;
  std::string x_label, y_label;
  std::vector<FigureSeries> series;  ///< none is empty
  Style style = Style::lines;
  bool logarithmic = false;    ///< the axis of x: all x are above 0
  bool logarithmic_y = false;  ///< that of y: all y are above 0
};

/// Whether gnuplot is installed.
bool can_draw();

/// The commands for gnuplot: the same text for the same figure.
std::string gnuplot_script(const Figure& figure);

/// Throws std::runtime_error when gnuplot fails.
std::string to_svg(const Figure& figure);

}  // namespace slackline::reproduction
