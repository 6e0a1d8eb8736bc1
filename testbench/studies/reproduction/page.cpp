#include "testbench/studies/reproduction/page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
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

std::string simulated_text(const Simulated& simulated, unsigned decimals) {
  const std::string value = fmt::format("{:.{}f}", simulated.value, decimals);
  if (simulated.sample.half_width) return value + fmt::format(" ± {:.{}f}", *simulated.sample.half_width, decimals);
  return value + fmt::format(" ({})", simulated.sample.draws);
}

void append_values(const ClaimTable& claims, const std::vector<std::optional<double>>& analytic,
                   const std::optional<Simulated>& simulated, const char* none, std::vector<std::string>& row) {
  for (std::size_t i = 0; i < claims.analytic.size(); ++i) {
    const bool known = i < analytic.size() && analytic[i];
    row.push_back(known ? fmt::format("{:.{}f}", *analytic[i], claims.decimals) : "–");
  }
  row.push_back(simulated ? simulated_text(*simulated, claims.decimals) : none);
}

std::vector<std::string> row_of(const ClaimTable& claims, const Claim& claim, bool has_places) {
  std::vector<std::string> row{claim.name};
  if (has_places) row.push_back(claim.at);
  row.push_back(claim.where);
  row.push_back(published_text(claim.published));
  append_values(claims, claim.analytic, claim.simulated, claim.is_simulated ? "not run" : "–", row);
  row.push_back(verdict_text(claim));
  return row;
}

std::vector<std::string> row_of(const ClaimTable& claims, const Claim& claim, const Rerun& rerun, bool has_places) {
  std::vector<std::string> row{"↳ without " + rerun.without};
  if (has_places) row.push_back(claim.at);
  row.insert(row.end(), {"", ""});
  append_values(claims, rerun.analytic, rerun.simulated, "–", row);
  row.push_back(holds(claim, rerun) ? "the claim holds" : "the claim does not hold");
  if (rerun.simulated && !rerun.simulated->note.empty()) row.back() += ": " + rerun.simulated->note;
  return row;
}

/// A claim, in all the places where it was tried.
struct Tried {
  const ClaimTable* table;
  std::vector<const Claim*> claims;
};

std::vector<Tried> tried(const Page& page) {
  std::vector<Tried> all;
  for (const ClaimTable* table : claim_tables(page)) {
    const std::size_t first = all.size();
    for (const Claim& claim : table->claims) {
      const auto same = std::find_if(all.begin() + static_cast<std::ptrdiff_t>(first), all.end(),
                                     [&](const Tried& t) { return t.claims.front()->name == claim.name; });
      if (same == all.end())
        all.push_back({table, {&claim}});
      else
        same->claims.push_back(&claim);
    }
  }
  return all;
}

/// "12.50", "3.1 to 4.5".
std::string range(const std::vector<double>& values, unsigned decimals) {
  if (values.empty()) return "–";
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  const std::string low = fmt::format("{:.{}f}", *least, decimals), high = fmt::format("{:.{}f}", *most, decimals);
  return low == high ? low : low + " to " + high;
}

/// "reproduced", "reproduced at 3 of 5; not reproduced at 2, holds without ...".
std::string verdicts(const Tried& t) {
  std::vector<std::string> texts;  // in the order of their first claims
  std::map<std::string, std::size_t> count;
  for (const Claim* claim : t.claims) {
    Claim plain = *claim;
    if (plain.simulated) plain.simulated->note.clear();
    const std::string text = verdict_text(plain);
    if (++count[text] == 1) texts.push_back(text);
  }
  std::string all;
  for (const std::string& text : texts) {
    all += (all.empty() ? "" : "; ") + text;
    if (texts.size() > 1) all += fmt::format(" (at {} of {})", count[text], t.claims.size());
  }
  return all;
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
  std::string operator()(const Picture& picture) const {
    return "![" + picture.caption + "](" + picture.name + ".png)\n\n" + picture.caption + "\n";
  }
};

}  // namespace

std::string cell(const std::optional<double>& value, int decimals) {
  return value ? fmt::format("{:.{}f}", *value, decimals) : "not simulated";
}

Table as_table(const ClaimTable& claims) {
  const std::string unit = claims.unit.empty() ? "" : ", " + claims.unit;
  const bool has_places =
      std::any_of(claims.claims.begin(), claims.claims.end(), [](const Claim& claim) { return !claim.at.empty(); });
  Table table{claims.title, {"claim"}, {}};
  if (has_places) table.columns.emplace_back("at");
  table.columns.insert(table.columns.end(), {"where", "published" + unit});
  table.columns.insert(table.columns.end(), claims.analytic.begin(), claims.analytic.end());
  table.columns.insert(table.columns.end(), {"simulated" + unit, "verdict"});
  for (const Claim& claim : claims.claims) {
    table.rows.push_back(row_of(claims, claim, has_places));
    for (const Rerun& rerun : claim.reruns) table.rows.push_back(row_of(claims, claim, rerun, has_places));
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

std::vector<const Picture*> pictures(const Page& page) { return blocks_of<Picture>(page); }

std::vector<const ClaimTable*> claim_tables(const Page& page) { return blocks_of<ClaimTable>(page); }

Tally tally(const Page& page) {
  Tally tally;
  for (const ClaimTable* table : claim_tables(page))
    for (const Claim& claim : table->claims) {
      switch (verdict(claim)) {
        case Verdict::reproduced: ++tally.reproduced; break;
        case Verdict::not_reproduced: ++tally.not_reproduced; break;
        case Verdict::not_testable: ++tally.not_testable; break;
        case Verdict::ours: ++tally.ours; break;
        case Verdict::not_run: ++tally.not_run; break;
      }
      if (!is_settled(claim)) ++tally.unsettled;
    }
  return tally;
}

std::string to_string(const Tally& tally) {
  return fmt::format(
      "{} claims reproduced, {} not reproduced, {} not testable here, {} ours, {} not run; {} contradicted without a "
      "cause",
      tally.reproduced, tally.not_reproduced, tally.not_testable, tally.ours, tally.not_run, tally.unsettled);
}

Table overview(const Page& page) {
  Table table{"Claims", {"claim", "where", "published", "analytic", "simulated", "verdict"}, {}};
  for (const Tried& t : tried(page)) {
    const std::string unit = t.table->unit.empty() ? "" : " " + t.table->unit;
    const Claim& first = *t.claims.front();
    std::vector<double> analytic, simulated;
    for (const Claim* claim : t.claims) {
      if (!claim->analytic.empty() && claim->analytic.front()) analytic.push_back(*claim->analytic.front());
      if (claim->simulated) simulated.push_back(claim->simulated->value);
    }
    const auto with_unit = [&](const std::string& text) { return text == "–" ? text : text + unit; };
    const bool one_print = std::all_of(t.claims.begin(), t.claims.end(), [&](const Claim* claim) {
      return claim->published.text == first.published.text;
    });
    const std::string print = one_print ? published_text(first.published) : "several";
    const bool is_number = one_print && first.published.unit_name.empty() && first.published.is_number();
    table.rows.push_back({first.name, first.where, is_number ? with_unit(print) : print,
                          with_unit(range(analytic, t.table->decimals)), with_unit(range(simulated, t.table->decimals)),
                          verdicts(t)});
  }
  return table;
}

std::string to_markdown(const Page& page) {
  std::string text = "# " + page.title + "\n";
  if (const Table claims = overview(page); !claims.rows.empty()) text += "\n" + MarkdownWriter{}(claims);
  for (const Section& section : page.sections) {
    if (!section.title.empty()) text += "\n## " + section.title + "\n";
    for (const Block& block : section.blocks) text += "\n" + std::visit(MarkdownWriter{}, block);
  }
  return text;
}

std::string to_text(const Page& page) {
  const Table table = overview(page);
  std::vector<std::vector<std::string>> rows{table.columns};
  rows.insert(rows.end(), table.rows.begin(), table.rows.end());
  std::vector<present::Align> align(table.columns.size(), present::Align::right);
  align.front() = align[1] = align.back() = present::Align::left;
  return page.title + "\n\n" + present::text_table(align, rows) + "\n" + to_string(tally(page)) + "\n";
}

}  // namespace slackline::reproduction
