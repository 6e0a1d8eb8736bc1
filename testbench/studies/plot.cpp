#include "testbench/studies/plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "testbench/text/xml.hpp"

namespace slackline::studies {

namespace {

// Pixels. The legend is above the frame, whose height is always the same.
constexpr double width = 760, left = 72, right = 24, title_height = 40, bottom = 64;
constexpr double inner_width = width - left - right, inner_height = 404;
constexpr double marker = 4, cap = 3, legend_line = 24, legend_step = 20;
constexpr std::size_t narrow_label = 42;  ///< characters of a label of which two stand side by side

/// Okabe and Ito's colours: told apart by colour-blind readers, too.
constexpr const char* colours[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#000000"};
constexpr std::size_t shapes = 6;  // one less than colours: every pair comes once in 42 series

/// A pixel, to a tenth.
std::string px(double at) {
  std::string text = fmt::format("{:.1f}", at);
  if (text.size() > 2 && text.compare(text.size() - 2, 2, ".0") == 0) text.resize(text.size() - 2);
  return text == "-0" ? "0" : text;
}

std::string text_at(double x, double y, const char* anchor, const std::string& text, const std::string& more = "") {
  return fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"{}\"{}>{}</text>\n", px(x), px(y), anchor, more,
                     text::escaped(text));
}

struct Axis {
  double least = 0, most = 1, distance = 1;  ///< logarithmic: of the exponents
  double begin = 0, length = 1;              ///< pixels; y grows upwards: a negative length
  bool logarithmic = false;

  double at(double value) const {
    return begin + ((logarithmic ? std::log10(value) : value) - least) / (most - least) * length;
  }
  double lowest() const { return logarithmic ? std::pow(10, least) : least; }
  double highest() const { return logarithmic ? std::pow(10, most) : most; }
  /// Ticks, by index: no error adds up.
  unsigned ticks() const { return static_cast<unsigned>(std::lround((most - least) / distance)); }
  double tick(unsigned i) const {
    const double tick = least + i * distance;
    return logarithmic ? std::pow(10, tick) : tick;
  }
  std::string label(unsigned i) const {
    if (logarithmic) return fmt::format("{:g}", tick(i));
    const int decimals = std::max(0, static_cast<int>(std::ceil(-std::log10(distance) - 1e-9)));
    const bool quarter =
        std::abs(distance * std::pow(10, decimals) - std::round(distance * std::pow(10, decimals))) > 1e-6;
    return fmt::format("{:.{}f}", tick(i), decimals + quarter);
  }
};

Axis axis(double least, double most, unsigned ticks, double begin, double length) {
  if (!(most > least)) most = least + 1;
  Axis axis;
  axis.distance = tick_distance(most - least, ticks);
  axis.least = std::floor(least / axis.distance + 1e-9) * axis.distance;
  axis.most = std::ceil(most / axis.distance - 1e-9) * axis.distance;
  axis.begin = begin;
  axis.length = length;
  return axis;
}

Axis decades(double least, double most, double begin, double length) {
  Axis axis;
  axis.least = std::floor(std::log10(least) + 1e-9);
  axis.most = std::max(axis.least + 1, std::ceil(std::log10(most) - 1e-9));
  axis.begin = begin;
  axis.length = length;
  axis.logarithmic = true;
  return axis;
}

std::string legend_text(const PlotSeries& series) {
  if (!series.band) return series.label;
  const std::string bracket = fmt::format("saturates at {:g}–{:g}", series.band->low, series.band->high);
  return series.label.empty() ? bracket : series.label + ": " + bracket;
}

/// Series as the legend places them: column by column.
struct Legend {
  std::size_t columns = 1, rows = 0;

  explicit Legend(const Plot& plot) {
    std::size_t longest = 0;
    for (const PlotSeries& series : plot.series) longest = std::max(longest, legend_text(series).size());
    if (longest == 0) return;
    columns = longest <= narrow_label && plot.series.size() > 1 ? 2 : 1;
    rows = (plot.series.size() + columns - 1) / columns;
  }
  std::size_t column_of(std::size_t series) const { return series / rows; }
  double x(std::size_t series) const {
    return left + static_cast<double>(column_of(series)) * inner_width / static_cast<double>(columns);
  }
  double y(std::size_t series) const { return title_height + 10 + legend_step * static_cast<double>(series % rows); }
  double height() const { return legend_step * static_cast<double>(rows); }
};

struct Axes {
  Axis x, y;
  double top, foot;  ///< of the frame
};

Axes axes_of(const Plot& plot) {
  double x_least = std::numeric_limits<double>::infinity(), x_most = 0, y_least = x_least, y_most = 0;
  for (const PlotSeries& series : plot.series) {
    for (const PlotPoint& point : series.points) {
      x_least = std::min(x_least, point.x);
      x_most = std::max(x_most, point.x);
      y_least = std::min(y_least, point.y);
      y_most = std::max(y_most, point.y + point.error.value_or(0));
    }
    if (series.band) x_most = std::max(x_most, series.band->high);
  }
  const double top = title_height + Legend(plot).height() + 8;
  if (plot.logarithmic)
    return {decades(x_least, x_most, left, inner_width), decades(y_least, y_most, top + inner_height, -inner_height),
            top, top + inner_height};
  if (!(x_least < 0)) x_least = 0;
  return {axis(x_least, x_most, 8, left, inner_width),
          axis(0, plot.y_most.value_or(y_most), 7, top + inner_height, -inner_height), top, top + inner_height};
}

std::string frame(const Plot& plot, const Axes& axes) {
  std::string svg;
  for (unsigned i = 0; i <= axes.x.ticks(); ++i) {
    const std::string x = px(axes.x.at(axes.x.tick(i)));
    svg += fmt::format("<path class=\"grid\" d=\"M{} {}V{}\"/>\n", x, px(axes.top), px(axes.foot));
    svg += text_at(axes.x.at(axes.x.tick(i)), axes.foot + 19, "middle", axes.x.label(i));
  }
  for (unsigned i = 0; i <= axes.y.ticks(); ++i) {
    const double y = axes.y.at(axes.y.tick(i));
    svg += fmt::format("<path class=\"grid\" d=\"M{} {}H{}\"/>\n", px(left), px(y), px(width - right));
    svg += text_at(left - 9, y + 4.5, "end", axes.y.label(i));
  }
  svg += fmt::format("<rect class=\"frame\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>\n", px(left), px(axes.top),
                     px(inner_width), px(inner_height));
  svg += text_at(left, title_height - 14, "start", plot.title, " class=\"title\"");
  svg += text_at(left + inner_width / 2, axes.foot + 46, "middle", plot.x_label);
  const double middle = axes.top + inner_height / 2;
  svg += text_at(14, middle, "middle", plot.y_label, fmt::format(" transform=\"rotate(-90 14 {})\"", px(middle)));
  return svg;
}

/// One of six shapes; an open one is filled white.
std::string marker_at(double x, double y, std::size_t shape, const char* colour, bool open) {
  const std::string paint = fmt::format(" fill=\"{}\" stroke=\"{}\"/>\n", open ? "#fff" : colour, colour);
  const auto polygon = [&](std::initializer_list<std::pair<double, double>> corners) {
    std::string points;
    for (const auto& [dx, dy] : corners)
      points += (points.empty() ? "" : " ") + px(x + dx * marker) + "," + px(y + dy * marker);
    return "<polygon points=\"" + points + "\"" + paint;
  };
  switch (shape % shapes) {
    case 0: return fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"{}\"{}", px(x), px(y), px(marker), paint);
    case 1: return polygon({{-0.9, -0.9}, {0.9, -0.9}, {0.9, 0.9}, {-0.9, 0.9}});
    case 2: return polygon({{0, -1.2}, {1.1, 0.8}, {-1.1, 0.8}});
    case 3: return polygon({{0, -1.25}, {1.25, 0}, {0, 1.25}, {-1.25, 0}});
    case 4: return polygon({{0, 1.2}, {1.1, -0.8}, {-1.1, -0.8}});
    default: return polygon({{-1, 0}, {-0.5, -1}, {0.5, -1}, {1, 0}, {0.5, 1}, {-0.5, 1}});
  }
}

std::string band_of(const PlotBand& band, const Axes& axes, const char* colour) {
  const double from = axes.x.at(band.low), to = std::max(axes.x.at(band.high), from + 1.5);
  return fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\" fill-opacity=\"0.18\"/>\n",
                     px(from), px(axes.top), px(to - from), px(inner_height), colour);
}

/// Points above the axis are left out, and the line to the first of them; where there is a band, a dotted line says which
/// way the curve goes.
std::string curve_of(const PlotSeries& series, const Axes& axes, const char* colour, std::size_t shape) {
  std::string line, bars, markers;
  double last_x = 0, last_y = 0;
  for (const PlotPoint& point : series.points) {
    if (point.y > axes.y.highest() * (1 + 1e-9)) break;
    const double x = axes.x.at(point.x), y = axes.y.at(point.y);
    line += (line.empty() ? "M" : "L") + px(x) + " " + px(y);
    if (point.error) {
      const double high = std::max(axes.y.at(point.y + *point.error), axes.top);
      const double low = std::min(axes.y.at(std::max(point.y - *point.error, axes.y.lowest())), axes.foot);
      bars += fmt::format("M{0} {1}H{2}M{3} {1}V{4}M{0} {4}H{2}", px(x - cap), px(high), px(x + cap), px(x), px(low));
    }
    markers += marker_at(x, y, shape, colour, point.open);
    last_x = x;
    last_y = y;
  }
  if (line.empty()) return "";
  const auto path = [&](const std::string& d, const char* style) {
    return fmt::format("<path d=\"{}\" fill=\"none\" stroke=\"{}\" {}/>\n", d, colour, style);
  };
  std::string svg;
  if (series.band)
    svg += path(fmt::format("M{} {}L{} {}", px(last_x), px(last_y),
                            px(axes.x.at((series.band->low + series.band->high) / 2)), px(axes.top)),
                "stroke-width=\"1.6\" stroke-dasharray=\"2 4\"");
  svg += path(line, "stroke-width=\"1.6\"");
  if (!bars.empty()) svg += path(bars, "stroke-width=\"1.2\"");
  return svg + "<g stroke-width=\"1.5\">\n" + markers + "</g>\n";
}

std::string legend(const Plot& plot) {
  const Legend legend(plot);
  std::string svg;
  for (std::size_t i = 0; legend.rows != 0 && i < plot.series.size(); ++i) {
    const double x = legend.x(i), y = legend.y(i);
    const char* colour = colours[i % std::size(colours)];
    svg += fmt::format("<path d=\"M{} {}h{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.6\"/>\n", px(x), px(y),
                       px(legend_line), colour);
    svg += "<g stroke-width=\"1.5\">" + marker_at(x + legend_line / 2, y, i, colour, false) + "</g>";
    svg += text_at(x + legend_line + 8, y + 4.5, "start", legend_text(plot.series[i]));
  }
  return svg;
}

}  // namespace

double tick_distance(double length, unsigned count) {
  const double about = length / count, power = std::pow(10, std::floor(std::log10(about)));
  for (const double step : {1.0, 2.0, 2.5, 5.0})
    if (about <= step * power * (1 + 1e-9)) return step * power;
  return 10 * power;
}

std::string to_svg(const Plot& plot) {
  const Axes axes = axes_of(plot);
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" "
      "font-family=\"Helvetica, Arial, sans-serif\" font-size=\"13\" fill=\"#222\">\n"
      "<style>.grid{{stroke:#e3e3e3;fill:none}}.frame{{stroke:#222;fill:none}}.title{{font-size:15px;font-weight:bold}}"
      "</style>\n"
      "<rect width=\"{0}\" height=\"{1}\" fill=\"#fff\"/>\n",
      px(width), px(axes.foot + bottom));
  svg += frame(plot, axes);
  for (std::size_t i = 0; i < plot.series.size(); ++i)
    if (plot.series[i].band) svg += band_of(*plot.series[i].band, axes, colours[i % std::size(colours)]);
  for (std::size_t i = 0; i < plot.series.size(); ++i)
    svg += curve_of(plot.series[i], axes, colours[i % std::size(colours)], i);
  return svg + legend(plot) + "</svg>\n";
}

}  // namespace slackline::studies
