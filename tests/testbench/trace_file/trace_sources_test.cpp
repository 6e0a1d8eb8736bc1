// Which files a trace consists of, and how large they may be.
#include <catch2/catch.hpp>

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
  CHECK_THAT(config::to_string(reading.faults[0]), Contains("rank1.txt") && Contains("too large"));
}
