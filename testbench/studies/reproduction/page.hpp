// page: the results of a study as Markdown, as one file of HTML, and for a terminal.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "testbench/studies/reproduction/claim.hpp"
#include "testbench/studies/reproduction/figure.hpp"

namespace slackline::reproduction {

/// Text between backquotes is code.
struct Paragraph {
  std::string text;
};

struct Table {
  std::string title;
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows;
};

/// A cell of a table: "not simulated" where there is no value.
std::string cell(const std::optional<double>& value, int decimals);
/// With its interval, where it has one: "1.5 ± 0.2".
std::string cell(const std::optional<Mean>& mean, int decimals);

/// Claims about one quantity.
struct ClaimTable {
  std::string title;
  std::string unit;                   ///< "ns"; empty: a plain number
  std::vector<std::string> analytic;  ///< headings of the analytic columns: "analytic, kg = 53"
  unsigned decimals = 2;              ///< of analytic and simulated values
  std::vector<Claim> claims;
};

/// Its cells: name, where it was tried, where the paper has it, published, analytic columns, simulated, verdict. A row for
/// each rerun follows its claim.
Table as_table(const ClaimTable& claims);

/// The points of a figure as a table: a row for each x of any curve.
Table values_of(const Figure& figure, unsigned decimals);

/// A picture that is not drawn from measurements, such as a waveform.
struct Picture {
  std::string name;  ///< of its file: "preemption"
  std::string caption;
  std::string_view png;  ///< its bytes, of static storage
};

using Block = std::variant<Paragraph, Table, ClaimTable, Figure, Picture>;

struct Section {
  std::string title;
  std::vector<Block> blocks;
};

/// A figure, and below it a table of its points.
void add_with_values(Section& section, Figure figure, unsigned decimals);

struct Page {
  std::string title;
  std::vector<Section> sections;
};

std::vector<const Figure*> figures(const Page& page);
std::vector<const Picture*> pictures(const Page& page);
std::vector<const ClaimTable*> claim_tables(const Page& page);

/// The number of claims of each verdict.
struct Tally {
  std::size_t claims = 0, places = 0;  ///< by their names; and all, each where it was tried. The others count places
  std::size_t reproduced = 0, not_reproduced = 0, not_testable = 0, ours = 0, not_run = 0;
  std::array<std::size_t, Untestable::reasons> for_reason{};  ///< of those not testable: by Untestable::Reason
  std::size_t unsettled = 0;  ///< of those not reproduced: without a cause that a rerun has shown
};
Tally tally(const Page& page);
std::string to_string(const Tally& tally);

/// The table with which a page opens: a line for each claim and verdict, over all places where it was tried.
Table overview(const Page& page);

/// Figures and pictures are files next to it: NAME.svg, NAME.png.
std::string to_markdown(const Page& page);
/// One file: `drawings` are the figures' SVG by their names.
std::string to_html(const Page& page, const std::map<std::string, std::string>& drawings);
/// The claims, without figures.
std::string to_text(const Page& page);

}  // namespace slackline::reproduction
