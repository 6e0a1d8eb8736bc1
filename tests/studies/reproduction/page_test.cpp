#include "testbench/studies/reproduction/page.hpp"

#include <catch2/catch.hpp>

using namespace slackline::reproduction;
using Catch::Matchers::Contains;

namespace {

Page example_page() {
  ClaimTable claims{"Skews", "ns", {"analytic", "corrected"}, 1, {}};
  Claim first, second, third;
  first.name = "SSS <8>";
  first.at = "8 ports";
  first.where = "section 5";
  first.published = {"0.24", 1000, "us"};
  first.analytic = {237.48, std::nullopt};
  first.is_simulated = true;
  first.simulated = Simulated{201.25, {30, 3.5}, {}, ""};
  second.name = "a|b";
  second.analytic = {1.0};
  second.is_simulated = true;
  third.name = "wrong";
  third.published = {"5"};
  third.analytic = {7.0};
  third.reruns.push_back({"the slip", {5.0}, {}});
  claims.claims = {first, second, third};
  return {"A study",
          {{"", {Paragraph{"See `slackline` & more."}}},
           {"Results",
            {std::move(claims), Table{"", {"x", "y"}, {{"1", "2"}}},
             Figure{"f1", "A figure.", "x", "y", {}, Figure::Style::lines}}}}};
}

}  // namespace

TEST_CASE("a page as Markdown opens with a line for each claim; reruns are lines below theirs") {
  CHECK(to_markdown(example_page()) ==
        "# A study\n"
        "\n"
        "**Claims**\n"
        "\n"
        "| claim | where | published | analytic | simulated | verdict |\n"
        "| --- | --- | --- | --- | --- | --- |\n"
        "| SSS <8> | section 5 | 0.24 us | 237.5 ns | 201.2 ± 3.5 ns | reproduced |\n"
        "| a\\|b | – | – | 1.0 ns | – | not run |\n"
        "| wrong | – | 5 ns | 7.0 ns | – | not reproduced, holds without the slip |\n"
        "\n"
        "3 claims, at 3 places: 1 reproduced, 1 not reproduced, 0 not testable here, 0 ours, 1 not run; 0 contradicted "
        "without a cause.\n"
        "\n"
        "See `slackline` & more.\n"
        "\n"
        "## Results\n"
        "\n"
        "**Skews**\n"
        "\n"
        "| claim | at | where | published, ns | analytic | corrected | simulated, ns | verdict |\n"
        "| --- | --- | --- | --- | --- | --- | --- | --- |\n"
        "| SSS <8> | 8 ports | section 5 | 0.24 us | 237.5 | – | 201.2 ± 3.5 | reproduced |\n"
        "| a\\|b |  |  | – | 1.0 | – | not run | not run |\n"
        "| wrong |  |  | 5 | 7.0 | – | – | not reproduced, holds without the slip |\n"
        "| ↳ without the slip |  |  |  | 5.0 | – | – | the claim holds |\n"
        "\n"
        "| x | y |\n"
        "| --- | --- |\n"
        "| 1 | 2 |\n"
        "\n"
        "![A figure.](f1.svg)\n"
        "\n"
        "A figure.\n");
}

TEST_CASE(
    "a claim that was tried in several places has a line for each of its verdicts, with the range of its values") {
  Page page;
  ClaimTable table{"T", "cycles", {}, 0, {}};
  for (const double value : {3.0, 5.0, 9.0}) {
    table.claims.push_back(claim_of_model("it grows", std::to_string(value), "section 1", "grows",
                                          judged(value, {10}, at_most(6), "note")));
  }
  page.sections.push_back({"S", {table}});
  const Table lines = overview(page);
  CHECK(lines.rows == std::vector<std::vector<std::string>>{
                          {"it grows, 2 of 3 places", "section 1", "grows", "–", "3 to 5 cycles", "reproduced"},
                          {"it grows, 1 of 3 places", "section 1", "grows", "–", "9 cycles (10)",
                           "NOT REPRODUCED, no cause is shown"}});
  CHECK(tally(page).reproduced == 2);
  CHECK(tally(page).unsettled == 1);
}

TEST_CASE("what is printed for several places, and where, is listed, each once, and shortened where it is much") {
  const auto row = [](const std::vector<Printed>& prints, const std::vector<std::string>& where = {}) {
    ClaimTable table{"T", "ns", {}, 0, {}};
    for (std::size_t i = 0; i < prints.size(); ++i) {
      Claim& claim = table.claims.emplace_back();
      claim.name = "it is";
      claim.published = prints[i];
      if (i < where.size()) claim.where = where[i];
    }
    Page page;
    page.sections.push_back({"S", {table}});
    return overview(page).rows.at(0);
  };
  CHECK(row({{"5"}, {"5"}, {""}, {"1.2", 1000, "us"}, {"grows"}}).at(2) == "5 ns, 1.2 us, grows");
  CHECK(row({{"1"}, {"2"}, {"3"}, {"4"}, {"5"}, {"6"}, {"7"}, {"8"}, {"9"}}).at(2) == "1 ns ... 9 ns");
  CHECK(row({{"5"}, {"5"}, {"5"}}, {"theorem 1", "", "theorem 2"}).at(1) == "theorem 1, theorem 2");
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
  CHECK_THAT(to_html(example_page(), {{"f1", ""}}),
             Contains("<table class=\"claims\">") &&
                 Contains("<tr><td>wrong</td><td></td><td></td><td class=\"number\">5</td>"));
}

TEST_CASE("the values of a figure: a row for each x of any curve") {
  const Figure figure{
      "f", "", "x", "y", {{"a", {{10000, 1.25}, {0.5, 2}}}, {"b", {{0.5, 3}, {2, 4}}}}, Figure::Style::lines};
  const Table table = values_of(figure, 1);
  CHECK(table.columns == std::vector<std::string>{"x", "a", "b"});
  CHECK(table.rows ==
        std::vector<std::vector<std::string>>{{"0.5", "2.0", "3.0"}, {"2", "–", "4.0"}, {"10000", "1.2", "–"}});
}

TEST_CASE("a tally counts what is not testable by its reason") {
  using Reason = Untestable::Reason;
  Page page = example_page();
  for (const Reason reason : {Reason::undecided, Reason::paper, Reason::undecided}) {
    Claim claim = claim_of_model("(x)", "", "section 1", "grows", judged(3, {}, at_most(2), ""));
    claim.untestable = {reason, "for a reason"};
    page.sections.push_back({"", {ClaimTable{"", "", {}, 2, {claim}}}});
  }
  const char* counts = "3 not testable here (2 undecided, 1 for want of a number in the paper), 0 ours, 1 not run";
  CHECK_THAT(to_text(page), Contains(counts));
  CHECK_THAT(to_markdown(page), Contains(counts));
  CHECK_THAT(to_html(page, {{"f1", ""}}), Contains(counts));
}

TEST_CASE("a page for a terminal is its claims and their tally") {
  CHECK_THAT(to_text(example_page()),
             Contains("A study\n\n") && Contains("SSS <8>") &&
                 Contains("\n3 claims, at 3 places: 1 reproduced, 1 not reproduced, 0 not testable here, 0 "
                          "ours, 1 not run; 0 contradicted without a cause\n"));
}
