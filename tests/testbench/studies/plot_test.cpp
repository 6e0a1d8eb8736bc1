#include "testbench/studies/plot.hpp"

#include <algorithm>
#include <catch2/catch.hpp>

using namespace slackline::studies;
using Catch::Matchers::Contains;

namespace {

std::size_t count(const std::string& text, const std::string& what) {
  std::size_t found = 0;
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += what.size()) ++found;
  return found;
}

Plot sample() {
  Plot plot{"a < b & c", "load", "latency (cycles)", {}, {}};
  plot.series.push_back({"one", {{0.1, 10, 1.0}, {0.2, 20, 2.0}, {0.3, 90, {}}}, PlotBand{0.3, 0.32}});
  plot.series.push_back({"two", {{0.1, 12, {}}, {0.2, 14, {}}}, {}});
  return plot;
}

}  // namespace

TEST_CASE("ticks are as far apart as a person would choose") {
  CHECK(tick_distance(1, 10) == Approx(0.1));
  CHECK(tick_distance(0.6, 8) == Approx(0.1));
  CHECK(tick_distance(120, 7) == Approx(20));
  CHECK(tick_distance(1, 4) == Approx(0.25));
  CHECK(tick_distance(7, 2) == Approx(5));
  CHECK(tick_distance(18, 2) == Approx(10));
}

TEST_CASE("a figure has axes with units, and a legend, line, markers and colour a series") {
  const std::string svg = to_svg(sample());
  CHECK_THAT(svg, Catch::StartsWith("<svg xmlns") && Catch::EndsWith("</svg>\n"));
  CHECK_THAT(svg, Contains(">load</text>") && Contains(">latency (cycles)</text>") && Contains(">0.10</text>") &&
                      Contains(">two</text>") && Contains(">one: saturates at 0.3–0.32</text>"));
  CHECK(count(svg, "<circle") == 3 + 1);  // one more in the legend
  CHECK(count(svg, "<polygon") == 2 + 1);
  CHECK(count(svg, "fill-opacity=\"0.18\"") == 1);
  CHECK(count(svg, "stroke=\"#0072b2\"") > 0);
  CHECK(count(svg, "stroke=\"#d55e00\"") > 0);
}

TEST_CASE("text from outside cannot break the figure") {
  CHECK_THAT(to_svg(sample()), Contains(">a &lt; b &amp; c</text>") && !Contains("a < b"));
}

TEST_CASE("logarithmic axes go from a power of ten to another, with a tick at each", "[quick]") {
  Plot plot{"", "words", "cycles", {{"", {{1, 300, {}}, {10, 1000, 950.0}, {16384, 20000, {}}}, {}}}, {}, true};
  const std::string svg = to_svg(plot);
  for (const char* tick : {">1</text>", ">10</text>", ">100</text>", ">1000</text>", ">10000</text>", ">100000</text>"})
    CHECK_THAT(svg, Contains(tick));
  CHECK_THAT(svg, !Contains(">0</text>") && !Contains(">1e+06</text>"));
  // x from 1 to 10^5 over 664 pixels, 72 to the right; y from 100 to 10^5 over 404, the foot 452 pixels down.
  CHECK_THAT(svg, Contains("d=\"M72 387.7L204.8 317.3L631.7 142.1\""));
  CHECK_THAT(svg, Contains("M201.8 278.3H207.8M204.8 278.3V452M201.8 452H207.8"));  // the bar ends at the foot
}

TEST_CASE("points above the axis are left out; a dotted line shows the direction of the curve", "[quick]") {
  Plot plot = sample();
  plot.y_most = 40;
  const std::string svg = to_svg(plot);
  CHECK(count(svg, "<circle") == 2 + 1);
  // x from 0 to 0.35 over 664 pixels, y from 0 to 40 over 404, the top 68 pixels down.
  CHECK_THAT(svg, Contains("d=\"M261.7 371L451.4 270\""));
  CHECK_THAT(svg, Contains("stroke-dasharray") && Contains(">40</text>") && !Contains(">90</text>"));
}

TEST_CASE("an error bar reaches as far as the error, to the pixel") {
  Plot plot{"", "x", "y", {{"", {{1, 50, 10.0}}, {}}}, 100.0};
  const std::string svg = to_svg(plot);
  // The frame is 404 pixels high for 100: the point at its middle, 40.4 to both sides; x from 0 to 1 over 664.
  CHECK_THAT(svg, Contains("cx=\"736\" cy=\"250\""));
  CHECK_THAT(svg, Contains("M733 209.6H739M736 209.6V290.4M733 290.4H739"));
}

TEST_CASE("a figure without points, or of one point, is still a figure") {
  for (const Plot& plot :
       {Plot{}, Plot{"", "x", "y", {{"", {}, {}}}, {}}, Plot{"", "x", "y", {{"", {{0, 0, {}}}, {}}}, {}}}) {
    const std::string svg = to_svg(plot);
    CHECK_THAT(svg, Catch::EndsWith("</svg>\n") && !Contains("nan") && !Contains("inf\""));
  }
}
