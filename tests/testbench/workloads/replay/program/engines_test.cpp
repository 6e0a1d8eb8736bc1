// Both engines replay a trace in the same cycles, with all registers equal in each cycle.
#include <catch2/catch.hpp>

#include "testbench/monitors/engine_comparison.hpp"
#include "tests/testbench/workloads/replay/program/programs.hpp"

using namespace slackline;
using namespace slackline::test;

namespace {

/// Eight ranks that compute, send in a ring, and call each other.
std::string eight_ranks() {
  std::string trace;
  for (unsigned r = 0; r < 8; ++r) {
    const auto line = [&](const std::string& call) { trace += std::to_string(r) + ' ' + call + '\n'; };
    line("init");
    line("compute " + std::to_string(17 * r % 50));
    line("irecv " + std::to_string((r + 7) % 8) + " 1 500");
    line("isend " + std::to_string((r + 1) % 8) + " 1 500");
    line("allreduce 40 10");
    line("waitall");
    line("alltoall 100 100");
    line("bcast 300 3");
    line("barrier");
  }
  return trace;
}

void require_equal_and_ended(const std::vector<network::Netlist>& netlists, Cycle end) {
  std::size_t ended = 0;
  const std::vector<monitors::Comparison> found = monitors::compare_engines(
      netlists, end, network::Check::all,
      [&](std::size_t, const network::Fabric& fabric) { ended += replay_of(fabric).finished(); });
  for (const monitors::Comparison& comparison : found) CHECK(comparison.equal());
  CHECK(ended == netlists.size());
}

}  // namespace

TEST_CASE("both engines agree on a program in every cycle, and finish it") {
  const std::string trace = eight_ranks();
  std::vector<network::Netlist> netlists;
  for (const std::vector<std::string>& options : std::vector<std::vector<std::string>>{
           {"topology.kind=mesh", "topology.size=[2, 2]", "topology.hosts_per_switch=2", "traffic.eager=200 B"},
           {"topology.kind=ring", "topology.size=[8]", "topology.hosts_per_switch=1", "switch.virtual_channels=4",
            "traffic.mapping=random", "traffic.send_overhead=3", "link.cycles_per_flit=2"},
           {"topology.kind=random", "topology.switches=6", "topology.switch_links=3", "topology.hosts_per_switch=2",
            "routing.kind=adaptive", "switch.virtual_channels=3", "traffic.eager=0", "traffic.receive_overhead=7"},
           {"topology.kind=star_of_stars", "topology.arity=2", "topology.hosts_per_switch=4",
            "traffic.collectives.permutation=xor", "traffic.collectives.reorder=true"},
           {"topology.kind=mesh", "topology.size=[2, 2]", "topology.hosts_per_switch=2", "switch.kind=packet",
            "traffic.collectives.alltoall=shuffle", "traffic.collectives.piece=16 B",
            "traffic.collectives.permutation=edge_colour"}})
    netlists.push_back(network_replaying(trace, options));
  require_equal_and_ended(netlists, Cycle(20'000));
}

TEST_CASE("both engines agree on a program with multicasts in every cycle, and finish it", "[multicast]") {
  const std::string trace = eight_ranks();
  std::vector<network::Netlist> netlists;
  for (const std::vector<std::string>& options : std::vector<std::vector<std::string>>{
           {"topology.kind=mesh", "topology.size=[2, 2]", "topology.hosts_per_switch=2", "nic.memory=8KiB",
            "firmware.multicast.buffer_words=32"},
           {"topology.kind=ring", "topology.size=[8]", "topology.hosts_per_switch=1", "switch.virtual_channels=2",
            "traffic.mapping=random", "nic.memory=8KiB", "firmware.multicast.buffer_words=16",
            "traffic.collectives.multicast.algorithm=ordered_tree"}}) {
    std::vector<std::string> all{"nic.firmware=multicast", "traffic.collectives.bcast=multicast",
                                 "traffic.collectives.allreduce=multicast"};
    all.insert(all.end(), options.begin(), options.end());
    all.emplace_back("firmware.multicast.buffers=1");
    netlists.push_back(network_replaying(trace, all, Hosts::interfaces));
  }
  require_equal_and_ended(netlists, Cycle(6000));
}

TEST_CASE("both engines agree on a program through network interfaces in every cycle, and finish it") {
  const std::string trace = eight_ranks();
  std::vector<network::Netlist> netlists;
  for (const std::vector<std::string>& options : std::vector<std::vector<std::string>>{
           {"topology.kind=mesh", "topology.size=[2, 2]", "topology.hosts_per_switch=2", "traffic.eager=200 B"},
           {"topology.kind=ring", "topology.size=[8]", "topology.hosts_per_switch=1", "switch.virtual_channels=2",
            "traffic.mapping=random", "nic.receive.when_full=stop", "nic.buffers=2"}})
    netlists.push_back(network_replaying(trace, options, Hosts::interfaces));
  for (network::Netlist& netlist : netlists) {  // every word of the memory is compared in every cycle
    auto interfaces = std::make_shared<network::HostInterfaces>(*netlist.interfaces);
    interfaces->nics[0].memory_bytes = 4096;
    netlist.interfaces = interfaces;
  }
  require_equal_and_ended(netlists, Cycle(6000));
}
