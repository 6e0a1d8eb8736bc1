#include "testbench/studies/reproduction/page.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

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
  const Sample& sample = simulated.sample;
  if (sample.draws == 0) return "–";
  const std::string text = cell(Mean{simulated.value, sample.half_width, sample.draws}, static_cast<int>(decimals));
  return sample.half_width ? text : text + fmt::format(" ({})", sample.draws);
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
  row.push_back(!decides(rerun)       ? "nothing is decided"
                : holds(claim, rerun) ? "the claim holds"
                                      : "the claim does not hold");
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

/// A claim, in those of its places where it has the same verdict.
struct Judged {
  std::string verdict;  ///< without the notes of simulations
  std::vector<const Claim*> claims;
};

/// In the order of their first places.
std::vector<Judged> by_verdict(const Tried& t) {
  std::vector<Judged> all;
  for (const Claim* claim : t.claims) {
    Claim plain = *claim;
    if (plain.simulated) plain.simulated->note.clear();
    const std::string text = verdict_text(plain);
    const auto same =
        std::find_if(all.begin(), all.end(), [&](const Judged& judged) { return judged.verdict == text; });
    if (same == all.end())
      all.push_back({text, {claim}});
    else
      same->claims.push_back(claim);
  }
  return all;
}

/// Those that are not empty, each once; "–" where there is none.
std::string listed(const std::vector<std::string>& texts) {
  std::vector<std::string> distinct;
  for (const std::string& text : texts)
    if (!text.empty() && std::find(distinct.begin(), distinct.end(), text) == distinct.end()) distinct.push_back(text);
  constexpr std::size_t most = 8;
  if (distinct.empty()) return "–";
  if (distinct.size() > most) return distinct.front() + " ... " + distinct.back();
  return fmt::format("{}", fmt::join(distinct, ", "));
}

/// "237 ns", "1.05 us"; what is printed for several places one after another, each once.
std::string published_texts(const std::vector<const Claim*>& claims, const std::string& unit) {
  std::vector<std::string> texts;
  for (const Claim* claim : claims) {
    if (claim->published.text.empty()) continue;
    texts.push_back(published_text(claim->published));
    if (claim->published.unit_name.empty() && claim->published.is_number() && !unit.empty()) texts.back() += " " + unit;
  }
  return listed(texts);
}

std::vector<std::string> overview_row(const Tried& t, const Judged& judged) {
  const std::string& unit = t.table->unit;
  const Claim& first = *judged.claims.front();
  std::vector<double> analytic, simulated;
  const Simulated* last = nullptr;
  for (const Claim* claim : judged.claims) {
    if (!claim->analytic.empty() && claim->analytic.front()) analytic.push_back(*claim->analytic.front());
    if (!claim->simulated || claim->simulated->sample.draws == 0) continue;
    simulated.push_back(claim->simulated->value);
    last = &*claim->simulated;
  }
  const auto with_unit = [&](const std::string& values) {
    return values + (values == "–" || unit.empty() ? "" : " " + unit);
  };
  // One value has its interval or its draws; several have theirs in the tables below.
  std::string of_model = with_unit(range(simulated, t.table->decimals));
  if (simulated.size() == 1) {
    const Sample& sample = last->sample;
    of_model = with_unit(cell(Mean{last->value, sample.half_width, sample.draws}, static_cast<int>(t.table->decimals)));
    if (!sample.half_width) of_model += fmt::format(" ({})", sample.draws);
  }
  std::string name = first.name;
  if (judged.claims.size() != t.claims.size())
    name += fmt::format(", {} of {} places", judged.claims.size(), t.claims.size());
  std::vector<std::string> where;
  for (const Claim* claim : judged.claims) where.push_back(claim->where);
  return {name,     listed(where), published_texts(judged.claims, unit), with_unit(range(analytic, t.table->decimals)),
          of_model, judged.verdict};
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

std::string cell(const std::optional<Mean>& mean, int decimals) {
  if (!mean) return "not simulated";
  const std::string value = fmt::format("{:.{}f}", mean->value, decimals);
  return mean->half_width ? value + fmt::format(" ± {:.{}f}", *mean->half_width, decimals) : value;
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
    for (const FigurePoint& point : series.points) places.insert(point.x);
  }
  for (const double x : places) {
    table.rows.push_back({x == std::floor(x) ? fmt::format("{:.0f}", x) : fmt::format("{:.4g}", x)});
    for (const FigureSeries& series : figure.series) {
      const auto at =
          std::find_if(series.points.begin(), series.points.end(), [x](const FigurePoint& p) { return p.x == x; });
      table.rows.back().push_back(
          at == series.points.end() ? "–" : cell(Mean{at->y, at->half_width, 0}, static_cast<int>(decimals)));
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
  std::set<std::string> names;
  for (const ClaimTable* table : claim_tables(page))
    for (const Claim& claim : table->claims) {
      names.insert(claim.name);
      ++tally.places;
      switch (verdict(claim)) {
        case Verdict::reproduced: ++tally.reproduced; break;
        case Verdict::not_reproduced: ++tally.not_reproduced; break;
        case Verdict::not_testable:
          ++tally.not_testable;
          ++tally.for_reason[static_cast<std::size_t>(claim.untestable.reason)];
          break;
        case Verdict::ours: ++tally.ours; break;
        case Verdict::not_run: ++tally.not_run; break;
      }
      if (!is_settled(claim)) ++tally.unsettled;
    }
  tally.claims = names.size();
  return tally;
}

std::string to_string(const Tally& tally) {
  std::string reasons;
  for (std::size_t reason = 0; reason < tally.for_reason.size(); ++reason)
    if (tally.for_reason[reason] != 0)
      reasons += fmt::format("{}{} {}", reasons.empty() ? " (" : ", ", tally.for_reason[reason],
                             to_string(static_cast<Untestable::Reason>(reason)));
  if (!reasons.empty()) reasons += ")";
  return fmt::format(
      "{} claims, at {} places: {} reproduced, {} not reproduced, {} not testable here{}, {} ours, {} not run; {} "
      "contradicted without a "
      "cause",
      tally.claims, tally.places, tally.reproduced, tally.not_reproduced, tally.not_testable, reasons, tally.ours,
      tally.not_run, tally.unsettled);
}

Table overview(const Page& page) {
  Table table{"Claims", {"claim", "where", "published", "analytic", "simulated", "verdict"}, {}};
  for (const Tried& t : tried(page))
    for (const Judged& judged : by_verdict(t)) table.rows.push_back(overview_row(t, judged));
  return table;
}

std::string to_markdown(const Page& page) {
  std::string text = "# " + page.title + "\n";
  if (const Table claims = overview(page); !claims.rows.empty())
    text += "\n" + MarkdownWriter{}(claims) + "\n" + to_string(tally(page)) + ".\n";
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
