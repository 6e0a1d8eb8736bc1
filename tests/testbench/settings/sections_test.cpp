#include "testbench/settings/sections.hpp"

#include <catch2/catch.hpp>

using slackline::settings::section_id;
using slackline::settings::Sections;

namespace {

struct One {
  int value = 1;
};
struct Other {
  int value = 2;
};

int& one_in(Sections& sections) { return static_cast<One*>(sections.find(section_id<One>()))->value; }

}  // namespace

TEST_CASE("sections are found by their types, and a copy of them has values of its own") {
  Sections all;
  all.add<One>();
  CHECK(one_in(all) == 1);
  CHECK(all.find(section_id<Other>()) == nullptr);
  Sections copy(all), assigned;
  assigned = all;
  one_in(copy) = 7;
  one_in(assigned) = 8;
  CHECK(one_in(all) == 1);
  CHECK(one_in(copy) == 7);
  all = copy;
  one_in(copy) = 9;
  CHECK(one_in(all) == 7);
}
