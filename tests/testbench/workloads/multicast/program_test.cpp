#include "testbench/workloads/multicast/program.hpp"

#include <catch2/catch.hpp>
#include <vector>

#include "testbench/workloads/multicast/meter.hpp"

using namespace slackline;
using namespace slackline::multicast;

namespace {

/// Groups 0, 1, 2 and 1, 3 of four hosts; host 1 sends to both, host 0 to the first.
ProgramParams params() {
  ProgramParams p;
  p.groups = std::make_shared<const host::Groups>(host::Groups{{{0, 1, 2}, false}, {{1, 3}, false}});
  p.groups_of = {{0}, {0, 1}, {}, {}};
  p.messages_per_cycle = 0.1;
  p.words = 8;
  p.messages = 3;
  p.first_group = 5;
  return p;
}

PacketRecord record(std::uint32_t source, const port::Packet& packet) {
  PacketRecord r;
  r.source = NodeId(source);
  r.created = packet.created;
  r.message = packet.message;
  return r;
}

/// The next message of a host, posted as soon as it is created.
port::Packet post(Program& program, std::uint32_t host, port::ProgramState& s) {
  REQUIRE(program.load(NodeId(host), s.due, s));
  const port::Packet packet = s.packet;
  program.sent(NodeId(host), packet.created, s);
  return packet;
}

}  // namespace

TEST_CASE("a host sends so many messages to its groups, and others none", "[quick]") {
  Program program(params());
  std::vector<port::ProgramState> hosts(4);
  for (std::uint32_t h = 0; h < 4; ++h) program.begin(NodeId(h), hosts[h]);
  CHECK(hosts[2].due == never);
  CHECK(hosts[3].due == never);
  Cycle before;
  for (unsigned i = 0; i < 3; ++i) {
    const port::Packet packet = post(program, 0, hosts[0]);
    CHECK(packet.to_group);
    CHECK(packet.destination == NodeId(5));
    CHECK(packet.flits == 8);
    CHECK(packet.message == i);
    CHECK(packet.created >= before);
    before = packet.created;
  }
  CHECK(hosts[0].due == never);
  CHECK(program.created() == 3);
  CHECK_FALSE(program.is_over());
}

TEST_CASE(
    "streams of a workload differ from those of the next one with the same seed, and of the same with the next seed",
    "[quick]") {
  const auto times = [](std::uint64_t seed, std::uint32_t workload) {
    ProgramParams p = params();
    p.seed = seed;
    p.workload = workload;
    Program program(p);
    std::vector<port::ProgramState> hosts(4);
    program.begin(NodeId(1), hosts[1]);
    std::vector<Cycle> created;
    for (unsigned i = 0; i < 3; ++i) created.push_back(post(program, 1, hosts[1]).created);
    return created;
  };
  for (std::uint64_t seed = 1; seed < 6; ++seed) {
    CHECK(times(seed, 0) == times(seed, 0));
    CHECK(times(seed, 1) != times(seed, 0));
    CHECK(times(seed, 1) != times(seed + 1, 0));
  }
}

TEST_CASE("a message is complete with its last member, and the program with all messages") {
  ProgramParams p = params();
  p.messages = 1;
  p.groups_of = {{0}, {}, {}, {}};
  Program program(p);
  std::vector<port::ProgramState> hosts(4);
  program.begin(NodeId(0), hosts[0]);
  const port::Packet packet = post(program, 0, hosts[0]);
  program.delivered(NodeId(2), record(0, packet), packet.created + 20, hosts[2]);
  CHECK(program.complete() == 0);
  CHECK(program.deliveries() == 1);
  CHECK_FALSE(program.is_over());
  program.delivered(NodeId(1), record(0, packet), packet.created + 31, hosts[1]);
  CHECK(program.complete() == 1);
  CHECK(program.deliveries() == 2);
  CHECK(program.to_last_sum() == 31);
  CHECK(program.to_last().most() == 31);
  CHECK(program.is_over());
}

TEST_CASE("members that see messages in different orders, and one that gets an earlier message later, are noticed") {
  ProgramParams p = params();
  p.trees.is_ordered = GENERATE(true, false);
  Program program(p);
  std::vector<port::ProgramState> hosts(4);
  for (const std::uint32_t h : {0u, 1u}) program.begin(NodeId(h), hosts[h]);
  const port::Packet first = post(program, 0, hosts[0]), second = post(program, 0, hosts[0]);
  const bool in_order = GENERATE(true, false);
  const Cycle at = second.created + 100;
  program.delivered(NodeId(1), record(0, first), at, hosts[1]);
  program.delivered(NodeId(1), record(0, second), at + 1, hosts[1]);
  program.delivered(NodeId(2), record(0, in_order ? first : second), at, hosts[2]);
  CHECK(program.groups_in_different_orders() ==
        (in_order ? std::vector<std::uint32_t>() : std::vector<std::uint32_t>{0}));
  program.delivered(NodeId(2), record(0, in_order ? second : first), at + 2, hosts[2]);
  CHECK(program.disordered() == (in_order ? 0 : 1));
  // Of the run they are errors; different sequences where a total order is promised.
  std::vector<std::string> errors;
  for (const statistics::InstanceError& error : errors_of(program, "meet")) errors.push_back(text_of(error));
  std::vector<std::string> expected;
  if (!in_order) expected.push_back("meet: messages that came before an earlier one of their source = 1");
  if (!in_order && p.trees.is_ordered)
    expected.push_back("meet, group 0: members saw different sequences of messages = 1");
  CHECK(errors == expected);
  CHECK(program.sequence(0, 1) == std::vector<Delivery>{{0, 0}, {0, 1}});
}

TEST_CASE("where hosts forward, each sends its copies in the order of the tree once it has the message") {
  // 0 sends to 2 and then to 1; 2 sends on to 3.
  auto plan = std::make_shared<Plan>();
  Tree tree;
  tree.members = {0, 1, 2, 3};
  const std::uint32_t to_2 = tree.add(Edge::own, 2, BufferClass::lower);
  tree.add(Edge::own, 1, BufferClass::lower);
  tree.add(to_2, 3, BufferClass::lower);
  plan->emplace(std::pair(0u, 0u), tree);
  ProgramParams p = params();
  p.groups = std::make_shared<const host::Groups>(host::Groups{{{0, 1, 2, 3}, false}});
  p.groups_of = {{0}, {}, {}, {}};
  p.messages = 1;
  p.plan = plan;
  Program program(p);
  std::vector<port::ProgramState> hosts(4);
  for (std::uint32_t h = 0; h < 4; ++h) program.begin(NodeId(h), hosts[h]);
  const auto take = [&](std::uint32_t host, std::uint32_t to) {
    REQUIRE(hosts[host].due != never);
    REQUIRE(program.load(NodeId(host), hosts[host].due, hosts[host]));
    const port::Packet packet = hosts[host].packet;
    CHECK(packet.destination == NodeId(to));
    CHECK_FALSE(packet.to_group);
    CHECK(packet.flits == 8);
    program.sent(NodeId(host), hosts[host].due, hosts[host]);
    return packet;
  };
  const port::Packet first = take(0, 2), second = take(0, 1);
  CHECK(first.created == second.created);
  CHECK(program.created() == 1);
  CHECK(hosts[0].due == never);
  const Cycle at = first.created + 50;
  program.delivered(NodeId(2), record(0, first), at, hosts[2]);
  CHECK(hosts[2].due == at + 1);
  const port::Packet third = take(2, 3);
  CHECK(third.created == first.created);
  CHECK(hosts[2].due == never);
  program.delivered(NodeId(1), record(0, second), at + 5, hosts[1]);
  CHECK(hosts[1].due == never);
  CHECK_FALSE(program.is_over());
  program.delivered(NodeId(3), record(2, third), at + 40, hosts[3]);
  CHECK(program.complete() == 1);
  CHECK(program.to_last_sum() == 90);
  CHECK(program.sequence(0, 3) == std::vector<Delivery>{{0, 0}});
  CHECK(program.is_over());
}

TEST_CASE("a fresh program draws the same messages, another workload or seed others") {
  const auto creations = [](const ProgramParams& p) {
    Program program(p);
    port::ProgramState s;
    program.begin(NodeId(1), s);
    std::vector<std::uint64_t> drawn;
    for (unsigned i = 0; i < 3; ++i) {
      const port::Packet packet = post(program, 1, s);
      drawn.push_back(packet.created.value);
      drawn.push_back(packet.destination.value);
    }
    return drawn;
  };
  ProgramParams other = params();
  other.workload = 1;
  CHECK(creations(params()) == creations(params()));
  CHECK(creations(params()) != creations(other));
}
