#include "testbench/soak/random_network.hpp"

#include <catch2/catch.hpp>

using namespace slackline;

TEST_CASE("random networks are valid, in either order, and have up to 60 hosts, or up to 254 at a single switch") {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    INFO("seed " << seed);
    const network::Netlist netlist = soak::random_network(seed);
    CHECK(network::violations(netlist).empty());
    CHECK(network::violations(soak::shuffled(netlist, seed)).empty());
    CHECK(netlist.endpoints.size() >= 2);
    CHECK(netlist.endpoints.size() <= (netlist.switches.size() == 1 ? 254 : 60));
  }
}

TEST_CASE("every third network of a soak has its components in another order", "[quick]") {
  int permuted = 0;
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    const network::Netlist plain = soak::random_network(seed), run = soak::soak_network(seed);
    bool same = true;
    for (std::size_t i = 0; i < plain.endpoints.size(); ++i)
      same = same && plain.endpoints[i].name == run.endpoints[i].name;
    for (std::size_t i = 0; i < plain.channels.size(); ++i)
      same = same && plain.channels[i].from == run.channels[i].from;
    CHECK(same != soak::in_permuted_order(seed));
    permuted += !same;
  }
  CHECK(permuted == 10);
}
