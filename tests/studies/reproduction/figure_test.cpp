#include "testbench/studies/reproduction/figure.hpp"

#include <catch2/catch.hpp>

#include "tests/support/skip.hpp"

using namespace slackline;
using Catch::Matchers::Contains;
using reproduction::Figure;
using reproduction::FigureSeries;

namespace {

Figure figure() {
  return {"figure-4",
          "",
          "rd (ns)",
          "skew (ns)",
          {{"it's & 1", {{50, 287.48}, {60, 277.48}}}, {"b", {{50, 1, 0.5}}}},
          Figure::Style::lines};
}

}  // namespace

TEST_CASE("the gnuplot script has the exact points, and labels in which no character is special", "[quick]") {
  const std::string script = gnuplot_script(figure());
  CHECK_THAT(script, Contains("name 'figure_4'") && Contains("$series0 << END\n50 287.48 0\n60 277.48 0\nEND\n") &&
                         Contains("title 'it''s & 1'") && Contains("$series0 using 1:2 with linespoints") &&
                         Contains("50 1 0.5\n") && Contains("$series1 using 1:2:3 with yerrorlines") &&
                         Contains("set xlabel 'rd (ns)'"));
  Figure bars = figure();
  bars.style = Figure::Style::bars;
  CHECK_THAT(gnuplot_script(bars), Contains("with boxes") && Contains("xrange [0:*]") && !Contains("linespoints"));
  Figure wide = figure();
  CHECK_THAT(gnuplot_script(wide), !Contains("logscale"));
  wide.is_over_time = true;
  CHECK_THAT(gnuplot_script(wide), Contains("set xrange [0:*]\n"));
  wide.logarithmic = true;
  CHECK_THAT(gnuplot_script(wide), Contains("set logscale x\n") && Contains("set yrange [0:*]\n"));
  wide.logarithmic_y = true;  // such an axis has no 0
  CHECK_THAT(gnuplot_script(wide), Contains("set logscale y\n") && !Contains("yrange"));
}

TEST_CASE("on a map points are dots, and pairs of them arrows", "[quick]") {
  Figure map = figure();
  map.style = Figure::Style::map;
  map.series = {{"hosts", {{1, 1}, {4, 3}}, FigureSeries::Mark::dots},
                {"copies", {{1, 1}, {4, 3}, {4, 3}, {2, 5}}, FigureSeries::Mark::arrows}};
  const std::string script = gnuplot_script(map);
  CHECK_THAT(script, Contains("$series0 << END\n1 1 0\n4 3 0\nEND\n") && Contains("$series0 using 1:2 with points") &&
                         Contains("$series1 << END\n1 1 3 2\n4 3 -2 2\nEND\n") &&
                         Contains("$series1 using 1:2:3:4 with vectors"));
}

TEST_CASE("a figure is one SVG element, identical in every run", "[quick]") {
  if (!reproduction::can_draw()) return test::skip("no gnuplot to draw with");
  const std::string svg = to_svg(figure());
  CHECK(svg.substr(0, 4) == "<svg");
  CHECK(svg.substr(svg.size() - 7) == "</svg>\n");
  CHECK_THAT(svg, Contains("it's &amp; 1") && !Contains("<?xml") && !Contains("<!DOCTYPE"));
  CHECK(to_svg(figure()) == svg);
}

TEST_CASE("what gnuplot cannot draw is an error") {
  if (!reproduction::can_draw()) return test::skip("no gnuplot to draw with");
  Figure empty = figure();
  empty.series.clear();
  CHECK_THROWS_WITH(to_svg(empty), "gnuplot has not drawn figure-4");
}
