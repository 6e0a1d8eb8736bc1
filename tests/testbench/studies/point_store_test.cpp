#include "testbench/studies/point_store.hpp"

#include <catch2/catch.hpp>
#include <filesystem>

#include "tests/support/test_folder.hpp"

using namespace slackline;
using studies::PointStore;

TEST_CASE("a point is written aside and renamed: a reader of the old one gets all of it") {
  const test::TestFolder folder;
  const PointStore store(folder / "points");
  store.put("1234", "old");
  std::filesystem::create_hard_link(folder / "points/1234.json", folder / "reader");
  store.put("1234", "new");
  CHECK(folder.read("points/1234.json") == "new");
  CHECK(folder.read("reader") == "old");
  CHECK(folder.entries("points") == 1);
}

TEST_CASE("a folder of points that cannot be made is named with the reason", "[quick]") {
  const test::TestFolder folder;
  folder.write("taken", "");
  CHECK_THROWS_WITH(PointStore(folder / "taken"), Catch::Contains("taken cannot be made: "));
  CHECK_THROWS_WITH(PointStore(folder / "taken/points"),
                    Catch::Contains("taken/points cannot be made: Not a directory"));
}
