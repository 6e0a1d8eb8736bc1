#include "testbench/fabric_file/port_list.hpp"

#include <cctype>
#include <optional>
#include <utility>
#include <vector>

#include "testbench/fabric_file/infiniband.hpp"
#include "testbench/fabric_file/mentions.hpp"
#include "testbench/fabric_file/node_index.hpp"
#include "testbench/fabric_file/text.hpp"
#include "testbench/text/counted.hpp"

namespace slackline::fabric_file {

namespace {

constexpr const char* form =
    "a line such as: CA 1 1 0x0002c9030000079b 4x QDR - SW 2 7 0x0002c902400bcf10 ( 'node1' - 'leaf' )";

bool is_kind(std::string_view word) { return word == "SW" || word == "CA" || word == "RT"; }

/// "0x0002c902400bcf10" with a letter for its kind: "S-0002c902400bcf10". Empty: it is no GUID.
std::string id_of(std::string_view kind, std::string_view guid) {
  constexpr std::size_t digits = 16;
  if (guid.substr(0, 2) != "0x" || guid.size() < 3 || guid.size() > 2 + digits) return "";
  std::string id(kind == "SW" ? "S-" : kind == "CA" ? "H-" : "R-");
  id.append(digits - (guid.size() - 2), '0');
  for (const char c : guid.substr(2)) {
    if (std::isxdigit(static_cast<unsigned char>(c)) == 0) return "";
    id += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return id;
}

struct PortEnd {
  std::string id;
  Piece kind, guid;
  std::uint32_t port = 0;
};

class PortListReader {
 public:
  PortListReader(FabricFile& file, Complaints& complaints)
      : file_(file), complaints_(complaints), nodes_(file, complaints) {}

  void read(std::string_view text) {
    std::uint64_t messages = 0;
    Lines lines(text);
    for (Piece line; lines.next(line) && !complaints_.full();) {
      const Scanner scanner = Scanner(line).skip_blanks();
      if (scanner.at_end() || scanner.rest().text.front() == '#') continue;
      if (is_tool_message(scanner.rest().text))
        ++messages;
      else
        read_line(scanner);
    }
    if (messages != 0) file_.notes.push_back("skipped: " + text::counted(messages, "line") + " of the error stream");
    if (!complaints_.full()) join(mentions_, refused_, nodes_, file_, complaints_);
  }

 private:
  void read_line(Scanner scanner) {
    const Piece whole = scanner.rest();
    const std::optional<PortEnd> here = end(scanner);
    const Piece width = scanner.skip_blanks().word(), rate = scanner.skip_blanks().word();
    if (!here || rate.text.empty()) return refuse(whole);
    const bool has_cable = scanner.skip_blanks().take('-');
    if (!has_cable) {
      const std::optional<Piece> name = scanner.skip_blanks().between('\'', '\'');
      node_of(*here, name ? name->text : std::string_view());
      return;
    }
    const std::optional<PortEnd> there = end(scanner);
    const std::string_view names = scanner.rest().text;
    const std::size_t first = names.find("( '"), middle = names.find("' - '"), last = names.rfind("' )");
    if (!there || first == names.npos || middle == names.npos || last == names.npos || first + 3 > middle ||
        middle + 5 > last)
      return refuse(whole);
    Mention mention;
    if (width.text.find('?') == std::string_view::npos && rate.text.find('?') == std::string_view::npos) {
      const std::string speed = std::string(width.text) + std::string(rate.text);
      const std::optional<LinkSpeed> known = infiniband_speed(speed);
      if (!known) {
        refused_.add_some_port();
        return complaints_.add(width.place(), shown(speed), infiniband_speeds);
      }
      mention.speed = *known;
    }
    const std::optional<std::uint32_t> node = node_of(*here, names.substr(first + 3, middle - first - 3));
    if (!node || !node_of(*there, names.substr(middle + 5, last - middle - 5))) return;
    mention.here = {*node, here->port};
    mention.other = there->id;
    mention.other_port = there->port;
    mention.place = there->guid.place();
    mentions_.push_back(std::move(mention));
  }

  void refuse(const Piece& line) {
    refused_.add_some_port();
    complaints_.add(line.place(), shown(line.text), form);
  }

  /// Kind, lid, port and GUID.
  static std::optional<PortEnd> end(Scanner& scanner) {
    PortEnd end;
    end.kind = scanner.skip_blanks().word();
    const std::optional<std::uint32_t> lid = scanner.skip_blanks().number(), port = scanner.skip_blanks().number();
    end.guid = scanner.skip_blanks().word();
    if (!is_kind(end.kind.text) || !lid || !port || *port == 0) return std::nullopt;
    end.id = id_of(end.kind.text, end.guid.text);
    end.port = *port;
    return end.id.empty() ? std::nullopt : std::optional(std::move(end));
  }

  std::optional<std::uint32_t> node_of(const PortEnd& end, std::string_view name) {
    Node node{end.id, std::string(name.substr(0, most_name)), end.kind.text != "SW", end.kind.at};
    if (end.kind.text == "RT")
      node.aside = Aside::router;
    else if (node.is_host && is_aggregation_node(node.description))
      node.aside = Aside::aggregation_node;
    return nodes_.find_or_add(std::move(node), end.guid.place());
  }

  FabricFile& file_;
  Complaints& complaints_;
  NodeIndex nodes_;
  std::vector<Mention> mentions_;
  Refused refused_;
};

}  // namespace

bool is_port_line(std::string_view line) {
  Scanner scanner{Piece{line, 0}};
  if (!is_kind(scanner.skip_blanks().word().text)) return false;
  const bool has_numbers = scanner.skip_blanks().number() && scanner.skip_blanks().number();
  return has_numbers && scanner.skip_blanks().word().text.substr(0, 2) == "0x";
}

void read_port_list(std::string_view text, FabricFile& file, Complaints& complaints) {
  PortListReader(file, complaints).read(text);
}

}  // namespace slackline::fabric_file
