// Hops of uniform traffic: of every packet as many as its hosts are apart, and of all packets the shares that the shape
// of the network says. The hops come from the packet log, which reads channels, not from the model's counters.
#include <algorithm>
#include <boost/math/distributions/chi_squared.hpp>
#include <catch2/catch.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "rtl_models/network/fabric.hpp"
#include "testbench/config/experiment_network.hpp"
#include "testbench/monitors/packet_log.hpp"

using namespace slackline;
using config::TopologyKind;

namespace {

/// Links between two switches of a row of k.
unsigned apart(unsigned a, unsigned b, unsigned k, bool wraps) {
  const unsigned direct = a > b ? a - b : b - a;
  return wraps ? std::min(direct, k - direct) : direct;
}

/// Between two hosts of a grid with one host a switch.
unsigned distance(const config::Experiment& e, unsigned from, unsigned to) {
  const bool wraps = e.topology.kind == TopologyKind::torus || e.topology.kind == TopologyKind::ring;
  unsigned sum = 0;
  for (const std::uint64_t along : e.topology.size) {
    const auto k = static_cast<unsigned>(along);
    sum += apart(from % k, to % k, k, wraps);
    from /= k;
    to /= k;
  }
  return sum;
}

struct Logged {
  unsigned from, to, hops;
};

/// A line: source,sequence,destination,flits,created,injected,hops,ejected.
Logged parsed(const std::string& line) {
  std::vector<std::string> cells;
  std::istringstream text(line);
  for (std::string cell; std::getline(text, cell, ',');) cells.push_back(cell);
  REQUIRE(cells.size() >= 7);
  const auto host = [](const std::string& cell) { return static_cast<unsigned>(std::stoul(cell)); };
  const auto switches = static_cast<unsigned>(std::count(cells[6].begin(), cells[6].end(), ':'));
  return {host(cells[0]), host(cells[2]), switches};
}

std::vector<Logged> log_of(const config::Experiment& e, std::uint64_t cycles) {
  network::Fabric fabric(config::network_of(e));
  monitors::PacketLog log;
  log.begin(fabric.netlist());
  log.run_until(fabric, Cycle(cycles), [&](Cycle end) { fabric.run_until(end); });
  std::istringstream lines(log.finish());
  std::vector<Logged> packets;
  std::string line;
  std::getline(lines, line);
  while (std::getline(lines, line))
    if (line.back() != ',') packets.push_back(parsed(line));  // the others have not arrived
  return packets;
}

void check(TopologyKind kind, std::vector<std::uint64_t> size, std::uint64_t virtual_channels) {
  config::Experiment e;
  e.topology.kind = kind;
  e.topology.size = std::move(size);
  e.switches.virtual_channels = virtual_channels;
  e.traffic.load = 0.1;
  e.traffic.packet_flits = 2;
  const auto hosts = static_cast<unsigned>(config::hosts_of(e));
  std::vector<double> share(64), seen(64);
  for (unsigned from = 0; from < hosts; ++from)
    for (unsigned to = 0; to < hosts; ++to)
      if (from != to) share[distance(e, from, to)] += 1.0 / hosts / (hosts - 1);

  const std::vector<Logged> packets = log_of(e, 10'000);
  REQUIRE(packets.size() > 20'000);
  for (const Logged& packet : packets) {
    REQUIRE(packet.hops == distance(e, packet.from, packet.to) + 1);
    ++seen[packet.hops - 1];
  }
  double sum = 0;
  unsigned classes = 0;
  for (std::size_t d = 0; d < share.size(); ++d) {
    const double expected = share[d] * static_cast<double>(packets.size());
    if (expected == 0) {
      CHECK(seen[d] == 0);
      continue;
    }
    ++classes;
    sum += (seen[d] - expected) * (seen[d] - expected) / expected;
  }
  CHECK(sum < boost::math::quantile(boost::math::chi_squared(classes - 1), 0.999));
}

}  // namespace

TEST_CASE("hops of uniform traffic have the distribution of distances: mesh, torus, ring") {
  check(TopologyKind::mesh, {8, 8}, 1);
  check(TopologyKind::torus, {8, 8}, 2);
  check(TopologyKind::torus, {5, 4, 3}, 2);
  check(TopologyKind::ring, {64}, 2);
}
