#include "rtl_models/generator/hot_spot.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

using namespace slackline;
using generator::HotSpot;

namespace {

std::vector<int> counts(const generator::HotSpotParams& params, std::uint32_t nodes, std::uint32_t source,
                        int packets) {
  const HotSpot hot_spot(params);
  RandomStream stream(1, source, RandomPurpose::destinations);
  std::vector<int> counts(nodes);
  for (int i = 0; i < packets; ++i) ++counts[hot_spot.draw(nodes, NodeId(source), stream).value];
  return counts;
}

}  // namespace

TEST_CASE("a share goes to the hot hosts, the rest evenly to all others") {
  const auto to = counts({{6, 2}, 0.3}, 8, 0, 100'000);
  CHECK(to[0] == 0);
  // 0.7 / 7 for every other host, 0.15 more for a hot one; standard deviation at most 158, five of them.
  for (unsigned node = 1; node < 8; ++node)
    CHECK(std::abs(to[node] - (node == 2 || node == 6 ? 25'000 : 10'000)) < 790);
}

TEST_CASE("a hot host sends its share to the other hot ones, or to any host if there is none") {
  const auto of_three = counts({{5, 1, 3}, 1}, 8, 3, 10'000);
  CHECK(of_three[1] + of_three[5] == 10'000);
  CHECK(std::abs(of_three[1] - 5000) < 250);
  const auto alone = counts({{3}, 1}, 8, 3, 7000);
  CHECK(alone[3] == 0);
  for (unsigned node = 0; node < 8; ++node)
    if (node != 3) CHECK(std::abs(alone[node] - 1000) < 150);
}

TEST_CASE("a share of 0 is uniform, and of 1 always hot") {
  CHECK(counts({{1}, 1}, 4, 0, 1000)[1] == 1000);
  CHECK(std::abs(counts({{1}, 0}, 4, 0, 30'000)[1] - 10'000) < 410);
}

TEST_CASE("hot hosts exist, each once", "[quick]") {
  CHECK(generator::hot_spot_violations({{0, 3}, 0.5}, 4).empty());
  CHECK(generator::hot_spot_violations({{}, 0.5}, 4).size() == 1);
  CHECK(generator::hot_spot_violations({{4}, 1.5}, 4).size() == 2);
  CHECK(generator::hot_spot_violations({{2, 1, 2}, std::nan("")}, 4).size() == 2);
}
