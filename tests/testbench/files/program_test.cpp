#include "testbench/files/program.hpp"

#include <catch2/catch.hpp>

#include "tests/support/test_folder.hpp"

using namespace slackline;
using files::run_program;

TEST_CASE("A program is found in the folders of PATH, or where its name says") {
  const std::optional<std::string> shell = files::find_program("sh");
  REQUIRE(shell);
  CHECK(shell->front() == '/');
  CHECK(files::find_program(*shell) == shell);
  CHECK_FALSE(files::find_program("no_such_program"));
  const test::TestFolder folder;
  folder.write("text", "");
  CHECK_FALSE(files::find_program(folder / "text"));  // not executable
  CHECK_FALSE(files::find_program(folder.path()));
}

TEST_CASE("A name that looks like an option becomes a path, and no other does") {
  CHECK(files::as_argument("-o") == "./-o");
  CHECK(files::as_argument("@list") == "./@list");
  CHECK(files::as_argument("a-o.c") == "a-o.c");
  CHECK(files::as_argument("/-o") == "/-o");
  CHECK(files::as_argument("").empty());
}

TEST_CASE("A program's output is kept, of both streams, and its end reported") {
  std::string output;
  CHECK(run_program("sh", {"sh", "-c", "echo one; echo two >&2"}, &output).empty());
  CHECK(output == "one\ntwo\n");
  CHECK(run_program("sh", {"sh", "-c", "exit 3"}) == "ended with status 3");
  CHECK(run_program("sh", {"sh", "-c", "kill -9 $$"}) == "was ended by signal 9");
  CHECK(run_program("/no/such/program", {"program"}) == "ended with status 127");
  output.clear();
  CHECK(run_program("cat", {"cat"}, &output).empty());  // it reads nothing
  CHECK(output.empty());
}

TEST_CASE("Of much output the beginning is kept, and the program ends all the same") {
  std::string output;
  CHECK(run_program("head", {"head", "-c", std::to_string(files::most_output + 70'000), "/dev/zero"}, &output).empty());
  CHECK(output.size() == files::most_output);
}

TEST_CASE("Arguments reach a program as they are") {
  std::string output;
  CHECK(run_program("printf", {"printf", "%s|", "a b", "$HOME", "'", ""}, &output).empty());
  CHECK(output == "a b|$HOME|'||");
}
