#include "testbench/present/text_table.hpp"

#include <algorithm>

namespace slackline::present {

namespace {

/// Where a cell's decimal point is, or would be: after its digits.
std::size_t point_of(const std::string& cell) { return std::min(cell.find_first_not_of("+-0123456789"), cell.size()); }

/// Characters of UTF-8.
std::size_t width_of(const std::string& cell) {
  return static_cast<std::size_t>(
      std::count_if(cell.begin(), cell.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

/// The cells of a column with blanks before them.
void indent(std::vector<std::string>& cells, Align align, bool heading) {
  if (align == Align::point) {
    std::size_t before = 0;
    for (std::size_t i = heading; i < cells.size(); ++i) before = std::max(before, point_of(cells[i]));
    for (std::size_t i = heading; i < cells.size(); ++i)
      if (!cells[i].empty()) cells[i].insert(0, before - point_of(cells[i]), ' ');
  } else if (align == Align::right) {
    std::size_t width = 0;
    for (const std::string& cell : cells) width = std::max(width, width_of(cell));
    for (std::string& cell : cells) cell.insert(0, width - width_of(cell), ' ');
  }
}

}  // namespace

std::string text_table(const std::vector<Align>& columns, const std::vector<std::vector<std::string>>& rows,
                       bool heading) {
  std::vector<std::string> lines(rows.size());
  for (std::size_t column = 0; column < columns.size(); ++column) {
    std::vector<std::string> cells;
    for (const std::vector<std::string>& row : rows) cells.push_back(row[column]);
    if (std::all_of(cells.begin() + (heading && !cells.empty()), cells.end(),
                    [](const std::string& cell) { return cell.empty(); }))
      continue;
    indent(cells, columns[column], heading);
    std::size_t width = 0;
    for (const std::string& cell : cells) width = std::max(width, width_of(cell));
    for (std::size_t i = 0; i < lines.size(); ++i)
      lines[i] += "  " + cells[i] + std::string(width - width_of(cells[i]), ' ');
  }
  std::string text;
  for (std::string& line : lines) text += line.erase(line.find_last_not_of(' ') + 1) + "\n";
  return text;
}

}  // namespace slackline::present
