// The comparison of the engines must be able to fail: each kind of difference is made by hand and found by name.
#include <algorithm>
#include <catch2/catch.hpp>
#include <memory>

#include "rtl_models/common/registers.hpp"
#include "testbench/monitors/engine_comparison.hpp"
#include "tests/support/line_network.hpp"

using namespace slackline;

namespace {

/// Both engines of a busy line of three switches, after some cycles.
struct Bench {
  Bench() {
    test::Settings settings;
    settings.size = {3};
    settings.link_delay = 2;
    settings.stop_at = 4;
    settings.go_at = 2;
    settings.packets_per_cycle = 0.08;
    netlist = test::mesh_network(settings);
    netlist.workloads[0].traffic.pattern = generator::Pattern::uniform;
    signals = std::make_unique<network::SignalNetwork>("signal_network", network::elaborate(netlist));
    fabric = std::make_unique<network::Fabric>(network::elaborate(netlist));
  }
  void run_until(Cycle end) {
    signals->run_until(end);
    fabric->run_until(end);
  }
  std::vector<std::string> stale(Cycle cycle) const {
    monitors::Comparison found;
    monitors::Snapshots snapshots;
    monitors::compare_now(*signals, *fabric, cycle, snapshots, found);
    CHECK(found.differences.empty());
    CHECK(found.equal() == found.stale.empty());
    return found.stale;
  }
  std::vector<monitors::Difference> differences(Cycle cycle) const {
    monitors::Comparison found;
    monitors::Snapshots snapshots;
    monitors::compare_now(*signals, *fabric, cycle, snapshots, found);
    REQUIRE(found.channels == netlist.channels.size());
    RegisterSnapshot all;
    for (unsigned i = 0; i < 3; ++i) {
      visit_all(netlist.switch_kinds[0], fabric->switch_state(i), cycle + 1, all);
      visit_all(netlist.port_params, fabric->port_state(i), cycle + 1, all);
      visit_all(fabric->workloads(), fabric->generator_state(i), cycle + 1, all);
    }
    if (!(signals->latencies() == fabric->latencies())) {  // looked at one by one only then
      visit(fabric->latencies(), all);
    }
    REQUIRE(found.registers == all.values.size());
    return found.differences;
  }

  network::Netlist netlist;
  std::unique_ptr<network::SignalNetwork> signals;
  std::unique_ptr<network::Fabric> fabric;
};

void require_only(const std::vector<monitors::Difference>& found, const std::string& what, std::uint64_t signal,
                  std::uint64_t fabric) {
  REQUIRE(found.size() == 1);
  CHECK(found[0].cycle == Cycle(99));
  CHECK(found[0].what == what);
  CHECK(found[0].signal == signal);
  CHECK(found[0].fabric == fabric);
}

}  // namespace

TEST_CASE("equal engines have no differences, and one counter of a switch that differs is named") {
  Bench bench;
  bench.run_until(Cycle(100));
  REQUIRE(bench.differences(Cycle(99)).empty());
  std::uint64_t& flits = bench.fabric->switch_state(1).out[0].flits;
  flits += 3;
  require_only(bench.differences(Cycle(99)), "switch1.port[0].flits", flits - 3, flits);
}

TEST_CASE("one counter of a host that differs is named") {
  Bench bench;
  bench.run_until(Cycle(100));
  bench.signals->port_state(2).flits_received += 1;
  const std::uint64_t received = bench.fabric->port_state(2).flits_received;
  require_only(bench.differences(Cycle(99)), "host2.flits_received", received + 1, received);
}

TEST_CASE("one flit in a buffer that differs is named", "[quick]") {
  Bench bench;
  bench.run_until(Cycle(100));
  slack_buffer::Slot& slot = bench.fabric->switch_state(0).in[2].buffer.slots[1];
  const std::uint64_t before = slot.flit().word();
  slot.set(Flit(before ^ 1));
  require_only(bench.differences(Cycle(99)), "switch0.lane[2].slot[1].flit", before, before ^ 1);
}

TEST_CASE("flits on links and STOP wires that differ are named", "[quick]") {
  Bench bench;
  bench.run_until(Cycle(100));
  bench.fabric->run_until(Cycle(103));  // the fabric is ahead: wires differ, too
  bool flit = false, second_stage = false, stop = false;
  for (Cycle end(103); end < Cycle(600); end = end + 1) {
    bench.signals->run_until(Cycle(end.value - 3));
    bench.fabric->run_until(end);
    for (const monitors::Difference& d : bench.differences(Cycle(end.value - 1))) {
      flit = flit || d.what.find(".flit[0]") != std::string::npos;
      second_stage = second_stage || d.what.find(".flit[1]") != std::string::npos;
      stop = stop || (d.what.rfind("link_", 0) == 0 && d.what.find(".stop") != std::string::npos);
      REQUIRE(d.signal != d.fabric);
    }
  }
  REQUIRE(flit);
  REQUIRE(second_stage);
  REQUIRE(stop);
}

TEST_CASE("a derived value that is stale is named, with its engine, even where the engines agree in it", "[quick]") {
  Bench bench;
  bench.run_until(Cycle(100));
  REQUIRE(bench.stale(Cycle(99)).empty());
  const PortMask level = bench.fabric->switch_state(1).vc[0].flow.level;
  bench.fabric->switch_state(1).vc[0].flow.level ^= 4;
  bench.signals->switch_state(1).vc[0].flow.level ^= 4;
  bench.fabric->switch_state(2).wanted.bank[0] ^= 1;
  const PortMask wanted = bench.fabric->switch_state(2).wanted.bank[0];
  const auto text = [](const std::string& name, PortMask stored, PortMask recomputed) {
    return name + " is stale in cycle 99, stored " + std::to_string(stored) + ", recomputed " +
           std::to_string(recomputed);
  };
  CHECK(bench.stale(Cycle(99)) == std::vector<std::string>{
                                      text("signal_network: switch1.vc[0].level", level ^ 4, level),
                                      text("fabric: switch1.vc[0].level", level ^ 4, level),
                                      text("fabric: switch2.wanted", wanted, wanted ^ 1),
                                  });
}

TEST_CASE("stale edges of a host are named: its port's, and the earliest of its workloads", "[quick]") {
  Bench bench;
  bench.run_until(Cycle(100));
  unsigned idle = 0;  // a host whose next packet has not begun
  while (bench.fabric->port_state(idle).sent != 0) ++idle;
  const std::uint64_t due = bench.fabric->port_state(idle).due.value;
  bench.fabric->port_state(idle).due = bench.signals->port_state(idle).due = Cycle(due + 1);
  bench.fabric->generator_state(0).sources.created = Cycle(3);
  const std::uint64_t created = bench.signals->generator_state(0).sources.created.value;
  const auto text = [](const std::string& name, std::uint64_t stored, std::uint64_t recomputed) {
    return name + " is stale in cycle 99, stored " + std::to_string(stored) + ", recomputed " +
           std::to_string(recomputed);
  };
  const std::string port = "host" + std::to_string(idle) + ".due";
  const std::vector<std::string> found = bench.stale(Cycle(99));
  CHECK(std::count(found.begin(), found.end(), text("signal_network: " + port, due + 1, due)) == 1);
  CHECK(std::count(found.begin(), found.end(), text("fabric: " + port, due + 1, due)) == 1);
  CHECK(std::count(found.begin(), found.end(), text("fabric: host0.sources_created", 3, created)) == 1);
}
