// Which files a trace consists of, and how large they may be.
#include <catch2/catch.hpp>
#include <filesystem>

#include "testbench/run/experiment.hpp"
#include "testbench/workloads/replay/trace_file/trace_file.hpp"
#include "tests/support/test_folder.hpp"

using namespace slackline;
using Catch::Matchers::Contains;

TEST_CASE("the files of a trace share one bound on their size", "[quick]") {
  const test::TestFolder folder;
  folder.write("rank0.txt", "0 init\n");
  folder.write("rank1.txt", "1 init\n");
  const std::string text = "schema_version: 1\ntraffic: { trace: \"" + folder.path() + "\" }\n";
  const auto sources = [&](features::ExperimentReading& reading, std::size_t most_bytes) {
    reading = features::read_experiment(std::make_shared<const settings::Source>("test.yaml", text));
    return trace_file::trace_sources(reading, most_bytes);
  };
  features::ExperimentReading reading;
  CHECK(sources(reading, 14).size() == 2);
  CHECK(reading.errors.empty());
  CHECK(sources(reading, 13).size() == 1);
  REQUIRE(reading.errors.size() == 1);
  CHECK_THAT(settings::to_string(reading.errors[0]),
             Contains("rank1.txt") && Contains("too large") && Contains("in all files of a trace together"));
}

namespace {

features::ExperimentReading read(const std::string& trace) {
  features::ExperimentReading reading = features::read_experiment(std::make_shared<const settings::Source>(
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
    const features::ExperimentReading reading = read(folder.path() + "/traces/" + list);
    INFO((reading.errors.empty() ? std::string() : settings::to_string(reading.errors[0])));
    CHECK(reading.errors.empty());
    REQUIRE(reading.experiment.replay.trace);
    CHECK(reading.experiment.replay.trace->ranks.size() == 2);
  }
  CHECK(read(folder.path() + "/traces/nowhere.list").errors.size() == 1);
}

TEST_CASE("files that are no traces in a folder of traces are left out with a note", "[quick]") {
  const test::TestFolder folder;
  folder.write("rank0.txt", "# by smpirun\n0 init\n0 send 1 0 8\n");
  folder.write("rank1.txt", "1 init\n1 recv 0 0 8\n");
  folder.write("README", "Traces of a small program\n");
  const features::ExperimentReading reading = read(folder.path());
  CHECK(reading.errors.empty());
  CHECK(reading.notes == std::vector<settings::Wording>{"traffic.trace: left out, no traces: README"});
  CHECK(reading.experiment.replay.trace_files.size() == 2);
  REQUIRE(reading.experiment.replay.trace);
  const test::TestFolder none;
  none.write("README", "No traces\n");
  CHECK_FALSE(read(none.path()).errors.empty());
}

TEST_CASE("a file of another format is named once, and not read as a list of names", "[quick]") {
  const test::TestFolder folder;
  folder.write("trace.gz", std::string("\x1f\x8b\x08\x00\n\x1b[2Jname\n", 14));
  folder.write("zeros", std::string(100, '\0'));
  const features::ExperimentReading packed = read(folder.path() + "/trace.gz"), zeros = read(folder.path() + "/zeros");
  REQUIRE(packed.errors.size() == 1);
  CHECK_THAT(settings::to_string(packed.errors[0]),
             Contains("trace.gz: traffic.trace: expected a time-independent trace of SimGrid (smpirun -trace-ti), ") &&
                 Contains(", found a file compressed with gzip"));
  REQUIRE(zeros.errors.size() == 1);
  CHECK_THAT(settings::to_string(zeros.errors[0]), Contains("a file that is no text"));
}

TEST_CASE("a name in a list is shown without control characters, and with at most 200 characters", "[quick]") {
  const test::TestFolder folder;
  folder.write("list", "a\x1b[2J\a" + std::string(5000, 'x') + "\n");
  const features::ExperimentReading reading = read(folder.path() + "/list");
  REQUIRE(reading.errors.size() == 1);
  const std::string text = settings::to_string(reading.errors[0]);
  CHECK(text.find('\x1b') == std::string::npos);
  CHECK(text.find('\a') == std::string::npos);
  CHECK(text.size() < 500);
}

namespace {

/// The only message for a trace with these contents.
std::string refusal_of(const std::string& contents) {
  const test::TestFolder folder;
  folder.write("given", contents);
  const features::ExperimentReading reading = read(folder.path() + "/given");
  INFO(contents);
  REQUIRE(reading.errors.size() == 1);
  CHECK(reading.errors[0].expected.text.text() ==
        "a time-independent trace of SimGrid (smpirun -trace-ti), a list or a folder of such files, or .prof files of "
        "Open MPI's monitoring");
  return reading.errors[0].what.value.text() + reading.errors[0].what.problem.text();
}

/// Ten of a line.
std::string ten(const std::string& line) {
  std::string text;
  for (int i = 0; i < 10; ++i) text += line + '\n';
  return text;
}

}  // namespace

TEST_CASE("what is given instead of a trace is named in one message", "[quick]") {
  CHECK(refusal_of("<?xml version=\"1.0\"?>\n<graphml>\n" + ten("<node id=\"1\"/>")) ==
        "a network (graphml), which topology.file names");
  CHECK(refusal_of(ten("Switch 8 \"leaf\"")) == "a network (ibsim), which topology.file names");
  CHECK(refusal_of("# Topology file: generated on Wed\n" + ten("Switch 8 \"S-1\"")) ==
        "a network (ibnetdiscover), which topology.file names");
  CHECK(refusal_of(ten("router 0 node 0")) == "a network (anynet), which topology.file names");
  CHECK(refusal_of(ten("c0-0c0s0a0l00(0:0:0) green -> unused")) == "a network (cray), which topology.file names");
  CHECK(refusal_of("schema_version: 1\n" + ten("name: x")) == "an experiment in YAML, which slackline run FILE takes");
  CHECK_THAT(refusal_of("#This file was generated using SimGrid\n" + ten("%EventDef PajeSetState 1")),
             Contains("a Paje trace"));
  CHECK(refusal_of(ten("MPI_Init entering at walltime 11.67, cputime 0.0 seconds in thread 0.")) ==
        "a DUMPI trace as text");
  CHECK(refusal_of("hostname=nid1\nnumprocs=4\n") == "the description of a DUMPI trace (.meta)");
  CHECK(refusal_of("{\"traceEvents\": [\n" + ten("{},")) == "a Chrome trace (JSON)");
  CHECK(refusal_of("{\n" + ten("\"a\": 1,")) == "a JSON file");
}

TEST_CASE("a file whose first lines fit no trace is refused in one message that shows the first", "[quick]") {
  CHECK(refusal_of("# a comment\n\n" + ten("from to bytes")) == "no trace: line 3 is from to bytes");
  CHECK(refusal_of(ten("  3 4 5 6")) == "no trace: line 1 is 3 4 5 6");
  CHECK(refusal_of(ten("I am prose")) == "no trace: line 1 is I am prose");
  CHECK(refusal_of("Introduction\n" + ten("with some words")) ==
        "no trace: line 1 is Introduction, and there is no such file");
  CHECK(refusal_of(ten("7")) == "no trace: line 1 is 7, and there is no such file");
  CHECK(refusal_of("# nothing\n") == "no trace: comments and empty lines alone");
  CHECK(refusal_of("") == "no trace: the file is empty");
}

TEST_CASE("wrong lines of a trace are shown one by one, and so are files that a list misses", "[quick]") {
  const test::TestFolder folder;
  folder.write("calls", "0 init\n0 sendd 1 5 1\n0 recv x 1 1\n1 init\n");
  folder.write("list", "calls\nnone\n");
  CHECK(read(folder.path() + "/calls").errors.size() == 2);
  const features::ExperimentReading list = read(folder.path() + "/list");
  REQUIRE(list.errors.size() == 1);
  CHECK_THAT(settings::to_string(list.errors[0]),
             Contains("/list:2:1: traffic.trace: " + folder.path() + "/none: cannot be read: No such file"));
}

TEST_CASE("a list or a folder with a file that is no trace names that file, once", "[quick]") {
  const test::TestFolder folder;
  folder.write("rank0.txt", "0 init\n");
  folder.write("rank1.net", "router 0 node 0\n");
  folder.write("rank1.prof", "E 0 1 8 bytes 1 msgs sent\n");
  folder.write("list", "rank0.txt\nrank1.net\n");
  folder.write("mixed", "rank0.txt\nrank1.prof\n");
  const features::ExperimentReading listed = read(folder.path() + "/list"), mixed = read(folder.path() + "/mixed");
  REQUIRE(listed.errors.size() == 1);
  CHECK_THAT(settings::to_string(listed.errors[0]),
             Contains("rank1.net: traffic.trace: expected ") &&
                 Contains(", found a network (anynet), which topology.file names"));
  REQUIRE(mixed.errors.size() == 1);
  CHECK_THAT(
      settings::to_string(mixed.errors[0]),
      Contains("rank1.prof: traffic.trace: a .prof file of Open MPI's monitoring after a time-independent trace"));
  const test::TestFolder none;
  for (const char* name : {"a1", "a2", "a3"}) none.write(name, ten("no trace"));
  REQUIRE(read(none.path()).errors.size() == 1);
}

TEST_CASE("a folder's .prof file without a line is the file of a rank", "[quick]") {
  const test::TestFolder folder;
  folder.write("m.0.prof", "E 0 1 5 bytes 1 msgs sent\nD MPI_COMM_WORLD procs: 0,1,2\n");
  folder.write("m.1.prof", "# POINT TO POINT\n");
  folder.write("m.2.prof", "D MPI_COMM_WORLD procs: 0,1,2\n");
  folder.write("README", "# nothing\n");
  const features::ExperimentReading reading = read(folder.path());
  CHECK(reading.errors.empty());
  CHECK(reading.notes == std::vector<settings::Wording>{"traffic.trace: left out, no traces: README"});
  REQUIRE(reading.experiment.replay.trace);
  CHECK(reading.experiment.replay.trace->ranks.size() == 3);
}
