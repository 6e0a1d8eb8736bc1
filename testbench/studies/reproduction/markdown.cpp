#include "testbench/studies/reproduction/page.hpp"

namespace slackline::reproduction {

namespace {

/// A cell: a bar would end it.
std::string cell(const std::string& text) {
  std::string safe;
  for (const char c : text) {
    if (c == '|') safe += '\\';
    safe += c;
  }
  return safe;
}

std::string row(const std::vector<std::string>& cells) {
  std::string line = "|";
  for (const std::string& text : cells) line += " " + cell(text) + " |";
  return line + "\n";
}

struct MarkdownWriter {
  std::string operator()(const Paragraph& paragraph) const { return paragraph.text + "\n"; }
  std::string operator()(const Table& table) const {
    std::string text = table.title.empty() ? "" : "**" + table.title + "**\n\n";
    text += row(table.columns) + row(std::vector<std::string>(table.columns.size(), "---"));
    for (const std::vector<std::string>& cells : table.rows) text += row(cells);
    return text;
  }
  std::string operator()(const ClaimTable& claims) const { return (*this)(as_table(claims)); }
  std::string operator()(const Figure& figure) const {
    return "![" + figure.caption + "](" + figure.name + ".svg)\n\n" + figure.caption + "\n";
  }
};

}  // namespace

std::string to_markdown(const Page& page) {
  std::string text = "# " + page.title + "\n";
  for (const Section& section : page.sections) {
    if (!section.title.empty()) text += "\n## " + section.title + "\n";
    for (const Block& block : section.blocks) text += "\n" + std::visit(MarkdownWriter{}, block);
  }
  return text;
}

}  // namespace slackline::reproduction
