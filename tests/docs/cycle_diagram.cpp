#include "tests/docs/cycle_diagram.hpp"

#include <algorithm>
#include <fstream>
#include <stdexcept>

namespace slackline::test {

namespace {

std::string padded(const std::string& text, std::size_t width) {
  return text.size() >= width ? text : text + std::string(width - text.size(), ' ');
}

void end_line(std::string& text) {
  text.erase(text.find_last_not_of(' ') + 1);
  text += '\n';
}

}  // namespace

std::string drawn(const std::vector<std::string>& names, const std::vector<std::vector<std::string>>& cells,
                  std::uint64_t first) {
  constexpr std::size_t cell_width = 4;
  std::size_t name_width = 0;
  for (const std::string& name : names) name_width = std::max(name_width, name.size() + 2);

  std::string line = padded("cycle", name_width), text;
  for (std::size_t n = 0; n < cells.at(0).size(); ++n) line += padded(std::to_string(first + n), cell_width);
  end_line(line);
  text += line;
  for (std::size_t i = 0; i < names.size(); ++i) {
    line = padded(names[i], name_width);
    for (const std::string& cell : cells[i]) line += padded(cell, cell_width);
    end_line(line);
    text += line;
  }
  return text;
}

std::string flit_text(Flit flit) {
  switch (flit.kind()) {
    case FlitKind::head: return "H";
    case FlitKind::body: return "B";
    case FlitKind::tail: return "T";
    case FlitKind::single: return "S";
    default: return flit.valid() ? "?" : "";
  }
}

std::string block_of(const std::string& file, const std::string& name) {
  std::ifstream in(file);
  if (!in) throw std::runtime_error("cannot read " + file);
  std::string text;
  bool inside = false;
  for (std::string line; std::getline(in, line);) {
    if (inside && line == "<!-- end -->") return text;
    if (inside && line.rfind("```", 0) != 0) text += line + '\n';
    if (line == "<!-- " + name + " -->") inside = true;
  }
  return "";
}

}  // namespace slackline::test
