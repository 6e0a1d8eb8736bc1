#include "testbench/studies/song2005/clock.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "testbench/run/experiment.hpp"
#include "testbench/run/network.hpp"
#include "testbench/studies/song2005/networks.hpp"

using namespace slackline;
using song2005::Clock;
using song2005::clock_of;
using song2005::Parameters;

namespace {

std::string text(const Clock& clock) {
  std::string all = clock.period + ":";
  for (const song2005::RoundedDelay& delay : clock.delays)
    all += " " + delay.symbol + " " + std::to_string(delay.cycles) + " (" + delay.error + ")";
  return all;
}

}  // namespace

TEST_CASE("the paper's parameters are those of the preset myrinet-1280-san", "[quick]") {
  const auto nothing_more = std::make_shared<const settings::Source>("preset", "schema_version: 1\n");
  const features::ExperimentReading preset =
      features::read_experiment(nothing_more, {{"preset", "switch.preset", "myrinet-1280-san"}});
  const features::ExperimentReading ours = song2005::reading_of({}, 1);
  CHECK(ours.errors.empty());
  for (const char* key : {"clock.period", "link.delay", "link.cycles_per_flit", "switch.delay.header",
                          "switch.delay.data", "switch.delay.flow_control", "switch.buffer.flits",
                          "switch.buffer.stop_at", "switch.buffer.go_at", "traffic.packet.flits"}) {
    INFO(key);
    const settings::Key& found = *features::find_key(key);
    CHECK(settings::to_string(settings::value_of(found, ours.experiment)) ==
          settings::to_string(settings::value_of(found, preset.experiment)));
  }
}

TEST_CASE("delays are rounded to whole cycles, and the error of each is reported") {
  CHECK(text(clock_of({}, 1)) == "6.25 ns: ld 3 (+1.75 ns) rd 16 (0 ns) sd 1 (+4.25 ns) fc 1 (+2.99 ns)");
  CHECK(text(clock_of({}, 4)) == "1.5625 ns: ld 14 (+4.875 ns) rd 64 (0 ns) sd 1 (-0.4375 ns) fc 2 (-0.135 ns)");
  CHECK(clock_of({}, 1).worst_percent() == Approx(212.5));
  CHECK(clock_of({}, 4).worst_percent() == Approx(100 * 4.875 / 17));
}

TEST_CASE("rounded delays are parameters as well") {
  const Parameters p = song2005::rounded_parameters({}, 4);
  CHECK(p.ld == 17.1875);
  CHECK(p.rest == 4.6875);  // three cycles more, until the whole flit has arrived
  CHECK(p.rd == 100);
  CHECK(p.sd == 1.5625);
  CHECK(p.fc == 3.125);
  CHECK(p.cp == 6.25);
  CHECK(p.kg == 17);
}

TEST_CASE("best_clock is the clock with the smallest rounding error that is not too fine") {
  CHECK(song2005::best_clock({}, 1).cycles_per_character == 1);
  CHECK(song2005::best_clock({}, 4).cycles_per_character == 4);
  CHECK(song2005::best_clock({}, 16).cycles_per_character == 4);
  Parameters exact;  // at every clock
  exact.ld = 12.5;
  exact.sd = exact.fc = 6.25;
  CHECK(song2005::best_clock(exact, 16).cycles_per_character == 1);
}

TEST_CASE("the buffer of 64 flits is large enough at every clock, and one that is too small is refused") {
  for (const unsigned division : song2005::divisions) {
    INFO(division);
    // The smallest slack of docs/timing.md: 17 ns of link and 3.26 ns of flow controller, both ways, the cycles in
    // which a link takes a flit, and the STOP register, in whole cycles of 6.25 ns / division; of those a flit takes
    // `division`.
    const auto cycles = [&](double ns) { return static_cast<unsigned>(std::lround(ns * division / 6.25)); };
    const unsigned slack = (2 * cycles(17) + division - 1 + 2 * cycles(3.26) + 1) / division;
    CHECK(clock_of({}, division).slack == slack);
    CHECK(slack <= 64 - 53);
  }
  Parameters small;
  small.bl = 58;
  const features::ExperimentReading reading = song2005::reading_of(small, 1);
  REQUIRE(reading.errors.size() == 1);
  CHECK(reading.errors.front().key == "switch.buffer.flits");
}

TEST_CASE("other parameters are used unchanged", "[quick]") {
  Parameters p;
  p.cp = 4.17;
  p.rd = 140;
  p.bl = 256;
  const Clock clock = clock_of(p, 4);
  CHECK(clock.period == "1.0425 ns");
  CHECK(clock.delays[1].asked == "140 ns");
  CHECK(clock.delays[1].cycles == 134);
  const network::Netlist netlist = features::network_of(song2005::full_tree(4, 3, p, 4));
  CHECK(netlist.endpoints.size() == 12);
  CHECK(netlist.switch_kinds[0].buffer.flits == 256);
  CHECK(netlist.channels.front().cycles_per_flit == 4);
}
