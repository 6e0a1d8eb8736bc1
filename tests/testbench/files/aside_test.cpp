#include "testbench/files/aside.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>

#include "tests/support/test_folder.hpp"

using namespace slackline;
using files::write_aside;

TEST_CASE("files are written aside: in place at once, nothing left beside them, as public as others") {
  const test::TestFolder folder;
  write_aside(folder / "x", "old");
  write_aside(folder / "x", "new");
  CHECK(folder.read("x") == "new");
  CHECK(folder.entries() == 1);
  struct stat status {};
  REQUIRE(stat((folder / "x").c_str(), &status) == 0);
  const mode_t mask = umask(0);
  umask(mask);
  CHECK((status.st_mode & 0777) == (0666 & ~mask));
}

TEST_CASE("what is written aside is hidden, in the same folder", "[quick]") {
  CHECK(files::pattern_beside("there/x") == "there/.x.XXXXXX");
}

TEST_CASE("a file that cannot be written is named with the reason, and leaves nothing behind") {
  const test::TestFolder folder;
  CHECK_THROWS_WITH(write_aside(folder / "nowhere/x", ""),
                    Catch::Contains("nowhere/x: cannot be written: No such file"));
  std::filesystem::create_directory(folder / "taken");
  CHECK_THROWS_WITH(write_aside(folder / "taken", "text"), Catch::Contains("taken: cannot be written: "));
  CHECK(folder.entries() == 1);
}

TEST_CASE("a long text is written as a whole, and what cannot be written to says so") {
  const test::TestFolder folder;
  const std::string text(300'000, 'x');
  const int file = open((folder / "x").c_str(), O_WRONLY | O_CREAT, 0600);
  REQUIRE(file >= 0);
  CHECK(files::write_all(file, text));
  CHECK(files::write_all(file, ""));
  close(file);
  CHECK(folder.read("x") == text);
  CHECK_FALSE(files::write_all(file, "x"));  // closed
}
