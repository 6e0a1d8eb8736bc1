#include "testbench/files/aside.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <csignal>
#include <filesystem>
#include <stdexcept>
#include <string>

#include "tests/support/test_folder.hpp"

using namespace slackline;
using files::write_aside;

TEST_CASE("files written aside appear in one step, leave no temporary file, and have the usual permissions") {
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

TEST_CASE("a file written aside is hidden, in the same folder", "[quick]") {
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

TEST_CASE("a file that cannot be written completely does not replace the earlier one") {
  const test::TestFolder folder;
  write_aside(folder / "x", "old");
  // No file may grow beyond this, as on a full disk.
  rlimit before{};
  REQUIRE(getrlimit(RLIMIT_FSIZE, &before) == 0);
  const rlimit small{1000, before.rlim_max};
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  REQUIRE(setrlimit(RLIMIT_FSIZE, &small) == 0);
  std::string why;
  try {
    write_aside(folder / "x", std::string(5000, 'x'));
  } catch (const std::runtime_error& error) {
    why = error.what();
  }
  setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  CHECK_THAT(why, Catch::EndsWith("x: cannot be written: File too large"));
  CHECK(folder.read("x") == "old");
  CHECK(folder.entries() == 1);
}

TEST_CASE("a long text is written completely, and a failed write is reported") {
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
