// A YAML document as it was written: nothing converted, every pair kept, every part with its place.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "testbench/config/source.hpp"

namespace slackline::config {

enum class NodeKind : std::uint8_t {
  null,
  scalar,
  list,
  map,
  refused,  ///< in place of something that is not allowed and has been reported
};

struct Entry;

struct Node {
  NodeKind kind = NodeKind::null;
  bool quoted = false;  ///< a scalar in quotation marks is text, whatever it looks like
  Position at;
  std::string text;            ///< of a scalar
  std::vector<Node> items;     ///< of a list
  std::vector<Entry> entries;  ///< of a map, in the order of the file, with repeated keys
};

struct Entry {
  Node key, value;
};

/// The value read, for a fault: the scalar's text, "a list", "a map", "nothing".
std::string describe(const Node& node);

}  // namespace slackline::config
