#include "rtl_models/generator/packet_length.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <map>

#include "rtl_models/generator/random_traffic.hpp"

using namespace slackline;
using generator::LengthWeight;
using generator::PacketLength;

TEST_CASE("each length occurs in proportion to its weight") {
  const std::vector<LengthWeight> table{{2, 3}, {65535, 1}, {9, 6}};
  const PacketLength length(table);
  RandomStream stream(1, 0, RandomPurpose::lengths);
  std::map<unsigned, int> counts;
  for (int i = 0; i < 100'000; ++i) ++counts[length.draw(stream)];
  REQUIRE(counts.size() == 3);
  // Binomial, standard deviation at most sqrt(100 000 / 4) = 158; five of them.
  CHECK(std::abs(counts[2] - 30'000) < 790);
  CHECK(std::abs(counts[65535] - 10'000) < 790);
  CHECK(std::abs(counts[9] - 60'000) < 790);
}

TEST_CASE("the mean length is exact", "[quick]") {
  CHECK(generator::mean_flits({{8, 9}, {64, 1}}) == 13.6);
  CHECK(generator::mean_flits({{7, 5}}) == 7);
}

TEST_CASE("a single length draws nothing") {
  const PacketLength length({{7, 5}});
  RandomStream stream(1, 0, RandomPurpose::lengths);
  const std::uint64_t before = stream.state;
  CHECK(length.draw(stream) == 7);
  CHECK(stream.state == before);
}

TEST_CASE("violations of a table of lengths are all reported") {
  CHECK(generator::length_violations({}).empty());
  CHECK(generator::length_violations({{0, 1}, {1, 0}, {1, (1u << 20) + 1}}).size() == 3);
  CHECK(generator::length_violations(std::vector<LengthWeight>(1025)).size() == 1);
}

TEST_CASE("offered packets and flits do not depend on where counting begins") {
  generator::TrafficParams params;
  params.packets_per_cycle = 0.1;
  params.lengths = {{1, 1}, {6, 2}};
  const generator::RandomTraffic source(params);
  const NodeId host = NodeId(0);
  generator::TrafficState state = source.first(host);
  const generator::Offered all = source.created_before(host, state, Cycle(10'000));
  std::uint64_t flits = 0;
  for (int i = 0; i < 500; ++i, source.next(host, state)) flits += state.flits;
  const generator::Offered rest = source.created_before(host, state, Cycle(10'000));
  CHECK(rest.packets + 500 == all.packets);
  CHECK(rest.flits + flits == all.flits);
  // Mean 13 / 3 flits, standard deviation 2.36 a packet and that of the count: 1000 packets; five of sqrt(1000 * 24.3).
  CHECK(std::abs(static_cast<double>(all.flits) - 13'000 / 3.0) < 780);
}
