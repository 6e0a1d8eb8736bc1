#include "testbench/fabric_file/graphml.hpp"

#include <pugixml.hpp>

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <utility>
#include <vector>

#include "testbench/fabric_file/node_index.hpp"
#include "testbench/fabric_file/text.hpp"

namespace slackline::fabric_file {

namespace {

constexpr std::size_t most_graphml_bytes = std::size_t{16} << 20;  // a tree takes some 30 times as much

class GraphmlReader {
 public:
  GraphmlReader(FabricFile& file, Complaints& complaints)
      : file_(file), complaints_(complaints), nodes_(file, complaints) {}

  void read(std::string_view text) {
    if (text.size() > most_graphml_bytes)
      return complaints_.add({}, "the file is too large", "at most 16 MiB of GraphML");
    pugi::xml_document document;
    const pugi::xml_parse_result parsed =
        document.load_buffer(text.data(), text.size(), pugi::parse_default, pugi::encoding_utf8);
    if (!parsed)
      return complaints_.add({static_cast<std::size_t>(parsed.offset), 0},
                             std::string("not XML: ") + parsed.description(), "");
    const pugi::xml_node root = document.child("graphml");
    if (!root) return complaints_.add({}, "no element graphml", "a root element graphml");
    read_keys(root);
    const pugi::xml_node graph = root.child("graph");
    if (!graph) return complain(root, "no element graph", "one graph");
    if (graph.next_sibling("graph")) return complain(graph.next_sibling("graph"), "a second graph", "one graph");
    if (std::strcmp(graph.attribute("edgedefault").as_string("undirected"), "undirected") != 0)
      return complain(graph, "directed edges", "edgedefault=\"undirected\"");
    for (const pugi::xml_node& child : graph.children("node")) read_node(child);
    for (const pugi::xml_node& child : graph.children()) read_child(child);
  }

 private:
  static Place place_of(const pugi::xml_node& node) {
    const std::ptrdiff_t at = node.offset_debug();
    return {at < 0 ? 0 : static_cast<std::size_t>(at), std::strlen(node.name())};
  }
  void complain(const pugi::xml_node& node, std::string read, std::string allowed) {
    complaints_.add(place_of(node), std::move(read), std::move(allowed));
  }

  /// Which keys hold what is of use.
  void read_keys(const pugi::xml_node& root) {
    for (const pugi::xml_node& key : root.children("key")) {
      const std::string_view of = key.attribute("for").as_string(), name = key.attribute("attr.name").as_string();
      if (of == "node" && name == "label") label_key_ = key.attribute("id").as_string();
      if (of == "edge" && name == "LinkSpeedRaw") speed_key_ = key.attribute("id").as_string();
    }
  }

  static const char* value(const pugi::xml_node& of, const std::string& key) {
    if (key.empty()) return "";
    for (const pugi::xml_node& data : of.children("data"))
      if (key == data.attribute("key").as_string()) return data.child_value();
    return "";
  }

  void read_child(const pugi::xml_node& child) {
    const std::string_view name = child.name();
    if (name == "edge")
      read_edge(child);
    else if (name == "hyperedge")
      complain(child, "a hyperedge", "edges between two nodes");
  }

  void read_node(const pugi::xml_node& node) {
    if (complaints_.full()) return;
    const std::string id = node.attribute("id").as_string();
    if (id.empty() || id.size() > most_name) return complain(node, "a node without an id", "an id");
    if (node.child("graph")) return complain(node, "a graph in node " + shown(id), "nodes without graphs in them");
    if (node.child("port")) return complain(node, "ports of node " + shown(id), "nodes without ports");
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
    if (edge.attribute("directed").as_bool()) return complain(edge, "a directed edge", "undirected edges");
    const std::optional<std::uint32_t> a = end(edge, "source"), b = end(edge, "target");
    if (!a || !b) return;
    if (*a == *b)
      return complain(edge, "node " + shown(file_.nodes[*a].id) + " to itself",
                      "an edge to another node: no self-loops");
    LinkSpeed speed;
    if (const char* text = value(edge, speed_key_); *text != '\0') {
      char* behind = nullptr;
      const double bits_per_second = std::strtod(text, &behind);
      if (*behind != '\0' || !(bits_per_second >= 1000 && bits_per_second <= 1e15))
        return complain(edge, "LinkSpeedRaw " + shown(text), "1000 to 1e15 bit/s");
      speed = speed_of(bits_per_second);
    }
    if (file_.cables.size() == most_cables)
      return complain(edge, "one edge more", "up to " + std::to_string(most_cables) + " edges");
    file_.cables.push_back({{*a, used_[*a]++}, {*b, used_[*b]++}, std::move(speed), 0, 0, place_of(edge)});
  }

  FabricFile& file_;
  Complaints& complaints_;
  NodeIndex nodes_;
  std::vector<std::uint32_t> used_;  ///< ports of each node
  std::string label_key_, speed_key_;
};

}  // namespace

void read_graphml(std::string_view text, FabricFile& file, Complaints& complaints) {
  GraphmlReader(file, complaints).read(text);
}

}  // namespace slackline::fabric_file
