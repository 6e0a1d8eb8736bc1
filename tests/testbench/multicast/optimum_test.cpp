#include "testbench/multicast/optimum.hpp"

#include <algorithm>
#include <catch2/catch.hpp>

#include "testbench/multicast/legality.hpp"
#include "tests/testbench/multicast/trials.hpp"

using namespace slackline;
using multicast::Algorithm;
using multicast::Costs;
using multicast::Tree;
using test::by_number;
using test::equal_costs;
using test::first_hosts;
using test::five_hosts;
using test::Hosts;

namespace {

/// Tries every order in which hosts with the worm can send copies to those without.
class Exhaustive {
 public:
  Exhaustive(Algorithm algorithm, Hosts by_id, std::uint32_t root, const Costs& costs, std::uint32_t limit)
      : algorithm_(algorithm), members_(std::move(by_id)), costs_(costs), limit_(limit) {
    const auto at = std::find(members_.begin(), members_.end(), root) - members_.begin();
    reached_.push_back({static_cast<std::size_t>(at), 0, 0, false});
  }

  std::uint64_t least() {
    extend(0);
    return least_;
  }

 private:
  struct Reached {
    std::size_t place;
    std::uint64_t cycles;
    std::uint32_t copies;
    bool turned;
  };

  void extend(std::uint64_t cost) {
    if (reached_.size() == members_.size()) least_ = std::min(least_, cost);
    for (std::size_t k = 0; k < reached_.size(); ++k)
      for (std::size_t j = 0; j < members_.size(); ++j) {
        const Reached from = reached_[k];
        const bool is_reached =
            std::any_of(reached_.begin(), reached_.end(), [&](const Reached& r) { return r.place == j; });
        const bool ascends = j > from.place;
        if (is_reached || from.copies == limit_ || (from.turned && !ascends)) continue;
        const std::uint64_t cycles = from.cycles + (from.copies + (costs_.cut_through ? 0 : 1)) * costs_.copy_cycles +
                                     costs_.distances.at(members_[from.place], members_[j]);
        ++reached_[k].copies;
        reached_.push_back({j, cycles, 0, from.turned || ascends == (algorithm_ == Algorithm::up_down)});
        extend(std::max(cost, cycles));
        reached_.pop_back();
        --reached_[k].copies;
      }
  }

  Algorithm algorithm_;
  Hosts members_;
  const Costs& costs_;
  std::uint32_t limit_;
  std::vector<Reached> reached_;
  std::uint64_t least_ = ~std::uint64_t{0};
};

std::uint64_t least(Algorithm algorithm, std::uint32_t root, const Costs& costs) {
  const std::uint32_t hosts = costs.distances.hosts();
  return cost(optimum(algorithm, first_hosts(hosts), root, by_number(hosts), costs), costs);
}

}  // namespace

TEST_CASE("the optimum of five hosts has a wrap-around tree that the greedy rule does not find") {
  const Costs costs = five_hosts();
  // Wrap-around: the greedy rule finds 19, and visits 4 before 0. But 2 > 0 > 1 > 4 takes 9 + 2 + 4 = 15, and 2 > 3 after
  // a copy 10 + 5 = 15.
  const Tree wrap_around = optimum(Algorithm::wrap_around, first_hosts(5), 2, by_number(5), costs);
  CHECK(test::hops(wrap_around) == test::Hops{{2, 0}, {0, 1}, {1, 4}, {2, 3}});
  CHECK(test::classes(wrap_around) == std::vector{test::upper, test::upper, test::upper, test::lower});
  CHECK(cost(wrap_around, costs) == 15);
  // Up-down: the greedy rule finds 15, too.
  CHECK(least(Algorithm::up_down, 2, costs) == 15);
}

TEST_CASE("with equal distances the optimum is the fastest doubling") {
  // A hop takes as long as a copy. Then as many hosts have the worm after t such times as could with unlimited parents:
  // 1, 2, 4, 8. From the lowest ID every parent is lower than its children, and the same shape is legal.
  CHECK(least(Algorithm::wrap_around, 0, equal_costs(8, 10, 10)) == 30);
  CHECK(least(Algorithm::up_down, 0, equal_costs(8, 10, 10)) == 30);
  CHECK(least(Algorithm::up_down, 0, equal_costs(9, 10, 10)) == 40);
  // A worm takes no time: a star.  A hop takes no time: a path.
  CHECK(least(Algorithm::up_down, 4, equal_costs(9, 10, 0)) == 10);
  CHECK(least(Algorithm::up_down, 4, equal_costs(9, 0, 10)) == 0);
}

TEST_CASE("the optimum is that of an exhaustive search", "[quick]") {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    RandomStream random(seed, 0, RandomPurpose::test);
    const test::Trial trial = test::random_trial(random);
    const Hosts group = test::random_group(random, trial.hosts(), 5);
    const std::uint32_t root = group[random.below(static_cast<std::uint32_t>(group.size()))];
    const std::uint32_t limit = 1 + random.below(4);
    for (const Algorithm algorithm : {Algorithm::up_down, Algorithm::wrap_around}) {
      INFO("seed " << seed << ", " << to_string(algorithm) << ", limit " << limit);
      const Tree best = optimum(algorithm, group, root, trial.order, trial.costs, limit);
      CHECK(check_legal(best, trial.order).empty());
      CHECK(branching(best) <= limit);
      CHECK(cost(best, trial.costs) == Exhaustive(algorithm, best.members, root, trial.costs, limit).least());
    }
  }
}

TEST_CASE("the optimum of the largest group is found, and no larger one is taken") {
  const std::uint32_t most = multicast::most_optimum_members;
  CHECK(least(Algorithm::up_down, 0, equal_costs(most, 10, 10)) == 40);
  CHECK_THROWS_WITH(least(Algorithm::up_down, 0, equal_costs(most + 1, 10, 10)),
                    "the optimum of 13 members: expected 12 at most");
  CHECK_THROWS_WITH(least(Algorithm::ring, 0, equal_costs(3, 10, 10)),
                    "no optimum of ring: expected up_down, wrap_around");
  CHECK_THROWS_AS(optimum(Algorithm::up_down, {0, 1}, 0, by_number(2), equal_costs(2, 1, 1), 0), std::invalid_argument);
}
