// Hops of uniform traffic: every packet makes as many as its hosts are apart, and the shares over all packets are those
// of the closed form for the network. The hops come from the packet log, which reads channels, not from the model's
// counters.
#include <algorithm>
#include <boost/math/distributions/chi_squared.hpp>
#include <catch2/catch.hpp>
#include <cmath>
#include <sstream>
#include <string>
#include <vector>

#include "rtl_models/network/fabric.hpp"
#include "testbench/monitors/packet_log.hpp"
#include "testbench/run/network.hpp"

using namespace slackline;
using features::TopologyKind;

namespace {

/// Links between two switches of a row of k.
unsigned apart(unsigned a, unsigned b, unsigned k, bool wraps) {
  const unsigned direct = a > b ? a - b : b - a;
  return wraps ? std::min(direct, k - direct) : direct;
}

/// Between two hosts of a grid with one host a switch.
unsigned distance(const features::Experiment& e, unsigned from, unsigned to) {
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

/// The share of pairs of places in a row of k, equal ones included, for each distance in links.
std::vector<double> row(unsigned k, bool wraps) {
  std::vector<double> share{1.0 / k};
  for (unsigned d = 1; d <= (wraps ? k / 2 : k - 1); ++d)
    share.push_back(!wraps ? 2.0 * (k - d) / k / k : 2 * d == k ? 1.0 / k : 2.0 / k);
  return share;
}

/// The shares for pairs of different hosts: distances in the dimensions add up, and no host is its own partner.
std::vector<double> shares(const features::Experiment& e, unsigned hosts) {
  const bool wraps = e.topology.kind != TopologyKind::mesh;
  std::vector<double> share{1};
  for (const std::uint64_t k : e.topology.size) {
    const std::vector<double> along = row(static_cast<unsigned>(k), wraps);
    std::vector<double> sum(share.size() + along.size() - 1);
    for (std::size_t i = 0; i < share.size(); ++i)
      for (std::size_t j = 0; j < along.size(); ++j) sum[i + j] += share[i] * along[j];
    share = std::move(sum);
  }
  share[0] -= 1.0 / hosts;
  for (double& s : share) s *= hosts / (hosts - 1.0);
  return share;
}

/// Whether counts fit these shares: Pearson's test, which one correct model in a thousand fails.
void check_counts(const std::vector<double>& seen, const std::vector<double>& share, double packets) {
  double sum = 0;
  unsigned classes = 0;
  for (std::size_t i = 0; i < share.size(); ++i) {
    const double expected = share[i] * packets;
    if (expected < 1e-6) {
      CHECK(seen[i] == 0);
      continue;
    }
    ++classes;
    sum += (seen[i] - expected) * (seen[i] - expected) / expected;
  }
  CHECK(sum < boost::math::quantile(boost::math::chi_squared(classes - 1), 0.999));
}

struct Logged {
  unsigned from, to, hops;
};

/// A line: source,sequence,destination,flits,created,injected,hops,padding,ejected.
Logged parsed(const std::string& line) {
  std::vector<std::string> cells;
  std::istringstream text(line);
  for (std::string cell; std::getline(text, cell, ',');) cells.push_back(cell);
  REQUIRE(cells.size() >= 7);
  const auto host = [](const std::string& cell) { return static_cast<unsigned>(std::stoul(cell)); };
  const auto switches = static_cast<unsigned>(std::count(cells[6].begin(), cells[6].end(), ':'));
  return {host(cells[0]), host(cells[2]), switches};
}

std::vector<Logged> log_of(const features::Experiment& e, std::uint64_t cycles) {
  network::Fabric fabric(network::elaborate(features::network_of(e)));
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
  features::Experiment e;
  e.topology.kind = kind;
  e.topology.size = std::move(size);
  e.switches.virtual_channels = virtual_channels;
  e.traffic.load = 0.1;
  e.packet.flits = 1;
  const auto hosts = static_cast<unsigned>(features::hosts_of(e));
  const std::vector<Logged> packets = log_of(e, 40'000);
  // Bernoulli arrivals, less those on their way at the end: none takes 60 cycles at such a load.
  const double arrivals = 0.1 * 40'000 * hosts, deviation = std::sqrt(arrivals * 0.9);
  REQUIRE(static_cast<double>(packets.size()) < arrivals + 4 * deviation);
  REQUIRE(static_cast<double>(packets.size()) > arrivals - 4 * deviation - 0.1 * 60 * hosts);
  std::vector<double> at_distance(shares(e, hosts).size()), of_pair(std::size_t{hosts} * hosts), of_destination(hosts);
  for (const Logged& packet : packets) {
    REQUIRE(packet.hops == distance(e, packet.from, packet.to) + 1);
    ++at_distance[packet.hops - 1];
    ++of_pair[std::size_t{packet.from} * hosts + packet.to];
    ++of_destination[packet.to];
  }
  const auto count = static_cast<double>(packets.size());
  check_counts(at_distance, shares(e, hosts), count);
  std::vector<double> evenly(of_pair.size(), 1.0 / hosts / (hosts - 1.0));
  for (unsigned host = 0; host < hosts; ++host) evenly[std::size_t{host} * hosts + host] = 0;
  check_counts(of_pair, evenly, count);
  check_counts(of_destination, std::vector<double>(hosts, 1.0 / hosts), count);
}

}  // namespace

TEST_CASE("hops of uniform traffic have the distribution of distances: mesh, torus, ring") {
  check(TopologyKind::mesh, {8, 8}, 1);
  check(TopologyKind::torus, {8, 8}, 2);
  check(TopologyKind::torus, {5, 4, 3}, 2);
  check(TopologyKind::ring, {64}, 2);
}
