#include "testbench/tracing/wave_file.hpp"

#include <sys/resource.h>
#include <sys/stat.h>
#include <catch2/catch.hpp>

#include <csignal>
#include <filesystem>

#include "testbench/tracing/vcd_writer.hpp"
#include "tests/testbench/tracing/dump.hpp"
#include "tests/testbench/tracing/vcd_reader.hpp"

using namespace slackline;
using Catch::Matchers::Contains;
using tracing::WaveFile;

TEST_CASE("a dump gets its name only when it is complete") {
  const test::TemporaryFile name;
  {
    WaveFile file(name.path());
    file.write("half");
    CHECK_FALSE(std::filesystem::exists(name.path()));
  }
  CHECK_FALSE(std::filesystem::exists(name.path()));
  CHECK(test::TemporaryFile::text_of(name.path() + ".partial") == "half");
  WaveFile file(name.path());
  file.write("whole");
  file.publish();
  CHECK(file.error().empty());
  CHECK(name.text() == "whole");
  CHECK_FALSE(std::filesystem::exists(name.path() + ".partial"));
}

TEST_CASE("a dump that cannot be created is refused, with the reason") {
  const test::TemporaryFile name;
  CHECK_THROWS_WITH(WaveFile(name.path() + "/no/such/folder.vcd"),
                    Contains("folder.vcd: cannot be written: ") && Contains("directory"));
}

TEST_CASE("a failed write is reported, and the rest is dropped", "[quick]") {
  const test::TemporaryFile name;
  std::signal(SIGXFSZ, SIG_IGN);
  rlimit before{};
  REQUIRE(getrlimit(RLIMIT_FSIZE, &before) == 0);
  const rlimit small{1 << 21, before.rlim_max};
  REQUIRE(setrlimit(RLIMIT_FSIZE, &small) == 0);
  WaveFile file(name.path());
  const std::string line(1000, '.');
  for (int i = 0; i < 5000; ++i) file.write(line);
  file.publish();
  REQUIRE(setrlimit(RLIMIT_FSIZE, &before) == 0);
  CHECK(file.error() == name.path() + ": cannot be written: File too large");
  CHECK(file.bytes() == 5'000'000);
  CHECK_FALSE(std::filesystem::exists(name.path()));
}

TEST_CASE("the exact contents of a dump", "[quick]") {
  const test::TemporaryFile name;
  WaveFile file(name.path());
  tracing::VcdWriter writer(file);
  writer.begin({"10 ps", 625, true}, "");
  writer.open_scope("empty");
  writer.close_scope();
  writer.open_scope("switch3");
  writer.open_scope("port2");
  const tracing::Signal level = writer.declare("level", 1), count = writer.declare("count", 40);
  writer.close_scope();
  writer.close_scope();
  writer.end_header();
  writer.first_values(0);
  writer.set_bit(level, true);
  writer.time(625);
  writer.set_bit(level, true);
  writer.set(count, 0xab00000000);
  writer.time(1250);
  writer.set_none(count);
  writer.set_unknown(level);
  writer.time(1875);
  writer.set_unknown(count);
  writer.set_none(level);
  writer.finish(2500);
  file.publish();
  CHECK(name.text() ==
        "$timescale 10 ps $end\n$scope module switch3 $end\n$scope module port2 $end\n$var wire 1 ! level $end\n"
        "$var wire 40 \" count [39:0] $end\n$upscope $end\n$upscope $end\n$enddefinitions $end\n"
        "#0\n$dumpvars\n1!\nbx \"\n$end\n#625\nb1010101100000000000000000000000000000000 \"\n#1250\nbz "
        "\"\nx!\n#1875\nbx \"\nz!\n#2500\n");
}

TEST_CASE("numbers of all lengths, and more variables than short codes, read back as they were", "[quick]") {
  const test::TemporaryFile name;
  WaveFile file(name.path());
  tracing::VcdWriter writer(file);
  writer.begin({"1 ns", 1, true}, "a comment");
  constexpr unsigned variables = 94 + 94 * 94 + 300;
  for (unsigned i = 0; i < variables; ++i) writer.declare("v" + std::to_string(i), 1 + i % 63);
  writer.end_header();
  const auto value = [](unsigned i, unsigned round) {
    const std::uint64_t mixed = (i + 7u * round) * 0x9e3779b97f4a7c15u;
    return mixed >> (63 - i % 63);
  };
  writer.first_values(0);
  for (unsigned round = 0; round < 3; ++round) {
    if (round != 0) writer.time(round);
    for (unsigned i = 0; i < variables; ++i) writer.set(i, value(i, round));
  }
  writer.finish(3);
  file.publish();
  test::VcdReader vcd(name.text());
  for (unsigned round = 0; round < 3; ++round) {
    REQUIRE(vcd.next());
    for (unsigned i = 0; i < variables; ++i) REQUIRE(vcd.value("v" + std::to_string(i)).number == value(i, round));
  }
}

TEST_CASE("a dump does not replace a device or a folder") {
  CHECK_THROWS_WITH(WaveFile("/dev/null"), "/dev/null: is there, and is not a file");
  const test::TemporaryFile name;
  REQUIRE(mkfifo(name.path().c_str(), 0600) == 0);
  CHECK_THROWS_WITH(WaveFile(name.path()), Contains(": is there, and is not a file"));
  CHECK_FALSE(std::filesystem::exists(name.path() + ".partial"));
  const std::string folder = std::filesystem::path(name.path()).parent_path().string();
  CHECK_THROWS_WITH(WaveFile(folder), folder + ": is a folder");
}
