#include "testbench/settings/document.hpp"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <sstream>
#include <utility>

#include "testbench/settings/utf8.hpp"

namespace slackline::settings {

namespace {

struct TooDeep {
  YAML::Mark mark;
};

/// Builds the tree from the parser's events. The parser's own tree would have lost the places of empty values, and an
/// alias in it could make a small file huge.
class TreeBuilder : public YAML::EventHandler {
 public:
  TreeBuilder(SourcePtr source, InputErrors& errors) : source_(std::move(source)), errors_(errors) {}

  std::optional<Node> root;
  unsigned documents = 0;

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (++documents == 2) refuse(mark, "a second document", "one document in a file");
  }
  void OnDocumentEnd() override {}
  void OnAnchor(const YAML::Mark& mark, const std::string& name) override {
    refuse(mark, "the anchor &" + name, "values written out: anchors and aliases are not read");
  }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override {
    refuse(mark, "an alias", "values written out: anchors and aliases are not read");
    add(node(NodeKind::refused, mark));
  }
  void OnNull(const YAML::Mark& mark, YAML::anchor_t) override {
    Node null = node(NodeKind::null, mark);
    // The parser is already at the next token; what has no text is shown at its key.
    if (!open_.empty() && open_.back().key) null.at = open_.back().key->at;
    add(std::move(null));
  }
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t, const std::string& text) override {
    Node scalar = node(NodeKind::scalar, mark, tag);
    scalar.text = text;
    scalar.quoted = tag == "!";
    scalar.at = place(mark, text.size() + (scalar.quoted ? 2 : 0));
    if (scalar.quoted && !is_closed(mark)) refuse(mark, "not YAML: a quotation mark that is not closed", "");
    add(std::move(scalar));
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t,
                       YAML::EmitterStyle::value) override {
    open(mark, node(NodeKind::list, mark, tag));
  }
  void OnSequenceEnd() override { close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t, YAML::EmitterStyle::value) override {
    open(mark, node(NodeKind::map, mark, tag));
  }
  void OnMapEnd() override { close(); }

  Position place(const YAML::Mark& mark, std::size_t bytes = 1) const {
    if (mark.is_null() || mark.line < 0 || mark.column < 0) return {};
    return source_->position(static_cast<std::size_t>(mark.line), static_cast<std::size_t>(mark.column), bytes);
  }

 private:
  struct Open {
    Node node;
    std::optional<Node> key;  // of a map: the key whose value comes next
  };

  Node node(NodeKind kind, const YAML::Mark& mark, const std::string& tag = "?") {
    if (tag != "?" && tag != "!" && !tag.empty()) refuse(mark, "the tag " + tag, "values without a tag");
    Node made;
    made.kind = kind;
    made.at = place(mark);
    return made;
  }

  void open(const YAML::Mark& mark, Node node) {
    if (open_.size() == most_levels) throw TooDeep{mark};
    open_.push_back({std::move(node), std::nullopt});
  }

  void close() {
    Node done = std::move(open_.back().node);
    open_.pop_back();
    add(std::move(done));
  }

  void add(Node node) {
    if (documents > 1) return;
    if (open_.empty()) {
      root = std::move(node);
      return;
    }
    Open& parent = open_.back();
    if (parent.node.kind == NodeKind::list) {
      parent.node.items.push_back(std::move(node));
    } else if (!parent.key) {
      parent.key = std::move(node);
    } else {
      parent.node.entries.push_back({std::move(*parent.key), std::move(node)});
      parent.key.reset();
    }
  }

  /// The parser takes the end of the file for a closing quotation mark, if the last line has an end: not so here.
  bool is_closed(const YAML::Mark& mark) const {
    std::string_view text = source_->text();
    text.remove_prefix(source_->offset(static_cast<std::size_t>(mark.line), static_cast<std::size_t>(mark.column)));
    if (text.empty() || (text[0] != '"' && text[0] != '\'')) return true;  // a block of text
    for (std::size_t i = 1; i < text.size(); ++i) {
      const bool escapes = text[0] == '"' ? text[i] == '\\' : text.substr(i, 2) == "''";
      if (escapes)
        ++i;
      else if (text[i] == text[0])
        return true;
    }
    return false;
  }

  void refuse(const YAML::Mark& mark, const std::string& what, Expected expected) {
    errors_.push_back({source_, place(mark), "", problem(what), std::move(expected), ""});
  }

  SourcePtr source_;
  InputErrors& errors_;
  std::vector<Open> open_;
};

/// The parser's message, in plain words where it is often met.
std::string plain(const std::string& message) {
  constexpr std::pair<const char*, const char*> words[] = {
      {"end of map flow not found", "a comma or } is missing before this"},
      {"end of sequence flow not found", "a comma or ] is missing before this"},
      {"illegal flow end", "a } or ] that closes no { or ["},
      {"illegal map value",
       "a colon where no key can be (quote a value with a colon, and indent with blanks instead of tabs)"},
      {"end of map not found", "this is no key of the map before it (a wrong indentation, or text after a value)"},
      {"end of sequence not found",
       "this is no item of the list before it (a wrong indentation, or text after a value)"},
      {"illegal block entry", "a - where no list can begin"},
      {"unknown token", "a character that begins only text in quotation marks"},
  };
  for (const auto& [is, plainly] : words)
    if (message == is) return plainly;
  return message;
}

/// True when all of a source is text: UTF-8 without control characters. Otherwise the first that is not is an error.
bool is_text(const SourcePtr& source, InputErrors& errors) {
  const std::string_view text = source->text();
  std::size_t line = 0, line_start = 0;
  for (std::size_t i = 0; i < text.size();) {
    const auto c = static_cast<unsigned char>(text[i]);
    const std::size_t length = utf8_bytes(text.substr(i));
    const bool line_end = c == '\n' || (c == '\r' && i + 1 < text.size() && text[i + 1] == '\n');
    const bool control = length != 0 && is_control(text.substr(i, length)) && c != '\t' && !line_end;
    if (length == 0 || control) {
      char what[64];
      std::snprintf(what, sizeof what, "the byte 0x%02x", c);
      errors.push_back({source, source->position(line, i - line_start), "",
                        value_found(control ? "the control character " + code_point(text.substr(i, length)) : what),
                        control ? "text without control characters" : "text in UTF-8", ""});
      return false;
    }
    i += length;
    if (c == '\n') {
      ++line;
      line_start = i;
    }
  }
  return true;
}

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

/// A named pipe may have no writer: it is an empty file then, not one to wait for.
std::FILE* open_to_read(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  if (file < 0) return nullptr;
  if (::fcntl(file, F_SETFL, O_RDONLY) < 0) {
    ::close(file);
    return nullptr;
  }
  return ::fdopen(file, "rb");
}

}  // namespace

Node* value_at(Node& map, std::string_view path) {
  Node* at = &map;
  for (std::size_t begin = 0; at != nullptr && begin <= path.size();) {
    const std::size_t end = std::min(path.find('.', begin), path.size());
    const auto entry = std::find_if(at->entries.begin(), at->entries.end(),
                                    [&](const Entry& e) { return e.key.text == path.substr(begin, end - begin); });
    at = entry == at->entries.end() ? nullptr : &entry->value;
    begin = end + 1;
  }
  return at;
}

std::string describe(const Node& node) {
  switch (node.kind) {
    case NodeKind::scalar: {
      const std::string text = escaped(node.text, 60);
      return node.quoted ? '"' + text + '"' : text;
    }
    case NodeKind::list: return node.items.empty() ? "an empty list" : "a list";
    case NodeKind::map: return "a map";
    case NodeKind::null:
    case NodeKind::refused: break;
  }
  return "nothing";
}

SourcePtr read_file(const std::string& path, InputErrors& errors, std::size_t most, const FileKind& kind) {
  const auto refuse = [&](Finding what, Expected expected) {
    errors.push_back({std::make_shared<Source>(path, ""), {}, "", std::move(what), std::move(expected), ""});
    return nullptr;
  };
  const std::unique_ptr<std::FILE, CloseFile> file(open_to_read(path));
  if (file == nullptr) return refuse(problem(std::string("cannot be read: ") + std::strerror(errno)), "");
  struct stat status {};
  const bool is_known = fstat(fileno(file.get()), &status) == 0, is_file = is_known && S_ISREG(status.st_mode);
  if (is_known && S_ISDIR(status.st_mode)) return refuse(value_found("a folder"), kind.wanted);
  std::string text;
  const auto refuse_size = [&] {
    const std::string what = kind.other(std::string_view(text).substr(0, most_judged_bytes));
    return what.empty() ? refuse(problem(too_large), "at most " + std::to_string(most >> 20) + " MiB")
                        : refuse(value_found(what), kind.wanted);
  };
  if (is_file && static_cast<std::uint64_t>(status.st_size) > most) {
    text.resize(most_judged_bytes);
    text.resize(std::fread(text.data(), 1, text.size(), file.get()));
    return refuse_size();
  }
  // A pipe has no size, and may have no end: room for all of it at once takes memory only as far as it is filled.
  text.reserve(is_file ? static_cast<std::size_t>(status.st_size) + 1 : most + 1);
  for (std::size_t got = 1; got != 0 && text.size() <= most;) {
    const std::size_t before = text.size(), piece = std::min(most + 1 - before, std::size_t{1} << 20);
    text.resize(before + piece);
    got = std::fread(text.data() + before, 1, piece, file.get());
    text.resize(before + got);
  }
  if (std::ferror(file.get())) return refuse(problem(std::string("cannot be read: ") + std::strerror(errno)), "");
  if (text.size() > most) return refuse_size();
  constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
  if (text.compare(0, byte_order_mark.size(), byte_order_mark) == 0) text.erase(0, byte_order_mark.size());
  return std::make_shared<Source>(path, std::move(text));
}

std::optional<Node> parse_document(const SourcePtr& source, InputErrors& errors) {
  if (!is_text(source, errors)) return std::nullopt;
  TreeBuilder builder(source, errors);
  try {
    std::istringstream text(source->text());
    YAML::Parser parser(text);
    while (parser.HandleNextDocument(builder) && builder.documents < 2) {
    }
  } catch (const YAML::Exception& e) {
    errors.push_back({source, builder.place(e.mark), "", problem("not YAML: " + plain(e.msg)), "", ""});
    return std::nullopt;
  } catch (const TooDeep& e) {
    errors.push_back({source, builder.place(e.mark), "", problem("maps or lists nested too deep"),
                      "at most " + std::to_string(most_levels) + " levels", ""});
    return std::nullopt;
  }
  if (builder.documents == 0 || !builder.root || builder.root->kind == NodeKind::null) {
    errors.push_back({source, {}, "", problem("the file is empty"), "a map of keys, at least schema_version: 1", ""});
    return std::nullopt;
  }
  return std::move(builder.root);
}

}  // namespace slackline::settings
