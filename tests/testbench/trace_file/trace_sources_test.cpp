// Which files a trace consists of, and how large they may be.
#include <catch2/catch.hpp>
#include <filesystem>

#include "testbench/config/reader.hpp"
#include "testbench/trace_file/trace_file.hpp"
#include "tests/support/test_folder.hpp"

using namespace slackline;
using Catch::Matchers::Contains;

TEST_CASE("the files of a trace share one bound on their size", "[quick]") {
  const test::TestFolder folder;
  folder.write("rank0.txt", "0 init\n");
  folder.write("rank1.txt", "1 init\n");
  const std::string text = "schema_version: 1\ntraffic: { trace: \"" + folder.path() + "\" }\n";
  const auto sources = [&](config::Reading& reading, std::size_t most_bytes) {
    reading = config::read_experiment(std::make_shared<const config::Source>("test.yaml", text));
    return trace_file::trace_sources(reading, most_bytes);
  };
  config::Reading reading;
  CHECK(sources(reading, 14).size() == 2);
  CHECK(reading.faults.empty());
  CHECK(sources(reading, 13).size() == 1);
  REQUIRE(reading.faults.size() == 1);
  CHECK_THAT(config::to_string(reading.faults[0]),
             Contains("rank1.txt") && Contains("too large") && Contains("in all files of a trace together"));
}

namespace {

config::Reading read(const std::string& trace) {
  config::Reading reading = config::read_experiment(std::make_shared<const config::Source>(
      "test.yaml", "schema_version: 1\ntraffic: { trace: \"" + trace + "\" }\n"));
  trace_file::read_trace(reading);
  return reading;
}

}  // namespace

TEST_CASE("names in a list count from its own folder, or else from the one above", "[quick]") {
  const test::TestFolder folder;
  std::filesystem::create_directory(folder.path() + "/traces");
  folder.write("traces/rank0.txt", "0 init\n0 send 1 0 8\n");
  folder.write("traces/rank1.txt", "1 init\n1 recv 0 0 8\n");
  folder.write("traces/here.list", "rank0.txt\nrank1.txt\n");
  folder.write("traces/above.list", "traces/rank0.txt\ntraces/rank1.txt\n");
  folder.write("traces/nowhere.list", "traces/rank0.txt\ntraces/rank7.txt\n");
  for (const char* list : {"here.list", "above.list"}) {
    const config::Reading reading = read(folder.path() + "/traces/" + list);
    INFO((reading.faults.empty() ? std::string() : config::to_string(reading.faults[0])));
    CHECK(reading.faults.empty());
    REQUIRE(reading.experiment.traffic.replay.trace);
    CHECK(reading.experiment.traffic.replay.trace->ranks.size() == 2);
  }
  CHECK(read(folder.path() + "/traces/nowhere.list").faults.size() == 1);
}

TEST_CASE("files that are no traces in a folder of traces are left out with a note", "[quick]") {
  const test::TestFolder folder;
  folder.write("rank0.txt", "# by smpirun\n0 init\n0 send 1 0 8\n");
  folder.write("rank1.txt", "1 init\n1 recv 0 0 8\n");
  folder.write("README", "Traces of a small program\n");
  const config::Reading reading = read(folder.path());
  CHECK(reading.faults.empty());
  CHECK(reading.notes == std::vector<std::string>{"traffic.trace: left out, no traces: README"});
  CHECK(reading.trace_files.size() == 2);
  REQUIRE(reading.experiment.traffic.replay.trace);
  const test::TestFolder none;
  none.write("README", "No traces\n");
  CHECK_FALSE(read(none.path()).faults.empty());
}

TEST_CASE("a file of another format is named once, and not read as a list of names", "[quick]") {
  const test::TestFolder folder;
  folder.write("trace.gz", std::string("\x1f\x8b\x08\x00\n\x1b[2Jname\n", 14));
  folder.write("zeros", std::string(100, '\0'));
  const config::Reading packed = read(folder.path() + "/trace.gz"), zeros = read(folder.path() + "/zeros");
  REQUIRE(packed.faults.size() == 1);
  CHECK_THAT(config::to_string(packed.faults[0]),
             Contains("trace.gz: traffic.trace: a file compressed with gzip") && Contains("smpirun -trace-ti"));
  REQUIRE(zeros.faults.size() == 1);
  CHECK_THAT(config::to_string(zeros.faults[0]), Contains("a file that is no text"));
}

TEST_CASE("a name in a list is shown without control characters, and with at most 200 characters", "[quick]") {
  const test::TestFolder folder;
  folder.write("list", "a\x1b[2J\a" + std::string(5000, 'x') + "\n");
  const config::Reading reading = read(folder.path() + "/list");
  REQUIRE(reading.faults.size() == 1);
  const std::string text = config::to_string(reading.faults[0]);
  CHECK(text.find('\x1b') == std::string::npos);
  CHECK(text.find('\a') == std::string::npos);
  CHECK(text.size() < 500);
}
