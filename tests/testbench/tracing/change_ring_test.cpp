// The changes kept of the last cycles, with which a dump that waits for a trigger begins.
#include "testbench/tracing/change_ring.hpp"

#include <catch2/catch.hpp>

#include "testbench/tracing/vcd_writer.hpp"
#include "tests/testbench/tracing/dump.hpp"

using namespace slackline;
using tracing::Change;
using tracing::ChangeRing;

namespace {

/// All that a ring holds: "5: 0=7 1=8; 6: ..."
std::string contents(const ChangeRing& ring) {
  std::string text;
  ring.for_each([&](std::uint64_t time) { text += (text.empty() ? "" : "; ") + std::to_string(time) + ":"; },
                [&](const Change& c) { text += " " + std::to_string(c.signal) + "=" + std::to_string(c.value); });
  return text;
}

/// A dump of one signal, whose value is the time.
struct Written {
  explicit Written(const std::string& path) : file(path), writer(file) {
    writer.begin({"1 ns", 1, true}, "");
    value = writer.declare("v", 8);
    writer.end_header();
  }
  void times(std::uint64_t from, std::uint64_t to) {
    for (std::uint64_t t = from; t < to; ++t) {
      writer.time(t);
      writer.set(value, t);
    }
  }

  tracing::WaveFile file;
  tracing::VcdWriter writer;
  tracing::Signal value = 0;
};

std::string body_of(const test::TemporaryFile& name) {
  const std::string text = name.text();
  return text.substr(text.find("$enddefinitions $end\n") + 21);
}

}  // namespace

TEST_CASE("a ring keeps the newest cycle and the set number of cycles before it") {
  ChangeRing ring(2, 1 << 20, {90, 91});
  for (std::uint64_t t = 1; t <= 3; ++t) {
    ring.begin_cycle(t);
    ring.add(0, t);
    if (t == 1) ring.add(1, 17);
  }
  CHECK(contents(ring) == "1: 0=1 1=17; 2: 0=2; 3: 0=3");
  CHECK(ring.values() == std::vector<std::uint64_t>{90, 91});
  ring.begin_cycle(4);
  CHECK(contents(ring) == "2: 0=2; 3: 0=3; 4:");
  CHECK(ring.values() == std::vector<std::uint64_t>{1, 17});
  CHECK(ring.oldest_time() == 2);
  CHECK_FALSE(ring.ran_out_of_room());
}

TEST_CASE("cycles without room are dropped, oldest first, and never the newest", "[quick]") {
  ChangeRing ring(100, 1024 * sizeof(Change), std::vector<std::uint64_t>(1));
  for (std::uint64_t t = 0; t < 10; ++t) {
    ring.begin_cycle(t);
    for (unsigned i = 0; i < 300; ++i) ring.add(0, 1000 * t + i);
  }
  CHECK(ring.ran_out_of_room());
  CHECK(ring.cycles() == 3);
  CHECK(ring.oldest_time() == 7);
  CHECK(ring.values()[0] == 6299);
  ring.begin_cycle(10);
  for (unsigned i = 0; i < 5000; ++i) ring.add(0, i);
  CHECK(ring.cycles() == 1);
  CHECK(contents(ring).substr(0, 12) == "10: 0=0 0=1 ");
}

TEST_CASE("a ring uses all of its room, and drops a cycle for the first change beyond") {
  ChangeRing ring(100, 2048 * sizeof(Change), std::vector<std::uint64_t>(1));
  for (std::uint64_t t = 0; t < 8; ++t) {
    ring.begin_cycle(t);
    for (unsigned i = 0; i < 256; ++i) ring.add(0, i);
  }
  CHECK(ring.cycles() == 8);  // 8 x 256 = 2048
  CHECK_FALSE(ring.ran_out_of_room());
  ring.add(0, 256);
  CHECK(ring.cycles() == 7);
  CHECK(ring.oldest_time() == 1);
  CHECK(ring.ran_out_of_room());
}

TEST_CASE("a dump that is held and released begins with the values before the oldest cycle") {
  const test::TemporaryFile name;
  Written written(name.path());
  written.writer.hold(2, 1 << 20, 0);
  written.writer.first_values(0);
  written.times(1, 6);
  CHECK(written.writer.release(2) == 3);
  written.times(6, 7);
  written.writer.finish(7);
  written.file.publish();
  CHECK(body_of(name) == "#3\n$dumpvars\nb11 !\n$end\n#4\nb100 !\n#5\nb101 !\n#6\nb110 !\n#7\n");
}

TEST_CASE("values are unknown between two windows of a dump, unless they touch") {
  const auto dump = [](std::uint64_t to) {
    const test::TemporaryFile name;
    Written written(name.path());
    written.writer.first_values(0);
    written.times(1, 2);
    written.writer.hold(2, 1 << 20, 2);
    written.times(2, to);
    written.writer.release(2);
    written.writer.finish(to);
    written.file.publish();
    return body_of(name);
  };
  CHECK(dump(6) ==
        "#0\n$dumpvars\nbx !\n$end\n#1\nb1 !\n#2\n$dumpoff\nbx !\n$end\n#3\n$dumpon\nb11 !\n$end\n"
        "#4\nb100 !\n#5\nb101 !\n#6\n");
  CHECK(dump(4) == "#0\n$dumpvars\nbx !\n$end\n#1\nb1 !\n#2\n$dumpall\nb10 !\n$end\n#3\nb11 !\n#4\n");
}

TEST_CASE("a dump that ends while it is held ends where it was held", "[quick]") {
  const test::TemporaryFile name;
  Written written(name.path());
  written.writer.first_values(0);
  written.times(1, 2);
  written.writer.hold(2, 1 << 20, 2);
  written.times(2, 9);
  written.writer.finish(9);
  written.file.publish();
  CHECK(body_of(name) == "#0\n$dumpvars\nbx !\n$end\n#1\nb1 !\n#2\n");
}
