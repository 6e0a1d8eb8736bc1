#include "testbench/report/results_folder.hpp"

#include <sched.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <catch2/catch.hpp>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <memory>
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

/// The reason why a folder is refused; empty when it is not.
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

TEST_CASE("results appear all at once, and nothing else does") {
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

TEST_CASE("an empty folder is accepted, with or without a slash at the end") {
  Scratch scratch;
  fs::create_directory(scratch.path / "out");
  {
    ResultsFolder folder((scratch.path / "out/").string());
    folder.publish(results("new"));
  }
  CHECK(contents(scratch.path / "out" / "result.json") == "new");
  CHECK(scratch.names() == Names{"out"});
}

TEST_CASE("a folder that does not exist yet may be named with a slash, and gets the usual permissions") {
  Scratch scratch;
  ResultsFolder((scratch.path / "out/").string()).publish(results("new"));
  CHECK(contents(scratch.path / "out" / "result.json") == "new");
  CHECK(scratch.names() == Names{"out"});
  fs::create_directory(scratch.path / "other");
  CHECK(fs::status(scratch.path / "out").permissions() == fs::status(scratch.path / "other").permissions());
}

TEST_CASE("results that cannot be written leave the earlier ones, and nothing else") {
  Scratch scratch;
  const std::string out = (scratch.path / "out").string();
  ResultsFolder(out).publish(results("old"));
  auto wrong = results("new");
  wrong.emplace_back("nowhere/links.csv", "");
  const std::vector<std::string> left_out = ResultsFolder(out).publish(wrong);
  REQUIRE(left_out.size() == 1);
  CHECK(left_out[0] ==
        out + "/nowhere/links.csv: cannot be written: No such file or directory; the other results are kept");
  CHECK(contents(scratch.path / "out" / "result.json") == "new");
  CHECK(scratch.names() == Names{"out"});
}

TEST_CASE("a file for which there is no room is left out, and leaves no trace", "[quick]") {
  Scratch scratch;
  const std::string out = (scratch.path / "out").string();
  const pid_t process = fork();
  if (process == 0) {
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{5000, 5000};
    setrlimit(RLIMIT_FSIZE, &limit);
    auto files = results("small");
    files.emplace_back("links.csv", std::string(100'000, 'x'));
    const std::vector<std::string> left_out = ResultsFolder(out).publish(files);
    _exit(left_out.size() == 1 && left_out[0].find(out + "/links.csv: cannot be written: File too large") == 0 ? 7 : 8);
  }
  int status = 0;
  REQUIRE(waitpid(process, &status, 0) == process);
  REQUIRE(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 7);
  CHECK(contents(scratch.path / "out" / "result.json") == "small");
  CHECK_FALSE(fs::exists(scratch.path / "out" / "links.csv"));
  CHECK(scratch.names() == Names{"out"});
}

TEST_CASE("results without room for their manifest are not published", "[quick]") {
  Scratch scratch;
  const std::string out = (scratch.path / "out").string();
  ResultsFolder(out).publish(results("old"));
  auto wrong = results("new");
  wrong[1].first = "manifest.json";
  {
    ResultsFolder folder(out);
    fs::create_directory(fs::path(folder.aside()) / "manifest.json");
    CHECK_THROWS_WITH(folder.publish(wrong), Contains(out + "/manifest.json: cannot be written"));
  }
  CHECK(contents(scratch.path / "out" / "result.json") == "old");
  CHECK(scratch.names() == Names{"out"});
}

TEST_CASE("of two runs with the same folder at the same time the second is refused", "[quick]") {
  Scratch scratch;
  const fs::path out = scratch.path / "out";
  {
    ResultsFolder first(out.string());
    CHECK(refusal(out) == out.string() + ": another run is about to write its results there; give another folder");
    CHECK(refusal(scratch.path / "other").empty());
    first.publish(results("first"));
  }
  CHECK(contents(out / "result.json") == "first");
  CHECK(refusal(out).empty());
}

TEST_CASE("the folder of a killed run is named, and removed by the next", "[quick]") {
  Scratch scratch;
  const fs::path out = scratch.path / "out";
  const pid_t process = fork();
  if (process == 0) {
    const ResultsFolder folder(out.string());
    std::ofstream(fs::path(folder.aside()) / "error.vcd") << "half";
    std::raise(SIGKILL);
  }
  int status = 0;
  REQUIRE(waitpid(process, &status, 0) == process);
  REQUIRE(scratch.names().size() == 1);
  const std::string leftover = (scratch.path / *scratch.names().begin()).string();
  fs::create_directory(scratch.path / ".out.backup");  // fits the name, and belongs to the user
  {
    ResultsFolder folder(out.string());
    CHECK(folder.removed() == std::vector<std::string>{leftover});
    CHECK_FALSE(fs::exists(leftover));
    folder.publish(results("next"));
  }
  CHECK(scratch.names() == Names{".out.backup", "out"});
  ResultsFolder again(out.string());
  CHECK(again.removed().empty());
}

TEST_CASE("a run that starts while another puts its results in place is refused", "[quick]") {
  Scratch scratch;
  const fs::path out = scratch.path / "out";
  // To look at what is there takes a while: time for the other run.
  auto files = results("old");
  slackline::report::Manifest manifest;
  for (int i = 0; i < 1500; ++i) manifest.files.push_back(std::to_string(i));
  for (const std::string& name : manifest.files) files.emplace_back(name, "");
  manifest.files.insert(manifest.files.end(), {"result.json", "manifest.json"});
  files[1].second = slackline::report::manifest_json(manifest);
  ResultsFolder(out.string()).publish(files);

  std::array<int, 2> begun{};
  REQUIRE(pipe(begun.data()) == 0);
  const pid_t process = fork();
  if (process == 0) {
    ResultsFolder folder(out.string());
    if (write(begun[1], "", 1) != 1) _exit(1);
    folder.publish(results("new"));
    _exit(0);  // without what remains to be removed
  }
  char byte = 0;
  REQUIRE(read(begun[0], &byte, 1) == 1);
  for (bool over = false; !over;) {
    const std::string why = refusal(out);
    const std::string there = contents(out / "result.json");
    over = why.empty();
    CHECK((over ? there == "new" : why.find("another run is about to write its results there") != std::string::npos));
  }
  int status = 0;
  REQUIRE(waitpid(process, &status, 0) == process);
  CHECK(status == 0);
  for (const int end : begun) close(end);
  CHECK(scratch.names() == Names{"out"});
}

TEST_CASE(
    "whenever a run is killed, the folder holds all results of a run, and the next one removes what else there is",
    "[quick]") {
  Scratch scratch;
  const fs::path out = scratch.path / "out";
  auto files = results("whole");
  slackline::report::Manifest manifest;
  for (int i = 0; i < 50; ++i) files.emplace_back(std::to_string(i), "whole");
  for (const auto& file : files) manifest.files.push_back(file.first);
  files[1].second = slackline::report::manifest_json(manifest);
  ResultsFolder(out.string()).publish(files);
  std::size_t leftovers = 0;
  for (useconds_t delay = 0; delay < 4000; delay += 40) {
    std::array<int, 2> begun{};
    REQUIRE(pipe(begun.data()) == 0);
    const pid_t process = fork();
    if (process == 0) {
      if (write(begun[1], "", 1) != 1) _exit(1);
      for (;;) ResultsFolder(out.string()).publish(files);
    }
    char byte = 0;
    REQUIRE(read(begun[0], &byte, 1) == 1);
    usleep(delay);
    // A busy machine may not have let it begin: every fourth is killed when it is seen to write.
    while (delay % 160 == 0 && scratch.names().size() == 1) sched_yield();
    kill(process, SIGKILL);
    REQUIRE(waitpid(process, nullptr, 0) == process);
    for (const int end : begun) close(end);
    const std::size_t before = scratch.names().size() - 1;
    {
      const ResultsFolder next(out.string());
      CHECK(next.removed().size() == before);
    }
    leftovers += before;
    REQUIRE(scratch.names() == Names{"out"});
    for (const auto& [name, text] : files) REQUIRE(contents(out / name) == text);
  }
  CHECK(leftovers > 0);
}

TEST_CASE(
    "what a run leaves that is killed before its folder is marked is removed, an empty folder of the user's is not",
    "[quick]") {
  Scratch scratch;
  const fs::path out = scratch.path / "out";
  fs::create_directory(scratch.path / ".out.backup");
  for (const char* name : {".out.abcdef", ".out.filled", ".other.abcdef"}) {
    fs::create_directory(scratch.path / name);
    fs::permissions(scratch.path / name, fs::perms::owner_all);
  }
  std::ofstream(scratch.path / ".out.filled" / "notes.txt") << "mine";
  ResultsFolder folder(out.string());
  CHECK(folder.removed() == std::vector<std::string>{scratch.path / ".out.abcdef"});
  folder.publish(results("next"));
  CHECK(contents(scratch.path / ".out.filled" / "notes.txt") == "mine");
}

TEST_CASE("old results that a killed run had moved away are put back", "[quick]") {
  Scratch scratch;
  const fs::path out = scratch.path / "out", aside = scratch.path / ".out.abcdef";
  ResultsFolder(out.string()).publish(results("old"));
  fs::create_directories(aside / "results");
  std::ofstream(aside / ".unfinished") << "";
  fs::rename(out, aside / "old");
  { const ResultsFolder interrupted(out.string()); }
  CHECK(contents(out / "result.json") == "old");
  CHECK(scratch.names() == Names{"out"});
}

TEST_CASE("old results that a run had moved away are never removed where something else is in their place", "[quick]") {
  Scratch scratch;
  const fs::path out = scratch.path / "out", aside = scratch.path / ".out.abcdef";
  ResultsFolder(out.string()).publish(results("old"));
  fs::create_directories(aside / "results");
  std::ofstream(aside / ".unfinished") << "";
  fs::rename(out, aside / "old");
  ResultsFolder(out.string()).publish(results("new"));  // the first one puts "old" back
  CHECK(contents(out / "result.json") == "new");
  fs::create_directories(aside / "results");
  std::ofstream(aside / ".unfinished") << "";
  fs::rename(out, aside / "old");
  fs::create_directory(out);
  ResultsFolder(out.string()).publish(results("newer"));
  CHECK(contents(out / "result.json") == "newer");
  CHECK(contents(aside / "old" / "result.json") == "new");
}

TEST_CASE("a place for results is refused while a run is about to write there, and kept from runs that begin",
          "[quick]") {
  using slackline::report::ResultsPlace;
  Scratch scratch;
  const std::string out = (scratch.path / "out").string();
  const auto place = [&] { return ResultsPlace(out, ResultsPlace::MakeParent::no); };
  {
    const ResultsFolder run(out);
    CHECK_THROWS_WITH(place(), out + ": another run is about to write its results there; give another folder");
  }
  const pid_t process = fork();
  if (process == 0) {
    const auto held = std::make_unique<ResultsPlace>(out, ResultsPlace::MakeParent::no);
    std::ofstream(scratch.path / "held") << "";
    usleep(200'000);
    std::ofstream(out) << "mine";
    _exit(0);
  }
  while (!fs::exists(scratch.path / "held")) usleep(1000);
  CHECK(refusal(out) == out + ": is not a folder; give a new folder or an empty one");
  REQUIRE(waitpid(process, nullptr, 0) == process);
  CHECK_THROWS_WITH(ResultsPlace(out + "/deep/out", ResultsPlace::MakeParent::yes),
                    Contains(out + "/deep/out: its parent folder cannot be made: "));
}

TEST_CASE("messages name a folder as the user did, behind a link, too", "[quick]") {
  Scratch scratch;
  fs::create_directory(scratch.path / "real");
  fs::create_directory_symlink("real", scratch.path / "link");
  const std::string out = (scratch.path / "link" / "out").string();
  fs::create_directory(scratch.path / "real" / ".out.abcdef");
  std::ofstream(scratch.path / "real" / ".out.abcdef" / ".unfinished") << "";
  ResultsFolder folder(out);
  CHECK(folder.removed() == std::vector<std::string>{scratch.path / "link" / ".out.abcdef"});
  fs::create_directory(out);
  std::ofstream(fs::path(out) / "notes.txt") << "mine";
  CHECK(folder.publish(results("new")) ==
        std::vector<std::string>{out + ": holds something else than results; the results are in " + out + ".1"});
}

TEST_CASE("results whose place a user has filled during the run are put next to it", "[quick]") {
  Scratch scratch;
  const fs::path out = scratch.path / "out";
  ResultsFolder(out.string()).publish(results("old"));
  fs::create_directory(scratch.path / "out.1");
  {
    ResultsFolder folder(out.string() + "/");
    std::ofstream(out / "notes.txt") << "mine";
    CHECK(folder.publish(results("new")) ==
          std::vector<std::string>{out.string() +
                                   "/: holds notes.txt, which is not a result and would be lost; the "
                                   "results are in " +
                                   out.string() + ".2"});
  }
  CHECK(contents(out / "result.json") == "old");
  CHECK(contents(out / "notes.txt") == "mine");
  CHECK(contents(scratch.path / "out.2" / "result.json") == "new");
  CHECK(scratch.names() == Names{"out", "out.1", "out.2"});
}

TEST_CASE("results that were put elsewhere are named where they are, whatever leads there", "[quick]") {
  Scratch scratch;
  const fs::path real = scratch.path / "real";
  fs::create_directories(real / "a");
  fs::create_directory_symlink("real/a", scratch.path / "latest");
  for (const std::string& given : {(scratch.path / "latest").string(), (real / "a" / ".").string()}) {
    ResultsFolder folder(given);
    std::ofstream(real / "a" / "notes.txt") << "mine";
    REQUIRE(folder.publish(results("new")).size() == 1);
    CHECK(contents(fs::path(folder.place()) / "result.json") == "new");
    fs::remove(real / "a" / "notes.txt");
  }
}

TEST_CASE("results that can go nowhere stay where they are, and no later run removes them", "[quick]") {
  Scratch scratch;
  const std::string out = (scratch.path / "out").string();
  for (unsigned n = 1; n <= 1000; ++n) std::ofstream(out + "." + std::to_string(n)) << "";
  std::string place;
  {
    ResultsFolder folder(out);
    fs::create_directory(out);
    std::ofstream(fs::path(out) / "notes.txt") << "mine";
    REQUIRE(folder.publish(results("new")).size() == 1);
    place = folder.place();
  }
  fs::remove_all(out);
  CHECK(ResultsFolder(out).removed().empty());
  CHECK(contents(fs::path(place) / "result.json") == "new");
}

TEST_CASE("messages about files aside name the folder that the user gave", "[quick]") {
  Scratch scratch;
  const std::string out = (scratch.path / "out").string();
  const ResultsFolder folder(out);
  CHECK(folder.by_final_name(folder.aside() + "/error.vcd: no; " + folder.aside()) == out + "/error.vcd: no; " + out);
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

TEST_CASE("files that are no results are never overwritten") {
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
}

TEST_CASE("the folder in which the command runs, and those above it, are refused", "[quick]") {
  CHECK_THAT(refusal(std::filesystem::current_path()), Contains("is where the command runs"));
  const std::filesystem::path above = std::filesystem::current_path().parent_path();
  CHECK_THAT(refusal(above), Contains(above == above.root_path() ? "cannot be replaced" : "is where the command runs"));
}

TEST_CASE("an empty name, and a place where no folder can be created, are refused") {
  CHECK_THAT(refusal(""), Contains("is no name of a folder"));
  CHECK(refusal("/") == "/: cannot be replaced");
  CHECK(refusal("/proc/slackline/out") ==
        "/proc/slackline/out: its parent folder cannot be made: No such file or directory");
  CHECK(refusal("/dev/null/out") == "/dev/null/out: its parent folder cannot be made: Not a directory");
}
