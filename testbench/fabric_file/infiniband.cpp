#include "testbench/fabric_file/infiniband.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include "testbench/fabric_file/mentions.hpp"
#include "testbench/fabric_file/node_index.hpp"
#include "testbench/fabric_file/text.hpp"
#include "testbench/text/counted.hpp"

namespace slackline::fabric_file {

namespace {

constexpr std::uint32_t most_ports_of_node = 65535;
constexpr std::string_view aggregation_device = "0xcf09";

/// Bits of what an end of an ibsim link may run at, and the number that stands for all of them.
struct Bits {
  unsigned most, all;
};
constexpr Bits width_bits{31, 255}, rate_bits{7, 15};

/// In a dump: "S-8f10500200b50" as "S-0008f10500200b50"; other ids as they are.
std::string whole_guid(std::string_view id) {
  constexpr std::size_t digits = 16;
  if (id.size() < 3 || id.size() > 2 + digits || id[1] != '-') return std::string(id);
  if (id[0] != 'S' && id[0] != 'H' && id[0] != 'R') return std::string(id);
  std::string guid(id.substr(0, 2));
  guid.append(digits - (id.size() - 2), '0');
  for (const char c : id.substr(2)) {
    if (std::isxdigit(static_cast<unsigned char>(c)) == 0) return std::string(id);
    guid += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return guid;
}

/// The text between the first and the last quotation mark after a '#': descriptions may contain both characters.
std::string description(std::string_view comment) {
  const std::size_t first = comment.find('"'), last = comment.rfind('"');
  if (first == std::string_view::npos || first == last) return "";
  return std::string(comment.substr(first + 1, std::min(last - first - 1, most_name)));
}

bool is_ibsim_command(std::string_view word) {
  return word == "include" || word == "do" || word == "module" || word.front() == '@';
}

/// Lines of ibnetdiscover --grouping.
bool is_of_chassis(std::string_view line) {
  for (const std::string_view start : {"Chassis ", "Non-Chassis Nodes", "Hostname: "})
    if (line.substr(0, start.size()) == start) return true;
  return false;
}

class InfinibandReader {
 public:
  InfinibandReader(FabricFile& file, Complaints& complaints)
      : file_(file), complaints_(complaints), nodes_(file, complaints) {}

  void read(std::string_view text) {
    Lines lines(text);
    for (Piece line; lines.next(line) && !complaints_.full();) {
      const std::size_t before = complaints_.size();
      read_line(line);
      // Every line of a dump has an end.
      if (is_ibsim() || complaints_.size() == before || line.at + line.text.size() != text.size()) continue;
      complaints_.keep(before);
      return complain_of(line, "cut off in this line", "a whole dump");
    }
    if (tool_messages_ != 0)
      file_.notes.push_back("skipped: " + text::counted(tool_messages_, "line") +
                            " of the error stream, the first: " + first_message_);
    if (!complaints_.full()) join(mentions_, refused_, nodes_, file_, complaints_);
  }

 private:
  bool is_ibsim() const { return file_.format == Format::ibsim; }
  std::string id_of(std::string_view text) const { return is_ibsim() ? std::string(text) : whole_guid(text); }

  void read_line(const Piece& line) {
    const Scanner start = Scanner(line).skip_blanks();
    if (start.at_end() || start.rest().text.front() == '#') return;
    if (start.rest().text.front() == '[') return read_port(start);
    if (is_tool_message(start.rest().text)) {
      if (tool_messages_++ == 0) first_message_ = shown(start.rest().text);
      return;
    }
    Scanner scanner = start;
    const Piece word = scanner.word();
    const bool is_router = word.text == "Rt";
    if (word.text == "Switch" || word.text == "Ca" || word.text == "Hca" || is_router) return read_node(word, scanner);
    if (is_ibsim_command(word.text)) {
      refused_.add_some_node();
      return complain_of(word, shown(word.text) + ", a command of ibsim", "nodes and their ports");
    }
    read_setting(line);
  }

  /// "width=2": for ports below. Others, "vendid=0x8f1", do not concern the network.
  void read_setting(const Piece& line) {
    const std::size_t equals = line.text.find('=');
    const std::string_view name = line.text.substr(0, equals);
    if (equals == std::string_view::npos && !is_of_chassis(line.text))
      return complain(line, shown(line.text),
                      "a node, \"Switch 36 ...\" or \"Ca 1 ...\", a port, \"[1] ...\", or # a comment");
    if (name == "vendid") device_.clear();
    if (name == "devid") device_ = Scanner(line.from(equals + 1)).skip_blanks().word().text;
    if (is_ibsim() && name == "width") usual_widths_ = mask(line.from(equals + 1), width_bits);
    if (is_ibsim() && name == "speed") usual_rates_ = mask(line.from(equals + 1), rate_bits);
  }

  void read_node(const Piece& word, Scanner scanner) {
    here_.reset();
    knows_node_ = true;
    const std::optional<std::uint32_t> ports = scanner.skip_blanks().number();
    const std::optional<Piece> id = scanner.skip_blanks().between('"', '"');
    const bool has_id = id && !id->text.empty() && id->text.size() <= most_name;
    if (!has_id || !ports || *ports == 0 || *ports > most_ports_of_node) {
      if (has_id)
        refused_.add_node(id_of(id->text));
      else
        refused_.add_some_node();
      return complain_of(word, shown(word.text) + " without ports and an id",
                         "a line such as: Switch 36 \"S-0008f10500200b50\"");
    }
    const std::string_view rest = scanner.rest().text;
    const std::size_t comment = rest.find('#');
    Node node{id_of(id->text), comment == std::string_view::npos ? "" : description(rest.substr(comment)),
              word.text != "Switch", word.at};
    if (word.text == "Rt")
      node.aside = Aside::router;
    else if (node.is_host && (device_ == aggregation_device || is_aggregation_node(node.description)))
      node.aside = Aside::aggregation_node;
    device_.clear();
    ports_ = *ports;
    here_ = nodes_.add(std::move(node), id->place());
    if (!here_) refused_.add_node(id_of(id->text));
  }

  void read_port(Scanner scanner) {
    if (!here_) {
      if (!knows_node_) complain_of(scanner.rest(), "a port of no node", "the node's line above it");
      knows_node_ = true;
      return;
    }
    const Scanner whole = scanner;
    scanner.take('[');
    const std::optional<std::uint32_t> port = scanner.number();
    const std::size_t before = complaints_.size();
    if (!port || !scanner.take(']'))
      complain_of_port(whole.rest());
    else if (*port == 0 || *port > ports_)
      complain(whole.rest(), "port " + std::to_string(*port),
               "1 to " + std::to_string(ports_) + ", as many as the node has");
    else
      read_cable({*here_, *port}, whole.rest(), scanner);
    if (complaints_.size() == before) return;
    if (port)
      refused_.add_port({*here_, *port});
    else
      refused_.add_node(file_.nodes[*here_].id);
  }

  void read_cable(const End& here, const Piece& whole, Scanner scanner) {
    scanner.skip_blanks().between('(', ')');  // the port's GUID
    scanner.skip_blanks().between('[', ']');  // of the housing
    const std::optional<Piece> other = scanner.skip_blanks().between('"', '"');
    if (!other || other->text.size() > most_name) return complain_of_port(whole);
    Mention mention;
    mention.here = here;
    mention.other = id_of(other->text);
    mention.other_port = 1;  // ibsim's, when none is given
    mention.place = other->place();
    if (scanner.skip_blanks().take('[')) {
      const std::optional<std::uint32_t> there = scanner.number();
      if (!there || !scanner.take(']')) return complain_of_port(whole);
      mention.other_port = *there;
    } else if (!is_ibsim()) {
      return complain_of_port(whole);
    }
    if (is_ibsim() ? read_options(scanner, mention) : read_speed(scanner, mention))
      mentions_.push_back(std::move(mention));
  }
  void complain_of_port(const Piece& whole) {
    complain(whole, shown(whole.text), "a port such as: [1] \"S-0008f10500200b50\"[36]");
  }

  /// After the other end's description: "lid 9 4xQDR".
  bool read_speed(Scanner scanner, Mention& mention) {
    scanner.skip_blanks().between('[', ']');  // of the housing
    scanner.skip_blanks().between('(', ')');  // the port's GUID
    const Piece rest = scanner.skip_blanks().rest();
    if (!rest.text.empty() && rest.text.front() != '#') {
      complain(rest, shown(rest.text), "# and a description, or nothing more");
      return false;
    }
    const std::size_t comment = rest.text.find('#'), quote = rest.text.rfind('"');
    if (comment == std::string_view::npos) return true;
    const Piece word = speed_word(Scanner(rest.from(quote == std::string_view::npos ? comment + 1 : quote + 1)));
    // ibnetdiscover writes question marks for what it does not know.
    if (word.text.empty() || word.text.find("??") != std::string_view::npos) return true;
    const std::optional<LinkSpeed> speed = infiniband_speed(word.text);
    if (speed)
      mention.speed = *speed;
    else
      complain(word, shown(word.text), infiniband_speeds);
    return speed.has_value();
  }

  /// The last word, apart from those with another meaning: "lid 9", "slot 3", "s=4", "(scp)".
  static Piece speed_word(Scanner words) {
    Piece found;
    while (!words.skip_blanks().at_end()) {
      const Piece word = words.word();
      if (word.text == "lid" || word.text == "lmc" || word.text == "slot")
        words.skip_blanks().word();
      else if (word.text.front() != '(' && word.text.find('=') == std::string_view::npos)
        found = word;
    }
    return found;
  }

  /// " w=2 s=1"
  bool read_options(Scanner scanner, Mention& mention) {
    const std::size_t before = complaints_.size();
    mention.widths = usual_widths_;
    mention.rates = usual_rates_;
    while (!scanner.skip_blanks().at_end() && scanner.rest().text.front() != '#') {
      const Piece option = scanner.word();
      const std::string_view name = option.text.substr(0, 2);
      if (name == "w=")
        mention.widths = mask(option.from(2), width_bits);
      else if (name == "s=")
        mention.rates = mask(option.from(2), rate_bits);
      else if (option.text.front() != '(')  // a GUID
        complain(option, shown(option.text), "w= and s=");
    }
    return complaints_.size() == before;
  }

  /// In C's notation: 10, 0xa, 012.
  unsigned mask(const Piece& text, const Bits& bits) {
    const Piece word = Scanner(text).skip_blanks().word();
    unsigned value = 0;
    std::string_view digits = word.text;
    const int base = digits.substr(0, 2) == "0x" || digits.substr(0, 2) == "0X" ? 16
                     : digits.substr(0, 1) == "0"                               ? 8
                                                                                : 10;
    if (base == 16) digits.remove_prefix(2);
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
    const bool is_whole = error == std::errc() && end == digits.data() + digits.size();
    if (is_whole && value == bits.all) return bits.most;
    if (is_whole && value >= 1 && value <= bits.most) return value;
    complain(text, shown(text.text),
             "1 to " + std::to_string(bits.most) + ", a bit for each that is enabled, or " + std::to_string(bits.all) +
                 " for all");
    return bits.most;
  }

  void complain(const Piece& piece, std::string found, std::string expected) {
    complaints_.add(piece.place(), std::move(found), std::move(expected));
  }
  void complain_of(const Piece& piece, std::string problem, std::string expected) {
    complaints_.add_problem(piece.place(), std::move(problem), std::move(expected));
  }

  FabricFile& file_;
  Complaints& complaints_;
  NodeIndex nodes_;
  std::vector<Mention> mentions_;
  Refused refused_;
  std::optional<std::uint32_t> here_;
  bool knows_node_ = false;  ///< whose ports these are, if only to refuse it
  std::uint32_t ports_ = 0;
  std::string device_;  ///< devid= of the node to come
  std::uint64_t tool_messages_ = 0;
  std::string first_message_;
  unsigned usual_widths_ = 2, usual_rates_ = 1;  ///< of ibsim: 4x, SDR
};

}  // namespace

bool is_aggregation_node(std::string_view description) {
  return description.find("Aggregation Node") != std::string_view::npos;
}

bool is_tool_message(std::string_view line) {
  // A program's name, maybe with its path, or a kind of message: "/usr/sbin/ibnetdiscover: iberror: failed: ...".
  const std::size_t colon = line.find(':');
  std::string_view name = line.substr(0, colon == std::string_view::npos ? 0 : colon);
  if (name.find_first_of(" \t\"[#=") == std::string_view::npos) name.remove_prefix(name.rfind('/') + 1);
  for (const std::string_view known : {"ibwarn", "ibpanic", "ibdebug", "iberror", "ibnetdiscover"})
    if (name == known) return true;
  // A source and its line: "src/query_smp.c:195; ".
  const std::size_t source = line.find(".c:");
  if (source == std::string_view::npos || line.substr(0, source).find_first_of(" \t\"[") != std::string_view::npos)
    return false;
  const std::size_t digits = source + 3, end = line.find_first_not_of("0123456789", digits);
  return end != digits && end != std::string_view::npos && (line[end] == ';' || line[end] == ':');
}

void read_infiniband(std::string_view text, FabricFile& file, Complaints& complaints) {
  InfinibandReader(file, complaints).read(text);
}

}  // namespace slackline::fabric_file
