#include "rtl_models/generator/sources.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <deque>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "rtl_models/generator/generator_instance.hpp"

using namespace slackline;
using generator::Workload;
using generator::Workloads;

namespace {

Workload random_packets(std::uint16_t flits, double packets_per_cycle) {
  Workload workload;
  workload.traffic.packet_flits = flits;
  workload.traffic.packets_per_cycle = packets_per_cycle;
  return workload;
}

/// Has a packet of two flits for host 1 ready at each of some edges, and counts what arrives.
class Beat final : public port::Program {
 public:
  explicit Beat(std::vector<std::uint64_t> edges) : edges_(std::move(edges)) {}
  std::shared_ptr<Program> fresh() const override { return std::make_shared<Beat>(edges_); }
  void begin(NodeId host, port::ProgramState& s) override {
    if (host == NodeId(0)) s.due = Cycle(edges_.front());
  }
  bool load(NodeId, Cycle, port::ProgramState& s) override {
    s.packet.created = s.due;
    s.packet.destination = NodeId(1);
    s.packet.flits = 2;
    s.packet.message = static_cast<std::uint32_t>(sent_);
    return true;
  }
  void sent(NodeId, Cycle, port::ProgramState& s) override {
    ++sent_;
    s.due = sent_ < edges_.size() ? Cycle(edges_[sent_]) : never;
  }
  void left(NodeId, std::uint32_t, Cycle, port::ProgramState&) override {}
  void delivered(NodeId host, const PacketRecord& packet, Cycle now, port::ProgramState&) override {
    if (host == NodeId(1)) arrived.emplace_back(packet.message, now.value);
  }

  std::vector<std::pair<std::uint32_t, std::uint64_t>> arrived;

 private:
  std::vector<std::uint64_t> edges_;
  std::size_t sent_ = 0;
};

/// Two hosts wired to each other, and the heads that host 0 has sent.
struct Pair {
  explicit Pair(const std::vector<Workload>& list) : workloads(list), latencies(list.size()) {
    params.workloads = static_cast<std::uint8_t>(list.size());
    for (unsigned i = 0; i < 2; ++i) host.emplace_back(params, workloads, port::Place{NodeId(i)}, packets, latencies);
  }

  void run(unsigned edges) {
    for (unsigned n = 0; n < edges; ++n, now = now + 1) {
      Flit out[2];
      for (unsigned i = 0; i < 2; ++i) out[i] = host[i].step(now, {wire[1 - i], 0}).flit_out;
      if (out[0].valid() && out[0].opens_worm()) sent.push_back(*packets.find(out[0].tag()));
      std::copy_n(out, 2, wire);
    }
  }
  std::vector<unsigned> order() const {
    std::vector<unsigned> numbers;
    for (const PacketRecord& packet : sent) numbers.push_back(packet.workload);
    return numbers;
  }

  port::Params params;
  Workloads workloads;
  PacketTable packets{2, 1};
  port::Latencies latencies;
  std::deque<generator::Instance> host;
  Flit wire[2];
  std::vector<PacketRecord> sent;
  Cycle now;
};

}  // namespace

TEST_CASE("two workloads that always have packets send one in turn, whatever their lengths", "[quick]") {
  Pair pair({random_packets(7, 1), random_packets(2, 1)});
  pair.run(90);
  REQUIRE(pair.sent.size() == 20);  // 9 flits a pair of packets, without a bubble
  for (std::size_t n = 0; n < pair.sent.size(); ++n) {
    CHECK(pair.sent[n].workload == n % 2);
    CHECK(pair.sent[n].flits == (n % 2 == 0 ? 7u : 2u));
  }
}

TEST_CASE("a workload without packets loses no turn to others, and takes it when it has one") {
  Workload rare = random_packets(1, 0);
  rare.program = std::make_shared<Beat>(std::vector<std::uint64_t>{11});
  Pair pair({random_packets(3, 1), rare, random_packets(3, 1)});
  pair.run(30);
  // At edges 0, 3, 6, 9: 0, 2, 0, 2; the program's packet is ready at 11, and its turn comes after that of 0 at 12.
  CHECK(pair.order() == std::vector<unsigned>{0, 2, 0, 2, 0, 1, 2, 0, 2, 0, 2});
}

TEST_CASE("a second workload does not change what the first one draws") {
  Workload first = random_packets(4, 0.05);
  first.traffic.lengths = {{1, 1}, {9, 2}};
  Pair alone({first}), with_another({first, random_packets(5, 0.1)});
  alone.run(3000);
  with_another.run(3000);
  const auto drawn = [](const Pair& pair) {
    std::vector<std::pair<std::uint64_t, std::uint32_t>> packets;
    for (const PacketRecord& packet : pair.sent)
      if (packet.workload == 0 && packet.created < Cycle(2000))
        packets.emplace_back(packet.created.value, packet.flits);
    return packets;
  };
  CHECK(drawn(alone).size() > 70);
  CHECK(drawn(alone) == drawn(with_another));
  CHECK(std::count_if(with_another.sent.begin(), with_another.sent.end(),
                      [](const PacketRecord& packet) { return packet.workload == 1; }) > 200);
}

TEST_CASE("the shares of workloads add up to the counters of the port, and to those of the packets") {
  Pair pair({random_packets(4, 0.1), random_packets(3, 0.02), random_packets(2, 0.05)});
  pair.run(4000);
  std::map<unsigned, std::uint64_t> packets;
  for (const PacketRecord& packet : pair.sent) ++packets[packet.workload];
  for (const generator::Instance& host : pair.host) {
    port::Counters sum;
    for (unsigned w = 0; w < 3; ++w) {
      const port::Counters& share = port::counters(host.port, w);
      const unsigned flits = 4 - w;  // of a packet; the last one may be under way
      CHECK(share.flits_sent / flits == share.packets_sent);
      CHECK(share.flits_received / flits == share.packets_received);
      sum.packets_sent += share.packets_sent;
      sum.flits_sent += share.flits_sent;
      sum.packets_received += share.packets_received;
      sum.flits_received += share.flits_received;
      sum.latency.packets += share.latency.packets;
      sum.latency.total += share.latency.total;
      sum.latency.network += share.latency.network;
    }
    CHECK(sum.packets_sent == host.port.packets_sent);
    CHECK(sum.flits_sent == host.port.flits_sent);
    CHECK(sum.packets_received == host.port.packets_received);
    CHECK(sum.flits_received == host.port.flits_received);
    CHECK(sum.latency.packets == host.port.latency.packets);
    CHECK(sum.latency.total == host.port.latency.total);
    CHECK(sum.latency.network == host.port.latency.network);
    CHECK_FALSE(host.port.errors.any());
  }
  for (unsigned w = 0; w < 3; ++w) {
    const bool is_sent = pair.host[0].port.sent != 0 && pair.host[0].state.sources.chosen == w;
    CHECK(port::counters(pair.host[0].port, w).packets_sent + is_sent == packets[w]);
    std::uint64_t arrived = 0;
    for (unsigned bucket = 0; bucket < port::LatencyHistogram::buckets; ++bucket)
      arrived += pair.latencies.of(w).total.count(bucket);
    CHECK(arrived == port::counters(pair.host[0].port, w).packets_received +
                         port::counters(pair.host[1].port, w).packets_received);
  }
}

TEST_CASE("requests are answered by the workload that they belong to, also at a host that sends none") {
  Workload asks = random_packets(2, 0.02);
  asks.traffic.response_flits = 5;
  asks.hosts = {0};
  Pair pair({random_packets(3, 0.05), asks});
  pair.run(4000);
  const port::Counters& requests = port::counters(pair.host[0].port, 1);
  const port::Counters& responses = port::counters(pair.host[1].port, 1);
  CHECK(requests.packets_sent > 40);
  CHECK(responses.packets_sent + 1 >= requests.packets_sent);
  CHECK(responses.flits_sent + 5 >= 5 * requests.packets_sent);
  CHECK(requests.packets_received + 1 >= responses.packets_sent);
  CHECK(pair.host[1].state.sources.of[1].next.sequence == 0);
  CHECK_FALSE(pair.host[0].port.errors.any());
}

TEST_CASE("a program next to random packets learns of its own packets alone") {
  auto beat = std::make_shared<Beat>(std::vector<std::uint64_t>{5, 20, 21, 60});
  Workload program;
  program.program = beat;
  Pair pair({random_packets(1, 0.4), program});
  pair.run(200);
  REQUIRE(beat->arrived.size() == 4);
  for (std::uint32_t n = 0; n < 4; ++n) CHECK(beat->arrived[n].first == n);
  CHECK(port::counters(pair.host[1].port, 1).packets_received == 4);
  CHECK(port::counters(pair.host[1].port, 0).packets_received > 50);
}

TEST_CASE("violations of workloads are reported: hosts that there are not") {
  Workload workload = random_packets(2, 0.1);
  CHECK(workload.violations().empty());
  workload.hosts = {1, 2};
  CHECK(workload.violations().size() == 1);
}
