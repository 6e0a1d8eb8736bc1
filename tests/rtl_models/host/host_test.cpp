#include <catch2/catch.hpp>
#include <optional>
#include <vector>

#include "rtl_models/host/host.hpp"

using namespace slackline;
using firmware::Completion;
using firmware::Delivery;

namespace {

generator::TrafficParams one_message_a_cycle() {
  generator::TrafficParams traffic;
  traffic.packets_per_cycle = 1;
  traffic.packet_flits = 5;
  return traffic;
}

/// Two hosts, and the signals of their interfaces.
struct Bench {
  explicit Bench(Delivery delivery, const std::vector<generator::TrafficParams>& traffic = {one_message_a_cycle()})
      : workloads(workloads_of(traffic)) {
    params.delivery = delivery;
    Arena counting;
    bind(params, workloads, NodeId(0), Cycle(0), hosts[0], counting);
    for (std::uint32_t h = 0; h < 2; ++h) {
      storage[h].resize(counting.used_bytes() / 8);
      Arena arena(reinterpret_cast<std::byte*>(storage[h].data()));
      bind(params, workloads, NodeId(h), Cycle(0), hosts[h], arena);
    }
  }
  static std::vector<generator::Workload> workloads_of(const std::vector<generator::TrafficParams>& traffic) {
    std::vector<generator::Workload> list;
    for (const generator::TrafficParams& of : traffic) list.emplace_back().traffic = of;
    return list;
  }
  void step(std::uint32_t h, std::uint64_t now, std::uint32_t room, std::optional<Completion> completion = {}) {
    host::step(params, {workloads, messages, latencies, memory}, NodeId(h), hosts[h], Cycle(now),
               {room, completion ? &*completion : nullptr});
  }

  host::Params params;
  generator::Workloads workloads;
  host::State hosts[2];
  std::vector<std::uint64_t> storage[2];
  host::MessageTable messages{2};
  nic::HashedMemory memory{1};
  port::Latencies latencies;
};

}  // namespace

TEST_CASE("A message is posted in the cycle in which it is created, and its command stays for one cycle") {
  generator::TrafficParams traffic = one_message_a_cycle();
  traffic.packet_limit = 1;
  traffic.packets_per_cycle = 0.01;
  Bench bench(Delivery::peer, {traffic});
  const std::uint64_t created = generator::RandomTraffic(traffic).first(NodeId(0)).created.value;
  REQUIRE(created > 0);
  bench.step(0, created - 1, 16);
  CHECK(host::command(bench.hosts[0]) == nullptr);
  CHECK(host::wake(bench.hosts[0], 16, Cycle(created - 1)) == Cycle(created));
  bench.step(0, created, 16);
  REQUIRE(host::command(bench.hosts[0]) != nullptr);
  CHECK(host::command(bench.hosts[0])->peer == 1);
  CHECK(host::command(bench.hosts[0])->message == 0);
  CHECK(host::command(bench.hosts[0])->words == 5);
  CHECK(host::wake(bench.hosts[0], 16, Cycle(created)) == Cycle(created + 1));
  bench.step(0, created + 1, 15);
  CHECK(host::command(bench.hosts[0]) == nullptr);
  CHECK(host::wake(bench.hosts[0], 15, Cycle(created + 1)) == never);
}

TEST_CASE("A command in flight occupies a place of the host queue") {
  Bench bench(Delivery::peer);
  bench.step(0, 10, 0);
  CHECK(host::command(bench.hosts[0]) == nullptr);
  CHECK(host::wake(bench.hosts[0], 0, Cycle(10)) == never);
  CHECK(host::wake(bench.hosts[0], 1, Cycle(10)) == Cycle(11));
  bench.step(0, 11, 1);
  CHECK(host::command(bench.hosts[0]) != nullptr);
  bench.step(0, 12, 1);  // that one takes the place at this edge
  CHECK(host::command(bench.hosts[0]) == nullptr);
  bench.step(0, 13, 2);
  bench.step(0, 14, 2);
  CHECK(host::command(bench.hosts[0]) != nullptr);
  CHECK(bench.hosts[0].packets_sent == 3);
}

TEST_CASE("A message ends when its receiver is notified, and its latency counts from its creation") {
  Bench bench(Delivery::peer);
  const std::uint64_t created = bench.hosts[0].sources.due.value;
  bench.step(0, created + 7, 1);
  bench.step(0, 50, 0, Completion{NIC_DONE_SENT, 1, 0, 5});
  CHECK(bench.hosts[0].told == 1);
  CHECK(bench.hosts[0].packets_received == 0);
  bench.step(1, 60, 0, Completion{NIC_DONE_RECEIVED, 0, 0, 5});
  CHECK(bench.hosts[1].packets_received == 1);
  CHECK(bench.hosts[1].flits_received == 5);
  CHECK(bench.hosts[1].latency.total == 60 - created);
  CHECK(bench.hosts[1].latency.network == 60 - (created + 7));
  CHECK(bench.latencies.all.total.least() == 60 - created);
  CHECK_FALSE(bench.hosts[0].errors.any());
  CHECK_FALSE(bench.hosts[1].errors.any());
}

TEST_CASE("With requests a message ends when its sender is notified") {
  Bench bench(Delivery::reply);
  bench.step(0, 20, 1);
  bench.step(0, 50, 0, Completion{NIC_DONE_SENT, 1, 0, 5});
  CHECK(bench.hosts[0].packets_received == 1);
  bench.step(1, 60, 0, Completion{NIC_DONE_RECEIVED, 0, 0, 5});
  CHECK(bench.hosts[1].errors.unknown == 1);
}

TEST_CASE("With echoes a message ends at its own sender", "[quick]") {
  Bench bench(Delivery::sender);
  bench.step(0, 20, 1);
  bench.step(1, 50, 0, Completion{NIC_DONE_RECEIVED, 0, 0, 5});
  CHECK(bench.hosts[1].errors.unknown == 1);
  bench.step(0, 60, 0, Completion{NIC_DONE_RECEIVED, 0, 0, 5});
  CHECK(bench.hosts[0].packets_received == 1);
}

TEST_CASE("Impossible completions are counted, each by its kind", "[quick]") {
  Bench bench(Delivery::peer);
  bench.step(0, 20, 1);
  bench.step(0, 30, 0, Completion{NIC_DONE_SENT, 1, 7, 5});
  CHECK(bench.hosts[0].errors.unknown == 1);
  bench.step(0, 31, 0, Completion{NIC_DONE_SENT, 0, 0, 5});
  bench.step(0, 32, 0, Completion{NIC_DONE_SENT, 1, 0, 4});
  CHECK(bench.hosts[0].errors.wrong == 2);
  bench.step(0, 33, 0, Completion{NIC_DONE_SENT, 1, 0, 5});
  bench.step(0, 34, 0, Completion{NIC_DONE_SENT, 1, 0, 5});
  CHECK(bench.hosts[0].errors.repeated == 1);
  bench.step(1, 35, 0, Completion{NIC_DONE_RECEIVED, 0, 0, 6});
  CHECK(bench.hosts[1].errors.wrong == 1);
  bench.step(1, 36, 0, Completion{NIC_DONE_RECEIVED, 0, 0, 5});
  bench.step(1, 37, 0, Completion{NIC_DONE_RECEIVED, 0, 0, 5});
  CHECK(bench.hosts[1].errors.repeated == 1);
  bench.step(0, 38, 0, Completion{NIC_DONE_RECEIVED, 1, 0, 5});
  CHECK(bench.hosts[0].errors.unknown == 2);
  bench.step(0, 39, 0, Completion{NIC_DONE_RECEIVED, 0, 0, 5});  // its own message, which was for the other
  CHECK(bench.hosts[0].errors.unknown == 3);
}

TEST_CASE("A message that its interface gives up is counted, and may still come") {
  Bench bench(Delivery::peer);
  bench.step(0, 20, 1);
  bench.step(0, 30, 0, Completion{NIC_DONE_FAILED, 1, 0, 5});
  CHECK(bench.hosts[0].failed == 1);
  CHECK(bench.hosts[0].told == 0);
  CHECK_FALSE(bench.messages.find(NodeId(0), 0)->is_open());
  CHECK_FALSE(bench.messages.find(NodeId(0), 0)->over_before(Cycle(31)));
  bench.step(1, 40, 0, Completion{NIC_DONE_RECEIVED, 0, 0, 5});
  CHECK(bench.hosts[1].packets_received == 1);
  CHECK(bench.messages.find(NodeId(0), 0)->over_before(Cycle(41)));
}

TEST_CASE("A message both given up and received is counted as both, whichever comes first") {
  for (const bool failed_first : {true, false}) {
    Bench bench(Delivery::peer);
    bench.step(0, 20, 1);
    const auto fail = [&](std::uint64_t now) { bench.step(0, now, 0, Completion{NIC_DONE_FAILED, 1, 0, 5}); };
    const auto receive = [&](std::uint64_t now) { bench.step(1, now, 0, Completion{NIC_DONE_RECEIVED, 0, 0, 5}); };
    failed_first ? fail(30) : receive(30);
    CHECK(bench.hosts[0].failed_done + bench.hosts[1].failed_done == 0);
    failed_first ? receive(31) : fail(31);
    CHECK(bench.hosts[0].failed_done + bench.hosts[1].failed_done == 1);
    CHECK(bench.hosts[0].failed == 1);
    CHECK(bench.hosts[1].packets_received == 1);
    CHECK_FALSE(bench.hosts[0].errors.any());
    CHECK_FALSE(bench.hosts[1].errors.any());
  }
}

TEST_CASE("Two workloads post in turn, and their messages are counted by themselves") {
  generator::TrafficParams three_words = one_message_a_cycle();
  three_words.packet_flits = 3;
  Bench bench(Delivery::peer, {one_message_a_cycle(), three_words});
  for (std::uint64_t edge = 10; edge < 16; ++edge) {
    bench.step(0, edge, 16);
    REQUIRE(host::command(bench.hosts[0]) != nullptr);
    CHECK(host::command(bench.hosts[0])->words == (edge % 2 == 0 ? 5u : 3u));
  }
  bench.step(1, 50, 0, Completion{NIC_DONE_RECEIVED, 0, 1, 3});
  const port::Counters first = host::counters(bench.hosts[0], 0), second = host::counters(bench.hosts[0], 1);
  CHECK(first.packets_sent == 3);
  CHECK(first.flits_sent == 15);
  CHECK(second.flits_sent == 9);
  CHECK(host::counters(bench.hosts[1], 0).packets_received == 0);
  CHECK(host::counters(bench.hosts[1], 1).packets_received == 1);
  CHECK(host::counters(bench.hosts[1], 1).flits_received == 3);
}
