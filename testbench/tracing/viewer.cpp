#include "testbench/tracing/viewer.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "testbench/text/glob.hpp"
#include "testbench/tracing/embedded_waves.hpp"
#include "testbench/tracing/scopes.hpp"

namespace slackline::tracing {

namespace {

using Line = std::vector<std::string>;

[[noreturn]] void fail(const std::string& what) { throw std::logic_error("waves/: " + what); }

std::string_view text_of(std::string_view folder, std::string_view name) {
  for (const text::EmbeddedFile& file : embedded_waves())
    if (file.folder == folder && file.name == name) return file.text;
  return {};
}

/// The words of each line that has some and is no comment.
std::vector<Line> table(std::string_view name) {
  std::vector<Line> lines;
  std::istringstream text{std::string(text_of("waves", name))};
  for (std::string line; std::getline(text, line);) {
    std::istringstream words(line);
    Line found;
    for (std::string word; words >> word;) found.push_back(std::move(word));
    if (!found.empty() && found[0][0] != '#') lines.push_back(std::move(found));
  }
  return lines;
}

template <std::size_t count>
unsigned place_in(const std::array<const char*, count>& words, const std::string& word) {
  const auto at = std::find(words.begin(), words.end(), word);
  if (at == words.end()) fail("looks.txt has an unknown word: " + word);
  return static_cast<unsigned>(at - words.begin());
}

std::vector<Look> read_looks() {
  constexpr std::array formats{"binary", "decimal", "hexadecimal", "analog"};
  constexpr std::array colours{"-", "red", "orange", "yellow", "green", "blue", "indigo", "violet"};
  std::vector<Look> looks;
  for (const Line& line : table("looks"))
    looks.push_back({line.at(0), static_cast<Look::Format>(place_in(formats, line.at(1))),
                     place_in(colours, line.at(2)), line.at(3) == "-" ? "" : line.at(3)});
  return looks;
}

/// By kind of scope and name: "lane.in_stall".
std::map<std::string, const Look*> read_values() {
  std::map<std::string, const Look*> values;
  std::string scope;
  for (const Line& line : table("values")) {
    if (line[0] == "scope") {
      scope = line.at(1);
      continue;
    }
    const auto look =
        std::find_if(looks().begin(), looks().end(), [&](const Look& one) { return one.name == line.at(1); });
    if (look == looks().end()) fail("values.txt has an unknown look: " + line[1]);
    values[scope + "." + line[0]] = &*look;
  }
  return values;
}

/// Of a filter, by number.
std::vector<std::string> read_words(std::string_view filter) {
  std::vector<std::string> words;
  std::istringstream text{std::string(filter)};
  for (std::string digits, rest; text >> digits && std::getline(text, rest);) {
    const std::size_t number = std::stoul(digits, nullptr, 16);
    words.resize(std::max(words.size(), number + 1));
    words[number] = rest.substr(rest.find_last_of(" ?") + 1);
  }
  return words;
}

using WordsByFilter = std::map<std::string_view, std::vector<std::string>>;

WordsByFilter read_all_words() {
  WordsByFilter words;
  for (const text::EmbeddedFile& file : embedded_waves())
    if (file.folder == "filters") words[file.name] = read_words(file.text);
  return words;
}

}  // namespace

const std::vector<Look>& looks() {
  static const std::vector<Look> all = read_looks();
  return all;
}

const Look& look_named(std::string_view name) {
  const auto found = std::find_if(looks().begin(), looks().end(), [&](const Look& look) { return look.name == name; });
  if (found == looks().end()) fail("looks.txt has no " + std::string(name));
  return *found;
}

const Look& look_of(std::string_view scope_kind, std::string_view value) {
  static const std::map<std::string, const Look*> all = read_values();
  const std::string name = std::string(scope_kind) + "." + std::string(value);
  const auto found = all.find(name);
  if (found == all.end()) fail("values.txt has no " + name);
  return *found->second;
}

bool is_in_set(std::string_view set, std::string_view scope_kind, std::string_view value) {
  static const std::vector<Line> all = table("sets");
  return std::any_of(all.begin(), all.end(), [&](const Line& line) {
    return line[0] == set && text::matches(line.at(1), scope_kind) &&
           std::any_of(line.begin() + 2, line.end(),
                       [&](const std::string& glob) { return text::matches(glob, value); });
  });
}

std::string_view filter_text(std::string_view name) { return text_of("filters", name); }

const char* word_of(std::string_view filter, unsigned number) {
  static const WordsByFilter all = read_all_words();
  const auto found = all.find(filter);
  if (found == all.end()) fail("there is no filter " + std::string(filter));
  return found->second.at(number).c_str();
}

}  // namespace slackline::tracing
