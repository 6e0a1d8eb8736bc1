#include "testbench/fabric_file/cray.hpp"

#include <array>
#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "testbench/fabric_file/mentions.hpp"
#include "testbench/fabric_file/node_index.hpp"
#include "testbench/fabric_file/text.hpp"
#include "testbench/text/counted.hpp"

namespace slackline::fabric_file {

namespace {

struct RouterPort {
  std::string router;      ///< "c0-0c0s0a0"
  std::uint32_t port = 0;  ///< 8 for "l10"
};

/// The place "c0-0c0s6a0l10(0:0:6)"; nothing for other texts.
std::optional<RouterPort> router_port(const Piece& word) {
  Scanner scanner(word);
  constexpr std::array<char, 5> marks{'c', '-', 'c', 's', 'a'};
  for (const char mark : marks)
    if (!scanner.take(mark) || !scanner.number()) return std::nullopt;
  RouterPort found{std::string(word.text.substr(0, word.text.size() - scanner.rest().text.size())), 0};
  const std::string_view rest = scanner.rest().text;
  if (rest.size() < 3 || rest[0] != 'l' || found.router.size() > most_name) return std::nullopt;
  for (const char digit : {rest[1], rest[2]}) {
    if (digit < '0' || digit > '7') return std::nullopt;
    found.port = 8 * found.port + static_cast<unsigned>(digit - '0');
  }
  const std::string_view place = rest.substr(3);
  if (!place.empty() && (place.front() != '(' || place.back() != ')')) return std::nullopt;
  return found;
}

class CrayReader {
 public:
  CrayReader(FabricFile& file, Complaints& complaints)
      : file_(file), complaints_(complaints), nodes_(file, complaints) {}

  void read(std::string_view text) {
    Lines lines(text);
    for (Piece line; lines.next(line) && !complaints_.full();) read_line(line);
    if (!complaints_.full()) join(mentions_, refused_, nodes_, file_, complaints_);
    compare_kinds();
    if (unused_ != 0) file_.notes.push_back("left out: " + text::counted(unused_, "unused port"));
  }

 private:
  void read_line(const Piece& line) {
    Scanner scanner(line);
    if (scanner.skip_blanks().at_end() || scanner.rest().text.front() == '#') return;
    const Piece here = scanner.word();
    const Piece kind = scanner.skip_blanks().word();
    const Piece arrow = scanner.skip_blanks().word();
    const Piece there = scanner.skip_blanks().word();
    const std::optional<RouterPort> port = router_port(here);
    const std::optional<RouterPort> other = router_port(there);
    const bool is_end = there.text == "unused" || there.text == "processor";
    const bool is_whole = port && !kind.text.empty() && arrow.text == "->" && (other || is_end);
    if (!is_whole || !scanner.skip_blanks().at_end()) {
      if (port)
        refused_.add_node(port->router);
      else
        refused_.add_some_port();
      return complaints_.add(line.place(), shown(line.text),
                             "a line such as: c0-0c0s0a0l00(0:0:0) green -> c0-0c0s6a0l10(0:0:6), unused or processor");
    }
    const std::optional<std::uint32_t> node = nodes_.find_or_add({port->router, "", false, here.at}, here.place());
    if (!node) return;
    if (!kinds_.insert({{port->router, port->port}, kind.text}).second)
      return complaints_.add_problem(
          here.place(), shown(port->router) + " port " + std::to_string(port->port) + " given twice", "each port once");
    if (other)
      mentions_.push_back({{*node, port->port}, other->router, other->port, {}, 0, 0, here.place()});
    else if (there.text == "unused")
      ++unused_;
  }

  /// A link is of one kind, the same at both ends.
  void compare_kinds() {
    for (const Mention& mention : mentions_) {
      const std::string& router = file_.nodes[mention.here.node].id;
      const auto there = kinds_.find({mention.other, mention.other_port});
      const std::string_view kind = kinds_.at({router, mention.here.port});
      if (there == kinds_.end() || there->second == kind ||
          std::tie(mention.other, mention.other_port) < std::tie(router, mention.here.port))
        continue;  // reported for the other end
      complaints_.add_problem(mention.place, shown(kind) + ", its other end " + shown(there->second),
                              "one kind of a link at both its ends");
    }
  }

  FabricFile& file_;
  Complaints& complaints_;
  NodeIndex nodes_;
  std::vector<Mention> mentions_;
  Refused refused_;
  std::map<std::pair<std::string, std::uint32_t>, std::string_view> kinds_;  ///< of each port: "green"
  std::uint64_t unused_ = 0;
};

}  // namespace

bool is_cray_line(std::string_view line) {
  return router_port(Scanner({line, 0}).word()).has_value() && line.find("->") != std::string_view::npos;
}

void read_cray(std::string_view text, FabricFile& file, Complaints& complaints) {
  CrayReader(file, complaints).read(text);
}

}  // namespace slackline::fabric_file
