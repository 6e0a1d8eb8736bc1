// A file that was given for something that it is not.
#include "testbench/features/files/file_use.hpp"

#include <catch2/catch.hpp>
#include <map>
#include <vector>

#include "tests/support/test_folder.hpp"

using namespace slackline::features;

namespace {

const std::map<std::string, std::vector<std::string>> networks = {
    {"ibsim", {"# a net\nSwitch 8 \"leaf\"\n[1] \"n1\"[1]\n", "width=4\nHca 1 \"a\"\n"}},
    {"ibnetdiscover", {"#\n# Topology file: generated on Wed\n#\nvendid=0x8f1\nSwitch 36 \"S-1\"\n"}},
    {"ibnetdiscover -p", {"CA 1 1 0x0002c9030000079b 4x QDR - SW 2 7 0x0002c902400bcf10 ( 'node1' - 'leaf' )\n"}},
    {"anynet", {"router 0 node 0 router 1\n"}},
    {"graphml", {"<?xml version=\"1.0\"?>\n<graphml/>", std::string("\xff\xfe<\0g\0r\0a\0p\0h\0m\0l\0", 18)}},
    {"cray", {"c0-0c0s0a0l00(0:0:0) green -> c0-0c0s6a0l10(0:0:6)\n"}}};

const std::map<std::string, std::string> traces = {
    {"0 init\n0 compute 5\n", "a time-independent trace of SimGrid"},
    {"E 0 1 8 bytes 1 msgs sent\n", "a .prof file of Open MPI's monitoring"},
    {"rank-1.txt\nrank-2.txt\n", "a list of files"}};

}  // namespace

TEST_CASE("a network is named where it is not wanted, with its format and its key", "[quick]") {
  for (const auto& [format, texts] : networks)
    for (const std::string& text : texts) {
      INFO(text);
      CHECK(other_kind(text, FileUse::network).empty());
      CHECK(other_kind(text, FileUse::trace) == "a network (" + format + "), which topology.file names");
      CHECK(other_kind(text, FileUse::experiment) ==
            "a network (" + format + "), which an experiment names: topology: { kind: file, file: NAME }");
    }
}

TEST_CASE("a trace is named where it is not wanted, with its format and its key", "[quick]") {
  for (const auto& [text, name] : traces) {
    INFO(text);
    CHECK(other_kind(text, FileUse::trace).empty());
    CHECK(other_kind(text, FileUse::network) == name + ", which traffic.trace names");
    CHECK(other_kind(text, FileUse::experiment) == name + ", which an experiment names: traffic: { trace: NAME }");
  }
}

TEST_CASE("an experiment is named where it is not wanted, with the command for it", "[quick]") {
  for (const char* text : {"schema_version: 1\n", "# mine\nname: x\nschema_version: 1\n", "{schema_version: 1}",
                           "\"schema_version\": 1\n"}) {
    CHECK(other_kind(text, FileUse::experiment).empty());
    for (const FileUse use : {FileUse::network, FileUse::trace})
      CHECK(other_kind(text, use) == "an experiment in YAML, which slackline run FILE takes");
  }
  const std::string json = "{ \"schema_version\": 1 }";
  CHECK(other_kind(json, FileUse::experiment).empty());
  CHECK(other_kind(json, FileUse::trace) == "a JSON file");
}

TEST_CASE("a foreign format is named whatever is wanted, and data that are no text where that is no network",
          "[quick]") {
  for (const FileUse use : {FileUse::experiment, FileUse::network, FileUse::trace, FileUse::table}) {
    CHECK(other_kind("\x1f\x8b\x08", use) == "a file compressed with gzip (gunzip unpacks it)");
    CHECK(other_kind("meta_version=1\n", use) == "the description of a DUMPI trace (.meta)");
    CHECK(other_kind("", use).empty());
    CHECK(other_kind("some words\n", use).empty());
  }
  const std::string zeros(100, '\0');
  for (const FileUse use : {FileUse::network, FileUse::trace})
    CHECK(other_kind(zeros, use) == "a file that is no text");
  CHECK(other_kind(zeros, FileUse::experiment).empty());  // the place of the first such byte is shown
}

TEST_CASE("words that begin networks also begin other texts", "[quick]") {
  for (const char* text : {"Switch off the light\n", "node: 3\n", "router is down\n", "do this\n", "module x\n",
                           "name=value\n", "<svg/>", "include \"a\"\n", "router 3rd\n"})
    for (const FileUse use : {FileUse::experiment, FileUse::trace}) {
      INFO(text);
      CHECK(other_kind(text, use).empty());
    }
}

TEST_CASE("a file may have as many bytes as are allowed, and not one more") {
  const slackline::test::TestFolder folder;
  folder.write("four.yaml", "a: 1");
  folder.write("five.yaml", "a: 12");
  InputErrors errors;
  const SourcePtr four = read_file(folder / "four.yaml", errors, 4);
  REQUIRE(four != nullptr);
  CHECK(four->text() == "a: 1");
  CHECK(errors.empty());
  CHECK(read_file(folder / "five.yaml", errors, 4) == nullptr);
  REQUIRE(errors.size() == 1);
  CHECK(errors[0].what.problem == "the file is too large");
}

TEST_CASE("a file that is too large is recognized by its first bytes where it belongs to another key", "[quick]") {
  const slackline::test::TestFolder folder;
  folder.write("net", "c0-0c0s0a0l00(0:0:0) green -> c0-0c0s6a0l10(0:0:6)\n");
  InputErrors errors;
  CHECK(read_file(folder / "net", errors, 8) == nullptr);
  CHECK(read_file(folder / "net", errors, 8, FileUse::trace) == nullptr);
  CHECK(read_file(folder / "net", errors, 8, FileUse::network) == nullptr);
  CHECK(read_file(folder / "net", errors, 8, FileUse::table) == nullptr);
  REQUIRE(errors.size() == 4);
  CHECK(to_string(errors[0]) == folder /
                                    "net: expected an experiment in YAML: schema_version: 1, and keys, found a network "
                                    "(cray), which an experiment names: topology: { kind: file, file: NAME }");
  CHECK(errors[1].what.value == "a network (cray), which topology.file names");
  CHECK(errors[2].what.problem == "the file is too large");
  CHECK(errors[3].what.problem == "the file is too large");
}

TEST_CASE("a folder instead of a file is called one, with what is expected", "[quick]") {
  const slackline::test::TestFolder folder;
  for (const FileUse use : {FileUse::experiment, FileUse::network, FileUse::trace, FileUse::table}) {
    InputErrors errors;
    CHECK(read_file(folder.path(), errors, 8, use) == nullptr);
    REQUIRE(errors.size() == 1);
    CHECK(to_string(errors[0]) == folder.path() + ": expected " + wanted(use) + ", found a folder");
  }
}
