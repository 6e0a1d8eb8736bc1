#include "testbench/features/routing/route_file.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <unordered_map>
#include <utility>

#include "rtl_models/network/route_table.hpp"
#include "testbench/features/files/file_use.hpp"
#include "testbench/features/run/settings.hpp"
#include "testbench/settings/utf8.hpp"
#include "testbench/text/csv_fields.hpp"

namespace slackline::features {

namespace {

constexpr std::size_t most_characters = 100, most_shown = 40;
constexpr std::string_view table_file_key = "routing.table_file";
constexpr std::array<std::string_view, 4> column_names{"switch", "host", "port", "class"};

class LineReader {
 public:
  LineReader(SourcePtr file, InputErrors& errors) : file_(std::move(file)), errors_(errors) {}

  /// All lines with a route; an error in another line is an error.
  std::vector<RouteLine> read() {
    std::vector<RouteLine> lines;
    for (std::size_t line = 0; file_->offset(line, 0) < file_->text().size() && wrong_ < most_reported; ++line) {
      line_ = line;
      const std::vector<text::Field> row = text::csv_fields(file_->line(line + 1));
      if (row.empty()) continue;
      if (columns_.empty()) {
        if (!read_header(row)) return {};
      } else if (std::optional<RouteLine> route = read_route(row)) {
        lines.push_back(std::move(*route));
      }
    }
    if (columns_.empty() && wrong_ == 0)
      errors_.push_back({file_, {}, std::string(table_file_key), problem("no line"), header_form, ""});
    return lines;
  }

  bool is_whole() const { return wrong_ == 0 && !columns_.empty(); }

 private:
  static constexpr const char* header_form = "a first line that names the columns switch,host,port and maybe class";

  bool read_header(const std::vector<text::Field>& row) {
    std::vector<std::size_t> columns;
    for (const text::Field& field : row) {
      const auto name = std::find(column_names.begin(), column_names.end(), field.text);
      const auto column = static_cast<std::size_t>(name - column_names.begin());
      if (name == column_names.end() || std::count(columns.begin(), columns.end(), column) != 0) {
        error(field, header_form);
        return false;
      }
      columns.push_back(column);
    }
    for (std::size_t column = 0; column < 3; ++column)
      if (std::count(columns.begin(), columns.end(), column) == 0) {
        error_of_line(problem(std::string(column_names[column]) + " is missing"), header_form);
        return false;
      }
    columns_ = std::move(columns);
    return true;
  }

  std::optional<RouteLine> read_route(const std::vector<text::Field>& row) {
    if (row.size() != columns_.size()) {
      error_of_line(value_found(escaped(row.front().text, most_shown),
                                std::to_string(row.size()) + (row.size() == 1 ? " value" : " values")),
                    std::to_string(columns_.size()) + " values, as the first line has");
      return std::nullopt;
    }
    const unsigned before = wrong_;
    RouteLine route;
    route.line = static_cast<std::uint32_t>(line_ + 1);
    for (std::size_t i = 0; i < row.size(); ++i) {
      switch (columns_[i]) {
        case 0: route.at = name(row[i]); break;
        case 1: route.host = name(row[i]); break;
        case 2: route.port = number(row[i], 'p', 255, "port from 0 to 255, as 3 or p3"); break;
        default: route.vc_class = number(row[i], 0, 3, "class from 0 to 3"); break;
      }
    }
    if (wrong_ != before) return std::nullopt;
    return route;
  }

  std::string name(const text::Field& field) {
    if (field.text.empty() || field.text.size() > most_characters) error(field, "a name or number");
    return std::string(field.text.substr(0, most_characters));
  }

  std::uint8_t number(const text::Field& field, char prefix, std::uint64_t most, const char* expected) {
    std::string_view text = field.text;
    if (prefix != 0 && !text.empty() && text.front() == prefix) text.remove_prefix(1);
    const Parsed<std::uint64_t> parsed = parse_integer(text);
    if (parsed && parsed.value <= most) return static_cast<std::uint8_t>(parsed.value);
    error(field, expected);
    return 0;
  }

  void error(const text::Field& field, Expected expected) {
    add(file_->position(line_, field.begin, field.text.size()), value_found(escaped(field.text, most_shown)),
        std::move(expected));
  }
  void error_of_line(Finding what, Expected expected) {
    add(file_->position(line_, 0, 0), std::move(what), std::move(expected));
  }
  void add(Position at, Finding what, Expected expected) {
    if (wrong_++ >= most_reported) return;
    errors_.push_back({file_, at, std::string(table_file_key), std::move(what), std::move(expected), ""});
  }

  SourcePtr file_;
  InputErrors& errors_;
  std::vector<std::size_t> columns_;  ///< of column_names, as the file has them; none: not read yet
  std::size_t line_ = 0;
  unsigned wrong_ = 0;
};

/// Switches and hosts by their names and numbers.
class Names {
 public:
  explicit Names(const network::Netlist& netlist) {
    for (std::uint32_t s = 0; s < netlist.switches.size(); ++s) {
      switches_.emplace(netlist.switches[s].name, s);
      switches_.emplace(std::to_string(s), s);
    }
    for (const network::EndpointInstance& host : netlist.endpoints) {
      nodes_.emplace(host.name, host.place.node.value);
      nodes_.emplace(std::to_string(host.place.node.value), host.place.node.value);
    }
  }

  std::optional<std::uint32_t> switch_of(const std::string& name) const { return find(switches_, name); }
  std::optional<std::uint32_t> node_of(const std::string& name) const { return find(nodes_, name); }

 private:
  using Map = std::unordered_map<std::string, std::uint32_t>;
  static std::optional<std::uint32_t> find(const Map& map, const std::string& name) {
    const auto found = map.find(name);
    return found == map.end() ? std::nullopt : std::optional<std::uint32_t>(found->second);
  }

  Map switches_, nodes_;
};

}  // namespace

void read_route_file(Reading& reading) {
  const auto named = reading.given.find(table_file_key);
  if (named == reading.given.end() || reading.values().get<RoutingSettings>().table_file.empty()) return;
  if (const SourcePtr file = read_file_of(reading, table_file_key, most_route_bytes, FileUse::table))
    read_routes(reading, file);
}

void read_routes(Reading& reading, const SourcePtr& file) {
  LineReader reader(file, reading.errors);
  reading.values().get<RoutingSettings>().table = reader.read();
  if (!reader.is_whole()) reading.doubtful.insert(std::string(table_file_key));
  reading.values().get<RoutingSettings>().table_source = file;
}

InputErrors check_lines(const std::vector<RouteLine>& lines, const network::Netlist& netlist, const SourcePtr& file) {
  InputErrors errors;
  const Names names(netlist);
  const std::vector<PortSet> wired = network::wired_outputs(netlist);
  const std::size_t nodes = netlist.endpoints.size();
  std::unordered_map<std::uint64_t, std::uint32_t> first;  // switch and node -> line
  const auto error = [&](const RouteLine& line, Finding what, Expected expected) {
    if (errors.size() < most_reported)
      errors.push_back({file, file->position(line.line - 1, 0, 0), std::string(table_file_key), std::move(what),
                        std::move(expected), ""});
  };
  for (const RouteLine& line : lines) {
    const std::optional<std::uint32_t> at = names.switch_of(line.at), node = names.node_of(line.host);
    if (!at)
      error(line, value_found(escaped(line.at, most_shown)), "a switch, such as " + netlist.switches.back().name);
    if (!node)
      error(line, value_found(escaped(line.host, most_shown)), "a host, such as " + netlist.endpoints.back().name);
    if (!at || !node) continue;
    if (!has(wired[*at], line.port))
      error(line, value_found("port " + std::to_string(line.port)),
            "a port of " + netlist.switches[*at].name + " with a link");
    if (const auto [before, is_new] = first.insert({*at * nodes + *node, line.line}); !is_new)
      error(line,
            problem(line.at + " to " + line.host + " given twice, first in line " + std::to_string(before->second)),
            "each once");
  }
  return errors;
}

InputErrors check_ways(const std::vector<RouteLine>& lines, const network::Netlist& netlist, const SourcePtr& file) {
  const Violations found = network::check_route_table(netlist);
  if (found.empty()) return {};
  const Names names(netlist);
  std::unordered_map<std::string, const RouteLine*> line_of;  // by the names that are found
  for (const RouteLine& line : lines)
    if (const auto at = names.switch_of(line.at), node = names.node_of(line.host); at && node)
      line_of["route_tables of " + netlist.switches[*at].name + " to " + netlist.endpoints[*node].name] = &line;
  InputErrors errors;
  for (const Violation& violation : found) {
    const auto line = line_of.find(violation.parameter);
    constexpr std::string_view table = "route_tables of ";
    const bool is_route = violation.parameter.compare(0, table.size(), table) == 0;
    const Finding what = problem((is_route ? violation.parameter.substr(table.size()) + ": " : "") + violation.value);
    if (line != line_of.end())
      errors.push_back({file, file->position(line->second->line - 1, 0, 0), std::string(table_file_key), what,
                        violation.expected, ""});
    else
      errors.push_back({file,
                        {},
                        std::string(table_file_key),
                        what,
                        is_route ? "a line with a port that leads there" : violation.expected,
                        ""});
  }
  return errors;
}

std::uint8_t classes_of(const std::vector<RouteLine>& lines) {
  std::uint8_t classes = 1;
  for (const RouteLine& line : lines) classes = std::max(classes, static_cast<std::uint8_t>(line.vc_class + 1));
  return classes;
}

void fill_from_lines(const std::vector<RouteLine>& lines, network::Netlist& netlist) {
  const Names names(netlist);
  const std::size_t nodes = netlist.endpoints.size();
  netlist.route_tables = {};
  netlist.route_tables.entries.assign(netlist.switches.size() * nodes, route_unit::no_port);
  netlist.routing.classes = classes_of(lines);
  for (const RouteLine& line : lines) {
    const std::optional<std::uint32_t> at = names.switch_of(line.at), node = names.node_of(line.host);
    if (!at || !node) continue;
    netlist.route_tables.entries[*at * nodes + *node] = route_unit::TableEntry(line.port, line.vc_class).word();
  }
}

}  // namespace slackline::features
