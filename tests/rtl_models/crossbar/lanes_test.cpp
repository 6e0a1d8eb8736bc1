// Virtual channels in the crossbar: a port's lanes are connected and released one by one.
#include <catch2/catch.hpp>
#include <utility>
#include <vector>

#include "rtl_models/common/random_stream.hpp"
#include "rtl_models/crossbar/crossbar_instance.hpp"

using namespace slackline;
using namespace slackline::crossbar;

namespace {

Inputs join(Lane input, Lane output) { return {true, input, output, 0, 0}; }
Inputs release_of(PortMask ports, unsigned vc) { return {false, {}, {}, ports, static_cast<std::uint8_t>(vc)}; }

}  // namespace

TEST_CASE("lanes of one port are connected to lanes of different ports, or of the same one") {
  Instance c(Params{3, 4});
  c.step(join(lane_of(0, 0), lane_of(2, 3)));
  c.step(join(lane_of(0, 3), lane_of(2, 0)));
  c.step(join(lane_of(0, 1), lane_of(1, 1)));
  for (const unsigned vc : {0u, 1u, 3u}) REQUIRE(c.state.connected[vc] == bit(0));
  REQUIRE(c.state.connected[2] == 0);
  REQUIRE(c.state.held[0] == bit(2));
  REQUIRE(c.state.held[1] == bit(1));
  REQUIRE(c.state.held[3] == bit(2));
  const Lane output = c.state.output_of[lane_index(0, 3, 4)];
  REQUIRE(output.port == 2);
  REQUIRE(output.vc == 0);
  const Lane input = c.state.input_of[lane_index(2, 3, 4)];
  REQUIRE(input.port == 0);
  REQUIRE(input.vc == 0);
}

TEST_CASE("the lanes of a port are adjacent, and the position of a lane gives its virtual channel") {
  REQUIRE(lane_index(0, 15, 16) == 15);
  REQUIRE(lane_index(1, 0, 16) == 16);
  REQUIRE(lane_index(lane_of(63, 2), 3) == 191);
  REQUIRE(lane_index(7, 0, 1) == 7);
  const Lane lane = lane_at(191, 3);
  REQUIRE(lane.port == 63);
  REQUIRE(lane.vc == 2);
}

TEST_CASE("a lane in use takes no other connection, while the other lanes of its port do", "[quick]") {
  Instance c(Params{2, 2});
  c.step(join(lane_of(0, 0), lane_of(1, 1)));
  c.step(join(lane_of(1, 0), lane_of(1, 1)));
  c.step(join(lane_of(0, 0), lane_of(1, 0)));
  REQUIRE(c.state.connected[0] == bit(0));
  REQUIRE(c.state.held[0] == 0);
  c.step(join(lane_of(1, 0), lane_of(1, 0)));
  REQUIRE(c.state.connected[0] == (bit(0) | bit(1)));
  REQUIRE(c.state.held[0] == bit(1));
  REQUIRE(c.state.held[1] == bit(1));
}

TEST_CASE("a release on one virtual channel leaves the others of its ports connected") {
  Instance c(Params{2, 2});
  c.step(join(lane_of(0, 0), lane_of(1, 1)));
  c.step(join(lane_of(0, 1), lane_of(1, 0)));
  c.step(join(lane_of(1, 0), lane_of(0, 0)));
  c.step(release_of(bit(0) | bit(1), 0));
  REQUIRE(c.state.connected[0] == 0);
  REQUIRE(c.state.connected[1] == bit(0));
  REQUIRE(c.state.held[0] == bit(1));
  REQUIRE(c.state.held[1] == 0);
}

TEST_CASE("an output lane released at edge N cannot be connected at N and can at N+1") {
  Instance c(Params{2, 2});
  c.step(join(lane_of(0, 1), lane_of(1, 0)));
  c.step({true, lane_of(1, 1), lane_of(1, 0), bit(0), 1});
  REQUIRE(c.state.held[0] == 0);
  c.step(join(lane_of(1, 1), lane_of(1, 0)));
  REQUIRE(c.state.held[0] == bit(1));
}

TEST_CASE("a connect or a release of a virtual channel that does not exist is ignored", "[quick]") {
  Instance c(Params{2, 2});
  c.step(join(lane_of(0, 2), lane_of(1, 0)));
  c.step(join(lane_of(0, 0), lane_of(1, 2)));
  c.step(release_of(~PortMask{0}, 255));
  for (const unsigned vc : {0u, 1u}) {
    REQUIRE(c.state.connected[vc] == 0);
    REQUIRE(c.state.held[vc] == 0);
  }
}

TEST_CASE("for any requests the maps hold the connections that two tables of free lanes allow") {
  RandomStream random(2, 0, RandomPurpose::test);
  for (const Params& p : {Params{1, 1}, Params{2, 1}, Params{64, 1}, Params{1, 2}, Params{3, 16}, Params{64, 4}}) {
    INFO(unsigned{p.ports} << " ports of " << unsigned{p.virtual_channels} << " channels");
    Instance c(p);
    constexpr unsigned none = ~0u;
    std::vector<unsigned> output_of(p.lanes(), none), input_of(p.lanes(), none);
    unsigned connects = 0, refused = 0, releases = 0;
    for (unsigned n = 0; n < 2000; ++n) {
      const unsigned input = random.below(p.lanes()), output = random.below(p.lanes());
      const bool ask = random.below(4) != 0, free = output_of[input] == none && input_of[output] == none;
      const PortMask released = random.bits() & random.bits() & random.bits();
      const unsigned released_vc = random.below(p.virtual_channels);
      c.step({ask, lane_at(input, p.virtual_channels), lane_at(output, p.virtual_channels), released,
              static_cast<std::uint8_t>(released_vc)});
      for (unsigned port = 0; port < p.ports; ++port) {
        unsigned& joined = output_of[lane_index(port, released_vc, p.virtual_channels)];
        if (!has(released, port) || joined == none) continue;
        input_of[std::exchange(joined, none)] = none;
        ++releases;
      }
      if (ask && free) {
        output_of[input] = output;
        input_of[output] = input;
      }
      connects += ask && free;
      refused += ask && !free;
      bool fits = true;
      for (unsigned lane = 0; lane < p.lanes(); ++lane) {
        const Lane at = lane_at(lane, p.virtual_channels);
        fits = fits && has(c.state.connected[at.vc], at.port) == (output_of[lane] != none) &&
               has(c.state.held[at.vc], at.port) == (input_of[lane] != none);
        if (output_of[lane] != none)
          fits = fits && lane_index(c.state.output_of[lane], p.virtual_channels) == output_of[lane];
        if (input_of[lane] != none)
          fits = fits && lane_index(c.state.input_of[lane], p.virtual_channels) == input_of[lane];
      }
      REQUIRE(fits);
    }
    // Three of four edges ask for a connection, which lasts 8 edges per virtual channel on average: some are refused.
    CHECK(connects + refused > 1400);
    CHECK(refused > 100);
    CHECK(releases > 100);
  }
}

TEST_CASE("reset releases every lane", "[quick]") {
  Instance c(Params{2, 16});
  for (unsigned vc = 0; vc < 16; ++vc) c.step(join(lane_of(0, vc), lane_of(1, 15 - vc)));
  for (unsigned vc = 0; vc < 16; ++vc) REQUIRE(c.state.held[vc] == bit(1));
  c.reset();
  for (unsigned vc = 0; vc < 16; ++vc) {
    REQUIRE(c.state.connected[vc] == 0);
    REQUIRE(c.state.held[vc] == 0);
  }
}

TEST_CASE("0 and 17 virtual channels are refused, 1 and 16 are not") {
  REQUIRE(Params{2, 1}.violations().empty());
  REQUIRE(Params{2, 16}.violations().empty());
  REQUIRE(to_string(Params{2, 17}.violations()) == "virtual_channels = 17: expected 1 to 16");
  REQUIRE_THROWS_AS(Instance(Params{2, 0}), std::invalid_argument);
}

TEST_CASE("lanes of ports in different banks, and of the same number in their bank, are connected apart", "[quick]") {
  const Params p{256, 2};
  Instance c(p);
  const std::pair<Lane, Lane> pairs[] = {{lane_of(5, 0), lane_of(69, 1)},
                                         {lane_of(69, 0), lane_of(5, 1)},
                                         {lane_of(255, 1), lane_of(63, 0)},
                                         {lane_of(191, 1), lane_of(255, 0)}};
  for (const auto& [input, output] : pairs) {
    REQUIRE_FALSE(is_connected(p, c.state, input));
    REQUIRE_FALSE(is_held(p, c.state, output));
    c.step({true, input, output, {}, 0});
    REQUIRE(is_connected(p, c.state, input));
    REQUIRE(is_held(p, c.state, output));
  }
  c.step({false, {}, {}, only(69) | only(255), 1});  // only 255 is connected on channel 1
  REQUIRE(is_connected(p, c.state, lane_of(69, 0)));
  REQUIRE(is_connected(p, c.state, lane_of(5, 0)));
  REQUIRE_FALSE(is_connected(p, c.state, lane_of(255, 1)));
  REQUIRE_FALSE(is_held(p, c.state, lane_of(63, 0)));
  REQUIRE(is_connected(p, c.state, lane_of(191, 1)));
  REQUIRE(is_held(p, c.state, lane_of(255, 0)));
}
