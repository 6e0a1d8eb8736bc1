#include "testbench/cosim/comparison.hpp"

#include <algorithm>
#include <cstdio>
#include <stdexcept>

namespace slackline::cosim {

namespace {

bool ends_with(const std::string& name, const std::string& ending) {
  return name.size() >= ending.size() && name.compare(name.size() - ending.size(), ending.size(), ending) == 0;
}

bool is_absent(const std::vector<Absent>& absent, const std::string& name) {
  return std::any_of(absent.begin(), absent.end(), [&](const Absent& a) { return ends_with(name, a.ending); });
}

/// Index of the field of that name, or fields.size().
std::size_t find(const std::vector<Field>& fields, const std::string& name) {
  const auto at = std::find_if(fields.begin(), fields.end(), [&](const Field& f) { return f.name == name; });
  return static_cast<std::size_t>(at - fields.begin());
}

std::string padded(const std::string& text, std::size_t width) {
  return text + std::string(width > text.size() ? width - text.size() : 0, ' ');
}

}  // namespace

/// One column of the table: the places of its two values in a sample.
struct Comparison::Column {
  const Field* field;
  const std::vector<std::uint64_t> Sample::*core_values;
  const std::vector<std::uint64_t> Sample::*rtl_values;
  std::size_t core, rtl;

  std::string cell(const Sample& sample) const {
    const std::uint64_t of_core = (sample.*core_values)[core], of_rtl = (sample.*rtl_values)[rtl];
    if (of_core == of_rtl) return show(*field, of_core);
    return show(*field, of_core) + " vs " + show(*field, of_rtl);
  }
};

Comparison::Comparison(std::string subject, Names names, const std::vector<Absent>& absent)
    : subject_(std::move(subject)), names_(std::move(names)) {
  std::string unmapped;
  for (std::size_t i = 0; i < names_.core_registers.size(); ++i) {
    const std::string& name = names_.core_registers[i].name;
    const std::size_t j = find(names_.rtl_registers, name);
    if (j < names_.rtl_registers.size())
      map_.push_back({i, j});
    else if (!is_absent(absent, name))
      unmapped += "\n  " + name + ": in the core only";
  }
  for (const Field& field : names_.rtl_registers)
    if (find(names_.core_registers, field.name) == names_.core_registers.size())
      unmapped += "\n  " + field.name + ": in the RTL only";
  if (!unmapped.empty()) throw std::logic_error(subject_ + ": registers without a counterpart" + unmapped);
}

Sample& Comparison::next(Cycle now) {
  Sample& sample = history_[samples_++ % kept];
  sample.cycle = now;
  return sample;
}

bool Comparison::equal() const {
  const Sample& s = newest();
  return s.stale.empty() && s.core_outputs == s.rtl_outputs &&
         std::all_of(map_.begin(), map_.end(),
                     [&](const Pair& p) { return s.core_registers[p.core] == s.rtl_registers[p.rtl]; });
}

std::string Comparison::report() const {
  return subject_ + ": core and RTL differ in cycle " + std::to_string(newest().cycle.value) + "\n" + differences() +
         "The last " + std::to_string(std::min(samples_, kept)) +
         " cycles, inputs as sampled at the edge, the rest as after it; \"core vs rtl\" where they differ:\n" + table();
}

std::string Comparison::differences() const {
  const Sample& s = newest();
  std::string text;
  const auto line = [&](const char* what, const Field& field, std::uint64_t core, std::uint64_t rtl) {
    if (core == rtl) return;
    text += "  " + std::string(what) + padded(field.name, 14) + "  core " + padded(show(field, core), 6) + "  rtl " +
            show(field, rtl) + "\n";
  };
  for (std::size_t i = 0; i < names_.outputs.size(); ++i)
    line("pin       ", names_.outputs[i], s.core_outputs[i], s.rtl_outputs[i]);
  for (const Pair& p : map_)
    line("register  ", names_.core_registers[p.core], s.core_registers[p.core], s.rtl_registers[p.rtl]);
  for (const StaleValue& value : s.stale)
    text += "  derived   " + padded(value.name, 14) + "  core " + padded(std::to_string(value.stored), 6) +
            "  recomputed " + std::to_string(value.recomputed) + "\n";
  return text;
}

/// Inputs, outputs, the registers that are no arrays and no outputs, and what else differs.
std::vector<Comparison::Column> Comparison::columns() const {
  std::vector<Column> found;
  for (std::size_t i = 0; i < names_.inputs.size(); ++i)
    found.push_back({&names_.inputs[i], &Sample::inputs, &Sample::inputs, i, i});
  for (std::size_t i = 0; i < names_.outputs.size(); ++i)
    found.push_back({&names_.outputs[i], &Sample::core_outputs, &Sample::rtl_outputs, i, i});
  for (const Pair& p : map_) {
    const Field& field = names_.core_registers[p.core];
    const bool element = field.name.find('[') != std::string::npos;
    const bool differs = newest().core_registers[p.core] != newest().rtl_registers[p.rtl];
    const bool output = find(names_.outputs, field.name) < names_.outputs.size();
    if (differs ? (element || !output) : (!element && !output))
      found.push_back({&field, &Sample::core_registers, &Sample::rtl_registers, p.core, p.rtl});
  }
  return found;
}

std::string Comparison::table() const {
  std::vector<std::vector<std::string>> rows(1);
  rows[0].push_back("cycle");
  const std::vector<Column> shown = columns();
  for (const Column& column : shown) rows[0].push_back(column.field->name);
  for (std::size_t i = samples_ - std::min(samples_, kept); i < samples_; ++i) {
    const Sample& sample = history_[i % kept];
    rows.push_back({std::to_string(sample.cycle.value)});
    for (const Column& column : shown) rows.back().push_back(column.cell(sample));
  }

  std::vector<std::size_t> widths(rows[0].size());
  for (const auto& row : rows)
    for (std::size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], row[c].size());

  std::string text;
  const std::size_t first_output = 1 + names_.inputs.size();
  for (const auto& row : rows) {
    std::string line;
    for (std::size_t c = 0; c < row.size(); ++c)
      line += (c == first_output ? "  |  " : "  ") + padded(row[c], widths[c]);
    text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  return text;
}

std::string show(const Field& field, std::uint64_t value) {
  if (!field.flit) return std::to_string(value);
  if (value == 0) return "-";
  const Flit flit(value);
  char text[32];
  std::snprintf(text, sizeof text, "%s/%u/%08x", to_string(flit.kind()), flit.vc().value, flit.data());
  return text;
}

}  // namespace slackline::cosim
