// The clocks of network interfaces: equal, drawn, or set one by one.
#include <catch2/catch.hpp>

#include <algorithm>
#include <set>

#include "testbench/features/kinds/build.hpp"
#include "testbench/run/network.hpp"
#include "tests/support/reading.hpp"

using namespace slackline;
using namespace slackline::features;
using slackline::test::accepted;
using slackline::test::errors_of;
using slackline::test::places;

namespace {

using Lines = std::vector<std::string>;
const std::string eight_interfaces = "schema_version: 1\nendpoint: nic\ntopology: { size: [8] }\n";

std::vector<HostClock> clocks(const std::string& nic, const std::string& more = "") {
  const ExperimentReading reading = accepted(eight_interfaces + "nic: " + nic + "\n" + more);
  std::vector<HostClock> all = clocks_of(reading.experiment, bare_network_of(reading.experiment));
  REQUIRE(all.size() == 8);
  return all;
}

std::vector<std::int64_t> drifts(const std::vector<HostClock>& of) {
  std::vector<std::int64_t> all;
  for (const HostClock& clock : of) all.push_back(clock.drift);
  return all;
}
std::vector<std::uint32_t> offsets(const std::vector<HostClock>& of) {
  std::vector<std::uint32_t> all;
  for (const HostClock& clock : of) all.push_back(clock.offset);
  return all;
}

}  // namespace

TEST_CASE("clocks that are all fast tick once a cycle, which becomes their period", "[nic]") {
  for (const HostClock& clock : clocks("{ drift: 120 ppm }")) {
    CHECK(clock.drift == 120'000);
    CHECK(clock.hardware.lag == 0);
    CHECK(clock.hardware.phase == 0);
    CHECK(clock.hardware.position == 0);
  }
}

TEST_CASE("clocks that are all slow skip ticks of a nominal cycle", "[nic][quick]") {
  for (const HostClock& clock : clocks("{ drift: -120 ppm }")) {
    CHECK(clock.drift == -120'000);
    CHECK(clock.hardware.lag == local_clock::lag_of(-120'000, 0));
  }
}

TEST_CASE("drawn drifts lie on both sides of nic.drift, within the spread; the fastest clock ticks once a cycle",
          "[nic][quick]") {
  const std::vector<HostClock> drawn = clocks("{ drift: 10, drift_spread: 0.5 ppm }");
  const std::vector<std::int64_t> all = drifts(drawn);
  const auto [least, most] = std::minmax_element(all.begin(), all.end());
  CHECK(*least >= 9'500);
  CHECK(*least < 10'000);
  CHECK(*most > 10'000);
  CHECK(*most <= 10'500);
  for (const HostClock& clock : drawn) {
    CHECK(clock.hardware.lag == local_clock::lag_of(clock.drift, *most));
    CHECK(clock.hardware.phase != 0);
  }
}

TEST_CASE("drifts are drawn from all thousandths of a ppm within the spread, both ends among them", "[nic]") {
  // Three values for 160 clocks: no clock draws a given one of them once in 10^27 times.
  std::set<std::int64_t> drawn;
  for (unsigned seed = 1; seed <= 20; ++seed) {
    const std::string nic = "{ drift_spread: 0.001 ppm, clock_seed: " + std::to_string(seed) + " }";
    for (const std::int64_t drift : drifts(clocks(nic))) drawn.insert(drift);
  }
  CHECK(drawn == std::set<std::int64_t>{-1, 0, 1});
}

TEST_CASE(
    "offsets are drawn below the share of a slot, are added to nic.offset, and wrap around at the end of the slot",
    "[nic]") {
  const std::string slots = "slot_ticks: 1000, offset_spread: 0.1";
  const std::vector<std::uint32_t> all = offsets(clocks("{ " + slots + " }"));
  CHECK(*std::max_element(all.begin(), all.end()) < 100);
  CHECK(*std::max_element(all.begin(), all.end()) > 30);  // of 8 drawn below 100, none is above 30 once in 10000 times
  std::vector<std::uint32_t> later = offsets(clocks("{ " + slots + ", offset: 950 }"));
  for (std::size_t i = 0; i < all.size(); ++i) CHECK(later[i] == (all[i] + 950) % 1000);
  CHECK(offsets(clocks("{ slot_ticks: 1000, offset: 7 }")) == std::vector<std::uint32_t>(8, 7));
  CHECK(offsets(clocks("{ slot_ticks: 1, offset_spread: 1 }")) == std::vector<std::uint32_t>(8, 0));
}

TEST_CASE("clocks have their own seed: neither run.seed nor the other spread changes the drawn values", "[nic]") {
  const std::string drift = "drift_spread: 100 ppm", offset = "offset_spread: 1";
  const std::vector<HostClock> both = clocks("{ " + drift + ", " + offset + " }");
  CHECK(drifts(clocks("{ " + drift + " }")) == drifts(both));
  CHECK(offsets(clocks("{ " + offset + " }")) == offsets(both));
  const std::vector<HostClock> other_run = clocks("{ " + drift + ", " + offset + " }", "run: { seed: 77 }\n");
  CHECK(drifts(other_run) == drifts(both));
  CHECK(offsets(other_run) == offsets(both));
  const std::vector<HostClock> other = clocks("{ " + drift + ", " + offset + ", clock_seed: 2 }");
  CHECK(drifts(other) != drifts(both));
  CHECK(offsets(other) != offsets(both));
}

TEST_CASE("clocks of single hosts are as their records say; the others keep theirs", "[nic]") {
  const std::string spread = "{ drift_spread: 10, offset_spread: 1 }", exactly = ", drift_spread: 0, offset_spread: 0";
  const std::vector<HostClock> all = clocks(spread);
  const std::vector<HostClock> own =
      clocks(spread, "hosts:\n  - { match: host2, nic: { drift: -20.125 ppm, offset: 1999" + exactly +
                         " } }\n  - { match: [\"5\", host7], nic: { drift: 0" + exactly +
                         " } }\n  - { match: \"*7\", nic: { drift: 3 ppm } }\n");
  CHECK(own[2].drift == -20'125);
  CHECK(own[2].offset == 1999);
  CHECK(own[2].hardware.position == 1999);
  CHECK(own[2].hardware.phase == 0);
  CHECK(own[5].drift == 0);  // by its number
  CHECK(own[5].offset == 0);
  CHECK(own[7].drift == 3'000);  // the last record, on top of what the one before gives
  CHECK(own[7].offset == 0);
  for (const std::size_t i : {0, 1, 3, 4, 6}) {
    CHECK(own[i].drift == all[i].drift);
    CHECK(own[i].offset == all[i].offset);
    CHECK(own[i].hardware.phase == all[i].hardware.phase);
  }
}

TEST_CASE("a record that gives a drift leaves the spread that is drawn on top of it", "[nic][quick]") {
  const std::vector<HostClock> all = clocks("{ drift_spread: 10 }");
  const std::vector<HostClock> own =
      clocks("{ drift_spread: 10 }", "hosts: [{ match: host3, nic: { drift: 50 ppm } }]\n");
  CHECK(own[3].drift == all[3].drift + 50'000);
}

TEST_CASE("offsets beyond the slot, and hosts that do not exist, are reported at their places", "[nic]") {
  CHECK(errors_of(eight_interfaces +
                  "nic:\n  slot_ticks: 100\n  offset: 100\nhosts:\n"
                  "  - { match: host1, nic: { offset: 100 } }\n  - { match: host8, nic: { offset: 0 } }\n"
                  "  - { match: 1, nic: { offset: 99, memory: 4 KiB, firmware: echo } }\n") ==
        Lines{"test.yaml:10:51: hosts[2].nic.firmware: holds for the whole network; use nic.firmware, outside the list",
              "test.yaml:9:14: hosts[1].match: expected name of a host, such as host7, or a pattern that matches some, "
              "found host8 (matches no host); did you mean host0?",
              "test.yaml:6:11: nic.offset: expected below nic.slot_ticks (100), found 100",
              "test.yaml:8:36: hosts[0].nic.offset: expected below nic.slot_ticks (100), found 100"});
}

TEST_CASE("invalid drifts are refused with the expected values", "[nic]") {
  const std::string expected = "expected number from -100000 ppm to 100000 ppm, with or without the unit, found ";
  CHECK(errors_of(eight_interfaces +
                  "nic: { drift: 100000.001 ppm, drift_spread: -1 }\nhosts: [{ match: 1, nic: { drift: 3 ppb } }]\n") ==
        Lines{"test.yaml:4:15: nic.drift: " + expected + "100000.001 ppm",
              "test.yaml:4:45: nic.drift_spread: expected number from 0 ppm to 100000 ppm, with or without the unit, "
              "found -1",
              "test.yaml:5:35: hosts[0].nic.drift: " + expected + "3 ppb (unknown unit; expected ppm)"});
}

TEST_CASE("the key that hosts replaces is refused with its replacement", "[nic][quick]") {
  const std::string why =
      "nic.clocks: no key any more; use hosts: [{ match: host3, nic: { drift: 50 ppm, offset: 0 } }]";
  const Lines in_file = errors_of(eight_interfaces + "nic: { clocks: [{ host: host3, drift: 50 ppm }] }\n");
  REQUIRE(in_file.size() == 1);
  CHECK(in_file[0].rfind("test.yaml:4:8: " + why, 0) == 0);
  const ExperimentReading by_option = test::read(eight_interfaces, {{"--set nic.clocks", "nic.clocks", "[]"}});
  REQUIRE(by_option.errors.size() == 1);
  CHECK(to_string(by_option.errors[0]).rfind("--set nic.clocks: " + why, 0) == 0);
}

TEST_CASE("without network interfaces no host has a clock", "[nic][quick]") {
  CHECK(places(errors_of("schema_version: 1\nnic: { offset: 3 }\nhosts: [{ match: 1, nic: { offset: 0 } }]\n")) ==
        Lines{"test.yaml:3:8: hosts", "test.yaml:2:16: nic.offset"});
}
