// Barriers in switches when a link between them fails behind the first barrier, which has built the tree.
#include <catch2/catch.hpp>

#include "testbench/barriers/answers.hpp"
#include "tests/rtl_models/network/quiet_barriers.hpp"

using namespace slackline;

namespace {

/// Two barriers of hosts 0 and 8 in the corners of a 3x3 mesh, whose ways go up towards switch 0; this channel fails
/// between them. Arrivals of host 8 go by switches 7, 6 and 3 to 0, releases from there by 1, 2 and 5.
network::Netlist with_failure(std::uint32_t channel, bool adaptive) {
  topology::Mesh mesh;
  mesh.size = {3, 3};
  test::QuietSettings settings{mesh};
  settings.think = 300;
  settings.adaptive = adaptive;
  network::Netlist netlist = test::quiet_barriers(settings, {0, 8}, 0);
  LinkFault fault;
  fault.kind = LinkFaultKind::dead;
  fault.from = Cycle(200);
  fault.count = 0;
  netlist.faults.push_back({channel, fault});
  return netlist;
}

/// One of each link between switches.
std::vector<std::uint32_t> links(const network::Netlist& netlist) {
  std::vector<std::uint32_t> channels;
  for (std::uint32_t c = 0; c < netlist.channels.size(); ++c) {
    const network::Channel& channel = netlist.channels[c];
    if (channel.from.kind == network::InstanceKind::wormhole_switch &&
        channel.to.kind == network::InstanceKind::wormhole_switch && channel.from.instance < channel.to.instance)
      channels.push_back(c);
  }
  return channels;
}

/// The way of arrivals at which a switch has no other one; that of releases.
bool is_the_only_way_up(const network::Channel& link) {
  return (link.from.instance == 3 && link.to.instance == 6) || (link.from.instance == 0 && link.to.instance == 3);
}
bool is_the_only_way_down(const network::Channel& link) {
  return (link.from.instance == 2 && link.to.instance == 5) || (link.from.instance == 5 && link.to.instance == 8);
}
/// Of group 3, the only one.
barriers::Group group_of(const network::Fabric& fabric) {
  return barriers::answers_of(barriers::view_of(fabric)).groups.at(3);
}
bool is_complete(const network::Fabric& fabric) { return barriers::answers_of(barriers::view_of(fabric)).complete(); }

bool is_needed(const network::Channel& link) { return is_the_only_way_up(link) || is_the_only_way_down(link); }

}  // namespace

TEST_CASE("a link that fails behind the first barrier is gone round, where another legal way is left") {
  unsigned without = 0, with = 0;
  const network::Netlist mesh = with_failure(0, false);
  for (const std::uint32_t link : links(mesh)) {
    INFO(channel_name(mesh, mesh.channels[link]));
    network::Fabric fixed(with_failure(link, false)), adaptive(with_failure(link, true));
    fixed.run_until(Cycle(5000));
    adaptive.run_until(Cycle(5000));
    without += is_complete(fixed);
    with += is_complete(adaptive);
    CHECK(is_complete(adaptive) == !is_needed(mesh.channels[link]));
  }
  CHECK(links(mesh).size() == 12);
  CHECK(with == 8);
  CHECK(without == 4);
}

TEST_CASE("where no legal way is left the barrier stands: who waits in it is known, and for which link") {
  const network::Netlist mesh = with_failure(0, true);
  for (const std::uint32_t link : links(mesh)) {
    if (!is_needed(mesh.channels[link])) continue;
    INFO(channel_name(mesh, mesh.channels[link]));
    network::Fabric fabric(with_failure(link, true));
    fabric.run_until(Cycle(5000));
    const bool up = is_the_only_way_up(mesh.channels[link]);  // or host 0 has left, and host 8 is not told
    const std::vector<std::uint32_t> waiting = up ? std::vector<std::uint32_t>{0, 8} : std::vector<std::uint32_t>{8};
    CHECK(group_of(fabric).complete == 1);
    CHECK(group_of(fabric).waiting == waiting);
    CHECK(group_of(fabric).missing.empty());
    const barriers::Hardware hardware = barriers::answers_of(barriers::view_of(fabric)).hardware;
    const std::vector<std::uint32_t>& channels = hardware.cut_off_links;
    REQUIRE(channels.size() == 1);
    CHECK(mesh.channels[channels[0]].from == (up ? mesh.channels[link].to : mesh.channels[link].from));
    CHECK(mesh.channels[channels[0]].to == (up ? mesh.channels[link].from : mesh.channels[link].to));
    CHECK(hardware.cut_off == 1);
  }
}

TEST_CASE("who has not entered a barrier that stands is told apart from who waits, and finished groups are left out") {
  topology::Mesh mesh;
  mesh.size = {3};
  test::QuietSettings settings{mesh};
  network::Netlist netlist = test::quiet_barriers(settings, {0, 1, 2}, 1);
  auto traffic = std::make_shared<endpoint::BarrierTraffic>(*netlist.endpoint_params.barriers);
  traffic->hosts[2][0].enters = Cycle(1000);
  traffic->hosts[0].push_back({4, 0, 1, Cycle(0)});
  netlist.endpoint_params.barriers = traffic;
  network::Fabric fabric(netlist);
  fabric.run_until(Cycle(500));
  CHECK(group_of(fabric).complete == 0);
  CHECK(group_of(fabric).waiting == std::vector<std::uint32_t>{0, 1});
  CHECK(group_of(fabric).missing == std::vector<std::uint32_t>{2});
  fabric.run_until(Cycle(2000));
  CHECK(is_complete(fabric));
  CHECK(barriers::answers_of(barriers::view_of(fabric)).hardware.cut_off_links.empty());
}
