// The key `faults`: a list of maps, and the messages about wrong ones.
#include <catch2/catch.hpp>

#include "tests/support/reading.hpp"

using namespace slackline::features;
using slackline::test::errors_of;
using slackline::test::places;
using slackline::test::read;

namespace {

using Lines = std::vector<std::string>;
const std::string square = "schema_version: 1\ntopology: { size: [2, 2] }\n";

std::string only_error(const std::string& text) {
  const Lines lines = errors_of(square + text);
  for (const std::string& line : lines) UNSCOPED_INFO(line);
  REQUIRE(lines.size() == 1);
  return lines[0];
}

}  // namespace

TEST_CASE("faults are read with defaults for missing fields") {
  const ExperimentReading reading = read(square + R"(faults:
  - { kind: drop, link: link_switch0_p0_to_switch1_p1 }
  - { kind: stop_stuck, link: link_host1_to_switch1_p4, from: 10, to: 20, vc: 0, level: 0 }
  - { kind: corrupt, link: link_switch1_p1_to_switch0_p0, count: 0, probability: 0.25 }
)");
  for (const InputError& error : reading.errors) UNSCOPED_INFO(to_string(error));
  REQUIRE(reading.errors.empty());
  const std::vector<FaultSettings>& f = reading.experiment.faults.all;
  REQUIRE(f.size() == 3);
  CHECK(f[0].kind == FaultKind::drop);
  CHECK(f[0].link == "link_switch0_p0_to_switch1_p1");
  CHECK(f[0].from == 0);
  CHECK_FALSE(f[0].to);
  CHECK(f[0].count == 1);
  CHECK(f[0].probability == 1);
  CHECK_FALSE(f[0].vc);
  CHECK(f[1].kind == FaultKind::stop_stuck);
  CHECK(f[1].from == 10);
  CHECK(f[1].to == 20u);
  CHECK(f[1].vc == 0u);
  CHECK(f[1].level == 0);
  CHECK(f[2].kind == FaultKind::corrupt);
  CHECK(f[2].count == 0);
  CHECK(f[2].probability == 0.25);
}

TEST_CASE("no faults are an empty list", "[quick]") { CHECK(errors_of(square + "faults: []\n").empty()); }

TEST_CASE("a list of faults is a list of maps") {
  CHECK(only_error("faults: { kind: drop }\n") ==
        "test.yaml:3:9: faults: expected list of up to 1000 maps with `kind`, found a map");
  CHECK(only_error("faults: [3]\n") == "test.yaml:3:10: faults[0]: expected map with `kind`, found 3");
  CHECK(only_error("faults:\n")
            .find("test.yaml:3:1: faults: expected list of up to 1000 maps with `kind`, found nothing") == 0);
}

TEST_CASE("a wrong field of a fault is shown at its place, with the nearest name", "[quick]") {
  const std::string link = "link: link_switch0_p0_to_switch1_p1";
  CHECK(only_error("faults: [{ kind: drp, " + link + " }]\n") ==
        "test.yaml:3:18: faults[0].kind: expected drop, corrupt, stop_stuck, credit_lost, dead, host_dead "
        "or held, found drp; did you mean drop?");
  CHECK(
      only_error("faults: [{ kind: drop, " + link + ", probabilty: 1 }]\n") ==
      "test.yaml:3:61: faults[0].probabilty: unknown key; expected kind, link, from, to, count, probability or vc; did "
      "you mean probability?");
  CHECK(only_error("faults: [{ kind: drop, " + link + ", probability: 1.5 }]\n") ==
        "test.yaml:3:74: faults[0].probability: expected number from 0 to 1, found 1.5");
  CHECK(only_error("faults: [{ kind: drop, " + link + ", vc: 16 }]\n") ==
        "test.yaml:3:65: faults[0].vc: expected all, or integer from 0 to 15, found 16");
  CHECK(only_error("faults: [{ kind: drop, kind: dead, " + link + " }]\n") ==
        "test.yaml:3:24: faults[0].kind: given twice, first in line 3; expected each key once");
  CHECK(only_error("faults: [{ kind: drop }]\n") ==
        "test.yaml:3:10: faults[0].link: missing; expected text of 1 to 200 characters");
  CHECK(only_error("faults: [{ " + link + " }]\n") ==
        "test.yaml:3:10: faults[0].kind: missing; expected drop, corrupt, stop_stuck, credit_lost, dead, "
        "host_dead or held");
}

TEST_CASE("a field that its kind does not use is refused", "[quick]") {
  const std::string link = ", link: link_switch0_p0_to_switch1_p1, ";
  CHECK(only_error("faults: [{ kind: dead" + link + "count: 2 }]\n") ==
        "test.yaml:3:61: faults[0].count: has no effect with kind: dead; use it only with kind: drop, corrupt or "
        "credit_lost");
  CHECK(only_error("faults: [{ level: 1, kind: drop" + link + "count: 2 }]\n") ==
        "test.yaml:3:12: faults[0].level: has no effect with kind: drop; use it only with kind: stop_stuck");
  CHECK(only_error("faults: [{ kind: dead" + link + "vc: 2 }]\n").find("faults[0].vc: has no effect with kind: dead") !=
        std::string::npos);
  CHECK(only_error("faults: [{ kind: stop_stuck" + link + "probability: 1 }]\n")
            .find("has no effect with kind: stop_stuck") != std::string::npos);
}

TEST_CASE("only a host with a network interface dies, by one of its links, and for ever") {
  const std::string nics = square + "endpoint: nic\n";
  CHECK(errors_of(nics + "faults: [{ kind: host_dead, link: link_host1_to_switch1_p4, from: 9 }]\n").empty());
  CHECK(only_error("faults: [{ kind: host_dead, link: link_host1_to_switch1_p4 }]\n") ==
        "test.yaml:3:18: faults[0].kind: host_dead has no effect without network interfaces; use it only with "
        "endpoint: nic");
  CHECK(only_error("endpoint: nic\nfaults: [{ kind: host_dead, link: link_switch0_p0_to_switch1_p1 }]\n") ==
        "test.yaml:4:35: faults[0].link: expected a link of the host that dies, such as link_host0_to_switch0_p4, "
        "found link_switch0_p0_to_switch1_p1");
  CHECK(only_error("endpoint: nic\nfaults: [{ kind: host_dead, link: link_host1_to_switch1_p4, to: 9 }]\n") ==
        "test.yaml:4:61: faults[0].to: has no effect with kind: host_dead; use it only with kind: drop, corrupt, "
        "stop_stuck, credit_lost, "
        "dead or held");
}

TEST_CASE("a fault lasts at least one cycle") {
  const std::string begin = "faults: [{ kind: dead, link: link_switch0_p0_to_switch1_p1, from: 5, to: ";
  CHECK(errors_of(square + begin + "6 }]\n").empty());
  CHECK(only_error(begin + "5 }]\n") == "test.yaml:3:74: faults[0].to: expected more than from (5), found 5");
}

TEST_CASE("a link that does not exist is refused, and the nearest one named", "[quick]") {
  CHECK(only_error("faults: [{ kind: dead, link: link_switch0_p0_to_switch1_p2 }]\n") ==
        "test.yaml:3:30: faults[0].link: expected name of one of the 16 channels, such as link_switch3_p4_to_host3, "
        "found link_switch0_p0_to_switch1_p2; did you mean link_switch0_p0_to_switch1_p1?");
  // In a mesh of 2 x 2, switch 1 has no neighbour on port 0; in one of 3 x 2 it has.
  const std::string third = "faults: [{ kind: dead, link: link_switch1_p0_to_switch2_p1 }]\n";
  CHECK(places(errors_of(square + third)) == Lines{"test.yaml:3:30: faults[0].link"});
  CHECK(errors_of("schema_version: 1\ntopology: { size: [3, 2] }\n" + third).empty());
  // With an unknown topology no link is judged.
  CHECK(places(errors_of("schema_version: 1\ntopology: { sise: [3, 2] }\n" + third)) ==
        Lines{"test.yaml:2:13: topology.sise"});
}

TEST_CASE("all faults of a list are found at once") {
  CHECK(places(errors_of(square + R"(faults:
  - { kind: drp, link: x }
  - 3
  - { kind: drop, lnk: x, level: 0 }
)")) == Lines{"test.yaml:4:13: faults[0].kind", "test.yaml:5:5: faults[1]", "test.yaml:6:19: faults[2].lnk",
              "test.yaml:6:27: faults[2].level", "test.yaml:4:24: faults[0].link"});
}

TEST_CASE("a fault acts on existing virtual channels") {
  const std::string fault = "faults: [{ kind: drop, link: link_switch0_p0_to_switch1_p1, vc: 2 }]\n";
  CHECK(errors_of(square + "switch: { virtual_channels: 3 }\n" + fault).empty());
  CHECK(only_error("switch: { virtual_channels: 2 }\n" + fault) ==
        "test.yaml:4:65: faults[0].vc: expected below switch.virtual_channels (2), or all, found 2");
  CHECK(places(errors_of(square + "switch: { virtual_channels: x }\n" + fault)) ==
        Lines{"test.yaml:3:29: switch.virtual_channels"});
}

TEST_CASE("credits are lost only on links that have credits") {
  const std::string credits = "switch: { buffer: { flow_control: credit } }\n";
  const std::string lost = "faults: [{ kind: credit_lost, link: link_switch0_p0_to_switch1_p1 }]\n";
  CHECK(errors_of(square + credits + lost).empty());
  CHECK(only_error(lost) ==
        "test.yaml:3:18: faults[0].kind: credit_lost has no effect without credits; use it only with "
        "switch.buffer.flow_control: credit");
  CHECK(only_error(credits + "faults: [{ kind: credit_lost, link: link_switch0_p4_to_host0 }]\n") ==
        "test.yaml:4:37: faults[0].link: expected a link to a switch, or to a host with nic.receive.when_full: stop "
        "(others take every flit in and return no credits), found link_switch0_p4_to_host0");
  const std::string interfaces =
      "endpoint: nic\nnic: { receive: { when_full: stop } }\nhosts: [{ match: host0, nic: { receive: { when_full: drop "
      "} } }]\n";
  const auto lost_to = [](const std::string& host) {
    return "faults: [{ kind: credit_lost, link: link_switch" + host + "_p4_to_host" + host + " }]\n";
  };
  CHECK(errors_of(square + credits + interfaces + lost_to("1")).empty());
  CHECK(places(errors_of(square + credits + interfaces + lost_to("0"))) == Lines{"test.yaml:7:37: faults[0].link"});
  CHECK(places(errors_of(square + interfaces + lost_to("1"))) == Lines{"test.yaml:6:18: faults[0].kind"});
  // Only the last record counts.
  CHECK(only_error("switches:\n  - { match: \"*\", buffer: { flow_control: credit } }\n"
                   "  - { match: \"switch*\", buffer: { flow_control: stop_go } }\n" +
                   lost) ==
        "test.yaml:6:37: faults[0].link: expected a link with switch.buffer.flow_control: credit at its switch, found "
        "link_switch0_p0_to_switch1_p1");
  // The wire may be stuck with and without credits.
  const std::string stuck = "faults: [{ kind: stop_stuck, link: link_switch0_p0_to_switch1_p1 }]\n";
  CHECK(errors_of(square + stuck).empty());
  CHECK(errors_of(square + credits + stuck).empty());
}

TEST_CASE("a torus has links around its edges") {
  const std::string around = "faults: [{ kind: drop, link: link_switch2_p0_to_switch0_p1 }]\n";
  const std::string shape = "schema_version: 1\nswitch: { virtual_channels: 2 }\ntopology: { size: [3, 2], kind: ";
  CHECK(errors_of(shape + "torus }\n" + around).empty());
  CHECK(places(errors_of(shape + "mesh }\n" + around)) == Lines{"test.yaml:4:30: faults[0].link"});
}

TEST_CASE("records next to a wrong one are judged, too") {
  CHECK(
      errors_of(square + "faults:\n"
                         "- { kind: drop, link: link_switch0_p0_to_switch1_p7, to: 0, vc: 3 }\n"
                         "- { kind: dropp, link: link_switch9_p0_to_switch1_p1 }\n"
                         "- { kind: credit_lost, from: 5, to: 5 }\n") ==
      Lines{
          "test.yaml:4:58: faults[0].to: expected never, or integer from 1 to 1000000000000000 (cycle), found 0",
          ("test.yaml:5:11: faults[1].kind: expected drop, corrupt, stop_stuck, credit_lost, dead, host_dead "
           "or held, found dropp; did you mean drop?"),
          "test.yaml:6:3: faults[2].link: missing; expected text of 1 to 200 characters",
          "test.yaml:6:37: faults[2].to: expected more than from (5), found 5",
          "test.yaml:4:65: faults[0].vc: expected below switch.virtual_channels (1), or all, found 3",
          ("test.yaml:6:11: faults[2].kind: credit_lost has no effect without credits; use it only with "
           "switch.buffer.flow_control: credit"),
          ("test.yaml:4:23: faults[0].link: expected name of one of the 16 channels, such as link_switch3_p4_to_host3, "
           "found link_switch0_p0_to_switch1_p7; did you mean link_switch0_p0_to_switch1_p1?"),
          ("test.yaml:5:24: faults[1].link: expected name of one of the 16 channels, such as link_switch3_p4_to_host3, "
           "found link_switch9_p0_to_switch1_p1; did you mean link_switch0_p0_to_switch1_p1?")});
}

TEST_CASE("an option that is no list does not change the file's records") {
  const ExperimentReading reading = read(square + "faults: [{ kind: drop, link: link_switch0_p0_to_switch1_p1 }]\n",
                                         {{"--set", "faults", "none"}, {"--set", "links", "[7]"}});
  CHECK(reading.errors.size() == 2);
  CHECK(reading.experiment.faults.all.size() == 1);
}

TEST_CASE("worms that hold channels end, and leave a switch", "[quick]") {
  const std::string held = "faults: [{ kind: held, link: ";
  CHECK(errors_of(square + held + "link_switch0_p0_to_switch1_p1, to: 100, moving: 0.8 }]\n").empty());
  CHECK(only_error(held + "link_switch0_p0_to_switch1_p1 }]\n") ==
        "test.yaml:3:10: faults[0].to: expected a cycle (worms that hold channels for ever would be waited for in "
        "vain), found never");
  const std::string packets = "switches: [{ match: switch0, kind: packet }]\n";
  CHECK(only_error(packets + held + "link_switch0_p0_to_switch1_p1, to: 100 }]\n") ==
        "test.yaml:4:30: faults[0].link: expected a link that leaves a wormhole switch (worms are placed at its "
        "outputs), found link_switch0_p0_to_switch1_p1");
  CHECK(errors_of(square + packets + held + "link_switch1_p1_to_switch0_p0, to: 100 }]\n").empty());
  CHECK(only_error(held + "link_host0_to_switch0_p4, to: 100 }]\n") ==
        "test.yaml:3:30: faults[0].link: expected a link that leaves a switch (worms are placed at its outputs), found "
        "link_host0_to_switch0_p4");
  CHECK(only_error(held + "link_switch0_p0_to_switch1_p1, to: 100, moving: 1.5 }]\n") ==
        "test.yaml:3:78: faults[0].moving: expected number from 0 to 1, found 1.5");
}
