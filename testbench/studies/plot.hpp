// plot: a figure of lines with markers as SVG, drawn without a library: the same bytes for the same figure.
//
//   title
//   legend
//   y |    .       |   axes with round ticks, grid, error bars,
//     |  .'        |   a band where a curve goes to infinity
//     +------------ x
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace slackline::studies {

struct PlotPoint {
  double x = 0, y = 0;
  std::optional<double> error;  ///< of y, to both sides
  bool open = false;            ///< the marker is not filled: the value is not certain
};

/// Between these x the curve goes to infinity.
struct PlotBand {
  double low = 0, high = 0;
};

struct PlotSeries {
  std::string label;
  std::vector<PlotPoint> points;  ///< by x
  std::optional<PlotBand> band;
};

struct Plot {
  std::string title, x_label, y_label;
  std::vector<PlotSeries> series;
  std::optional<double> y_most;  ///< a curve is cut where it exceeds this; nothing: it is not
  bool logarithmic = false;      ///< both axes, from a power of ten to another; all points above 0, without y_most
};

std::string to_svg(const Plot& plot);

/// The distance of about `count` ticks: 1, 2, 2.5 or 5 times a power of ten. length > 0.
double tick_distance(double length, unsigned count);

}  // namespace slackline::studies
