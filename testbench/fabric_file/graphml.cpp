#include "testbench/fabric_file/graphml.hpp"

#include <pugixml.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <map>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include "testbench/fabric_file/node_index.hpp"
#include "testbench/fabric_file/text.hpp"
#include "testbench/text/some_of.hpp"

namespace slackline::fabric_file {

namespace {

constexpr std::size_t most_graphml_bytes = std::size_t{16} << 20;  // a tree takes some 30 times as much

constexpr std::string_view utf8_mark = "\xef\xbb\xbf";

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n";
  const std::size_t begin = text.find_first_not_of(blanks);
  return begin == std::string_view::npos ? "" : text.substr(begin, text.find_last_not_of(blanks) + 1 - begin);
}

/// A number with a point, whatever the locale.
std::optional<double> real(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// bit/s of "G", "Gbps", "Gb/s" or "Gbit/s".
std::optional<double> scale_of(std::string_view unit) {
  double scale = 1;
  constexpr std::string_view prefixes = "KMGT";
  const std::size_t power = unit.empty() ? prefixes.size() : prefixes.find(unit.front() == 'k' ? 'K' : unit.front());
  if (power < prefixes.size()) {
    for (std::size_t i = 0; i <= power; ++i) scale *= 1000;
    unit.remove_prefix(1);
    if (unit.empty()) return scale;
  }
  if (unit == "bps" || unit == "b/s" || unit == "bit/s") return scale;
  return std::nullopt;
}

class GraphmlReader {
 public:
  GraphmlReader(FabricFile& file, Complaints& complaints)
      : file_(file), complaints_(complaints), nodes_(file, complaints) {}

  void read(std::string_view text) {
    if (text.size() > most_graphml_bytes)
      return complaints_.add_problem({}, "the file is too large", "at most 16 MiB of GraphML");
    pugi::xml_document document;
    const pugi::xml_parse_result parsed = document.load_buffer(text.data(), text.size());
    // Of other encodings pugixml's places are those of its own copy.
    knows_places_ = parsed.encoding == pugi::encoding_utf8 && text.substr(0, utf8_mark.size()) != utf8_mark;
    if (!parsed)
      return complaints_.add_problem(place(parsed.offset, 0), std::string("not XML: ") + parsed.description(), "");
    const pugi::xml_node root = document.document_element();
    const std::string_view name = root.name();
    const std::size_t colon = name.find(':');
    if (colon != std::string_view::npos) prefix_ = name.substr(0, colon + 1);
    if (name != tag("graphml")) return complaints_.add_problem({}, "no element graphml", "a root element graphml");
    read_keys(root);
    const pugi::xml_node graph = root.child(tag("graph").c_str());
    if (!graph) return complain_of(root, "no element graph", "one graph");
    if (const pugi::xml_node second = graph.next_sibling(tag("graph").c_str()))
      return complain_of(second, "a second graph", "one graph");
    is_directed_ = std::strcmp(graph.attribute("edgedefault").as_string("undirected"), "undirected") != 0;
    const std::string node = tag("node");
    for (const pugi::xml_node& child : graph.children(node.c_str())) read_node(child);
    for (const pugi::xml_node& child : graph.children()) read_child(child);
    pair_up();
    add_cables();
    if (!two_speeds_.empty())
      file_.notes.push_back("ends disagree about the speed, the slower counts: " + text::some_of(two_speeds_));
  }

 private:
  struct Edge {
    std::uint32_t from, to;
    LinkSpeed speed;
    Place place;
    bool is_link;  ///< undirected, or the later one of a pair
  };
  /// Directed edges between two nodes, by their place in edges_, in the one direction and in the other.
  using Ways = std::array<std::vector<std::size_t>, 2>;

  /// The name of an element in this file: "g:node".
  std::string tag(const char* name) const { return prefix_ + name; }

  Place place(std::ptrdiff_t at, std::size_t length) const {
    return at < 0 || !knows_places_ ? Place() : Place{static_cast<std::size_t>(at), length};
  }
  Place place_of(const pugi::xml_node& node) const { return place(node.offset_debug(), std::strlen(node.name())); }
  void complain(const pugi::xml_node& node, std::string found, std::string expected) {
    complaints_.add(place_of(node), std::move(found), std::move(expected));
  }
  void complain_of(const pugi::xml_node& node, std::string problem, std::string expected) {
    complaints_.add_problem(place_of(node), std::move(problem), std::move(expected));
  }

  /// Which keys hold what is of use.
  void read_keys(const pugi::xml_node& root) {
    const std::string key_tag = tag("key");
    for (const pugi::xml_node& key : root.children(key_tag.c_str())) {
      const std::string_view of = key.attribute("for").as_string(), name = key.attribute("attr.name").as_string();
      const char* id = key.attribute("id").as_string();
      if (of == "node" && name == "label") label_key_ = id;
      if (of != "edge") continue;
      if (name == "LinkSpeedRaw") raw_speed_key_ = id;
      if (name == "LinkSpeed") speed_key_ = id;
      if (name == "LinkSpeedUnits") unit_key_ = id;
    }
  }

  std::string_view value(const pugi::xml_node& of, const std::string& key) const {
    if (key.empty()) return "";
    const std::string data_tag = tag("data");
    for (const pugi::xml_node& data : of.children(data_tag.c_str()))
      if (key == data.attribute("key").as_string()) return trimmed(data.child_value());
    return "";
  }

  void read_child(const pugi::xml_node& child) {
    if (child.name() == tag("edge"))
      read_edge(child);
    else if (child.name() == tag("hyperedge"))
      complain_of(child, "a hyperedge", "edges between two nodes");
  }

  void read_node(const pugi::xml_node& node) {
    if (complaints_.full()) return;
    const std::string id = node.attribute("id").as_string();
    if (id.empty() || id.size() > most_name) return complain_of(node, "a node without an id", "an id");
    if (node.child(tag("graph").c_str()))
      return complain_of(node, "a graph in node " + shown(id), "nodes without graphs in them");
    if (node.child(tag("port").c_str())) return complain_of(node, "ports of node " + shown(id), "nodes without ports");
    const std::string_view label = value(node, label_key_);
    nodes_.add({id, std::string(label.substr(0, most_name)), false, place_of(node).at}, place_of(node));
    used_.resize(file_.nodes.size());
  }

  std::optional<std::uint32_t> end(const pugi::xml_node& edge, const char* which) {
    const std::string id = edge.attribute(which).as_string();
    const std::optional<std::uint32_t> node = nodes_.find(id);
    if (!node) complain(edge, std::string(which) + " \"" + shown(id) + "\"", "the id of a node");
    return node;
  }

  void read_edge(const pugi::xml_node& edge) {
    if (complaints_.full()) return;
    const std::optional<std::uint32_t> a = end(edge, "source"), b = end(edge, "target");
    if (!a || !b) return;
    if (*a == *b)
      return complain_of(edge, "node " + shown(file_.nodes[*a].id) + " to itself",
                         "an edge to another node: no self-loops");
    LinkSpeed speed = read_speed(edge);
    const bool is_one_way = edge.attribute("directed").as_bool(is_directed_);
    if (is_one_way) one_way_[std::minmax(*a, *b)][*a < *b ? 0 : 1].push_back(edges_.size());
    edges_.push_back({*a, *b, std::move(speed), place_of(edge), !is_one_way});
  }

  /// A link of a directed graph is two edges, one each way. Of parallel links those of one speed belong together, and of
  /// the rest the slowest ones, in whatever order the file has them.
  void pair_up() {
    for (auto& [nodes, ways] : one_way_) {
      auto& [there, back] = ways;
      for (std::vector<std::size_t>* way : {&there, &back})
        std::stable_sort(way->begin(), way->end(), [&](std::size_t a, std::size_t b) { return order(a) < order(b); });
      Ways rest;
      auto a = there.begin(), b = back.begin();
      while (a != there.end() && b != back.end())
        if (order(*a) == order(*b))
          join(*a++, *b++);
        else if (order(*a) < order(*b))
          rest[0].push_back(*a++);
        else
          rest[1].push_back(*b++);
      rest[0].insert(rest[0].end(), a, there.end());
      rest[1].insert(rest[1].end(), b, back.end());
      const std::size_t pairs = std::min(rest[0].size(), rest[1].size());
      for (std::size_t i = 0; i < pairs; ++i) join(rest[0][i], rest[1][i]);
      for (std::vector<std::size_t>& alone : rest) {
        alone.erase(alone.begin(), alone.begin() + static_cast<std::ptrdiff_t>(pairs));
        std::sort(alone.begin(), alone.end());
        for (const std::size_t edge : alone)
          complaints_.add_problem(edges_[edge].place, "a directed edge from " + way(edges_[edge]),
                                  "an edge back, too: links go both ways");
      }
    }
  }

  /// Edges of unknown speed come last.
  std::uint64_t order(std::size_t edge) const { return edges_[edge].speed.kilobits_per_second - 1; }

  /// Makes two directed edges one link, in the place of the later one, with the speed of the slower.
  void join(std::size_t one, std::size_t other) {
    const Edge& earlier = edges_[std::min(one, other)];
    Edge& later = edges_[std::max(one, other)];
    later.is_link = true;
    if (!earlier.speed.is_known() || order(one) == order(other)) return;
    if (later.speed.is_known())
      two_speeds_.push_back(way(earlier) + " at " + earlier.speed.name + ", " + way(later) + " at " + later.speed.name);
    if (!later.speed.is_known() || earlier.speed.kilobits_per_second < later.speed.kilobits_per_second)
      later.speed = earlier.speed;
  }

  void add_cables() {
    for (Edge& edge : edges_) {
      if (!edge.is_link) continue;
      if (file_.cables.size() == most_cables)
        return complaints_.add_problem(edge.place, "one edge more", "up to " + std::to_string(most_cables) + " edges");
      file_.cables.push_back(
          {{edge.from, used_[edge.from]++}, {edge.to, used_[edge.to]++}, std::move(edge.speed), 0, 0, edge.place});
    }
  }

  std::string way(const Edge& edge) const {
    return shown(file_.nodes[edge.from].id) + " to " + shown(file_.nodes[edge.to].id);
  }

  /// Unknown, too, where it is refused.
  LinkSpeed read_speed(const pugi::xml_node& edge) {
    const std::string_view raw = value(edge, raw_speed_key_), number = value(edge, speed_key_);
    const std::string unit(value(edge, unit_key_));
    if (raw.empty() && number.empty()) return {};
    const std::string read = raw.empty() ? "LinkSpeed " + shown(number) + (unit.empty() ? "" : " " + shown(unit))
                                         : "LinkSpeedRaw " + shown(raw);
    const std::optional<double> scale = raw.empty() ? scale_of(unit) : 1;
    if (!scale) {
      complain(edge, read, "LinkSpeedUnits of bps, K, M, G or T, such as 2.5 G");
      return {};
    }
    const std::optional<double> value = real(raw.empty() ? number : raw);
    const double bits_per_second = value.value_or(0) * *scale;
    if (!(bits_per_second >= 1000 && bits_per_second <= 1e15)) {
      complain(edge, read, "1000 to 1e15 bit/s");
      return {};
    }
    return speed_of(bits_per_second);
  }

  FabricFile& file_;
  Complaints& complaints_;
  NodeIndex nodes_;
  std::vector<std::uint32_t> used_;  ///< ports of each node
  std::vector<Edge> edges_;
  bool is_directed_ = false;                                         ///< default of edges
  std::map<std::pair<std::uint32_t, std::uint32_t>, Ways> one_way_;  ///< by the two nodes, the lower number first
  std::vector<std::string> two_speeds_;                              ///< for a note
  bool knows_places_ = true;
  std::string prefix_;  ///< of the elements: "g:"
  std::string label_key_, raw_speed_key_, speed_key_, unit_key_;
};

}  // namespace

bool is_xml(std::string_view text) {
  using namespace std::string_view_literals;
  if (text.substr(0, utf8_mark.size()) == utf8_mark) text.remove_prefix(utf8_mark.size());
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin != std::string_view::npos && text[begin] == '<') return true;
  for (const std::string_view start : {"\xff\xfe"sv, "\xfe\xff"sv, "<\0"sv, "\0<"sv, "\0\0\xfe\xff"sv, "\0\0\0<"sv})
    if (text.substr(0, start.size()) == start) return true;
  return false;
}

void read_graphml(std::string_view text, FabricFile& file, Complaints& complaints) {
  GraphmlReader(file, complaints).read(text);
}

}  // namespace slackline::fabric_file
