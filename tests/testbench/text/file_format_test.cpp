#include "testbench/text/file_format.hpp"

#include <catch2/catch.hpp>
#include <string>

using namespace slackline::text;

TEST_CASE("the first bytes of common formats name them", "[quick]") {
  CHECK(known_format(std::string("\x1f\x8b\x08", 3)) == "a file compressed with gzip (gunzip unpacks it)");
  CHECK(known_format("BZh91AY") == "a file compressed with bzip2 (bunzip2 unpacks it)");
  CHECK(known_format(std::string("\x7f") + "ELF\x02") == "a program or library (ELF)");
  CHECK(known_format("OTF2 anchor") == "an OTF2 trace");
  CHECK(known_format(std::string(257, 'x') + "ustar") == "a tar archive (tar -x unpacks it)");
  CHECK(known_format("UTJH") == "a trace of netrace");
  CHECK(known_format("").empty());
  CHECK(known_format("\x1f").empty());
  CHECK(known_format("0 init\n0 compute 5\n").empty());
  CHECK(known_format("schema_version: 1\n").empty());
}

TEST_CASE("formats of text are named by their first lines, after comments and empty lines", "[quick]") {
  CHECK(known_format("#This file was generated using SimGrid-3.32\n\n%EventDef PajeDefineContainerType 0\n") ==
        "a Paje trace (smpirun -trace-ti writes a time-independent one instead)");
  CHECK(known_format("MPI_Init entering at walltime 11.67, cputime 0.005 seconds in thread 0.\n") ==
        "a DUMPI trace as text");
  CHECK(known_format("hostname=nid00001\nnumprocs=16\n") == "the description of a DUMPI trace (.meta)");
  CHECK(known_format("meta_version=1\n") == "the description of a DUMPI trace (.meta)");
  CHECK(known_format("Nodes 16\nConnections 2\n0->13 start 0 size 2000000\n") == "a connection matrix of htsim (.cm)");
  CHECK(known_format("Nodes 32\nTiers 2\nPodsize 32\n\nTier 0\n") == "a topology of htsim (.topo)");
  CHECK(known_format("{ \"traceEvents\": [] }") == "a Chrome trace (JSON)");
  CHECK(known_format("[{\"name\": \"a\", \"ph\": \"B\", \"ts\": 1}]") == "a Chrome trace (JSON)");
  for (const char* text :
       {"MPI_Init\n", "name=hostname=x\n", "Nodes 16\nedges 4\n", "Nodes: 16\nTiers: 2\n", "{ \"a\": 1 }"})
    CHECK(known_format(text).empty());
}

TEST_CASE("JSON is distinguished from YAML and from lines that begin with a bracket", "[quick]") {
  for (const char* text : {"{}", " {\n \"a\": 1 }", "[{\"a\": 1}]", "[\n[1, 2]]", "[ \"a\" ]"}) CHECK(is_json(text));
  for (const char* text : {"", "{", "{ a: 1 }", "[1] \"S-1\"[2]", "a: {}", "[a, b]"}) CHECK_FALSE(is_json(text));
}

TEST_CASE("a file with zero bytes near its beginning is no text", "[quick]") {
  CHECK(is_binary(std::string("abc\0def", 7)));
  CHECK_FALSE(is_binary("abc\n"));
  CHECK_FALSE(is_binary(""));
}
