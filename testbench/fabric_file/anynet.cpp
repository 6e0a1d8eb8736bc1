#include "testbench/fabric_file/anynet.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "testbench/fabric_file/node_index.hpp"
#include "testbench/fabric_file/text.hpp"

namespace slackline::fabric_file {

namespace {

constexpr std::uint32_t most_delay = 1000;

class AnynetReader {
 public:
  AnynetReader(FabricFile& file, Complaints& complaints)
      : file_(file), complaints_(complaints), nodes_(file, complaints) {}

  void read(std::string_view text) {
    Lines lines(text);
    for (Piece line; lines.next(line) && !complaints_.full();) read_line(line);
  }

 private:
  void read_line(const Piece& line) {
    Scanner scanner(line);
    if (scanner.skip_blanks().at_end() || scanner.rest().text.front() == '#') return;
    const std::optional<std::uint32_t> head = node(scanner);
    if (!head) return;
    while (!scanner.skip_blanks().at_end()) {
      const std::size_t at = scanner.rest().at;
      const std::optional<std::uint32_t> other = node(scanner);
      if (!other) return;
      std::uint32_t delay = 0;
      scanner.skip_blanks();
      if (!scanner.at_end() && is_digit(scanner.rest().text.front())) {
        const Piece word = scanner.word();
        Scanner digits(word);
        delay = digits.number().value_or(0);
        if (delay == 0 || delay > most_delay || !digits.at_end()) {
          complaints_.add(word.place(), "delay " + shown(word.text), "1 to 1000 cycles");
          return;
        }
      }
      link(*head, *other, delay, {at, scanner.rest().at - at});
    }
  }

  /// "router 3"
  std::optional<std::uint32_t> node(Scanner& scanner) {
    const Piece kind = scanner.skip_blanks().word(), word = scanner.skip_blanks().word();
    Scanner digits(word);
    const std::optional<std::uint32_t> number = digits.number();
    if ((kind.text != "router" && kind.text != "node") || !number || !digits.at_end()) {
      complaints_.add(kind.place(), shown(std::string(kind.text) + " " + std::string(word.text)),
                      "router or node, its number, and maybe a delay");
      return std::nullopt;
    }
    std::string id(kind.text);
    id += std::to_string(*number);
    const std::optional<std::uint32_t> found =
        nodes_.find_or_add({std::move(id), "", kind.text == "node", kind.at}, kind.place());
    used_.resize(file_.nodes.size());
    return found;
  }

  void link(std::uint32_t head, std::uint32_t other, std::uint32_t delay, Place place) {
    if (head == other)
      return complaints_.add_problem(place, file_.nodes[head].id + " to itself", "a link to another: no self-loops");
    if (file_.nodes[head].is_host && file_.nodes[other].is_host)
      return complaints_.add_problem(place, file_.nodes[head].id + " to " + file_.nodes[other].id,
                                     "nodes joined to routers only");
    const auto pair = std::make_pair(std::min(head, other), std::max(head, other));
    auto known = cables_.find(pair);
    if (known == cables_.end()) {
      for (const std::uint32_t end : {head, other})
        if (file_.nodes[end].is_host && used_[end] != 0)
          return complaints_.add_problem(place, file_.nodes[end].id + " at a second router", "one router a node");
      if (file_.cables.size() == most_cables)
        return complaints_.add_problem(place, "one link more", "up to " + std::to_string(most_cables) + " links");
      known = cables_.insert({pair, file_.cables.size()}).first;
      file_.cables.push_back({{head, used_[head]++}, {other, used_[other]++}, {}, 0, 0, place});
    }
    if (!named_.insert({head, other}).second)
      return complaints_.add_problem(place, file_.nodes[other].id + " twice at " + file_.nodes[head].id,
                                     "each neighbour once: the format knows of no parallel links");
    Cable& cable = file_.cables[known->second];
    if (delay != 0) (cable.a.node == head ? cable.there : cable.back) = delay;
  }

  FabricFile& file_;
  Complaints& complaints_;
  NodeIndex nodes_;
  std::vector<std::uint32_t> used_;  ///< ports of each node
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> cables_;
  std::set<std::pair<std::uint32_t, std::uint32_t>> named_;  ///< from, to
};

}  // namespace

void read_anynet(std::string_view text, FabricFile& file, Complaints& complaints) {
  AnynetReader(file, complaints).read(text);
}

}  // namespace slackline::fabric_file
