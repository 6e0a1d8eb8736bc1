// Amounts of data as flits, data rates as cycles.
#include "testbench/features/link/build.hpp"

#include <catch2/catch.hpp>

#include "testbench/run/experiment.hpp"
#include "tests/support/reading.hpp"

using namespace slackline;
using namespace slackline::features;
using slackline::test::accepted;
using slackline::test::clocked;
using slackline::test::errors_of;
using slackline::test::places;

namespace {

using Lines = std::vector<std::string>;

Experiment resolved(const std::string& text) { return accepted(clocked + text).experiment; }

}  // namespace

TEST_CASE("amounts of data are read exactly, others refused with the reason") {
  CHECK(parse_bytes("64 B").value == 64);
  CHECK(parse_bytes("64B").value == 64);
  CHECK(parse_bytes("2 KiB").value == 2048);
  CHECK(parse_bytes("2 kB").value == 2000);
  CHECK(parse_bytes("3 MiB").value == 3u << 20);
  CHECK(parse_bytes("1 MB").value == 1'000'000);
  CHECK(parse_bytes("1.5 KiB").why == "not a decimal integer");
  CHECK(parse_bytes("8 b").why == "unknown unit; expected B, kB, KiB, MB or MiB");
  CHECK(parse_bytes("8").why == "no unit; expected B, kB, KiB, MB or MiB");
  CHECK(parse_bytes("1073741824 MiB").why == "too large");
  CHECK(parse_bytes("99999999999999999999 B").why == "too large");
  CHECK(bytes_text(64) == "64 B");
  CHECK(bytes_text(2048) == "2 KiB");
  CHECK(bytes_text(3u << 20) == "3 MiB");
  CHECK(bytes_text(0) == "0 B");
}

TEST_CASE("data rates are read exactly, others refused with the reason") {
  CHECK(to_string(parse_rate("1.28 Gb/s").value) == "1.28 Gb/s");
  CHECK(to_string(parse_rate("160 MB/s").value) == "1.28 Gb/s");
  CHECK(to_string(parse_rate("0.16 GB/s").value) == "1.28 Gb/s");
  CHECK(to_string(parse_rate("1280Mb/s").value) == "1.28 Gb/s");
  CHECK(parse_rate("1.28 Gb").why == "unknown unit; expected Mb/s, Gb/s, MB/s or GB/s");
  CHECK(parse_rate("/s").why == "no unit; expected Mb/s, Gb/s, MB/s or GB/s");
  CHECK(parse_rate("1.28 Tb/s").why == "unknown unit; expected Mb/s, Gb/s, MB/s or GB/s");
  CHECK(parse_rate("0 Gb/s").why == "not more than 0");
  CHECK(parse_rate("1e3 Gb/s").why == "not a decimal number");
  CHECK(parse_rate("1.0000000000000000000 Gb/s").why == "more than 18 digits");
  CHECK(flit_time(parse_rate("3 Gb/s").value, 8).numerator == 8);
  CHECK(flit_time(parse_rate("3 Gb/s").value, 8).denominator == 3);
}

TEST_CASE("flits may be given as data: rounded up to whole ones of the width given, or that of the packet format",
          "[quick]") {
  const std::string amounts =
      "switch: { buffer: { flits: 65 B, stop_at: 10 B } }\ntraffic: { packet: { flits: 1 KiB } }\n";
  const Experiment compact = resolved(amounts);
  CHECK(flit_bits_of(compact) == 32);
  CHECK(compact.switches.buffer_flits == 17);
  CHECK(compact.switches.stop_at == 3u);
  CHECK(compact.packet.flits == 256);
  const Experiment wide = resolved("link: { flit_bits: 128 }\n" + amounts);
  CHECK(wide.switches.buffer_flits == 5);
  CHECK(wide.packet.flits == 64);
  const Experiment myrinet = resolved("switch: { preset: myrinet-1280-san, buffer: { flits: 96 B, stop_at: auto } }\n");
  CHECK(flit_bits_of(myrinet) == 8);
  CHECK(myrinet.switches.buffer_flits == 96);
}

TEST_CASE("with network interfaces an amount of data for a packet is counted in words of 32 bits, in either format") {
  const std::string amounts =
      "endpoint: nic\nrouting: { switch: source_stripped }\nswitch: { buffer: { flits: 65 B } }\n"
      "traffic: { packet: { flits: 65 B";
  // 520 bits: 16 words and 8 bits more. A flit of the format myrinet has 8 bits, and a quarter of a word.
  const Experiment myrinet = resolved(amounts + ", format: myrinet } }\n");
  CHECK(myrinet.packet.flits == 17);
  CHECK(myrinet.switches.buffer_flits == 65);
  const Experiment compact = resolved(amounts + " } }\n");
  CHECK(compact.packet.flits == 17);
  CHECK(compact.switches.buffer_flits == 17);
}

TEST_CASE("a plain number overrides an amount of data from a preset or another option", "[quick]") {
  const Experiment e =
      read_experiment(std::make_shared<const Source>("t", clocked + "traffic: { packet: { flits: 64 B } }\n"),
                      {{"--set", "traffic.packet.flits", "9"}})
          .experiment;
  CHECK(e.asked_bytes.empty());
  CHECK(e.packet.flits == 9);
  CHECK(!resolved("link: { cycles_per_flit: 3 }\n").asked_rate);
}

TEST_CASE("cycles per flit may be a fraction, kept exactly, from 1 to 1000", "[quick]") {
  CHECK(resolved("link: { cycles_per_flit: 1.25 }\n").link.cycles_per_flit == CyclesPerFlit(5, 4));
  CHECK(resolved("link: { cycles_per_flit: 10/8 }\n").link.cycles_per_flit == CyclesPerFlit(5, 4));
  const auto refused = [](const char* value, const char* why) {
    CHECK(errors_of("schema_version: 1\nlink: { cycles_per_flit: " + std::string(value) + " }\n") ==
          Lines{"test.yaml:2:26: link.cycles_per_flit: expected cycles from 1 to 1000, such as `4`, `1.25` or `5/4`, "
                "or a data rate such as `1.28 Gb/s`, found " +
                std::string(value) + " (" + why + ")"});
  };
  refused("0", "less than 1");
  refused("0.999", "less than 1");
  refused("3/4", "less than 1");
  refused("1000.5", "more than 1000");
  refused("2001/2", "more than 1000");
  refused("1.0001", "a finer fraction than one of 1000");
  refused("1002/1001", "a finer fraction than one of 1000");
  refused("18446744073709551616/2", "not a fraction of two integers");
  refused("5/0", "not a fraction of two integers");
  refused("5/", "not a fraction of two integers");
  refused("-2", "not a decimal number");
}

TEST_CASE("a link's cycles per flit may be a data rate: the nearest fraction, at least one") {
  CHECK(resolved("link: { cycles_per_flit: 1.28 Gb/s, flit_bits: 8 }\n").link.cycles_per_flit == 1);
  CHECK(resolved("link: { cycles_per_flit: 1.28 Gb/s }\n").link.cycles_per_flit == 4);
  CHECK(resolved("link: { cycles_per_flit: 160 MB/s, flit_bits: 20 }\n").link.cycles_per_flit == CyclesPerFlit(5, 2));
  CHECK(resolved("link: { cycles_per_flit: \"1.28 Gb/s\" }\n").link.cycles_per_flit == 4);
  CHECK(resolved("link: { cycles_per_flit: 5.124 Gb/s }\n").link.cycles_per_flit ==
        1);  // 0.08 % above a flit in 6.25 ns
  CHECK(gigabits_per_second(4, resolved("")) == Approx(1.28));
}

TEST_CASE("with packet switches a data rate becomes whole cycles, and what is lost by it is noted") {
  const auto noted = [](const std::string& text) {
    Lines lines;
    for (const Wording& note : accepted(clocked + text).notes) lines.push_back(note.text());
    return lines;
  };
  // A flit of 32 bits in 6.25 ns: 5.12 Gb/s.
  const std::string packet = "switch: { kind: packet }\n";
  CHECK(resolved(packet + "link: { cycles_per_flit: 2 Gb/s }\n").link.cycles_per_flit == 3);  // 2.56 cycles
  CHECK(noted(packet + "link: { cycles_per_flit: 2 Gb/s }\n") ==
        Lines{"link.cycles_per_flit: 2 Gb/s is rounded to 3 cycles, 1.70667 Gb/s: a flit takes 17.2 % longer"});
  CHECK(noted(packet + "link: { cycles_per_flit: 1.5 Gb/s }\n") ==  // 3.41 cycles
        Lines{"link.cycles_per_flit: 1.5 Gb/s is rounded to 3 cycles, 1.70667 Gb/s: a flit takes 12.1 % less"});
  CHECK(noted(packet + "link: { cycles_per_flit: 1.28 Gb/s }\n").empty());
  const std::string record = "topology: { size: [4] }\nswitches: [{ match: switch1, kind: packet }]\n";
  CHECK(resolved(record + "link: { cycles_per_flit: 2 Gb/s }\n").link.cycles_per_flit == 3);
  CHECK(resolved("link: { cycles_per_flit: 2 Gb/s }\n").link.cycles_per_flit == CyclesPerFlit(64, 25));
  CHECK(noted("link: { cycles_per_flit: 2 Gb/s }\n").empty());
  CHECK(errors_of(clocked + packet + "link: { cycles_per_flit: 5.13 Gb/s }\n").size() == 1);
}

TEST_CASE("amounts that are out of range in flits or cycles, or have no clock, are refused") {
  CHECK(
      errors_of(clocked + "traffic: { packet: { flits: 1 MiB } }\nswitch: { buffer: { flits: 0 B } }\n") ==
      Lines{"test.yaml:4:28: switch.buffer.flits: expected 1 to 32768 flits, found 0 B (0 flits of 32 bits)",
            "test.yaml:3:29: traffic.packet.flits: expected 1 to 65535 flits, found 1 MiB (262144 flits of 32 bits)"});
  CHECK(errors_of(clocked + "link: { cycles_per_flit: 6 Gb/s }\n") ==
        Lines{"test.yaml:3:26: link.cycles_per_flit: expected up to 5.12 Gb/s (32 bits in 6.25 ns), found 6 Gb/s (more "
              "than a flit in each cycle)"});
  CHECK(
      errors_of(clocked + "link: { cycles_per_flit: 1 Mb/s }\n") ==
      Lines{"test.yaml:3:26: link.cycles_per_flit: expected up to 1000 cycles a flit, found 0.001 Gb/s (5120 cycles)"});
  CHECK(errors_of("schema_version: 1\nlink: { cycles_per_flit: 1 Gb/s }\n") ==
        Lines{"test.yaml:2:26: link.cycles_per_flit: expected cycles, or a data rate together with clock.period, found "
              "1 Gb/s (a data rate without a clock)"});
  CHECK(errors_of(clocked + "link: { cycles_per_flit: 1/s }\nswitch: { buffer: { flits: 3 bits } }\n") ==
        Lines{"test.yaml:3:26: link.cycles_per_flit: expected cycles from 1 to 1000, such as `4`, `1.25` or `5/4`, or "
              "a data rate such as `1.28 Gb/s`, found 1/s (no unit; expected Mb/s, Gb/s, MB/s or GB/s)",
              "test.yaml:4:28: switch.buffer.flits: expected integer from 1 to 32768 (flits), or an amount of data "
              "such as `64 B`, found 3 bits (unknown unit; expected B, kB, KiB, MB or MiB)"});
}

TEST_CASE("an amount is not judged while the width of a flit is unknown") {
  CHECK(places(errors_of(clocked + "link: { flit_bits: 0 }\ntraffic: { packet: { flits: 1 MiB } }\n")) ==
        Lines{"test.yaml:3:20: link.flit_bits"});
}
