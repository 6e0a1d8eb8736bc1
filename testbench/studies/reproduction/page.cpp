#include "testbench/studies/reproduction/page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "testbench/present/text_table.hpp"

namespace slackline::reproduction {

namespace {

template <class Kind>
std::vector<const Kind*> blocks_of(const Page& page) {
  std::vector<const Kind*> found;
  for (const Section& section : page.sections)
    for (const Block& block : section.blocks)
      if (const auto* kind = std::get_if<Kind>(&block)) found.push_back(kind);
  return found;
}

std::string published_text(const Printed& printed) {
  if (printed.text.empty()) return "–";
  return printed.unit_name.empty() ? printed.text : printed.text + " " + printed.unit_name;
}

std::string simulated_text(const Claim& claim, unsigned decimals) {
  if (!claim.simulated) return claim.is_simulated ? "not run" : "–";
  std::string value = fmt::format("{:.{}f}", claim.simulated->value, decimals);
  if (!claim.simulated->half_width) return value;
  return value + fmt::format(" ± {:.{}f}", *claim.simulated->half_width, decimals);
}

/// A cell in Markdown: a bar would end it.
std::string escaped_cell(const std::string& text) {
  std::string safe;
  for (const char c : text) {
    if (c == '|') safe += '\\';
    safe += c;
  }
  return safe;
}

std::string markdown_row(const std::vector<std::string>& cells) {
  std::string line = "|";
  for (const std::string& text : cells) line += " " + escaped_cell(text) + " |";
  return line + "\n";
}

struct MarkdownWriter {
  std::string operator()(const Paragraph& paragraph) const { return paragraph.text + "\n"; }
  std::string operator()(const Table& table) const {
    std::string text = table.title.empty() ? "" : "**" + table.title + "**\n\n";
    text += markdown_row(table.columns) + markdown_row(std::vector<std::string>(table.columns.size(), "---"));
    for (const std::vector<std::string>& cells : table.rows) text += markdown_row(cells);
    return text;
  }
  std::string operator()(const ClaimTable& claims) const { return (*this)(as_table(claims)); }
  std::string operator()(const Figure& figure) const {
    return "![" + figure.caption + "](" + figure.name + ".svg)\n\n" + figure.caption + "\n";
  }
};

}  // namespace

std::string cell(const std::optional<double>& value, int decimals) {
  return value ? fmt::format("{:.{}f}", *value, decimals) : "not simulated";
}

Table as_table(const ClaimTable& claims) {
  const std::string unit = claims.unit.empty() ? "" : ", " + claims.unit;
  Table table{claims.title, {"", "where", "published" + unit}, {}};
  table.columns.insert(table.columns.end(), claims.analytic.begin(), claims.analytic.end());
  table.columns.insert(table.columns.end(), {"simulated" + unit, "verdict"});
  for (const Claim& claim : claims.claims) {
    std::vector<std::string> row{claim.name, claim.where, published_text(claim.published)};
    for (std::size_t i = 0; i < claims.analytic.size(); ++i) {
      const bool known = i < claim.analytic.size() && claim.analytic[i];
      row.push_back(known ? fmt::format("{:.{}f}", *claim.analytic[i], claims.decimals) : "–");
    }
    row.push_back(simulated_text(claim, claims.decimals));
    row.push_back(verdict_text(claim));
    table.rows.push_back(std::move(row));
  }
  return table;
}

Table values_of(const Figure& figure, unsigned decimals) {
  Table table{"", {figure.x_label}, {}};
  std::set<double> places;
  for (const FigureSeries& series : figure.series) {
    table.columns.push_back(series.label);
    for (const auto& [x, y] : series.points) places.insert(x);
  }
  for (const double x : places) {
    table.rows.push_back({x == std::floor(x) ? fmt::format("{:.0f}", x) : fmt::format("{:.4g}", x)});
    for (const FigureSeries& series : figure.series) {
      const auto at =
          std::find_if(series.points.begin(), series.points.end(), [x](const auto& point) { return point.first == x; });
      table.rows.back().push_back(at == series.points.end() ? "–" : fmt::format("{:.{}f}", at->second, decimals));
    }
  }
  return table;
}

void add_with_values(Section& section, Figure figure, unsigned decimals) {
  Table values = values_of(figure, decimals);
  section.blocks.emplace_back(std::move(figure));
  section.blocks.emplace_back(std::move(values));
}

std::vector<const Figure*> figures(const Page& page) { return blocks_of<Figure>(page); }

std::vector<const ClaimTable*> claim_tables(const Page& page) { return blocks_of<ClaimTable>(page); }

Tally tally(const Page& page) {
  Tally tally;
  for (const ClaimTable* table : claim_tables(page))
    for (const Claim& claim : table->claims) {
      switch (verdict(claim)) {
        case Verdict::no_print: break;
        case Verdict::reproduced: ++tally.reproduced; break;
        case Verdict::explained: ++tally.explained; break;
        case Verdict::differs: ++tally.differing; break;
      }
      if (!claim.is_simulated) continue;
      if (!claim.simulated)
        ++tally.to_simulate;
      else
        ++(claim.simulated->holds()           ? tally.simulated
           : claim.simulated->because.empty() ? tally.refuted
                                              : tally.refuted_with_reason);
    }
  return tally;
}

std::string to_string(const Tally& tally) {
  return std::to_string(tally.reproduced) + " printed values reproduced, " + std::to_string(tally.explained) +
         " differ for a known reason, " + std::to_string(tally.differing) + " differ; " +
         std::to_string(tally.simulated) + " claims hold in simulation, " + std::to_string(tally.refuted) +
         " do not, " +
         (tally.refuted_with_reason == 0 ? ""
                                         : std::to_string(tally.refuted_with_reason) + " do not for a known reason, ") +
         std::to_string(tally.to_simulate) + " not simulated";
}

std::string to_markdown(const Page& page) {
  std::string text = "# " + page.title + "\n";
  for (const Section& section : page.sections) {
    if (!section.title.empty()) text += "\n## " + section.title + "\n";
    for (const Block& block : section.blocks) text += "\n" + std::visit(MarkdownWriter{}, block);
  }
  return text;
}

std::string to_text(const Page& page) {
  std::string text = page.title + "\n";
  for (const ClaimTable* claims : claim_tables(page)) {
    const Table table = as_table(*claims);
    std::vector<std::vector<std::string>> rows{table.columns};
    rows.insert(rows.end(), table.rows.begin(), table.rows.end());
    std::vector<present::Align> align(table.columns.size(), present::Align::right);
    align.front() = align[1] = align.back() = present::Align::left;
    text += "\n" + table.title + "\n" + present::text_table(align, rows);
  }
  return text + "\n" + to_string(tally(page)) + "\n";
}

}  // namespace slackline::reproduction
