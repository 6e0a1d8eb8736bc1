// From bytes to a tree: reads a file and takes its YAML apart, trusting neither. The tree is the document as it was
// written: nothing converted, every pair kept, every part with its place.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "testbench/settings/input_error.hpp"

namespace slackline::settings {

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
  SourcePtr option;            ///< that gives it in place of the document; nullptr: the document does
  std::string text;            ///< of a scalar
  std::vector<Node> items;     ///< of a list
  std::vector<Entry> entries;  ///< of a map, in the order of the file, with repeated keys
};

struct Entry {
  Node key, value;
};

/// The value at a path of keys in a map, "switch.preset"; nullptr: there is none.
Node* value_at(Node& map, std::string_view path);
inline const Node* value_at(const Node& map, std::string_view path) { return value_at(const_cast<Node&>(map), path); }

/// What gives a node, of a document.
inline const SourcePtr& source_of(const Node& node, const SourcePtr& document) {
  return node.option != nullptr ? node.option : document;
}

/// The value read, for an error: the scalar's text, "a list", "a map", "nothing".
std::string describe(const Node& node);

/// The use of a file, and what a file of another kind is that was given for it.
struct FileKind {
  const char* wanted;  ///< the files that are accepted, for messages
  /// Of the first bytes of a file of another kind, what it is and where it belongs. Empty: it may be of this kind.
  std::string (*other)(std::string_view text);
};

constexpr std::size_t most_judged_bytes = std::size_t{1} << 16;  ///< of a file: its first ones
constexpr std::size_t most_bytes = 1 << 20;                      ///< of a configuration file
constexpr unsigned most_levels = 16;                             ///< of maps and lists in one another
constexpr unsigned most_reported = 10;                           ///< errors of one kind in one file or list

constexpr const char* too_large = "the file is too large";  ///< what is read, in that error

/// The contents of a file; nullptr, and an error, when it cannot be read, is a folder or has more than `most` bytes. For
/// a file that is too large, and of another kind than wanted, the error names that kind.
SourcePtr read_file(const std::string& path, InputErrors& errors, std::size_t most, const FileKind& kind);

/// The root of the one YAML document in a source; nothing, and an error, when it is not text or not YAML. Anchors,
/// aliases and tags are refused: each is an error, and the tree continues after it.
std::optional<Node> parse_document(const SourcePtr& source, InputErrors& errors);

}  // namespace slackline::settings
