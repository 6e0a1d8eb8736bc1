#include "testbench/fabric_file/fabric_file.hpp"

#include "testbench/fabric_file/anynet.hpp"
#include "testbench/fabric_file/cray.hpp"
#include "testbench/fabric_file/graphml.hpp"
#include "testbench/fabric_file/infiniband.hpp"
#include "testbench/fabric_file/port_list.hpp"
#include "testbench/fabric_file/text.hpp"
#include "testbench/text/file_format.hpp"

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
  constexpr const char* formats =
      "a dump of ibnetdiscover, a file of ibsim, BookSim's anynet, GraphML, or a Cray's listing of ports";
  if (const std::string_view known = text::known_format(text); !known.empty()) {
    complaints.add({}, std::string(known), formats);
    return false;
  }
  if (is_xml(text)) {
    format = Format::graphml;
    return true;
  }
  Lines lines(text);
  Piece line, first;
  while (lines.next(line)) {
    Scanner scanner(line);
    const Piece word = scanner.skip_blanks().word();
    if (word.text.empty() || word.text.front() == '#' || is_tool_message(line.text)) continue;
    first = line;
    break;
  }
  Scanner scanner(first);
  const std::string_view start = scanner.skip_blanks().rest().text, word = scanner.word().text;
  if (is_port_line(first.text))
    format = Format::port_list;
  else if (word == "router" || word == "node")
    format = Format::anynet;
  else if (is_cray_line(start))
    format = Format::cray;
  else if (word == "Switch" || word == "Hca" || word == "Ca" || word == "Rt" ||
           word.find('=') != std::string_view::npos || word == "include" || word == "do" || word == "module" ||
           word == "Chassis" || word == "Non-Chassis" || starts_with(word, "@"))
    format = is_dump(text) ? Format::ibnetdiscover : Format::ibsim;
  else {
    if (!is_xml(text) && text::is_binary(text))
      complaints.add({}, "a file that is no text", formats);
    else
      complaints.add(first.place(), start.empty() ? "nothing" : shown(start), formats);
    return false;
  }
  return true;
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
