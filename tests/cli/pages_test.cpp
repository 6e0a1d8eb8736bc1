// Pages of docs that show the output of the command: the test writes their configurations, runs their commands and
// compares the output.
#include <catch2/catch.hpp>
#include <fstream>
#include <sstream>
#include <vector>

#include "tests/cli/command.hpp"

using namespace slackline::test;

namespace {

std::string page(const std::string& name) {
  std::ifstream file(in_repository("docs/" + name));
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

/// The lines between "```KIND" and "```".
struct Block {
  std::string kind, text;
};

std::vector<Block> blocks_of(const std::string& page) {
  std::vector<Block> blocks;
  std::istringstream lines(page);
  bool inside = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind("```", 0) == 0) {
      inside = !inside;
      if (inside) blocks.push_back({line.substr(3), ""});
    } else if (inside) {
      blocks.back().text += line + "\n";
    }
  }
  return blocks;
}

/// A block of commands with the current output of each.
std::string answered(const Workplace& w, const std::string& block) {
  const std::string prompt = "$ slackline ";
  std::istringstream lines(block);
  std::string text;
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind(prompt, 0) != 0) continue;
    const Output output = w.slackline(line.substr(prompt.size()));
    text += line + "\n" + output.out + output.err + "exit status " + std::to_string(output.status) + "\n";
  }
  return text;
}

/// Checks a page; returns its number of command blocks.
unsigned check_page(const std::string& name) {
  const Workplace w;
  unsigned commands = 0;
  for (const Block& block : blocks_of(page(name))) {
    if (block.kind == "yaml") {
      REQUIRE(block.text.rfind("# ", 0) == 0);
      w.write(block.text.substr(2, block.text.find('\n') - 2), block.text);
    } else if (block.kind == "text") {
      CHECK(answered(w, block.text) == block.text);
      ++commands;
    }
  }
  return commands;
}

}  // namespace

TEST_CASE("docs/mistakes.md shows what the command prints") {
  CHECK(check_page("mistakes.md") == 8);  // one under each of seven headings, and a second one under the last
}

TEST_CASE("docs/deadlock.md shows what the command prints", "[quick]") { CHECK(check_page("deadlock.md") == 6); }
