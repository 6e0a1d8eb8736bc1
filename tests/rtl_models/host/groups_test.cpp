// Messages to groups of hosts.
#include <catch2/catch.hpp>
#include <memory>
#include <vector>

#include "rtl_models/host/host.hpp"

using namespace slackline;
using firmware::Completion;

namespace {

/// Host `from` sends one message of seven words to group 0.
class OneMessage final : public port::Program {
 public:
  explicit OneMessage(std::uint32_t from) : from_(from) {}
  std::shared_ptr<Program> fresh() const override { return std::make_shared<OneMessage>(from_); }
  void begin(NodeId host, port::ProgramState& s) override {
    if (host.value == from_) s.due = Cycle(0);
  }
  bool load(NodeId, Cycle now, port::ProgramState& s) override {
    s.packet = port::Packet();
    s.packet.created = now;
    s.packet.to_group = true;
    s.packet.flits = 7;
    s.packet.message = 3;
    return true;
  }
  void sent(NodeId, Cycle, port::ProgramState& s) override { s.due = never; }
  void left(NodeId, std::uint32_t, Cycle, port::ProgramState&) override { ++told; }
  void delivered(NodeId host, const PacketRecord& packet, Cycle, port::ProgramState&) override {
    CHECK(packet.destination == host);
    CHECK(packet.message == 3);
    came_to.push_back(host.value);
  }

  std::vector<std::uint32_t> came_to;
  unsigned told = 0;

 private:
  std::uint32_t from_;
};

/// Hosts 0 to 3, of which 0, 2 and 3 are a group.
struct Bench {
  explicit Bench(bool includes_sender = false) {
    auto groups = std::make_shared<host::Groups>();
    groups->push_back({{0, 2, 3}, includes_sender});
    params.groups = groups;
    for (std::uint32_t h = 0; h < 4; ++h) {
      Arena counting;
      bind(params, workloads, NodeId(h), Cycle(0), hosts[h], counting);
      storage[h].resize(counting.used_bytes() / 8);
      Arena arena(reinterpret_cast<std::byte*>(storage[h].data()));
      bind(params, workloads, NodeId(h), Cycle(0), hosts[h], arena);
    }
  }
  void step(std::uint32_t h, std::uint64_t now, const Completion* completion = nullptr) {
    host::step(params, {workloads, messages, latencies, memory}, NodeId(h), hosts[h], Cycle(now), {4, completion});
  }
  void tell(std::uint32_t h, std::uint64_t now, const Completion& completion) { step(h, now, &completion); }

  std::shared_ptr<OneMessage> program = std::make_shared<OneMessage>(2);
  host::Params params;
  generator::Workloads workloads{{generator::Workload{generator::TrafficParams(), program, {}}}};
  host::State hosts[4];
  std::vector<std::uint64_t> storage[4];
  host::MessageTable messages{4};
  nic::HashedMemory memory{1};
  port::Latencies latencies;
};

constexpr Completion received{NIC_DONE_RECEIVED, 2, 0, 7}, sent{NIC_DONE_SENT, 0, 0, 7};

}  // namespace

TEST_CASE("A message to a group is one command, and is done when each member has it", "[quick]") {
  Bench bench;
  bench.step(2, 10);
  REQUIRE(host::command(bench.hosts[2]) != nullptr);
  CHECK(host::command(bench.hosts[2])->kind == NIC_COMMAND_MULTICAST);
  CHECK(host::command(bench.hosts[2])->peer == 0);
  CHECK(bench.hosts[2].packets_sent == 2);
  CHECK(bench.hosts[2].flits_sent == 14);
  bench.tell(3, 20, received);
  CHECK(bench.messages.find(NodeId(2), 0)->is_open());
  bench.tell(2, 22, sent);
  CHECK(bench.program->told == 1);
  CHECK(bench.hosts[2].told == 2);
  bench.tell(0, 25, received);
  CHECK_FALSE(bench.messages.find(NodeId(2), 0)->is_open());
  CHECK(bench.messages.find(NodeId(2), 0)->received == Cycle(25));
  CHECK(bench.program->came_to == std::vector<std::uint32_t>{3, 0});
  CHECK(bench.hosts[0].latency.total == 15);
  for (const host::State& host : bench.hosts) CHECK_FALSE(host.errors.any());
}

TEST_CASE("A member that gets a message twice, and a host that is no member, are errors") {
  Bench bench;
  bench.step(2, 10);
  bench.tell(3, 20, received);
  bench.tell(3, 21, received);
  CHECK(bench.hosts[3].errors.repeated == 1);
  bench.tell(1, 22, received);
  CHECK(bench.hosts[1].errors.unknown == 1);
  bench.tell(2, 23, received);  // its sender
  CHECK(bench.hosts[2].errors.unknown == 1);
  bench.tell(0, 24, {NIC_DONE_RECEIVED, 2, 0, 6});
  CHECK(bench.hosts[0].errors.wrong == 1);
  bench.tell(3, 24, {NIC_DONE_RECEIVED, 2, 0, 6});  // whose number is not that of the group
  CHECK(bench.hosts[3].errors.wrong == 1);
  CHECK(bench.hosts[0].packets_received == 0);
  bench.tell(0, 25, received);
  bench.tell(0, 26, received);
  CHECK(bench.hosts[0].errors.repeated == 1);
}

TEST_CASE("A message that comes back is for its sender, too") {
  Bench bench(true);
  bench.step(2, 10);
  CHECK(bench.hosts[2].packets_sent == 3);
  bench.tell(0, 20, received);
  bench.tell(3, 20, received);
  CHECK(bench.messages.find(NodeId(2), 0)->is_open());
  bench.tell(2, 30, received);
  CHECK_FALSE(bench.messages.find(NodeId(2), 0)->is_open());
  for (const host::State& host : bench.hosts) CHECK_FALSE(host.errors.any());
}
