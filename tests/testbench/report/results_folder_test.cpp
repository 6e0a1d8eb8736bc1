#include "testbench/report/results_folder.hpp"

#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "testbench/report/manifest.hpp"
#include "tests/support/test_folder.hpp"

using Catch::Matchers::Contains;
using slackline::report::ResultsFolder;
using slackline::report::ResultsFolderError;
namespace fs = std::filesystem;

namespace {

struct Scratch {
  std::set<std::string> names() const {
    std::set<std::string> found;
    for (const auto& entry : fs::directory_iterator(path)) found.insert(entry.path().filename().string());
    return found;
  }

  const slackline::test::TestFolder folder;
  const fs::path path{folder.path()};
};

std::string contents(const fs::path& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::vector<std::pair<std::string, std::string>> results(const std::string& text) {
  slackline::report::Manifest manifest;
  manifest.files = {"result.json", "manifest.json"};
  return {{"result.json", text}, {"manifest.json", slackline::report::manifest_json(manifest)}};
}

/// Why a folder is refused; empty when it is not.
std::string refusal(const fs::path& path) {
  try {
    ResultsFolder folder(path.string());
    return "";
  } catch (const ResultsFolderError& e) {
    return e.what();
  }
}

using Names = std::set<std::string>;

}  // namespace

TEST_CASE("results appear all at once, and nothing beside them") {
  Scratch scratch;
  {
    ResultsFolder folder((scratch.path / "deep" / "out").string());
    CHECK_FALSE(fs::exists(scratch.path / "deep" / "out"));
    folder.publish(results("new"));
  }
  CHECK(contents(scratch.path / "deep" / "out" / "result.json") == "new");
  CHECK(scratch.names() == Names{"deep"});
  CHECK(std::distance(fs::directory_iterator(scratch.path / "deep"), {}) == 1);
}

TEST_CASE("a run that ends before its results leaves nothing behind") {
  Scratch scratch;
  { ResultsFolder folder((scratch.path / "out").string()); }
  CHECK(scratch.names().empty());
}

TEST_CASE("an empty folder is taken, with or without a slash at the end") {
  Scratch scratch;
  fs::create_directory(scratch.path / "out");
  {
    ResultsFolder folder((scratch.path / "out/").string());
    folder.publish(results("new"));
  }
  CHECK(contents(scratch.path / "out" / "result.json") == "new");
  CHECK(scratch.names() == Names{"out"});
}

TEST_CASE("a folder that is not there yet may be named with a slash, and has the rights of any other") {
  Scratch scratch;
  ResultsFolder((scratch.path / "out/").string()).publish(results("new"));
  CHECK(contents(scratch.path / "out" / "result.json") == "new");
  CHECK(scratch.names() == Names{"out"});
  fs::create_directory(scratch.path / "other");
  CHECK(fs::status(scratch.path / "out").permissions() == fs::status(scratch.path / "other").permissions());
}

TEST_CASE("results that cannot be written leave the earlier ones, and nothing beside them") {
  Scratch scratch;
  const std::string out = (scratch.path / "out").string();
  ResultsFolder(out).publish(results("old"));
  auto wrong = results("new");
  wrong.emplace_back("nowhere/links.csv", "");
  CHECK_THROWS_WITH(ResultsFolder(out).publish(wrong), Contains("nowhere/links.csv: cannot be written: No such file"));
  CHECK(contents(scratch.path / "out" / "result.json") == "old");
  CHECK(scratch.names() == Names{"out"});
}

TEST_CASE("earlier results are replaced as a whole", "[quick]") {
  Scratch scratch;
  const std::string out = (scratch.path / "out").string();
  auto earlier = results("old");
  slackline::report::Manifest manifest;
  manifest.files = {"result.json", "manifest.json", "links.csv"};
  earlier[1].second = slackline::report::manifest_json(manifest);
  earlier.emplace_back("links.csv", "");
  ResultsFolder(out).publish(earlier);
  ResultsFolder(out).publish(results("new"));
  CHECK(contents(scratch.path / "out" / "result.json") == "new");
  CHECK_FALSE(fs::exists(scratch.path / "out" / "links.csv"));
  CHECK(scratch.names() == Names{"out"});
}

TEST_CASE("earlier results stay until the new ones are there", "[quick]") {
  Scratch scratch;
  const std::string out = (scratch.path / "out").string();
  ResultsFolder(out).publish(results("old"));
  { ResultsFolder unfinished(out); }
  CHECK(contents(scratch.path / "out" / "result.json") == "old");
}

TEST_CASE("what is not a result is never overwritten") {
  Scratch scratch;
  const fs::path out = scratch.path / "out";
  SECTION("a folder of something else") {
    fs::create_directory(out);
    std::ofstream(out / "notes.txt") << "mine";
    CHECK_THAT(refusal(out), Contains("holds something else than results"));
    CHECK(contents(out / "notes.txt") == "mine");
  }
  SECTION("a file among results") {
    ResultsFolder(out.string()).publish(results("old"));
    std::ofstream(out / "notes.txt") << "mine";
    CHECK_THAT(refusal(out), Contains("holds notes.txt, which is not a result"));
  }
  SECTION("a folder with the name of a result") {
    ResultsFolder(out.string()).publish(results("old"));
    fs::remove(out / "result.json");
    fs::create_directory(out / "result.json");
    CHECK_THAT(refusal(out), Contains("holds result.json, which is not a result"));
  }
  SECTION("a file") {
    std::ofstream(out) << "mine";
    CHECK_THAT(refusal(out), Contains("is not a folder"));
  }
  SECTION("a file put there during the run") {
    ResultsFolder(out.string()).publish(results("old"));
    ResultsFolder folder(out.string());
    std::ofstream(out / "notes.txt") << "mine";
    CHECK_THROWS_AS(folder.publish(results("new")), ResultsFolderError);
    CHECK(contents(out / "notes.txt") == "mine");
    CHECK(contents(out / "result.json") == "old");
  }
}

TEST_CASE("the folder in which the command runs, and those above it, are refused", "[quick]") {
  CHECK_THAT(refusal(std::filesystem::current_path()), Contains("is where the command runs"));
  CHECK_THAT(refusal(std::filesystem::current_path().parent_path()), Contains("is where the command runs"));
}

TEST_CASE("no name, and a place where nothing can be made, are refused") {
  CHECK_THAT(refusal(""), Contains("is no name of a folder"));
  CHECK(refusal("/") == "/: cannot be replaced");
  CHECK(refusal("/proc/slackline/out") ==
        "/proc/slackline/out: its parent folder cannot be made: No such file or directory");
  CHECK(refusal("/dev/null/out") == "/dev/null/out: its parent folder cannot be made: Not a directory");
}
