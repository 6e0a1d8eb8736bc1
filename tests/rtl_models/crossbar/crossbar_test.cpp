#include <catch2/catch.hpp>

#include "rtl_models/crossbar/crossbar_instance.hpp"

using namespace slackline;
using namespace slackline::crossbar;

namespace {

Inputs connect_to(unsigned input, unsigned output, PortMask release = 0) {
  return {true, {static_cast<std::uint8_t>(input), 0}, {static_cast<std::uint8_t>(output), 0}, release, 0};
}
Inputs release_only(PortMask release) { return {false, {}, {}, release, 0}; }

}  // namespace

TEST_CASE("a connect at edge N is in the maps of cycle N") {
  for (const std::uint16_t ports : {1, 2, 64}) {
    Instance c(Params{ports});
    const unsigned in = ports - 1u, out = 0;
    REQUIRE(c.state.connected[0] == 0);
    c.step(connect_to(in, out));
    REQUIRE(c.state.connected[0] == bit(in));
    REQUIRE(c.state.held[0] == bit(out));
    REQUIRE(c.state.output_of[in].port == out);
    REQUIRE(c.state.input_of[out].port == in);
  }
}

TEST_CASE("a connect of an input or an output in use is ignored") {
  Instance c(Params{3});
  c.step(connect_to(0, 1));
  c.step(connect_to(0, 2));
  c.step(connect_to(2, 1));
  REQUIRE(c.state.connected[0] == bit(0));
  REQUIRE(c.state.held[0] == bit(1));
  REQUIRE(c.state.output_of[0].port == 1);
}

TEST_CASE("an output released at edge N cannot be connected at N and can at N+1", "[quick]") {
  Instance c(Params{3});
  c.step(connect_to(0, 1));
  c.step(connect_to(2, 1, bit(0)));
  REQUIRE(c.state.connected[0] == 0);
  REQUIRE(c.state.held[0] == 0);
  c.step(connect_to(2, 1));
  REQUIRE(c.state.input_of[1].port == 2);
}

TEST_CASE("a release of inputs that hold nothing changes nothing") {
  Instance c(Params{3});
  c.step(connect_to(1, 0));
  c.step(release_only(bit(0) | bit(2)));
  REQUIRE(c.state.connected[0] == bit(1));
  REQUIRE(c.state.held[0] == bit(0));
}

TEST_CASE("all inputs can hold an output at once, and all be released at one edge", "[quick]") {
  for (const std::uint16_t ports : {1, 2, 64}) {
    Instance c(Params{ports});
    for (unsigned i = 0; i < ports; ++i) c.step(connect_to(i, (i + 1) % ports));
    REQUIRE(c.state.connected[0] == first_ports(ports));
    REQUIRE(c.state.held[0] == first_ports(ports));
    c.step(release_only(first_ports(ports)));
    REQUIRE(c.state.connected[0] == 0);
    REQUIRE(c.state.held[0] == 0);
  }
}

TEST_CASE("a connect of a port that does not exist is ignored") {
  Instance c(Params{3});
  c.step(connect_to(3, 0));
  c.step(connect_to(0, 3));
  c.step(connect_to(255, 255));
  REQUIRE(c.state.connected[0] == 0);
  REQUIRE(c.state.held[0] == 0);
}

TEST_CASE("0 and 65 ports are refused, 1 and 64 are not") {
  REQUIRE(Params{1}.violations().empty());
  REQUIRE(Params{256}.violations().empty());
  REQUIRE(to_string(Params{257}.violations()) == "ports = 257: expected 1 to 256");
  REQUIRE_THROWS_AS(Instance(Params{0}), std::invalid_argument);
}
