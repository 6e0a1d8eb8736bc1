#include "testbench/settings/document.hpp"

#include <catch2/catch.hpp>
#include <sstream>

#include "testbench/settings/utf8.hpp"

using namespace slackline::settings;

namespace {

std::optional<Node> parse(const std::string& text, InputErrors& errors) {
  return parse_document(std::make_shared<const Source>("test.yaml", text), errors);
}

/// The only error of a text.
std::string parse_error(const std::string& text) {
  InputErrors errors;
  parse(text, errors);
  REQUIRE(errors.size() == 1);
  return to_string(errors[0]);
}

}  // namespace

TEST_CASE("a document keeps every pair of a map and the place of every part", "[quick]") {
  InputErrors errors;
  const auto root = parse("a: 1\nb: [x, 'y']\na:\n", errors);
  REQUIRE(errors.empty());
  REQUIRE(root);
  REQUIRE(root->entries.size() == 3);
  CHECK(root->entries[2].key.text == "a");
  CHECK(root->entries[2].value.kind == NodeKind::null);
  CHECK(root->entries[2].value.at.line == 3);  // shown at its key: there is nothing else to show
  const Node& list = root->entries[1].value;
  REQUIRE(list.items.size() == 2);
  CHECK(list.items[1].at.line == 2);
  CHECK(list.items[1].at.column == 8);
  CHECK(list.items[1].at.length == 3);
  CHECK_FALSE(list.items[0].quoted);
  CHECK(list.items[1].quoted);
}

TEST_CASE("columns count characters, not bytes") {
  InputErrors errors;
  const auto root = parse("größe: ü 1\n", errors);
  REQUIRE(root);
  CHECK(root->entries[0].value.at.column == 8);
  CHECK(root->entries[0].value.at.length == 3);
}

TEST_CASE("bytes that are no text are refused at their place") {
  CHECK(parse_error("a: \xff") == "test.yaml:1:4: expected text in UTF-8, found the byte 0xff");
  CHECK(parse_error("a: \xed\xa0\x80") == "test.yaml:1:4: expected text in UTF-8, found the byte 0xed");  // a surrogate
  CHECK(parse_error("a: \xc0\x80") == "test.yaml:1:4: expected text in UTF-8, found the byte 0xc0");      // overlong
  CHECK(parse_error("a: \xc2") == "test.yaml:1:4: expected text in UTF-8, found the byte 0xc2");
  CHECK(parse_error("a: \x9b") == "test.yaml:1:4: expected text in UTF-8, found the byte 0x9b");
}

TEST_CASE("control characters are refused by their number, those of two bytes, too", "[quick]") {
  const std::string control = ": expected text without control characters, found the control character U+";
  CHECK(parse_error(std::string("a: 1\nb: \0", 9)) == "test.yaml:2:4" + control + "0000");
  CHECK(parse_error("a: 1\x1b[2J") == "test.yaml:1:5" + control + "001B");
  CHECK(parse_error("a: 1\rb: 2\n") == "test.yaml:1:5" + control + "000D");
  CHECK(parse_error("a: \x7f") == "test.yaml:1:4" + control + "007F");
  CHECK(parse_error("a: \xc2\x80") == "test.yaml:1:4" + control + "0080");
  CHECK(parse_error("a: \xc3\xbc\xc2\x9b") == "test.yaml:1:5" + control + "009B");
  CHECK(parse_error("a: \xc2\x9f") == "test.yaml:1:4" + control + "009F");
}

TEST_CASE("a character is written in as few bytes as it needs") {
  // One byte carries 7 bits, two 11, three 16, four 21: the first characters that need two, three and four (of two, the
  // first that is no control character), and with one byte too many the last ones that need one, two and three.
  InputErrors errors;
  CHECK(parse("a: \xc2\xa0\xe0\xa0\x80\xf0\x90\x80\x80\n", errors));
  CHECK(errors.empty());
  CHECK(parse_error("a: \xc1\xbf") == "test.yaml:1:4: expected text in UTF-8, found the byte 0xc1");
  CHECK(parse_error("a: \xe0\x9f\xbf") == "test.yaml:1:4: expected text in UTF-8, found the byte 0xe0");
  CHECK(parse_error("a: \xf0\x8f\xbf\xbf") == "test.yaml:1:4: expected text in UTF-8, found the byte 0xf0");
}

TEST_CASE("lines may end as on Windows") {
  InputErrors errors;
  const auto root = parse("a: 1\r\nb: 2\r\n", errors);
  REQUIRE(root);
  CHECK(root->entries[1].value.text == "2");
  CHECK(root->entries[1].value.at.line == 2);
}

TEST_CASE("anchors, aliases, tags and a second document are errors, all of them at once", "[quick]") {
  InputErrors errors;
  const auto root = parse("a: &x 1\nb: *x\nc: !!int 3\n---\nd: 4\n", errors);
  REQUIRE(errors.size() == 4);
  CHECK(errors[0].what.problem == "the anchor &x");
  CHECK(errors[1].what.problem == "an alias");
  CHECK(errors[2].what.problem == "the tag tag:yaml.org,2002:int");
  CHECK(errors[3].what.problem == "a second document");
  REQUIRE(root);
  CHECK(root->entries.size() == 3);
  CHECK(root->entries[1].value.kind == NodeKind::refused);
}

TEST_CASE("maps and lists nest 16 levels deep and no deeper") {
  InputErrors errors;
  CHECK(parse(std::string(16, '[') + std::string(16, ']'), errors));
  CHECK(errors.empty());
  CHECK(parse_error(std::string(17, '[') + std::string(17, ']')) ==
        "test.yaml:1:17: maps or lists nested too deep; expected at most 16 levels");
  CHECK(parse_error(std::string(100000, '[')).find("nested too deep") != std::string::npos);
}

TEST_CASE("an error of syntax names its line and column") {
  CHECK(parse_error("a: b: c\n") ==
        "test.yaml:1:5: not YAML: a colon where no key can be (quote a value with a colon, and "
        "indent with blanks instead of tabs)");
  CHECK(parse_error("a: 1\n  b: 2\n").find("test.yaml:2:4: not YAML:") == 0);
  CHECK(parse_error("a: {b: 1\n").find("not YAML: a comma or } is missing before this") != std::string::npos);
}

TEST_CASE("a quotation mark that is not closed does not swallow the rest of the file") {
  for (const std::string quote : {"'", "\""}) {
    CHECK(parse_error("a: " + quote + "open\nb: 1\n") ==
          "test.yaml:1:4: not YAML: a quotation mark that is not closed");
    CHECK(parse_error("a: " + quote + "open").find("not YAML: illegal EOF in scalar") != std::string::npos);
  }
  CHECK(parse_error("a: \"x\\\"\n").find("not closed") != std::string::npos);
  InputErrors errors;
  const auto root = parse("a: 'it''s'\nb: \"a \\\" b\"\nc: |\n  it's\n", errors);
  CHECK(errors.empty());
  REQUIRE(root);
  CHECK(root->entries[0].value.text == "it's");
  CHECK(root->entries[1].value.text == "a \" b");
}

TEST_CASE("an error is printed with its line and a caret", "[quick]") {
  std::ostringstream out;
  const auto source = std::make_shared<const Source>("test.yaml", "a: 1\n\tb: größe 17 # why\n");
  print({{source, source->position(1, 12, 2), "b", value_found("17"), "18", "c"}}, out);
  CHECK(out.str() ==
        "test.yaml:2:11: b: expected 18, found 17; did you mean c?\n  2 |  b: größe 17 # why\n    |           ^~\n");
}

TEST_CASE("control characters are printed as escapes", "[quick]") {
  std::ostringstream out;
  const auto source = std::make_shared<const Source>("test.yaml", "a: \x1b[2J\xff\xc2\x9b!");
  print({{source, source->position(0, 3), "", problem("x"), "", ""}}, out);
  CHECK(out.str() == "test.yaml:1:4: x\n  1 | a: \\x1b[2J\\xff\\u009b!\n    |    ^~~~\n");
}

TEST_CASE("characters that change the direction of writing are printed as escapes, and the caret is below them",
          "[quick]") {
  std::ostringstream out;
  const auto source = std::make_shared<const Source>("test.yaml", "k: \xe2\x80\xaenit\xe2\x81\xa9\xd7\x90\t!");
  print({{source, source->position(0, 9, 3), "k", value_found("\xe2\x80\xaenit"), "no control characters", ""}}, out);
  CHECK(out.str() ==
        "test.yaml:1:8: k: expected no control characters, found \\u202enit\n  1 | k: \\u202enit\\u2069\xd7\x90 !\n    "
        "|             ^~~~~~\n");
}

TEST_CASE("text that a user wrote is escaped where a terminal would obey it, and nowhere else", "[quick]") {
  const auto all = [](std::initializer_list<const char*> texts) {
    std::string shown;
    for (const char* text : texts) shown += escaped(text, 10) + " ";
    return shown;
  };
  CHECK(all({"\x1b", "\x7f", "\xc2\x80", "\xc2\x9f", "\xff", "\xc2"}) == "\\x1b \\x7f \\u0080 \\u009f \\xff \\xc2 ");
  CHECK(all({"\xe2\x80\xaa", "\xe2\x80\xae", "\xe2\x81\xa6", "\xe2\x81\xa9"}) == "\\u202a \\u202e \\u2066 \\u2069 ");
  for (const char* harmless :
       {"~", " ", "\xc2\xa0", "\xe2\x80\xa9", "\xe2\x80\xaf", "\xe2\x81\xa5", "\xe2\x81\xaa", "\xf0\x9f\x98\x80"})
    CHECK(escaped(harmless, 10) == harmless);
  CHECK(escaped("a\xe2\x80\xae"
                "bc",
                3) == "a\\u202eb...");
  CHECK(first_escaped("a\xe2\x80\xae"
                      "b") == "\xe2\x80\xae");
  CHECK(first_escaped("a\n") == "\n");
  CHECK(first_escaped("\xc3") == "\xc3");
  CHECK(named("\xe2\x80\xae") == "U+202E");
  CHECK(named("\n") == "a line end");
  CHECK(named("\xff") == "the byte 0xff");
  CHECK(first_escaped("a\xc2\xa0").empty());
}

TEST_CASE("only the part of a very long line around the error is printed") {
  std::ostringstream out;
  const auto source =
      std::make_shared<const Source>("test.yaml", std::string(500000, 'x') + "!" + std::string(500000, 'y'));
  print({{source, source->position(0, 500000, 1), "", problem("!"), "", ""}}, out);
  CHECK(out.str().size() < 500);
  CHECK(out.str().find("x!y") != std::string::npos);
}

TEST_CASE("errors are printed in the order of their places, the first hundred of them") {
  const auto source = std::make_shared<const Source>("test.yaml", std::string(300, '\n'));
  InputErrors errors;
  for (std::size_t i = 250; i > 0; --i) errors.push_back({source, source->position(i, 0), "", problem("x"), "", ""});
  std::ostringstream out;
  print(errors, out);
  CHECK(out.str().find("test.yaml:2:1: x\n") == 0);
  CHECK(out.str().find("test.yaml:101:1: x\n... and 150 more\n") != std::string::npos);
}
