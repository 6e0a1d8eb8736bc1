#include "testbench/fabric_file/infiniband.hpp"

#include <algorithm>
#include <cctype>
#include <optional>
#include <utility>
#include <vector>

#include "testbench/fabric_file/mentions.hpp"
#include "testbench/fabric_file/node_index.hpp"
#include "testbench/fabric_file/text.hpp"

namespace slackline::fabric_file {

namespace {

constexpr std::uint32_t most_ports = 65535;

/// "S-8f10500200b50" as "S-0008f10500200b50"; other ids as they are.
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

/// What stands between the first and the last quotation mark behind a '#': descriptions may hold any of both.
std::string description(std::string_view comment) {
  const std::size_t first = comment.find('"'), last = comment.rfind('"');
  if (first == std::string_view::npos || first == last) return "";
  return std::string(comment.substr(first + 1, std::min(last - first - 1, most_name)));
}

class InfinibandReader {
 public:
  InfinibandReader(FabricFile& file, Complaints& complaints)
      : file_(file), complaints_(complaints), nodes_(file, complaints) {}

  void read(std::string_view text) {
    Lines lines(text);
    for (Piece line; lines.next(line) && !complaints_.full();) read_line(line);
    if (!complaints_.full()) join(mentions_, nodes_, file_, complaints_);
  }

 private:
  bool is_ibsim() const { return file_.format == Format::ibsim; }

  void read_line(const Piece& line) {
    const Scanner start = Scanner(line).skip_blanks();
    if (start.at_end() || start.rest().text.front() == '#') return;
    if (start.rest().text.front() == '[') return read_port(start);
    Scanner scanner = start;
    const Piece word = scanner.word();
    if (word.text == "Switch" || word.text == "Ca" || word.text == "Hca") return read_node(word, scanner);
    if (word.text == "Rt") return complain(word, "an InfiniBand router", "switches and channel adapters");
    if (word.text == "include" || word.text == "do" || word.text == "module" || word.text.front() == '@')
      return complain(word, shown(word.text) + ", a command of ibsim", "nodes and their ports");
    read_setting(line);
  }

  /// "width=2": for ports below. Others, "vendid=0x8f1", say nothing of the network.
  void read_setting(const Piece& line) {
    const std::size_t equals = line.text.find('=');
    const std::string_view name = line.text.substr(0, equals);
    if (equals == std::string_view::npos && name.substr(0, 7) != "Chassis" && name.substr(0, 10) != "NonChassis")
      return complain(line, shown(line.text),
                      "a node, \"Switch 36 ...\" or \"Ca 1 ...\", a port, \"[1] ...\", or # a comment");
    if (is_ibsim() && name == "width") usual_widths_ = mask(line.from(equals + 1), 15);
    if (is_ibsim() && name == "speed") usual_rates_ = mask(line.from(equals + 1), 7);
  }

  void read_node(const Piece& word, Scanner scanner) {
    here_.reset();
    ports_ = 0;
    const std::optional<std::uint32_t> ports = scanner.skip_blanks().number();
    const std::optional<Piece> id = scanner.skip_blanks().between('"', '"');
    if (!ports || *ports == 0 || *ports > most_ports || !id || id->text.empty() || id->text.size() > most_name)
      return complain(word, shown(word.text) + " without ports and an id", "as: Switch 36 \"S-0008f10500200b50\"");
    const std::string_view rest = scanner.rest().text;
    const std::size_t comment = rest.find('#');
    Node node{whole_guid(id->text), comment == std::string_view::npos ? "" : description(rest.substr(comment)),
              word.text != "Switch", word.at};
    ports_ = *ports;
    here_ = nodes_.add(std::move(node), id->place());
    is_unknown_ = !here_;  // a complaint stands already
  }

  void read_port(Scanner scanner) {
    const Piece whole = scanner.rest();
    const auto refuse = [&] { complain(whole, shown(whole.text), "as: [1] \"S-0008f10500200b50\"[36]"); };
    if (!here_ && is_unknown_) return;
    if (!here_) return complain(whole, "a port of no node", "the node's line above it");
    scanner.take('[');
    const std::optional<std::uint32_t> port = scanner.number();
    if (!port || !scanner.take(']')) return refuse();
    if (*port == 0 || *port > ports_)
      return complain(whole, "port " + std::to_string(*port),
                      "1 to " + std::to_string(ports_) + ", as many as the node has");
    scanner.skip_blanks().between('(', ')');  // the port's GUID
    scanner.skip_blanks().between('[', ']');  // of the housing
    const std::optional<Piece> other = scanner.skip_blanks().between('"', '"');
    if (!other || other->text.size() > most_name) return refuse();
    Mention mention;
    mention.here = {*here_, *port};
    mention.other = whole_guid(other->text);
    mention.other_port = 1;  // ibsim's, when none is given
    mention.place = other->place();
    if (scanner.skip_blanks().take('[')) {
      const std::optional<std::uint32_t> there = scanner.number();
      if (!there || !scanner.take(']')) return refuse();
      mention.other_port = *there;
    } else if (!is_ibsim()) {
      return refuse();
    }
    if (is_ibsim() ? read_options(scanner, mention) : read_speed(scanner, mention))
      mentions_.push_back(std::move(mention));
  }

  /// The last word of the comment, behind descriptions: "4xQDR".
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
    Scanner words(rest.from(quote == std::string_view::npos ? comment + 1 : quote + 1));
    Piece before, last;
    while (!words.skip_blanks().at_end()) {
      before = last;
      last = words.word();
    }
    if (last.text.empty() || before.text == "lid" || before.text == "lmc") return true;
    const std::optional<LinkSpeed> speed = infiniband_speed(last.text);
    if (speed)
      mention.speed = *speed;
    else
      complain(last, shown(last.text), infiniband_speeds);
    return speed.has_value();
  }

  /// " w=2 s=1"
  bool read_options(Scanner scanner, Mention& mention) {
    mention.widths = usual_widths_;
    mention.rates = usual_rates_;
    while (!scanner.skip_blanks().at_end() && scanner.rest().text.front() != '#') {
      const Piece option = scanner.word();
      const std::string_view name = option.text.substr(0, 2);
      if (name == "w=")
        mention.widths = mask(option.from(2), 15);
      else if (name == "s=")
        mention.rates = mask(option.from(2), 7);
      else if (option.text.front() != '(')  // a GUID
        complain(option, shown(option.text), "w= and s=");
    }
    return !complaints_.full();
  }

  unsigned mask(const Piece& text, unsigned most) {
    Scanner scanner(text);
    const std::optional<std::uint32_t> value = scanner.skip_blanks().number();
    if (value && *value >= 1 && *value <= most && scanner.skip_blanks().at_end()) return *value;
    complain(text, shown(text.text), "1 to " + std::to_string(most) + ", a bit for each that is enabled");
    return most;
  }

  void complain(const Piece& piece, std::string read, std::string allowed) {
    complaints_.add(piece.place(), std::move(read), std::move(allowed));
  }

  FabricFile& file_;
  Complaints& complaints_;
  NodeIndex nodes_;
  std::vector<Mention> mentions_;
  std::optional<std::uint32_t> here_;
  bool is_unknown_ = false;
  std::uint32_t ports_ = 0;
  unsigned usual_widths_ = 2, usual_rates_ = 1;  ///< of ibsim: 4x, SDR
};

}  // namespace

void read_infiniband(std::string_view text, FabricFile& file, Complaints& complaints) {
  InfinibandReader(file, complaints).read(text);
}

}  // namespace slackline::fabric_file
