#include "testbench/schedule/hierarchical.hpp"

#include <catch2/catch.hpp>

#include "testbench/schedule/conflict.hpp"
#include "testbench/schedule/dependency.hpp"
#include "testbench/schedule/patterns.hpp"
#include "testbench/schedule/spanning_tree.hpp"
#include "testbench/studies/song2005/printed_schedules.hpp"
#include "tests/testbench/schedule/trees.hpp"

using namespace slackline;
using schedule::first_hosts;
using schedule::Hierarchy;
using schedule::Schedule;
using schedule::Tree;

TEST_CASE("HSS of example 2 is Table 2 of Song 2005, except for the misprint in slot 6") {
  const Schedule hss = schedule::hierarchical(song2005::figure_2(), first_hosts(8));
  CHECK(hss.messages == song2005::table_2().messages);
  const Schedule printed = song2005::table_2_as_printed();
  REQUIRE(printed.messages.size() == hss.messages.size());
  std::vector<schedule::Message> errors;
  for (std::size_t i = 0; i < hss.messages.size(); ++i)
    if (!(hss.messages[i] == printed.messages[i])) errors.push_back(printed.messages[i]);
  CHECK(errors == std::vector<schedule::Message>{{6, 4, 5}});
}

TEST_CASE("Table 2 satisfies both requirements; as printed it is still in order, and hosts 4 and 5 share no link",
          "[quick]") {
  const network::Netlist netlist = test::example_2_network();
  const schedule::Paths paths(netlist);
  CHECK(check_dependency(song2005::table_2()).holds());
  CHECK(check_conflicts(song2005::table_2(), paths, netlist.channels.size()).holds());
  CHECK(check_conflicts(song2005::table_2_as_printed(), paths, netlist.channels.size()).holds());
}

TEST_CASE("HSS of full trees takes 10, 16, 22 and 36 slots, and satisfies both requirements") {
  struct Case {
    unsigned arity, levels, hosts, slots;
  };
  for (const Case& c : {Case{4, 3, 12, 10}, Case{4, 4, 36, 16}, Case{8, 3, 56, 22}, Case{8, 4, 392, 36}}) {
    INFO(c.arity << " ports, " << c.levels << " levels");
    const network::Netlist netlist = test::full_tree(c.arity, c.levels);
    REQUIRE(netlist.endpoints.size() == c.hosts);
    const auto tree = schedule::spanning_tree(netlist);
    REQUIRE(tree);
    const Schedule hss = schedule::hierarchical(tree->tree, first_hosts(c.hosts));
    CHECK(hss.slots() == c.slots);
    CHECK(schedule::hierarchy_of(tree->tree, hss.hosts).slots() == c.slots);
    CHECK(check_dependency(hss).holds());
    CHECK(check_conflicts(hss, schedule::Paths(netlist), netlist.channels.size()).holds());
  }
}

TEST_CASE("HSS of hosts at one switch is SSS") {
  const Tree star{0, {Tree::none}, {0, 0, 0, 0, 0}};
  CHECK(schedule::hierarchical(star, first_hosts(5)).messages == schedule::simple(first_hosts(5)).messages);
}

TEST_CASE("in an irregular tree a host leads itself at any level, and branches without hosts are skipped", "[quick]") {
  // Root 0 with hosts 2 and 3, switch 1 with hosts 1 and 4, and switch 2 above switch 3, both without hosts.
  const Tree tree{0, {Tree::none, 0, 0, 2}, {0, 1, 0, 0, 1}};
  const Hierarchy h = schedule::hierarchy_of(tree, {1, 2, 3, 4});
  CHECK(h.levels == 3);
  CHECK(h.leaders == std::vector<std::vector<std::uint32_t>>{{1, 2, 3}, {1, 4}, {}, {}});
  CHECK(h.level == std::vector<std::uint32_t>{2, 1, 0, 0});
  CHECK(h.slots() == 2 + 3 + 2);
  const Schedule hss = schedule::hierarchical(tree, {1, 2, 3, 4});
  CHECK(hss.slots() == 7);
  CHECK(check_dependency(hss).holds());
}

TEST_CASE("HSS of some hosts of a tree leaves the others out") {
  const Schedule hss = schedule::hierarchical(song2005::figure_2(), {1, 3, 6});
  CHECK(check_dependency(hss).holds());
  for (const schedule::Message& message : hss.messages)
    for (const std::uint32_t host : {message.from, message.to}) CHECK((host == 1 || host == 3 || host == 6));
}
