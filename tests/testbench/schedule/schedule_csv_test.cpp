#include "testbench/schedule/schedule_csv.hpp"

#include <catch2/catch.hpp>

#include <memory>

#include "testbench/studies/song2005/printed_schedules.hpp"
#include "tests/testbench/schedule/trees.hpp"

using namespace slackline;
using schedule::Message;
using schedule::Schedule;

namespace {

std::optional<Schedule> read_schedule(const std::string& text, settings::InputErrors& errors) {
  return schedule::read_csv(std::make_shared<const settings::Source>("s.csv", text), test::one_switch(8), errors);
}

std::vector<std::string> schedule_errors(const std::string& text) {
  settings::InputErrors errors;
  const auto schedule = read_schedule(text, errors);
  CHECK(schedule.has_value() == errors.empty());
  std::vector<std::string> said;
  for (const settings::InputError& error : errors) said.push_back(settings::to_string(error));
  return said;
}

}  // namespace

TEST_CASE("a schedule that was written is read back") {
  settings::InputErrors errors;
  const std::string csv = to_csv(song2005::table_1(), test::one_switch(8));
  CHECK(csv.substr(0, 31) == "slot,from,to\n0,host0,host0\n0,ho");
  const auto schedule = read_schedule(csv, errors);
  REQUIRE(schedule);
  CHECK(schedule->messages == song2005::table_1().messages);
  CHECK(schedule->hosts == schedule::first_hosts(8));
}

TEST_CASE("hosts are given by name or number, in any order, between blanks, comments and empty lines", "[quick]") {
  settings::InputErrors errors;
  const auto schedule = read_schedule("# mine\r\n slot , from,to\n\n2,host7, 1 # last\n0,0,host3\r\n", errors);
  CHECK(errors.empty());
  REQUIRE(schedule);
  CHECK(schedule->messages == std::vector<Message>{{0, 0, 3}, {2, 7, 1}});
}

TEST_CASE("all errors of a schedule's file are reported, with line and column") {
  const auto said = schedule_errors("slot,from,to\n0,host0,hosst1\n-1,8,\n0,1\n0,0,0\n0,0,1\n1000000,0,0\n");
  REQUIRE(said.size() == 7);
  CHECK(said[0] ==
        "s.csv:2:9: to: expected a host: a name, or a number from 0 to 7, found hosst1; did you mean host1?");
  CHECK(said[1].find("s.csv:3:1: slot: expected integer from 0 to 999999, found -1 (") == 0);
  CHECK(said[2].find("s.csv:3:4: from: expected a host: a name, or a number from 0 to 7, found 8") == 0);
  CHECK(said[3].find("s.csv:3:6: to: expected a host: a name, or a number from 0 to 7, found nothing") == 0);
  CHECK(said[4] == "s.csv:4:1: expected 3 fields: `slot,from,to`, found 0,1");
  CHECK(said[5] ==
        "s.csv:6:3: from: expected one packet in each slot from each host (line 5 has one from it in slot 0), found 0");
  CHECK(said[6] == "s.csv:7:1: slot: expected integer from 0 to 999999, found 1000000");
}

TEST_CASE("a file without the heading, or an empty file, is no schedule") {
  CHECK(schedule_errors("0,1,2\n") ==
        std::vector<std::string>{"s.csv:1:1: expected the heading `slot,from,to`, found 0,1,2"});
  // Other columns than those of the heading would all be wrong.
  CHECK(schedule_errors("slot,host\n0,1\n0,2\n") ==
        std::vector<std::string>{"s.csv:1:1: expected the heading `slot,from,to`, found slot,host"});
  CHECK(schedule_errors("# nothing\n").size() == 1);
  CHECK(schedule_errors("").size() == 1);
  CHECK(schedule_errors(std::string("slot,from,to\n\0,\xff,x\n", 19)).size() == 3);  // one a field
}

TEST_CASE("after ten wrong lines the rest of a file is not read") {
  std::string text = "slot,from,to\n";
  for (unsigned i = 0; i < 100; ++i) text += "x,0,0\n";
  CHECK(schedule_errors(text).size() == 10);
}
