// Facts of each topology against its formulas: switches, hosts, links, degree, diameter, mean distance. The measured
// facts come from the channels only.
#include <algorithm>
#include <catch2/catch.hpp>

#include "testbench/topology/metrics.hpp"
#include "tests/testbench/topology/built.hpp"

using namespace slackline;
using namespace slackline::topology;

namespace {

struct Facts {
  std::uint64_t switches, hosts, links;  ///< links between switches
  std::uint32_t least_degree, most_degree, diameter;
  std::uint64_t distances;  ///< from one host to all others, summed
};

void check(const Shape& shape, const Facts& expected) {
  INFO(text(shape));
  const Metrics found = metrics(test::built(shape).netlist);
  CHECK(found.switches == expected.switches);
  CHECK(found.hosts == expected.hosts);
  CHECK(found.host_links == expected.hosts);
  CHECK(found.switch_channels == 2 * expected.links);
  CHECK(found.least_degree == expected.least_degree);
  CHECK(found.most_degree == expected.most_degree);
  CHECK(found.diameter == expected.diameter);
  CHECK(found.distances == expected.hosts * expected.distances);  // the same from every host
  CHECK(found.unconnected == 0);
}

std::uint64_t to_the(std::uint64_t base, std::uint64_t exponent) {
  return exponent == 0 ? 1 : base * to_the(base, exponent - 1);
}

/// The links between the two switches furthest apart: by way of every third one (Floyd and Warshall).
std::uint32_t most_links_between(const std::vector<std::vector<std::uint32_t>>& neighbours) {
  const std::size_t n = neighbours.size();
  std::vector<std::vector<std::uint32_t>> links(n, std::vector<std::uint32_t>(n, 1000));
  for (std::size_t a = 0; a < n; ++a) {
    for (const std::uint32_t b : neighbours[a]) links[a][b] = 1;
    links[a][a] = 0;
  }
  std::uint32_t most = 0;
  for (std::size_t by = 0; by < n; ++by)
    for (std::size_t a = 0; a < n; ++a)
      for (std::size_t b = 0; b < n; ++b) links[a][b] = std::min(links[a][b], links[a][by] + links[by][b]);
  for (const std::vector<std::uint32_t>& from : links)
    most = std::max(most, *std::max_element(from.begin(), from.end()));
  return most;
}

std::uint32_t narrow(std::uint64_t n) { return static_cast<std::uint32_t>(n); }

}  // namespace

TEST_CASE("facts of a single switch") {
  for (const std::uint64_t h : {2, 7, 64}) check(SingleSwitch{h}, {1, h, 0, 0, 0, 0, 0});
}

TEST_CASE("facts of rings: k links, diameter k/2, all distances floor(k^2/4)") {
  for (const std::uint64_t k : {2, 3, 4, 7, 12})
    for (const std::uint64_t h : {1, 3}) check(Ring{k, h}, {k, k * h, k, 2, 2, narrow(k / 2), h * (k * k / 4)});
}

TEST_CASE("facts of tori: n k^n links of n dimensions, diameter n k/2, mean distance n k/4 with the host itself") {
  for (const std::uint64_t n : {1, 2, 3, 5})
    for (const std::uint64_t k : {2, 4}) {
      Mesh torus;
      torus.size.assign(n, static_cast<std::uint16_t>(k));
      torus.wraps = true;
      const std::uint64_t all = to_the(k, n);
      check(torus, {all, all, n * all, narrow(2 * n), narrow(2 * n), narrow(n * k / 2), n * k * all / 4});
    }
}

TEST_CASE(
    "facts of meshes: n (k-1) k^(n-1) links, diameter n (k-1), mean distance n (k - 1/k) / 3 with the host itself") {
  for (const unsigned n : {1, 2, 3, 5, 8})
    for (const unsigned k : {2, 3}) {
      if (n == 8 && k == 3) continue;
      Mesh mesh;
      mesh.size.assign(n, static_cast<std::uint16_t>(k));
      const std::uint64_t all = to_the(k, n);
      const Metrics found = metrics(test::built(mesh).netlist);
      CHECK(found.switches == all);
      CHECK(found.switch_channels == 2 * n * (k - 1) * to_the(k, n - 1));
      CHECK(found.least_degree == n);
      CHECK(found.most_degree == (k == 2 ? n : 2 * n));
      CHECK(found.diameter == n * (k - 1));
      CHECK(3 * k * found.distances == n * (k * k - 1) * all * all);
    }
}

TEST_CASE("facts of hypercubes: n 2^(n-1) links, degree and diameter n, mean distance n/2 with the host itself") {
  for (const std::uint64_t n : {1, 2, 3, 6, 9})
    for (const std::uint64_t h : {1, 2}) {
      const std::uint64_t all = to_the(2, n);
      check(Hypercube{n, h}, {all, h * all, n * all / 2, narrow(n), narrow(n), narrow(n), h * n * all / 2});
    }
}

TEST_CASE("facts of k-ary n-trees: n k^(n-1) switches, k^n hosts, (n-1) k^n links, diameter 2 (n-1)") {
  for (const std::uint64_t k : {2, 3, 4, 8})
    for (const std::uint64_t n : {1, 2, 3, 4}) {
      if (to_the(k, n) > 1000) continue;
      std::uint64_t distances = 0;  // k^(l+1) - k^l hosts have their nearest common switch at level l
      for (std::uint64_t l = 1; l < n; ++l) distances += 2 * l * (to_the(k, l + 1) - to_the(k, l));
      const auto degree = [&](bool least) { return narrow(n == 1 ? 0 : n == 2 || least ? k : 2 * k); };
      check(FatTree{k, n}, {n * to_the(k, n - 1), to_the(k, n), (n - 1) * to_the(k, n), degree(true), degree(false),
                            narrow(2 * (n - 1)), distances});
    }
}

TEST_CASE("facts of full trees: k (k-1)^(m-2) hosts, a link fewer than switches, diameter 2 (m-2)") {
  for (const std::uint64_t k : {3, 4, 8})
    for (const std::uint64_t m : {2, 3, 4, 5}) {
      if (k == 8 && m == 5) continue;
      const std::uint64_t switches = 1 + k * (to_the(k - 1, m - 2) - 1) / (k - 2);
      std::uint64_t distances = 0;  // (k-2) (k-1)^l hosts over l levels and back, and those beyond the root
      for (std::uint64_t l = 1; l + 2 < m; ++l) distances += 2 * l * (k - 2) * to_the(k - 1, l);
      distances += 2 * (m - 2) * to_the(k - 1, m - 1);
      check(FullTree{k, m}, {switches, k * to_the(k - 1, m - 2), switches - 1, narrow(m == 2 ? 0 : 1),
                             narrow(m == 2 ? 0 : k), narrow(2 * (m - 2)), distances});
    }
  CHECK(hosts(FullTree{8, 4}) == 392);  // as in the paper
}

TEST_CASE("facts of stars of stars: a links, diameter 2", "[quick]") {
  for (const std::uint64_t a : {2, 3, 6})
    for (const std::uint64_t h : {1, 4}) check(StarOfStars{a, h}, {a + 1, a * h, a, 1, narrow(a), 2, 2 * h * (a - 1)});
}

TEST_CASE("facts of dragonflies of full size: a h + 1 groups, one link between any two, degree a - 1 + h, diameter 3",
          "[quick]") {
  for (const auto& [a, h, p] : {std::array<std::uint64_t, 3>{2, 1, 1}, {4, 2, 2}, {6, 3, 1}, {5, 1, 2}, {3, 4, 1}}) {
    const std::uint64_t g = a * h + 1;
    INFO(a << ' ' << h);
    const Metrics found = metrics(test::built(Dragonfly{a, h, g, p}).netlist);
    CHECK(found.switches == a * g);
    CHECK(found.hosts == a * g * p);
    CHECK(found.switch_channels == g * a * (a - 1) + g * (g - 1));
    CHECK(found.least_degree == a - 1 + h);
    CHECK(found.most_degree == a - 1 + h);
    CHECK(found.diameter == 3);
    // Minimal routes use up to one link between groups: each of the switch's own h links leads to 1 switch, a further
    // link of that group to a - 1 more; the others need a first link within the own group. Where switches have one link
    // to other groups no way is shorter.
    const std::uint64_t minimal = a - 1 + h * (1 + 2 * (a - 1)) + (g - 1 - h) * (2 + 3 * (a - 1));
    if (h == 1)
      CHECK(found.distances == found.hosts * p * minimal);
    else
      CHECK(found.distances < found.hosts * p * minimal);
  }
}

TEST_CASE(
    "the diameter of a dragonfly is 1 with one switch a group, 2 where each has links to all groups, otherwise up to 3",
    "[quick]") {
  for (std::uint64_t a = 1; a <= 5; ++a)
    for (std::uint64_t h = 1; h <= 4; ++h)
      for (std::uint64_t g = 2; g <= a * h + 1; ++g) {
        INFO(a << ' ' << h << ' ' << g);
        const test::Built built = test::built(Dragonfly{a, h, g, 1});
        const std::uint32_t diameter = metrics(built.netlist).diameter;
        CHECK(diameter == most_links_between(built.neighbours()));
        if (a == 1 || h >= g - 1)
          CHECK(diameter == (a == 1 ? 1 : 2));
        else
          CHECK(diameter <= 3);
      }
}

TEST_CASE("facts of random networks: of one degree, connected, mean distance no less than any graph of it can have") {
  for (const auto& [n, d] :
       {std::array<std::uint64_t, 2>{2, 1}, {7, 2}, {16, 3}, {15, 3}, {20, 19}, {64, 6}, {200, 4}}) {
    INFO(n << ' ' << d);
    const Metrics found = metrics(test::built(RandomGraph{n, d, 1, 5}).netlist);
    CHECK(found.switches == n);
    CHECK(found.switch_channels == 2 * (n * d / 2));
    CHECK(found.most_degree == d);
    CHECK(found.least_degree == d - (n * d) % 2);
    CHECK(found.connected());
    // Of any switch at most d (d-1)^(i-1) others are i away: Cerf, Cowan, Mullin and Stanton, "A lower bound on the
    // average shortest path length in regular graphs", Networks 4, 1974.
    std::uint64_t left = n - 1, sum = 0;
    for (std::uint64_t i = 1, at = d; left > 0; ++i, at *= std::max<std::uint64_t>(d - 1, 1)) {
      const std::uint64_t here = std::min(at, left);
      sum += i * here;
      left -= here;
    }
    CHECK(found.distances >= n * sum);
    if (d > 2) CHECK(found.distances < n * sum * 5 / 4);  // and random ones are near it
  }
}
