// Cases that end in every way, for run_tests_test.py. Not among the tests themselves.
#include <catch2/catch.hpp>
#include <csignal>
#include <cstdlib>
#include <iostream>
#include <stdexcept>

TEST_CASE("passes, [with] \"signs\" \\ of a; specification", "[first]") { CHECK(true); }
TEST_CASE("fails", "[first]") { CHECK(1 + 1 == 3); }
TEST_CASE("lacks something and fails") {
  std::cout << "test skipped: on purpose" << std::endl;
  CHECK(1 + 1 == 3);
}
TEST_CASE("prints much and fails") {
  for (int line = 0; line < 4'000'000; ++line) std::cout << "a line of many\n";
  std::cout << "the last line" << std::endl;
  CHECK(1 + 1 == 3);
}
TEST_CASE("throws") { throw std::runtime_error("thrown on purpose"); }
TEST_CASE("crashes") { std::abort(); }
TEST_CASE("is killed") { std::raise(SIGKILL); }
TEST_CASE("hangs") {
  for (volatile bool forever = true; forever;) {
  }
}
TEST_CASE("exits") { std::exit(0); }
TEST_CASE("lacks something") { std::cout << "test skipped: on purpose" << std::endl; }
TEST_CASE("passes at the end") { CHECK(true); }
TEST_CASE("leaves a fault for the end of the process") {
  std::atexit([] { std::_Exit(9); });
}
