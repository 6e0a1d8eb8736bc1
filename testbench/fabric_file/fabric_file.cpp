#include "testbench/fabric_file/fabric_file.hpp"

#include <algorithm>

#include "testbench/fabric_file/anynet.hpp"
#include "testbench/fabric_file/cray.hpp"
#include "testbench/fabric_file/graphml.hpp"
#include "testbench/fabric_file/infiniband.hpp"
#include "testbench/fabric_file/port_list.hpp"
#include "testbench/fabric_file/text.hpp"

namespace slackline::fabric_file {

namespace {

bool starts_with(std::string_view text, std::string_view start) { return text.substr(0, start.size()) == start; }

/// ibnetdiscover writes a switch's GUID above it, and its port's in parentheses after it; ibsim's own files may say at
/// which GUID to begin: "switchguid=0x200000".
bool is_dump(std::string_view text) {
  Lines lines(text);
  for (Piece line; lines.next(line);)
    if ((starts_with(line.text, "switchguid=") && line.text.find('(') != std::string_view::npos) ||
        starts_with(line.text, "# Topology file: generated on"))
      return true;
  return false;
}

bool is_node_word(std::string_view word) { return word == "Switch" || word == "Hca" || word == "Ca" || word == "Rt"; }

/// Whether some line names a node of InfiniBand: 'Switch 36 "S-...'.
bool names_node(std::string_view text) {
  Lines lines(text);
  for (Piece line; lines.next(line);) {
    Scanner scanner(line);
    if (is_node_word(scanner.skip_blanks().word().text) && scanner.skip_blanks().number()) return true;
  }
  return false;
}

/// The text after comments, empty lines and lines of the error stream.
Piece first_line(std::string_view text) {
  Lines lines(text);
  for (Piece line; lines.next(line);) {
    const std::string_view start = Scanner(line).skip_blanks().rest().text;
    if (!start.empty() && start.front() != '#' && !is_tool_message(start)) return line;
  }
  return {};
}

}  // namespace

std::string_view word_of(Format format) {
  switch (format) {
    case Format::ibnetdiscover: return "ibnetdiscover";
    case Format::ibsim: return "ibsim";
    case Format::port_list: return "ibnetdiscover -p";
    case Format::anynet: return "anynet";
    case Format::graphml: return "graphml";
    case Format::cray: break;
  }
  return "cray";
}

bool recognise(std::string_view text, Format& format, Complaints& complaints) {
  if (is_xml(text)) {
    format = Format::graphml;
    return true;
  }
  const Piece first = first_line(text);
  Scanner scanner(first);
  const std::string_view start = scanner.skip_blanks().rest().text, word = scanner.word().text;
  // "name=value" begins many files.
  const auto is_setting = [&] {
    return word.find('=') != std::string_view::npos && (names_node(text) || is_dump(text));
  };
  if (is_port_line(first.text))
    format = Format::port_list;
  else if (word == "router" || word == "node")
    format = Format::anynet;
  else if (is_cray_line(start))
    format = Format::cray;
  else if (is_node_word(word) || word == "include" || word == "do" || word == "module" || word == "Chassis" ||
           word == "Non-Chassis" || starts_with(word, "@") || is_setting())
    format = is_dump(text) ? Format::ibnetdiscover : Format::ibsim;
  else {
    complaints.add(first.place(), start.empty() ? "nothing" : shown(start), formats);
    return false;
  }
  return true;
}

std::optional<Format> evident_format(std::string_view text) {
  Format format{};
  Complaints none;
  if (!recognise(text, format, none)) return std::nullopt;
  bool is_evident = true;
  if (format == Format::ibsim) is_evident = names_node(text);
  if (format == Format::anynet) {
    Scanner scanner(first_line(text));
    scanner.skip_blanks().word();
    const bool has_number = scanner.skip_blanks().number().has_value();
    is_evident = has_number && (scanner.at_end() || is_blank(scanner.rest().text.front()));
  }
  if (format == Format::graphml) {
    std::string narrow(text);  // of UTF-16 and UTF-32
    narrow.erase(std::remove(narrow.begin(), narrow.end(), '\0'), narrow.end());
    is_evident = narrow.find("graphml") != std::string::npos;
  }
  return is_evident ? std::optional(format) : std::nullopt;
}

FabricFile read(std::string_view text, Format format, Complaints& complaints) {
  FabricFile file;
  file.format = format;
  switch (format) {
    case Format::ibnetdiscover:
    case Format::ibsim: read_infiniband(text, file, complaints); break;
    case Format::port_list: read_port_list(text, file, complaints); break;
    case Format::anynet: read_anynet(text, file, complaints); break;
    case Format::graphml: read_graphml(text, file, complaints); break;
    case Format::cray: read_cray(text, file, complaints); break;
  }
  return file;
}

}  // namespace slackline::fabric_file
