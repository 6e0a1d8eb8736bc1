#include "testbench/statistics/trunks.hpp"

#include <catch2/catch.hpp>

using namespace slackline;

namespace {

/// Three switches, a, b and c: two links from a to b, one from b to c, each busy for a part of 100 cycles; and a host at a.
struct TwoTrunks {
  network::Netlist netlist;
  std::vector<statistics::LinkUse> links;

  TwoTrunks() {
    for (const char* name : {"a", "b", "c"}) netlist.switches.push_back({name, {}});
    netlist.endpoints.push_back({"host", {}});
    add(0, 1, 30);
    add(0, 1, 34);
    add(1, 2, 40);
    add(0, 1, 99);
    netlist.channels.back().from.kind = network::InstanceKind::endpoint;
  }

  void add(std::uint32_t from, std::uint32_t to, std::uint64_t busy) {
    network::Channel channel;
    channel.from.instance = from;
    channel.to.instance = to;
    netlist.channels.push_back(channel);
    statistics::LinkUse use;
    use.cycles = 100;
    use.flits = busy / 2;
    use.busy = busy;
    links.push_back(use);
  }
};

}  // namespace

TEST_CASE("a trunk adds up the parallel links between two switches", "[quick]") {
  const TwoTrunks network;
  const std::vector<statistics::Trunk> trunks = statistics::trunks(network.netlist, network.links);
  REQUIRE(trunks.size() == 2);  // the host's link is none
  CHECK(trunks[1].from == "a");
  CHECK(trunks[1].to == "b");
  CHECK(trunks[1].links == 2);
  CHECK(trunks[1].flits == 32);
  CHECK(trunks[1].busy == 64);
  CHECK(trunks[1].cycles == 200);
  CHECK(trunks[1].utilisation() == Approx(0.32));
}

TEST_CASE("trunks are sorted by the share of their time that they are busy, not by their busy cycles") {
  const TwoTrunks network;
  const std::vector<statistics::Trunk> trunks = statistics::trunks(network.netlist, network.links);
  REQUIRE(trunks.size() == 2);
  CHECK(trunks[0].from == "b");  // 40 of 100 cycles, before 64 of 200
  CHECK(trunks[0].utilisation() == Approx(0.4));
}
