// A reset in the middle of a run of hosts with network interfaces: after it everything is as from cycle 0 on.
#include <catch2/catch.hpp>

#include "rtl_models/common/registers.hpp"
#include "rtl_models/network/fabric.hpp"
#include "rtl_models/network/signal_network.hpp"
#include "tests/rtl_models/network/interface_network.hpp"

using namespace slackline;

namespace {

bool ends_with(const std::string& text, const std::string& end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

/// All registers and counters of a host and its interface except tags, which belong to the monitors.
template <class Engine>
std::vector<std::pair<std::string, std::uint64_t>> registers(const Engine& engine, std::size_t host) {
  RegisterList list;
  const network::InterfaceKind& kind = engine.netlist().interface_of(host);
  visit(kind, engine.workloads(), engine.nic_place(host), engine.interface_state(host), engine.now(), list, true);
  visit_counters(kind, engine.workloads(), engine.nic_place(host), engine.interface_state(host), engine.now(), list);
  visit_all(engine.netlist().port_params, engine.port_state(host), engine.now(), list);
  std::vector<std::pair<std::string, std::uint64_t>> found;
  for (const auto& entry : list.entries)
    if (!ends_with(entry.first, "tag")) found.push_back(entry);
  return found;
}

/// Runs a network, resets it at several points, and compares it with a fabric that runs from cycle 0 on: registers that
/// hold edges differ by the edge after the reset, all others are equal. So many messages arrive after each.
void require_anew_behind_reset(const network::Netlist& netlist, std::uint64_t least_messages = 11) {
  network::SignalNetwork network("network", network::elaborate(netlist));
  for (const unsigned before : {701u, 1203u, 1517u}) {
    network.run_until(network.now() + before);
    network.rst_n().write(false);
    network.run_until(network.now() + 3);
    network.rst_n().write(true);
    const std::uint64_t start = network.now().value;
    network::Fabric fabric(network::elaborate(netlist));
    while (fabric.now() < Cycle(1800)) {
      fabric.run_until(fabric.now() + 1);
      network.run_until(network.now() + 1);
      INFO("cycle " << fabric.now().value << " after a reset at " << start);
      for (std::size_t c = 0; c < netlist.channels.size(); ++c) {
        const Flit here = network.channel_flit(c), there = fabric.channel_flit(c);
        const bool same = here.kind() == there.kind() && here.vc() == there.vc() && here.data() == there.data();
        if (!same) FAIL(network::channel_name(netlist, netlist.channels[c]));
        if (network.channel_stop(c) != fabric.channel_stop(c)) FAIL("STOP");
      }
      if (fabric.now().value % 300 != 0) continue;
      for (std::size_t i = 0; i < netlist.endpoints.size(); ++i) {
        const auto here = registers(network, i), there = registers(fabric, i);
        REQUIRE(here.size() == there.size());
        for (std::size_t r = 0; r < here.size(); ++r)
          if (here[r].second != there[r].second && here[r].second != there[r].second + start)
            FAIL(netlist.endpoints[i].name << " " << here[r].first << ": " << here[r].second << ", not "
                                           << there[r].second);
      }
    }
    std::uint64_t done = 0;
    for (std::size_t i = 0; i < netlist.endpoints.size(); ++i) {
      REQUIRE(network.interface_state(i).nic.processor.error.kind == nic::FirmwareErrorKind::none);
      REQUIRE(!network.interface_state(i).host.errors.any());
      REQUIRE(!network.port_state(i).errors.any());
      done += network.interface_state(i).host.packets_received;
    }
    REQUIRE(done >= least_messages);
  }
}

network::Netlist small_network(test::Settings settings) {
  settings.size = {2, 2};
  network::Netlist netlist = test::interface_network(settings, "unicast", 0.005, 20, 0);
  test::interfaces_of(netlist).nics[0].memory_bytes = 4096;
  return netlist;
}

}  // namespace

TEST_CASE("after a reset in the middle of a run hosts with network interfaces behave as from cycle 0 on", "[quick]") {
  require_anew_behind_reset(small_network(test::Settings()));
}

TEST_CASE("after a reset interfaces wait for the slowest of them again") {
  network::Netlist netlist = small_network(test::Settings());
  std::vector<nic::Params>& nics = test::interfaces_of(netlist).nics;
  nics[0].memory_bytes = 16 * 1024;
  nics[0].costs = test::some_costs();
  nics[0].parameters[NIC_PARAMETER_BUFFERS] = 8;
  nics.push_back(nics[0]);
  nics[1].parameters[NIC_PARAMETER_BUFFERS] = 64;
  netlist.endpoints[3].nic = 1;
  require_anew_behind_reset(netlist, 2);
}

TEST_CASE("the same with acknowledgements, timers, and interfaces that hold their links back") {
  test::Settings settings;
  settings.virtual_channels = 2;
  network::Netlist netlist = small_network(settings);
  nic::Params& p = test::interfaces_of(netlist).nics[0];
  p.when_full = nic::WhenFull::stop;
  p.parameters[NIC_PARAMETER_TIMEOUT_TICKS] = 400;
  p.memory_bytes = 8192;
  require_anew_behind_reset(netlist);
}
