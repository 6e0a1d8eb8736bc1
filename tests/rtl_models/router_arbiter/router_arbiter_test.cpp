#include <algorithm>
#include <catch2/catch.hpp>
#include <vector>

#include "rtl_models/common/random_stream.hpp"
#include "rtl_models/common/registers.hpp"
#include "rtl_models/router_arbiter/router_arbiter_instance.hpp"

using namespace slackline;
using namespace slackline::router_arbiter;

namespace {

const std::uint8_t widths[] = {1, 2, 5, 64};

Params params(std::uint16_t ports, Policy policy) { return {ports, policy}; }

/// An arbiter that counts its edges.
struct Arbiter : Instance {
  using Instance::Instance;
  PortMask step(PortMask requests) {
    const PortMask granted = Instance::step(requests, now);
    now = now + 1;
    return granted;
  }
  Cycle now;
};

}  // namespace

TEST_CASE("the list of policies is in the order of the enumerators", "[quick]") {
  for (unsigned i = 0; i < std::size(all_policies); ++i) {
    CHECK(static_cast<unsigned>(all_policies[i].policy) == i);
    CHECK_FALSE(all_policies[i].summary.empty());
  }
}

TEST_CASE("after reset the lowest requester wins, unless the policy draws") {
  for (const auto& [policy, word, summary, is_fair] : all_policies)
    for (const std::uint8_t ports : widths) {
      if (policy == Policy::random) continue;
      Arbiter arbiter(params(ports, policy));
      REQUIRE(arbiter.step(first_ports(ports)) == 1);
      arbiter.reset();
      REQUIRE(arbiter.step(bit(ports - 1u)) == bit(ports - 1u));
    }
}

TEST_CASE("without requests there is no winner and priorities stay") {
  for (const auto& [policy, word, summary, is_fair] : all_policies) {
    Arbiter arbiter(params(5, policy));
    arbiter.step(bit(2));
    RegisterSnapshot before, after;
    arbiter.visit(Cycle(), before);
    REQUIRE(arbiter.step(0) == 0);
    arbiter.visit(Cycle(), after);
    REQUIRE(before.values == after.values);
  }
}

TEST_CASE("persistent requesters win in turn, each once a round") {
  for (const auto& [policy, word, summary, is_fair] : all_policies)
    for (const std::uint8_t ports : widths) {
      if (!is_fair) continue;
      Arbiter arbiter(params(ports, policy));
      for (unsigned n = 0; n < 3u * ports; ++n) REQUIRE(arbiter.step(first_ports(ports)) == bit(n % ports));
    }
}

TEST_CASE("the winner is always one of the requesters") {
  RandomStream random(1, 0, RandomPurpose::test);
  for (const auto& [policy, word, summary, is_fair] : all_policies)
    for (const std::uint8_t ports : widths) {
      Arbiter arbiter(params(ports, policy));
      for (unsigned n = 0; n < 2000; ++n) {
        const PortMask requests = random.bits() & random.bits() & first_ports(ports);
        const PortMask grant = arbiter.step(requests);
        REQUIRE((grant & ~requests) == 0);
        REQUIRE((grant != 0) == (requests != 0));
        REQUIRE((grant & (grant - 1)) == 0);
      }
    }
}

TEST_CASE("a requester waits for at most ports - 1 grants of others, whatever they request") {
  RandomStream random(2, 0, RandomPurpose::test);
  for (const auto& [policy, word, summary, is_fair] : all_policies)
    for (const std::uint8_t ports : widths) {
      if (!is_fair) continue;
      Arbiter arbiter(params(ports, policy));
      unsigned longest = 0;
      for (unsigned trial = 0; trial < 300; ++trial) {
        const PortMask waiting = bit(random.below(ports));
        unsigned others = 0;
        while (arbiter.step(waiting | (random.bits() & first_ports(ports))) != waiting) REQUIRE(++others < ports);
        longest = std::max(longest, others);
      }
      for (unsigned port = 0; port < ports; ++port) {  // a port that has just been granted, with requests of all ports
        arbiter.step(bit(port));
        unsigned others = 0;
        while (arbiter.step(first_ports(ports)) != bit(port)) REQUIRE(++others < ports);
        longest = std::max(longest, others);
      }
      REQUIRE(longest == ports - 1u);
    }
}

TEST_CASE("a round_robin winner is last in the next round, and the next one is first", "[quick]") {
  Arbiter arbiter(params(5, Policy::round_robin));
  REQUIRE(arbiter.step(bit(2)) == bit(2));
  REQUIRE(arbiter.step(bit(2) | bit(0)) == bit(0));
  REQUIRE(arbiter.step(bit(4)) == bit(4));
  REQUIRE(arbiter.state.next == 0);  // after the last comes the first
}

TEST_CASE("matrix grants the requester that was served least recently") {
  RandomStream random(3, 0, RandomPurpose::test);
  for (const std::uint8_t ports : widths) {
    Arbiter arbiter(params(ports, Policy::matrix));
    std::vector<unsigned> order;  // least recently served first
    for (unsigned i = 0; i < ports; ++i) order.push_back(i);
    for (unsigned n = 0; n < 2000; ++n) {
      const PortMask requests = random.bits() & first_ports(ports);
      const auto expected = std::find_if(order.begin(), order.end(), [&](unsigned i) { return has(requests, i); });
      const PortMask grant = arbiter.step(requests);
      if (expected == order.end()) {
        REQUIRE(grant == 0);
        continue;
      }
      REQUIRE(grant == bit(*expected));
      std::rotate(expected, expected + 1, order.end());
    }
  }
}

TEST_CASE("matrix keeps a total order: of any two requesters exactly one beats the other", "[quick]") {
  RandomStream random(4, 0, RandomPurpose::test);
  Arbiter arbiter(params(64, Policy::matrix));
  for (unsigned n = 0; n < 200; ++n) arbiter.step(random.bits() & random.bits());
  for (unsigned i = 0; i < 64; ++i)
    for (unsigned j = 0; j < 64; ++j) {
      const bool either = has(arbiter.state.words[i], j) != has(arbiter.state.words[j], i);
      REQUIRE(either == (i != j));
    }
}

TEST_CASE("fixed_priority always grants the requester of lowest index, and starves the others") {
  Arbiter arbiter(params(5, Policy::fixed_priority));
  for (unsigned n = 0; n < 20; ++n) REQUIRE(arbiter.step(bit(1) | bit(3) | bit(4)) == bit(1));
  REQUIRE(arbiter.step(bit(3) | bit(4)) == bit(3));
}

TEST_CASE("oldest_first grants in the order in which requests began, lower index first among equals", "[quick]") {
  Arbiter arbiter(params(5, Policy::oldest_first));
  arbiter.step(bit(0) | bit(4));                              // 0 is served, 4 waits since edge 0
  REQUIRE(arbiter.step(bit(4) | bit(1) | bit(2)) == bit(4));  // 1 and 2 wait since edge 1
  REQUIRE(arbiter.step(bit(0) | bit(1) | bit(2)) == bit(1));  // 0 asks again, since edge 2
  REQUIRE(arbiter.step(bit(0) | bit(1) | bit(2)) == bit(2));
  REQUIRE(arbiter.step(bit(0) | bit(1)) == bit(0));  // 1 asks again, since edge 3
}

TEST_CASE("oldest_first: a withdrawn request loses its age", "[quick]") {
  Arbiter arbiter(params(3, Policy::oldest_first));
  REQUIRE(arbiter.step(bit(0) | bit(2)) == bit(0));
  REQUIRE(arbiter.step(bit(0)) == bit(0));           // 2 has given up
  REQUIRE(arbiter.step(bit(1) | bit(2)) == bit(1));  // both began now
}

namespace {

/// Chi-squared of the grants of one of `requests` in so many edges, against equal shares.
double chi_squared(Arbiter& arbiter, PortMask requests, unsigned edges) {
  std::vector<double> grants(64);
  for (unsigned n = 0; n < edges; ++n) ++grants[lowest(arbiter.step(requests))];
  const double expected = static_cast<double>(edges) / count_of(requests);
  double sum = 0;
  for_each_bit(requests, [&](unsigned i) { sum += (grants[i] - expected) * (grants[i] - expected) / expected; });
  return sum;
}

}  // namespace

TEST_CASE("random grants each of the requesters equally often", "[quick]") {
  Arbiter arbiter(params(64, Policy::random));
  set_stream(arbiter.params, arbiter.state, 1);
  // Chi-squared that equal shares pass with a probability of 0.001, with 1, 4 and 63 degrees of freedom
  CHECK(chi_squared(arbiter, bit(3) | bit(40), 20000) < 10.83);
  CHECK(chi_squared(arbiter, bit(0) | bit(1) | bit(9) | bit(33) | bit(63), 50000) < 18.47);
  CHECK(chi_squared(arbiter, first_ports(64), 640000) < 103.4);
}

TEST_CASE("random draws again after each grant, whatever was granted before", "[quick]") {
  Arbiter arbiter(params(4, Policy::random));
  std::vector<unsigned> pairs(16);
  unsigned last = lowest(arbiter.step(first_ports(4)));
  for (unsigned n = 0; n < 16000; ++n) {
    const unsigned winner = lowest(arbiter.step(first_ports(4)));
    ++pairs[4 * last + winner];
    last = winner;
  }
  for (const unsigned count : pairs) {  // 1000 expected, and a standard deviation of 31
    CHECK(count > 870);
    CHECK(count < 1130);
  }
}

TEST_CASE("random: arbiters with streams of their own draw differently, and with the same stream alike", "[quick]") {
  Arbiter one(params(8, Policy::random)), other(params(8, Policy::random)), like_one(params(8, Policy::random));
  set_stream(one.params, one.state, 5);
  set_stream(other.params, other.state, 6);
  set_stream(like_one.params, like_one.state, 5);
  unsigned same = 0;
  for (unsigned n = 0; n < 800; ++n) {
    const PortMask granted = one.step(first_ports(8));
    REQUIRE(like_one.step(first_ports(8)) == granted);
    same += other.step(first_ports(8)) == granted;
  }
  CHECK(same > 60);  // 100 expected, and a standard deviation of 9.4
  CHECK(same < 140);
}

TEST_CASE("0 and 65 ports are refused, 1 and 64 are not") {
  REQUIRE(params(1, Policy::matrix).violations().empty());
  REQUIRE(params(256, Policy::matrix).violations().empty());
  REQUIRE(to_string(params(257, Policy::matrix).violations()) == "ports = 257: expected 1 to 256");
  REQUIRE_THROWS_AS(Instance(params(0, Policy::round_robin)), std::invalid_argument);
}

namespace {

/// An arbiter of more than 64 requesters.
struct LargeArbiter {
  LargeArbiter(std::uint16_t ports, Policy policy) : params{ports, policy}, words(params.storage_words()) {
    state.words = words.data();
    reset(params, state);
  }
  unsigned grant_one(const PortSet& requests) {
    const unsigned winner = pick(params, state, requests);
    grant<PortSet>(params, state, winner);
    return winner;
  }

  Params params;
  std::vector<std::uint64_t> words;
  State state;
};

PortSet random_requests(RandomStream& random, unsigned ports) {
  PortSet requests;
  for (PortMask& word : requests.bank) word = random.bits() & random.bits();
  return requests & first_ports_of_banks(ports);
}

}  // namespace

TEST_CASE("policies of more than 64 requesters are those of up to 64", "[quick]") {
  RandomStream random(11, 0, RandomPurpose::test);
  for (const std::uint16_t ports : {65, 128, 129, 200, 256}) {
    LargeArbiter round_robin(ports, Policy::round_robin), matrix(ports, Policy::matrix),
        fixed(ports, Policy::fixed_priority), oldest(ports, Policy::oldest_first), drawing(ports, Policy::random);
    std::vector<unsigned> order;  // least recently served first
    for (unsigned i = 0; i < ports; ++i) order.push_back(i);
    unsigned next = 0;
    for (unsigned n = 0; n < 600; ++n) {
      const PortSet requests = random_requests(random, ports);
      if (is_empty(requests)) continue;
      unsigned first = next;
      while (!has(requests, first)) first = first + 1 == ports ? 0 : first + 1;
      REQUIRE(round_robin.grant_one(requests) == first);
      next = first + 1 == ports ? 0 : first + 1;

      const auto least_recent = std::find_if(order.begin(), order.end(), [&](unsigned i) { return has(requests, i); });
      REQUIRE(matrix.grant_one(requests) == *least_recent);
      std::rotate(least_recent, least_recent + 1, order.end());

      REQUIRE(fixed.grant_one(requests) == lowest(requests));

      RandomStream draws;
      draws.state = drawing.words[0];
      REQUIRE(drawing.grant_one(requests) == nth_set(requests, draws.below(count_of(requests))));

      unsigned since = lowest(requests);
      for_each_bit(requests, [&](unsigned i) {
        begin_request(oldest.params, oldest.state, i, Cycle(random.below(50)));
        if (oldest.words[i] < oldest.words[since]) since = i;
      });
      for_each_bit(requests, [&](unsigned i) {
        if (oldest.words[i] < oldest.words[since] || (oldest.words[i] == oldest.words[since] && i < since)) since = i;
      });
      REQUIRE(oldest.grant_one(requests) == since);
    }
  }
}
