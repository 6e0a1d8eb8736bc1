#include "testbench/studies/reproduction/page.hpp"

#include <catch2/catch.hpp>

using namespace slackline::reproduction;
using Catch::Matchers::Contains;

namespace {

Page example_page() {
  ClaimTable claims{"Skews", "ns", {"analytic", "corrected"}, 1, {}};
  Claim first{"SSS <8>", "section 5", {"0.24", 1000, "us"}, {237.48, std::nullopt}, "", true, {}};
  first.simulated = Simulated{201.25, 3.5, {}, ""};
  Claim second{"a|b", "", {}, {1.0}, "", true, {}};
  Claim third{"wrong", "", {"5"}, {7.0}, "", false, {}};
  claims.claims = {first, second, third};
  return {"A study",
          {{"", {Paragraph{"See `slackline` & more."}}},
           {"Results",
            {std::move(claims), Table{"", {"x", "y"}, {{"1", "2"}}},
             Figure{"f1", "A figure.", "x", "y", {}, Figure::Style::lines}}}}};
}

}  // namespace

TEST_CASE("a page as Markdown") {
  CHECK(to_markdown(example_page()) ==
        "# A study\n"
        "\n"
        "See `slackline` & more.\n"
        "\n"
        "## Results\n"
        "\n"
        "**Skews**\n"
        "\n"
        "|  | where | published, ns | analytic | corrected | simulated, ns | verdict |\n"
        "| --- | --- | --- | --- | --- | --- | --- |\n"
        "| SSS <8> | section 5 | 0.24 us | 237.5 | – | 201.2 ± 3.5 | reproduced; simulated |\n"
        "| a\\|b |  | – | 1.0 | – | not run | not simulated |\n"
        "| wrong |  | 5 | 7.0 | – | – | DIFFERS |\n"
        "\n"
        "| x | y |\n"
        "| --- | --- |\n"
        "| 1 | 2 |\n"
        "\n"
        "![A figure.](f1.svg)\n"
        "\n"
        "A figure.\n");
}

TEST_CASE("a page as HTML is one file, with its drawings in it and its text escaped", "[quick]") {
  const std::string html = to_html(example_page(), {{"f1", "<svg>drawn</svg>\n"}});
  CHECK_THAT(html, Contains("<svg>drawn</svg>") && Contains("See <code>slackline</code> &amp; more.") &&
                       Contains("<td>SSS &lt;8&gt;</td>") && Contains("<caption>Skews</caption>") &&
                       Contains("<h2>Results</h2>") && !Contains("href=") && !Contains("src="));
}

TEST_CASE("columns of numbers end at their right in HTML, those of words begin at their left") {
  const Page page{"A study",
                  {{"Results", {Table{"", {"scheme", "load", "lost"}, {{"I", "0.1", "-0.5"}, {"none", "0.2", ""}}}}}}};
  CHECK_THAT(to_html(page, {}),
             Contains("<tr><th>scheme</th><th class=\"number\">load</th><th class=\"number\">lost</th></tr>") &&
                 Contains("<tr><td>none</td><td class=\"number\">0.2</td><td class=\"number\"></td></tr>"));
  CHECK_THAT(
      to_html(example_page(), {{"f1", ""}}),
      Contains("<table class=\"claims\">") && Contains("<tr><td>wrong</td><td></td><td class=\"number\">5</td>"));
}

TEST_CASE("the values of a figure: a row for each x of any curve") {
  const Figure figure{
      "f", "", "x", "y", {{"a", {{10000, 1.25}, {0.5, 2}}}, {"b", {{0.5, 3}, {2, 4}}}}, Figure::Style::lines};
  const Table table = values_of(figure, 1);
  CHECK(table.columns == std::vector<std::string>{"x", "a", "b"});
  CHECK(table.rows ==
        std::vector<std::vector<std::string>>{{"0.5", "2.0", "3.0"}, {"2", "–", "4.0"}, {"10000", "1.2", "–"}});
}

TEST_CASE("a page for a terminal is its claims and their tally") {
  CHECK_THAT(to_text(example_page()),
             Contains("A study\n\nSkews\n") &&
                 Contains("\n1 printed values reproduced, 0 differ for a known reason, 1 differ; 1 claims hold in "
                          "simulation, 0 do not, 1 not simulated\n"));
}
