// Links that differ from the others: the channels that they change, the buffers that they need, and refused values.
#include <catch2/catch.hpp>

#include <algorithm>

#include "rtl_models/network/fabric.hpp"
#include "testbench/run/kinds.hpp"
#include "testbench/run/network.hpp"
#include "tests/support/reading.hpp"

using namespace slackline;
using namespace slackline::features;
using slackline::test::accepted;
using slackline::test::errors_of;
using slackline::test::places;
using slackline::test::read;

namespace {

using Lines = std::vector<std::string>;
/// Three switches in a row: switch n joins its right neighbour at port 0, its left one at port 1, its host at port 2.
const std::string row_of_three = "schema_version: 1\ntopology: { size: [3] }\nlink: { delay: 2 }\nlinks:\n";

network::Netlist network_with(const std::string& records) {
  return network_of(accepted(row_of_three + records).experiment);
}

const network::Channel& channel(const network::Netlist& netlist, const std::string& name) {
  return *std::find_if(netlist.channels.begin(), netlist.channels.end(),
                       [&](const network::Channel& c) { return network::channel_name(netlist, c) == name; });
}

/// Delay, delay of STOP, cycles a flit.
using Times = std::vector<unsigned>;
Times times(const network::Netlist& netlist, const std::string& name) {
  const network::Channel& c = channel(netlist, name);
  return {c.delay, c.stop_delay, c.cycles_per_flit.cycles};
}

}  // namespace

TEST_CASE("a link of its own has its delay and width in both directions, the others keep theirs") {
  const network::Netlist n = network_with("- { link: link_switch0_p0_to_switch1_p1, delay: 9, cycles_per_flit: 3 }\n");
  CHECK(times(n, "link_switch0_p0_to_switch1_p1") == Times{9, 9, 3});
  CHECK(times(n, "link_switch1_p1_to_switch0_p0") == Times{9, 9, 3});
  for (const network::Channel& c : n.channels) {
    const std::string name = network::channel_name(n, c);
    if (name.find("switch0_p0") == std::string::npos) CHECK(times(n, name) == Times{2, 2, 1});
  }
}

TEST_CASE("a link of its own may take several flits in several cycles, and quotation marks are allowed", "[quick]") {
  for (const char* const text : {"5/4", "1.25", "10/8", "\"5/4\""}) {
    const network::Netlist n =
        network_with("- { link: link_switch0_p0_to_switch1_p1, cycles_per_flit: " + std::string(text) + " }\n");
    CHECK(channel(n, "link_switch0_p0_to_switch1_p1").cycles_per_flit == CyclesPerFlit(5, 4));
  }
}

TEST_CASE("directions that differ: STOP goes back with the delay of the other one") {
  const network::Netlist n = network_with(
      "- { link: link_switch0_p0_to_switch1_p1, directions: one, delay: 9 }\n"
      "- { link: link_switch1_p1_to_switch0_p0, directions: one, delay: 5, cycles_per_flit: 2 }\n"
      "- { link: link_host2_to_switch2_p2, directions: one, delay: 4 }\n");
  CHECK(times(n, "link_switch0_p0_to_switch1_p1") == Times{9, 5, 1});
  CHECK(times(n, "link_switch1_p1_to_switch0_p0") == Times{5, 9, 2});
  CHECK(times(n, "link_host2_to_switch2_p2") == Times{4, 2, 1});
  CHECK(times(n, "link_switch2_p2_to_host2") == Times{2, 4, 1});
}

TEST_CASE("a delay as a time is rounded to cycles, and to one at least") {
  const ExperimentReading reading = read(
      "schema_version: 1\nclock: { period: 6.25 ns }\ntopology: { size: [3] }\nlinks:\n"
      "- { link: link_switch0_p0_to_switch1_p1, delay: 17 ns }\n"
      "- { link: link_switch1_p0_to_switch2_p1, delay: 3 ns }\n");
  REQUIRE(reading.errors.empty());
  const network::Netlist n = network_of(reading.experiment);
  CHECK(times(n, "link_switch0_p0_to_switch1_p1") == Times{3, 3, 1});  // 2.72
  CHECK(times(n, "link_switch1_p0_to_switch2_p1") == Times{1, 1, 1});  // 0.48
}

TEST_CASE("stop_at leaves room for the slowest link of all, and a buffer too small for it is refused", "[quick]") {
  const std::string slow = "- { link: link_switch1_p0_to_switch2_p1, delay: 20 }\n";
  const ExperimentReading plain = read(row_of_three + "- { link: link_switch1_p0_to_switch2_p1 }\n"),
                          own = read(row_of_three + slow);
  CHECK(derived(plain.experiment).slack == 5);  // d + d + 1
  CHECK(derived(own.experiment).slack == 41);
  CHECK(derived(own.experiment).stop_at == 64 - 41);
  CHECK(errors_of(row_of_three + slow + "switch: { buffer: { flits: 41 } }\n") ==
        Lines{"test.yaml:6:28: switch.buffer.flits: expected at least 42 (stop_at 1 + 41 flits that may still arrive "
              "after STOP), found 41"});
  CHECK(errors_of(row_of_three + slow + "switch: { buffer: { flits: 42 } }\n").empty());
}

TEST_CASE("a network with links of its own loses nothing when it is overloaded, with the smallest buffer") {
  const ExperimentReading reading = read(row_of_three +
                                         "- { link: link_switch1_p0_to_switch2_p1, delay: 20, cycles_per_flit: 3 }\n"
                                         "- { link: link_switch0_p2_to_host0, cycles_per_flit: 7 }\n"
                                         "switch: { buffer: { flits: 42 } }\ntraffic: { load: 0.9 }\n");
  REQUIRE(reading.errors.empty());
  network::Fabric fabric(network::elaborate(network_of(reading.experiment)));
  fabric.run_until(Cycle(5'000));
  std::uint64_t sent = 0, elsewhere = fabric.flits_on_links();
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(!fabric.switch_state(i).errors.any());
    CHECK(!fabric.port_state(i).errors.any());
    sent += fabric.port_state(i).flits_sent;
    elsewhere += fabric.port_state(i).flits_received +
                 wormhole_switch::flits_held(fabric.netlist().switch_kinds[0], fabric.switch_state(i));
  }
  CHECK(sent == elsewhere);
  // The host whose link takes a flit in 7 cycles gets one in as many, from the first packet's arrival on.
  CHECK(fabric.port_state(0).flits_received <= 5'000 / 7);
  CHECK(fabric.port_state(0).flits_received > (5'000 - 200) / 7);
}

TEST_CASE("links that do not exist, come twice, have no delay that fits or set nothing are refused, all at once") {
  CHECK(
      errors_of(row_of_three + "- { link: link_switch0_p0_to_switch1_p2 }\n"
                               "- { link: link_switch0_p0_to_switch1_p1, delay: 2 }\n"
                               "- { link: link_switch1_p1_to_switch0_p0, directions: one }\n"
                               "- { directions: two, delay: 0 }\n") ==
      Lines{
          "test.yaml:8:17: links[3].directions: expected both or one, found two",
          ("test.yaml:8:29: links[3].delay: expected auto, or integer from 1 to 1000, alone or as `3 cycles`, or a "
           "time such as `17 ns`, found 0"),
          "test.yaml:8:3: links[3].link: missing; expected text of 1 to 200 characters",
          ("test.yaml:5:11: links[0].link: expected name of one of the 10 channels, such as link_switch2_p2_to_host2, "
           "found link_switch0_p0_to_switch1_p2; did you mean link_switch0_p0_to_switch1_p1?"),
          ("test.yaml:7:11: links[2].link: expected each channel in one record, with directions: one where the two "
           "directions differ, found link_switch1_p1_to_switch0_p0 (also in links[1] "
           "(link_switch0_p0_to_switch1_p1))")});
  CHECK(errors_of(row_of_three + "- { link: link_switch0_p0_to_switch1_p1, delay: 3 ns }\n") ==
        Lines{"test.yaml:5:49: links[0].delay: expected cycles, or a time together with clock.period, found 3 ns (a "
              "time without a clock)"});
  CHECK(errors_of(row_of_three + "- { link: link_switch0_p0_to_switch1_p1, directions: one }\n") ==
        Lines{"test.yaml:5:3: links[0]: sets nothing for link_switch0_p0_to_switch1_p1; expected link, and delay or "
              "cycles_per_flit"});
  CHECK(places(errors_of("schema_version: 1\nclock: { period: 1 ns }\nlinks:\n"
                         "- { link: link_switch0_p0_to_switch1_p1, delay: 2 us }\n")) ==
        Lines{"test.yaml:4:49: links[0].delay"});
}

TEST_CASE("a link is judged by what can be read of its record, and not by what cannot", "[quick]") {
  // The first one's directions are not known: they may be one, and the second is no repetition then.
  CHECK(errors_of(row_of_three + "- { link: link_switch0_p0_to_switch1_p1, direction: one, delay: 3 ns }\n"
                                 "- 7\n"
                                 "- { link: link_switch1_p1_to_switch0_p0, directions: one, delay: 2 }\n"
                                 "- { link: link_switch0_p0_to_switch1_p1 }\n"
                                 "- { lnk: link_switch5_p0_to_switch1_p1 }\n") ==
        Lines{("test.yaml:5:42: links[0].direction: unknown key; expected link, directions, delay or cycles_per_flit; "
               "did you mean directions?"),
              "test.yaml:6:3: links[1]: expected map of link, directions, delay, cycles_per_flit, found 7",
              ("test.yaml:9:5: links[4].lnk: unknown key; expected link, directions, delay or cycles_per_flit; did you "
               "mean link?"),
              ("test.yaml:5:65: links[0].delay: expected cycles, or a time together with clock.period, found 3 ns (a "
               "time without a clock)"),
              ("test.yaml:8:11: links[3].link: expected each channel in one record, with directions: one where the two "
               "directions differ, found link_switch0_p0_to_switch1_p1 (also in links[0] "
               "(link_switch0_p0_to_switch1_p1))")});
}
