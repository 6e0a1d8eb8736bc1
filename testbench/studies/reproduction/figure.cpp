#include "testbench/studies/reproduction/figure.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <stdexcept>

namespace slackline::reproduction {

namespace {

/// A string for gnuplot: between single quotes only the quote itself is special.
std::string quoted(const std::string& text) {
  std::string safe = "'";
  for (const char c : text) {
    if (c == '\'') safe += '\'';
    if (c != '\n') safe += c;
  }
  return safe + "'";
}

/// The prefix of the names in a drawing, as a page has several drawings: letters, digits and _ only.
std::string prefix_of(std::string name) {
  for (char& c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  return name;
}

/// Okabe and Ito's colours, which colour-blind readers can tell apart.
constexpr std::array<const char*, 7> colours = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                                "#56b4e9", "#e69f00", "#000000"};

std::string drawn_with(const Figure& figure, std::size_t series) {
  const char* colour = colours[series % colours.size()];
  if (figure.style == Figure::Style::bars) return fmt::format("using 1:2 with boxes lc rgb '{}' fs solid 0.5", colour);
  const auto& [label, points, mark] = figure.series[series];
  if (mark == FigureSeries::Mark::dots) return fmt::format("using 1:2 with points lc rgb '{}' pt 7 ps 1.3", colour);
  if (mark == FigureSeries::Mark::arrows)
    return fmt::format("using 1:2:3:4 with vectors head filled size 0.18,20 lc rgb '{}' lw 1.6", colour);
  const bool has_intervals =
      std::any_of(points.begin(), points.end(), [](const FigurePoint& p) { return p.half_width; });
  return fmt::format("using {} lc rgb '{}' lw 1.6 pt {} ps 0.7",
                     has_intervals ? "1:2:3 with yerrorlines" : "1:2 with linespoints", colour, 4 + series % 10);
}

/// A line each; of an arrow its two ends make one: where it begins, and how far it goes.
std::string data_of(const FigureSeries& series) {
  std::string lines;
  for (std::size_t i = 0; i < series.points.size(); ++i) {
    const auto& [x, y, half_width] = series.points[i];
    if (series.mark != FigureSeries::Mark::arrows) {
      lines += fmt::format("{} {} {}\n", x, y, half_width.value_or(0));
      continue;
    }
    const FigurePoint& end = series.points.at(++i);
    lines += fmt::format("{} {} {} {}\n", x, y, end.x - x, end.y - y);
  }
  return lines;
}

std::string axes_of(const Figure& figure) {
  if (figure.style == Figure::Style::map)
    return "set size ratio -1\nset xtics 1\nset ytics 1\nset offsets 0.5, 0.5, 0.5, 0.5";
  const std::string y = figure.logarithmic_y ? "set logscale y\n" : "set yrange [0:*]\n";
  if (figure.style == Figure::Style::bars) return y + "set xrange [0:*]\nset boxwidth 0.9 relative";
  if (figure.logarithmic) return y + "set logscale x\nset offsets 0, 0, graph 0.05, 0";
  if (figure.is_over_time) return y + "set xrange [0:*]\nset offsets 0, 0, graph 0.05, 0";
  return y + "set offsets graph 0.02, graph 0.02, graph 0.05, 0";
}

/// A temporary file, removed when it goes out of scope.
class Script {
 public:
  explicit Script(const std::string& text) {
    std::string name = (std::filesystem::temp_directory_path() / "slackline-figure-XXXXXX").string();
    const int descriptor = mkstemp(name.data());
    if (descriptor < 0) throw std::runtime_error(name + ": cannot be made");
    close(descriptor);
    path_ = name;
    std::ofstream(path_) << text;
  }
  ~Script() { std::remove(path_.c_str()); }
  Script(const Script&) = delete;
  Script& operator=(const Script&) = delete;

  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace

bool can_draw() { return std::system("gnuplot --version > /dev/null 2>&1") == 0; }

std::string gnuplot_script(const Figure& figure) {
  std::string script = fmt::format(
      "set terminal svg noenhanced size 760,440 font 'Helvetica,13' background rgb 'white' name '{}'\n"
      "set grid lc rgb '#e3e3e3' lt 1\nset border lc rgb '#222222'\nset key outside above left Left reverse maxcols 3\n"
      "set xlabel {}\nset ylabel {}\n{}\n",
      prefix_of(figure.name), quoted(figure.x_label), quoted(figure.y_label), axes_of(figure));
  std::string plots;
  for (std::size_t i = 0; i < figure.series.size(); ++i) {
    script += fmt::format("$series{} << END\n{}END\n", i, data_of(figure.series[i]));
    plots += fmt::format("{}$series{} {} title {}", i == 0 ? "plot " : ", ", i, drawn_with(figure, i),
                         quoted(figure.series[i].label));
  }
  return script + plots + "\n";
}

std::string to_svg(const Figure& figure) {
  const Script script(gnuplot_script(figure));
  const std::unique_ptr<FILE, int (*)(FILE*)> output(popen(("gnuplot '" + script.path() + "'").c_str(), "r"), pclose);
  std::string svg;
  std::array<char, 4096> part{};
  while (output != nullptr && !std::feof(output.get())) {
    const std::size_t bytes = std::fread(part.data(), 1, part.size(), output.get());
    if (bytes == 0) break;
    svg.append(part.data(), bytes);
  }
  // An XML declaration and a document type come first; they may not occur inside a page.
  const std::size_t begin = svg.find("<svg"), end = svg.rfind("</svg>");
  if (begin == std::string::npos || end == std::string::npos)
    throw std::runtime_error("gnuplot has not drawn " + figure.name);
  return svg.substr(begin, end + 6 - begin) + "\n";
}

}  // namespace slackline::reproduction
