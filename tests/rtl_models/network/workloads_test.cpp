// Several workloads in one network, in both engines.
#include <catch2/catch.hpp>
#include <memory>
#include <vector>

#include "testbench/monitors/engine_comparison.hpp"
#include "testbench/statistics/run_totals.hpp"
#include "tests/rtl_models/network/interface_network.hpp"
#include "tests/support/compared.hpp"
#include "tests/support/line_network.hpp"

using namespace slackline;

namespace {

/// A token of three flits goes from host to host, each of which keeps it for ten cycles.
class Token final : public port::Program {
 public:
  explicit Token(std::uint32_t hosts) : hosts_(hosts) {}
  std::shared_ptr<Program> fresh() const override { return std::make_shared<Token>(hosts_); }
  void begin(NodeId host, port::ProgramState& s) override {
    if (host == NodeId(0)) s.due = Cycle(0);
  }
  bool load(NodeId host, Cycle, port::ProgramState& s) override {
    s.packet.created = s.due;
    s.packet.destination = NodeId((host.value + 1) % hosts_);
    s.packet.flits = 3;
    return true;
  }
  void sent(NodeId, Cycle, port::ProgramState& s) override { s.due = never; }
  void left(NodeId, std::uint32_t, Cycle, port::ProgramState&) override {}
  void delivered(NodeId, const PacketRecord&, Cycle now, port::ProgramState& s) override {
    ++s.progress;
    s.due = now + 10;
  }

 private:
  std::uint32_t hosts_;
};

generator::Workload random_packets(const network::Netlist& netlist, double packets_per_cycle) {
  generator::Workload workload = netlist.workloads[0];
  workload.traffic.pattern = generator::Pattern::uniform;
  workload.traffic.packets_per_cycle = packets_per_cycle;
  return workload;
}

/// A mesh of nine hosts with a token, random packets on all of them, and requests of three.
network::Netlist with_three_workloads() {
  test::Settings settings;
  settings.size = {3, 3};
  network::Netlist netlist = test::mesh_network(settings);
  generator::Workload requests = random_packets(netlist, 0.01), background = random_packets(netlist, 0.04);
  requests.traffic.packet_flits = 2;
  requests.traffic.response_flits = 6;
  requests.hosts = {4, 7, 2};
  netlist.workloads[0].program = std::make_shared<Token>(9);
  netlist.workloads.push_back(background);
  netlist.workloads.push_back(requests);
  return netlist;
}

}  // namespace

TEST_CASE("engines are equal where a program and random packets share the ports of hosts", "[quick]") {
  const monitors::Comparison comparison = monitors::compare_engines(with_three_workloads(), Cycle(3000));
  test::say(comparison);
  CHECK(comparison.equal());
}

TEST_CASE("each workload of a network is counted by itself, and all of them together are conserved") {
  const network::Netlist netlist = with_three_workloads();
  network::Fabric fabric(network::elaborate(netlist));
  statistics::HostCounter counter(fabric.netlist());
  fabric.run_until(Cycle(20'000));
  std::vector<statistics::HostCounts> counts(3);
  std::vector<std::uint64_t> arrived(3);
  std::uint64_t tokens = 0;
  for (std::size_t i = 0; i < 9; ++i) {
    for (unsigned w = 0; w < 3; ++w) {
      counts[w] += statistics::count_host(fabric, counter, i, w);
      arrived[w] += port::counters(fabric.port_state(i), w).packets_received;
    }
    tokens += fabric.generator_state(i).sources.of[0].program.progress;
    const bool asks = i == 2 || i == 4 || i == 7;
    CHECK((fabric.generator_state(i).sources.of[2].next.sequence != 0) == asks);
  }
  CHECK(tokens == arrived[0]);
  CHECK(tokens > 500);  // about 15 cycles a hop, more where it waits for other packets
  for (unsigned w = 0; w < 3; ++w) {
    CHECK(counts[w].packets_begun <= counts[w].packets_created);
    CHECK(counts[w].packets_created - arrived[w] < 30);
  }
  // Requests of three hosts, each answered.
  CHECK(static_cast<double>(counts[2].packets_created) == Approx(2 * 3 * 0.01 * 20'000).epsilon(0.1));
  CHECK(counts[2].flits_created + 60 >= 4 * counts[2].packets_created);
  const statistics::RunTotals totals = statistics::collect(fabric);
  CHECK(totals.conserved());
  CHECK(totals.at_end.packets_created ==
        counts[0].packets_created + counts[1].packets_created + counts[2].packets_created);
}

TEST_CASE("hosts with network interfaces post the messages of their workloads in turn, in both engines") {
  test::Settings settings;
  settings.size = {2, 2};
  network::Netlist netlist = test::interface_network(settings, "unicast", 1, 12, 6);
  netlist.workloads.push_back(netlist.workloads[0]);
  netlist.workloads[1].traffic.packet_flits = 3;
  const monitors::Comparison comparison = monitors::compare_engines(netlist, Cycle(4000));
  test::say(comparison);
  CHECK(comparison.equal());

  network::Fabric fabric(network::elaborate(netlist));
  fabric.run_until(Cycle(20'000));
  port::Counters all[2];
  for (std::size_t i = 0; i < 4; ++i)
    for (unsigned w = 0; w < 2; ++w) {
      const port::Counters counters = host::counters(fabric.interface_state(i).host, w);
      CHECK(counters.packets_sent == 6);
      CHECK(counters.flits_sent == (w == 0 ? 6 * 12 : 6 * 3));
      all[w].packets_received += counters.packets_received;
      all[w].flits_received += counters.flits_received;
    }
  CHECK(all[0].packets_received == 24);
  CHECK(all[1].packets_received == 24);
  CHECK(all[0].flits_received == 24 * 12);
  CHECK(all[1].flits_received == 24 * 3);
}

TEST_CASE("violations of a netlist name workloads that do not fit") {
  network::Netlist netlist = with_three_workloads();
  CHECK(network::violations(netlist).empty());
  netlist.workloads[1].traffic.nodes = 8;
  netlist.workloads[2].hosts = {9};
  CHECK(network::violations(netlist).size() == 2);
  netlist.workloads.clear();
  CHECK(network::violations(netlist).size() == 1);
  netlist.workloads.resize(9, with_three_workloads().workloads[1]);
  CHECK(network::violations(netlist).size() == 1);
}
