// Events of multicasts in random order.
#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <set>

#include "rtl_models/common/random_stream.hpp"
#include "tests/rtl_models/firmware/multicast_script.hpp"

using slackline::RandomPurpose;
using slackline::RandomStream;
using namespace slackline::firmware;
using namespace slackline::firmware::test;

namespace {

/// The families of paths. Of one family, in any run, buffers depend on one another in no circle.
enum class Family { bus, ring, tree, total_order };

Plan plan_of(Family family, std::uint32_t group, std::uint32_t root, std::vector<std::uint32_t> members,
             RandomStream& stream) {
  std::sort(members.begin(), members.end());
  const auto place = static_cast<std::size_t>(std::find(members.begin(), members.end(), root) - members.begin());
  std::vector<std::uint32_t> cyclic = members;
  std::rotate(cyclic.begin(), cyclic.begin() + static_cast<std::ptrdiff_t>(place), cyclic.end());
  std::vector<Plan::Hop> hops;
  const auto wrapped = [&](std::uint32_t from, std::uint32_t to) { hops.push_back({from, {to, to <= root ? U : L}}); };
  switch (family) {
    case Family::bus:
      for (std::size_t i = place; i + 1 < members.size(); ++i) hops.push_back({members[i], {members[i + 1], U}});
      for (std::size_t i = place; i > 0; --i) hops.push_back({members[i], {members[i - 1], L}});
      return tree(group, root, hops);
    case Family::ring: {
      const bool returns = (group & 1) != 0;
      for (std::size_t i = 0; i + 1 < cyclic.size(); ++i) wrapped(cyclic[i], cyclic[i + 1]);
      Plan plan = tree(group, root, hops);
      if (returns) plan.hops.push_back({cyclic.back(), {root, U}});
      plan.hop_count = static_cast<std::uint32_t>(returns ? cyclic.size() : cyclic.size() - 1);
      return plan;
    }
    case Family::tree:
      for (std::size_t i = 1; i < cyclic.size(); ++i)
        wrapped(cyclic[stream.below(static_cast<std::uint32_t>(i))], cyclic[i]);
      return tree(group, root, hops);
    case Family::total_order: break;
  }
  Plan plan;
  plan.group = group;
  plan.originator = root;
  plan.members = members;
  for (std::size_t i = 0; i + 1 < members.size(); ++i) {
    const Successor next{members[i + 1], U};
    if (i == 0 && root == members[0])
      plan.own.push_back(next);
    else
      plan.hops.push_back({members[i], next});
  }
  if (root == members[0])
    plan.own_flags = MULTICAST_DELIVERS | MULTICAST_ORDERED;
  else
    plan.own.push_back({members[0], L});
  return plan;
}

/// Random groups and messages, and random moves until there are none.
void run_at_random(Family family, multicast_scheme scheme, std::uint64_t seed) {
  RandomStream stream(seed, static_cast<std::uint64_t>(family), RandomPurpose::test);
  const std::uint32_t nodes = 3 + stream.below(4), groups = 1 + stream.below(3);
  std::vector<Plan> plans;
  for (std::uint32_t group = 0; group < groups; ++group) {
    std::vector<std::uint32_t> members;
    for (std::uint32_t host = 0; host < nodes; ++host)
      if (stream.below(4) != 0) members.push_back(host);
    if (members.size() < 2) members = {0, 1};
    for (const std::uint32_t root : members) plans.push_back(plan_of(family, group, root, members, stream));
  }
  const bool is_permitted = scheme >= SCHEME_MANAGER;
  if (is_permitted) plans = in_one_class(std::move(plans));
  ModelParams params = multicast_params(nodes, plans);
  params.tables = tables(nodes, plans, scheme);
  params.memory_bytes = 65536;
  params.clock_runs = is_permitted;
  params.control_space = 1 + stream.below(3);
  params.own_parameters[SETTING_SCHEME] = scheme;
  const std::uint32_t credits = scheme == SCHEME_CREDITS ? nodes - 1 : 1;
  params.own_parameters[SETTING_BUFFERS] = credits * (1 + stream.below(3));
  params.own_parameters[SETTING_DETECTION] = 50;
  params.own_parameters[SETTING_SPILLS] = 64;
  params.own_parameters[SETTING_CUT_THROUGH] = stream.below(4) != 0;
  params.own_parameters[SETTING_TIMEOUT] = is_permitted ? 0 : stream.below(2) * 64;
  INFO("seed " << seed << ", " << nodes << " hosts, scheme " << params.own_parameters[SETTING_SCHEME] << ", K "
               << params.own_parameters[SETTING_BUFFERS]);
  Model model(firmware_multicast, params);
  model.handlers_wait = stream.below(2) != 0;
  std::size_t expected = 0;
  std::array<std::uint32_t, 8> numbers{};
  std::map<std::array<std::uint32_t, 2>, std::uint32_t> group_of;  // by originator and number
  for (std::uint32_t round = 0; round < 2; ++round)
    for (const Plan& plan : plans) {
      const std::uint32_t words = 1 + stream.below(10), number = numbers[plan.originator]++;
      model.post(plan.originator, {NIC_COMMAND_MULTICAST, plan.group, number, words});
      group_of[{plan.originator, number}] = plan.group;
      expected += 1 + plan.members.size();
    }
  for (std::uint32_t host = 0; host < nodes; ++host) {
    model.post(host, {NIC_COMMAND_SEND, (host + 1) % nodes, numbers[host]++, 1 + stream.below(10)});
    expected += 2;
  }
  std::vector<Move> all;
  for (model.moves(all); !all.empty(); model.moves(all)) {
    const Move move = all[stream.below(static_cast<std::uint32_t>(all.size()))];
    if (move.kind != Move::expiry || stream.below(8) == 0) model.make(move);
  }
  REQUIRE(model.is_idle());
  CHECK(model.dropped == 0);
  CHECK(model.completions.size() == expected);
  // A member gets an originator's messages to a group in their order, and in a total order all members the same ones.
  std::map<std::array<std::uint32_t, 3>, std::uint32_t> last;  // by member, originator and group
  std::set<std::array<std::uint32_t, 4>> seen;
  std::vector<std::vector<std::array<std::uint32_t, 2>>> order(nodes);
  for (const auto& [host, c] : model.completions) {
    CHECK(seen.insert({host, c.kind, c.peer, c.message}).second);
    if (c.kind != NIC_DONE_RECEIVED || c.message + 1 == numbers[c.peer]) continue;  // that is the one to one host
    order[host].push_back({c.peer, c.message});
    const auto [before, is_first] = last.try_emplace({host, c.peer, group_of.at({c.peer, c.message})}, c.message);
    CHECK((is_first || before->second < c.message));
    before->second = c.message;
  }
  if (family == Family::total_order && groups == 1) {
    for (const Plan& plan : plans)
      for (const std::uint32_t member : plan.members) CHECK(order[member] == order[plans[0].members[0]]);
  }
}

}  // namespace

TEST_CASE("Whatever the order of events, each member gets each message once, and all buffers are free in the end") {
  for (const Family family : {Family::bus, Family::ring, Family::tree, Family::total_order})
    for (const multicast_scheme scheme : {SCHEME_PLAIN, SCHEME_FIFO, SCHEME_MANAGER, SCHEME_CREDITS}) {
      INFO("family " << static_cast<int>(family));
      for (std::uint64_t seed = 1; seed <= 50; ++seed) run_at_random(family, scheme, seed);
    }
}
