#include <catch2/catch.hpp>

#include "rtl_models/generator/generator_instance.hpp"

using namespace slackline;
using generator::Instance;
using generator::Workload;
using generator::Workloads;

namespace {

Workload workload_of(std::uint16_t packet_flits, double packets_per_cycle) {
  Workload workload;
  workload.traffic.packet_flits = packet_flits;
  workload.traffic.packets_per_cycle = packets_per_cycle;
  workload.hosts = {0};  // the sink sends nothing
  return workload;
}

port::Params params_of(std::uint8_t fc) {
  port::Params params;
  params.fc_cycles = fc;
  return params;
}

/// Two hosts of a network of two: the sender is node 0, the sink node 1.
struct Bench {
  explicit Bench(std::uint16_t packet_flits, double packets_per_cycle = 1, std::uint8_t fc = 0)
      : workloads({workload_of(packet_flits, packets_per_cycle)}),
        sender(params_of(fc), workloads, {NodeId(0)}, packets, latencies),
        sink(params_of(fc), workloads, {NodeId(1)}, packets, latencies) {}

  /// One edge of the sender.
  Flit send(bool stop = false) {
    const auto result = sender.step(sender_now, {Flit(), stop});
    sender_now = sender_now + 1;
    return result.flit_out;
  }
  /// One edge of the sink.
  void take(Flit flit) {
    sink.step(sink_now, {flit, false});
    sink_now = sink_now + 1;
  }

  PacketTable packets{2, 1};
  port::Latencies latencies;
  const Workloads workloads;
  Instance sender, sink;
  Cycle sender_now, sink_now{100};
};

}  // namespace

TEST_CASE("a packet created at edge N has its head on flit_out in cycle N and then one flit a cycle", "[quick]") {
  Bench bench(3);
  REQUIRE(bench.send().kind() == FlitKind::head);
  REQUIRE(bench.send().kind() == FlitKind::body);
  REQUIRE(bench.send().kind() == FlitKind::tail);
  REQUIRE(bench.send().kind() == FlitKind::head);  // the next packet, right behind the tail
  REQUIRE(bench.sender.port.packets_sent == 1);
  REQUIRE(bench.sender.port.flits_sent == 4);
}

TEST_CASE("packets of one and two flits are framed as single, and head and tail") {
  Bench one(1);
  REQUIRE(one.send().kind() == FlitKind::single);
  REQUIRE(one.send().kind() == FlitKind::single);
  Bench two(2);
  REQUIRE(two.send().kind() == FlitKind::head);
  REQUIRE(two.send().kind() == FlitKind::tail);
}

TEST_CASE("STOP sampled at edge N lets the flit of edge N + fc pass and no later one", "[quick]") {
  for (std::uint8_t fc : {0, 1, 3}) {
    Bench bench(100, 1, fc);
    for (int edge = 0; edge < 5; ++edge) REQUIRE(bench.send().valid());
    for (int edge = 0; edge <= fc; ++edge) REQUIRE(bench.send(true).valid());
    REQUIRE_FALSE(bench.send(true).valid());
    for (int edge = 0; edge <= fc; ++edge) REQUIRE_FALSE(bench.send(false).valid());
    REQUIRE(bench.send(false).valid());
  }
}

TEST_CASE("with barriers a host has separate credits for packets and for messages, whichever are more") {
  port::Params params;
  params.links.flow_control = flow_controller::Kind::credit;
  params.links.barriers = true;
  params.links.virtual_channels = 2;
  for (const auto& [credits, messages] : {std::pair(3, 5), std::pair(5, 3)}) {
    params.links.credits = static_cast<std::uint16_t>(credits);
    params.links.barrier_credits = static_cast<std::uint8_t>(messages);
    std::vector<std::uint64_t> storage(port::storage_bytes(params) / 8);
    Arena arena(reinterpret_cast<std::byte*>(storage.data()));
    port::State state;
    port::bind(params, {NodeId(0)}, state, arena);
    CHECK(state.flow.credits[0] == credits);
    CHECK(state.flow.credits[1] == credits);
    CHECK(state.flow.credits[2] == messages);
  }
}

TEST_CASE("backpressure delays packets but does not change when they are created") {
  Bench free(4, 0.05), held(4, 0.05);
  // Held back to edge 2000 a host has some 400 flits to send, which it has sent long before edge 3900.
  std::vector<std::uint64_t> created, created_free, created_held;
  const generator::RandomTraffic& traffic = free.workloads.traffic(0);
  for (generator::TrafficState next = traffic.first(NodeId(0)); next.created < Cycle(3900);
       traffic.next(NodeId(0), next))
    created.push_back(next.created.value);
  for (int edge = 0; edge < 4000; ++edge) {
    const auto note = [](Bench& bench, Flit flit, std::vector<std::uint64_t>& edges) {
      if (!flit.valid() || !flit.opens_worm()) return;
      const std::uint64_t at = bench.packets.find(flit.tag())->created.value;
      if (at < 3900) edges.push_back(at);
    };
    note(free, free.send(), created_free);
    note(held, held.send(edge < 2000), created_held);
    if (edge == 1999) REQUIRE(created_held.empty());
  }
  REQUIRE(created.back() > 2000);
  REQUIRE(created_free == created);
  REQUIRE(created_held == created);
}

TEST_CASE("latency counts from creation, network latency from the head on the wire, both to the tail") {
  Bench bench(3);
  bench.send(true);  // edge 0: STOP is sampled, but the head still leaves
  for (int edge = 1; edge < 10; ++edge) REQUIRE_FALSE(bench.send(true).valid());
  Flit flits[3] = {Flit(FlitKind::head, VcId(0), 1, bench.sender.port.tag), Flit(), Flit()};
  bench.send(false);
  flits[1] = bench.send();
  flits[2] = bench.send();
  for (const Flit flit : flits) bench.take(flit);  // edges 100, 101, 102
  REQUIRE(bench.sink.port.packets_received == 1);
  REQUIRE(bench.sink.port.latency.total == 102);
  REQUIRE(bench.sink.port.latency.network == 102);
  REQUIRE(bench.latencies.all.total.count(102) == 1);
  REQUIRE(bench.latencies.all.network.count(102) == 1);
  REQUIRE(bench.latencies.all.total.most() == 102);
  REQUIRE_FALSE(bench.sink.port.errors.any());
}

TEST_CASE("the sink finds a corrupt, a repeated, a missing, a mixed and a misdelivered flit") {
  Bench bench(4);
  Flit flit[8];
  for (Flit& f : flit) f = bench.send();
  const auto& errors = bench.sink.port.errors;

  SECTION("no error") {
    for (const Flit f : flit) bench.take(f);
    REQUIRE_FALSE(errors.any());
  }
  SECTION("one bit of the data differs") {
    bench.take(flit[0]);
    bench.take(Flit(flit[1].word() ^ 16));
    REQUIRE(errors.corrupt == 1);
  }
  SECTION("a body flit is lost") {
    bench.take(flit[0]);
    bench.take(flit[1]);
    bench.take(flit[3]);
    REQUIRE(errors.misframed == 1);
    REQUIRE(errors.corrupt == 1);
  }
  SECTION("a packet comes twice") {
    for (int n = 0; n < 4; ++n) bench.take(flit[n]);
    bench.take(flit[0]);
    REQUIRE(errors.unknown == 1);
  }
  SECTION("two worms are mixed") {
    bench.take(flit[0]);
    bench.take(flit[4]);
    REQUIRE(errors.misframed == 1);
  }
  SECTION("a packet overtakes an earlier one of the same source") {
    for (int n = 4; n < 8; ++n) bench.take(flit[n]);
    REQUIRE(errors.disordered == 1);
  }
  SECTION("a packet for another host") {
    bench.sender.step(Cycle(100), {flit[0], false});
    REQUIRE(bench.sender.port.errors.misdelivered == 1);
  }
  SECTION("a worm is closed by an abort flit; the next packet is checked on its own") {
    bench.take(flit[0]);
    bench.take(flit[1]);
    bench.take(Flit(FlitKind::abort, VcId(0), 0, 0));
    REQUIRE(errors.truncated == 1);
    REQUIRE(bench.sink.port.packets_received == 0);
    for (int n = 4; n < 8; ++n) bench.take(flit[n]);
    REQUIRE(bench.sink.port.packets_received == 1);
    REQUIRE((errors.unknown + errors.misframed + errors.corrupt + errors.disordered) == 0);
  }
  SECTION("a tag that no packet has") {
    bench.take(Flit(FlitKind::head, VcId(0), 1, 12345));
    REQUIRE(errors.unknown == 1);
  }
}

TEST_CASE("a port reports when it has work: now, at the next creation, or never while stopped") {
  Bench bench(1, 0.001);
  auto step = [&](Cycle now, bool stop) { return bench.sender.step(now, {Flit(), stop}); };
  const Cycle created = bench.sender.port.created;
  REQUIRE(created > Cycle(10));
  REQUIRE(step(Cycle(0), false).wake == created);
  REQUIRE(step(Cycle(1), true).wake == never);
  REQUIRE(step(Cycle(2), false).wake == created);
}
