#include <catch2/catch.hpp>
#include <optional>

#include "rtl_models/generator/generator_instance.hpp"

using namespace slackline;

namespace {

/// Two hosts wired to each other: what one drives at edge N, the other samples at N + 1.
struct Pair {
  Pair(std::uint16_t request, std::uint16_t response, std::uint16_t most, double rate = 1, bool only_first = false) {
    generator::Workload workload;
    workload.traffic.packet_flits = request;
    workload.traffic.response_flits = response;
    workload.traffic.max_outstanding = most;
    workload.traffic.packets_per_cycle = rate;
    if (only_first) workload.hosts = {0};  // host 1 only answers
    workloads.emplace(std::vector<generator::Workload>{workload});
    for (unsigned i = 0; i < 2; ++i)
      host[i].emplace(port::Params(), *workloads, port::Place{NodeId(i)}, packets, latencies);
  }

  /// One edge of both, in either order.
  void step(bool second_first = false, bool stop_second = false) {
    Flit out[2];
    for (unsigned k = 0; k < 2; ++k) {
      const unsigned i = second_first ? 1 - k : k;
      const auto result = host[i]->step(now, {wire[1 - i], i == 1 && stop_second});
      out[i] = result.flit_out;
      wake[i] = result.wake;
    }
    wire[0] = out[0];
    wire[1] = out[1];
    now = now + 1;
  }

  std::optional<generator::Workloads> workloads;
  PacketTable packets{2, 1};
  port::Latencies latencies;
  std::optional<generator::Instance> host[2];
  const port::State& port(unsigned i) const { return host[i]->port; }
  const generator::SourceState& source(unsigned i) const { return host[i]->state.sources.of[0]; }

  Flit wire[2];
  Cycle wake[2];
  Cycle now;
};

}  // namespace

TEST_CASE("a response leaves in the cycle after its request, and the next request in the cycle after it") {
  Pair pair(2, 3, 1, 1, true);
  // Edge 0 head, 1 tail; taken in at 2; response in cycles 3, 4, 5; taken in at 6; the next request in 7.
  for (std::uint64_t period = 0; period < 3; ++period)
    for (unsigned cycle = 0; cycle < 7; ++cycle) {
      pair.step();
      INFO("cycle " << pair.now.value - 1);
      CHECK(pair.wire[0].valid() == (cycle < 2));
      CHECK(pair.wire[1].valid() == (cycle >= 3 && cycle < 6));
      if (cycle == 2) CHECK(pair.wake[0] == never);  // nothing to do before the response
      if (cycle == 2) CHECK(pair.wake[1] == pair.now);
      if (cycle == 6) CHECK(pair.wake[0] == pair.now);
    }
  CHECK(pair.port(0).latency.packets == 3);
  CHECK(pair.port(0).latency.total == 3 * 4);  // from the request's arrival at 2 to the tail at 6
  CHECK_FALSE(pair.port(0).errors.any());
  CHECK_FALSE(pair.port(1).errors.any());
}

TEST_CASE("a stopped host keeps requests in order, and no more than their sources may have", "[quick]") {
  Pair pair(1, 1, 5, 1, true);
  for (int edge = 0; edge < 100; ++edge) pair.step(false, true);
  CHECK(pair.source(1).requests == 5);
  CHECK(pair.source(0).outstanding == 5);
  CHECK(pair.port(0).packets_sent == 5);
  for (int edge = 0; edge < 100; ++edge) {
    pair.step();
    REQUIRE(pair.source(0).outstanding <= 5);
    REQUIRE(pair.source(1).requests <= 5);
  }
  // GO sampled at edge 100, responses from 101 on, taken in at 102 to 199: one a cycle, for a request comes back to its
  // source in four cycles and five may be in flight.
  CHECK(pair.port(0).packets_received == 98);
  CHECK_FALSE(pair.port(0).errors.any());  // in order, each once
}

TEST_CASE("responses go before requests") {
  Pair pair(4, 1, 100);
  unsigned responses = 0;
  for (int edge = 0; edge < 400; ++edge) {
    const bool due = pair.source(1).requests != 0 && pair.port(1).sent == 0;
    pair.step();
    responses += due;
    if (due) REQUIRE(pair.packets.find(pair.wire[1].tag())->role == PacketRole::response);
  }
  // Never idle: for each request of four flits that arrives it sends one of its own, and a response of one.
  CHECK(pair.port(1).flits_sent == 400);
  CHECK(responses == 400 / 5);
  CHECK(pair.port(1).packets_sent == 2 * 400 / 5);
}

TEST_CASE("both hosts may send requests at once, and the order of stepping does not matter") {
  Pair one(3, 5, 2, 0.1), other(3, 5, 2, 0.1);
  for (int edge = 0; edge < 5000; ++edge) {
    one.step(false);
    other.step(true);
    REQUIRE(one.wire[0] == other.wire[0]);
    REQUIRE(one.wire[1] == other.wire[1]);
  }
  const auto created_before = [&](std::uint64_t edge) {
    std::uint64_t requests = 0;
    const generator::RandomTraffic& traffic = one.workloads->traffic(0);
    for (std::uint32_t i = 0; i < 2; ++i)
      requests += traffic.created_before(NodeId(i), traffic.first(NodeId(i)), Cycle(edge)).packets;
    return requests;
  };
  for (unsigned i = 0; i < 2; ++i) {
    const port::State& s = one.port(i);
    // The other's requests and the responses to its own; 100 cycles are ample for both ways.
    CHECK(s.packets_received >= created_before(4900));
    CHECK(s.packets_received <= created_before(5000));
    CHECK_FALSE(s.errors.any());
  }
}
