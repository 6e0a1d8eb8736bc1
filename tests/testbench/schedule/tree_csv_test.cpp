#include "testbench/schedule/tree_csv.hpp"

#include <catch2/catch.hpp>

#include <memory>

#include "testbench/schedule/hierarchical.hpp"
#include "tests/testbench/schedule/trees.hpp"

using namespace slackline;
using schedule::Tree;

namespace {

const network::Netlist& ring() {
  static const network::Netlist netlist =
      test::network_of("topology: { kind: ring, size: [4] }\nswitch: { virtual_channels: 2 }\n");
  return netlist;
}

std::optional<schedule::SpanningTree> read_tree(const std::string& text, settings::InputErrors& errors) {
  return schedule::read_tree_csv(std::make_shared<const settings::Source>("t.csv", text), ring(), errors);
}

std::vector<std::string> tree_errors(const std::string& text) {
  settings::InputErrors errors;
  const auto tree = read_tree(text, errors);
  CHECK(tree.has_value() == errors.empty());
  std::vector<std::string> said;
  for (const settings::InputError& error : errors) said.push_back(settings::to_string(error));
  return said;
}

using Said = std::vector<std::string>;

}  // namespace

TEST_CASE("a tree is that of its file, not the flattest one", "[quick]") {
  settings::InputErrors errors;
  const auto tree = read_tree("switch,parent\nswitch0,switch1\n1,switch2 # by number\nswitch2,switch3\n", errors);
  REQUIRE(tree);
  CHECK(tree->tree.root == 3);
  CHECK(tree->tree.parent == std::vector<std::uint32_t>{1, 2, 3, Tree::none});
  CHECK(tree->channels.size() == ring().channels.size() - 2);  // all but the link from switch3 to switch0
  CHECK(schedule::hierarchy_of(tree->tree, schedule::first_hosts(4)).levels == 5);
}

TEST_CASE("lines of a tree that are wrong are refused, all at once") {
  CHECK(
      tree_errors("switch,parent\nswitch0,switch2\nswitch9,switch1\n1,2,3\nswitch1,switch2\nswitch1,switch0\n") ==
      Said{
          "t.csv:2:9: parent: expected a switch to which a link leads from switch0, found switch2",
          "t.csv:3:1: switch: expected a switch: a name, or a number from 0 to 3, found switch9; did you mean switch0?",
          "t.csv:4:1: expected 2 fields: `switch,parent`, found 1,2,3",
          "t.csv:6:1: switch: expected one parent of each switch (line 5 has one of it), found switch1"});
  CHECK(tree_errors("slot,from,to\n") == Said{"t.csv:1:1: expected the heading `switch,parent`, found slot,from,to"});
}

TEST_CASE("a file that is no tree of all hosts is refused") {
  CHECK(tree_errors("switch,parent\n0,1\n2,3\n") ==
        Said{"t.csv: switch1 and switch3 have no parent; expected one root"});
  CHECK(tree_errors("switch,parent\n0,1\n1,2\n2,3\n3,0\n") ==
        Said{"t.csv: every switch has a parent; expected a root: one switch without"});
  CHECK(tree_errors("switch,parent\n0,1\n2,1\n") == Said{"t.csv: 1 host without a way to the root switch1, host3 one "
                                                         "of them; expected a tree that reaches all hosts"});
  CHECK(tree_errors("switch,parent\n0,1\n1,0\n2,3\n") == Said{"t.csv: 2 hosts without a way to the root switch3, host0 "
                                                              "one of them; expected a tree that reaches all hosts"});
  CHECK(tree_errors("# nothing\n") ==
        Said{"t.csv: no tree; expected the heading `switch,parent`, then one record in each line"});
}
