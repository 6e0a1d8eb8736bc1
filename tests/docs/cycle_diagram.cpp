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

std::string CycleDiagram::draw(network::Fabric& fabric, std::uint64_t first, std::uint64_t last) const {
  constexpr std::size_t cell_width = 4;
  std::size_t name_width = 0;
  for (const Row& row : rows_) name_width = std::max(name_width, row.name.size() + 2);

  std::vector<std::string> lines;
  lines.push_back(padded("cycle", name_width));
  for (const Row& row : rows_) lines.push_back(padded(row.name, name_width));
  for (std::uint64_t cycle = first; cycle <= last; ++cycle) {
    fabric.run_until(Cycle(cycle + 1));
    lines[0] += padded(std::to_string(cycle), cell_width);
    for (std::size_t i = 0; i < rows_.size(); ++i) lines[i + 1] += padded(rows_[i].cell(fabric), cell_width);
  }
  std::string text;
  for (std::string& line : lines) {
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
