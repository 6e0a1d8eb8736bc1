#include "testbench/settings/nearest.hpp"

#include <catch2/catch.hpp>

using namespace slackline::settings;

TEST_CASE("edit distance counts insertions, removals, replacements and exchanges of neighbours") {
  CHECK(edit_distance("", "") == 0);
  CHECK(edit_distance("flits", "flits") == 0);
  CHECK(edit_distance("flit", "flits") == 1);
  CHECK(edit_distance("flits", "") == 5);
  CHECK(edit_distance("unifrom", "uniform") == 1);
  CHECK(edit_distance("stop_at", "go_at") == 3);
}

TEST_CASE("the nearest word is near, or none", "[quick]") {
  CHECK(nearest("bufer", {"arbiter", "buffer", "delay"}) == "buffer");
  CHECK(nearest("Round-Robin", {"round_robin", "matrix"}) == "round_robin");
  CHECK(nearest("xyz", {"arbiter", "buffer", "delay"}).empty());
  CHECK(nearest("", {"a", "b"}).empty());
  CHECK(nearest(std::string(100000, 'a'), {"arbiter"}).empty());
}
