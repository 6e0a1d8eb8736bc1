// The rules of flow controls on a small real network, on both engines.
#include <algorithm>
#include <catch2/catch.hpp>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "rtl_models/network/fabric.hpp"
#include "rtl_models/network/signal_network.hpp"
#include "testbench/run/network.hpp"
#include "tests/rtl_models/firmware/flow_rules.hpp"
#include "tests/support/reading.hpp"

using namespace slackline;
using namespace slackline::firmware::test;

namespace {

/// The reports of each interface's firmware.
class Recorder : public nic::Instruments {
 public:
  void measured(NodeId node, Cycle now, std::uint32_t measure, std::uint32_t value) override {
    at(node).push_back({now.value, false, measure, 0, 0, value});
  }
  void stepped(NodeId node, Cycle now, nic_step step, std::uint32_t peer, std::uint32_t id,
               std::uint32_t value) override {
    at(node).push_back({now.value, true, static_cast<std::uint32_t>(step), peer, id, value});
  }

  std::vector<std::vector<Reported>> of_interfaces;

 private:
  std::vector<Reported>& at(NodeId node) {
    if (of_interfaces.size() <= node.value) of_interfaces.resize(node.value + 1);
    return of_interfaces[node.value];
  }
};

using Reports = std::vector<std::vector<Reported>>;

/// Two switches with two hosts each, all of which send requests without a pause, with a firmware and its parameters.
network::Netlist network_with(const std::string& firmware, const std::string& parameters, const std::string& rest,
                              nic::Instruments& instruments) {
  network::Netlist netlist = features::network_of(
      test::accepted("schema_version: 1\nclock: { period: 20 ns }\n"
                     "topology: { kind: mesh, size: [2], hosts_per_switch: 2 }\nendpoint: nic\n"
                     "switch: { preset: servernet-6port }\n"
                     "traffic: { load: 1, packet: { flits: 16 } }\n"
                     "nic: { firmware: " +
                     firmware + ", costs: free, packet_words: 16, dma: { latency: 0 }, receive: { when_full: stop }" +
                     rest + "firmware: { " + firmware + ": { " + parameters + " } }\n")
          .experiment);
  auto interfaces = std::make_shared<network::HostInterfaces>(*netlist.interfaces);
  interfaces->set_instruments(&instruments);
  netlist.interfaces = std::move(interfaces);
  return netlist;
}

const Cycle end(20'000);
const std::string no_more = " }\n";

Reports on_fabric(const std::string& firmware, const std::string& parameters, const std::string& rest = no_more) {
  Recorder recorder;
  network::Fabric fabric(network::elaborate(network_with(firmware, parameters, rest, recorder)));
  fabric.run_until(end);
  return recorder.of_interfaces;
}

/// Once in a process: the kernel elaborates once.
Reports on_signals(const std::string& firmware, const std::string& parameters, const std::string& rest = no_more) {
  Recorder recorder;
  network::SignalNetwork network("signal_network",
                                 network::elaborate(network_with(firmware, parameters, rest, recorder)));
  network.run_until(end);
  return recorder.of_interfaces;
}

/// On both, which report the same.
Reports on_both(const std::string& firmware, const std::string& parameters, const std::string& rest = no_more) {
  Reports reports = on_fabric(firmware, parameters, rest);
  REQUIRE(reports.size() == 4);
  for (const std::vector<Reported>& of : reports) REQUIRE(of.size() > 100);
  CHECK(on_signals(firmware, parameters, rest) == reports);
  return reports;
}

std::string parameters_of(const Spp& spp) {
  const auto ticks = [](std::uint32_t count) { return std::to_string(20 * count) + " ns"; };
  return "delta: " + ticks(spp.delta) + ", history: " + std::to_string(spp.history) + ", step: " + ticks(spp.step) +
         ", window: " + std::to_string(spp.window) + ", difference: " + (spp.absolute ? "absolute" : "signed") +
         ", scope: " + (spp.of_destination ? "destination" : "source") +
         ", comparisons: " + (spp.disjoint ? "disjoint" : "overlapping") +
         ", update: " + (spp.every_history ? "every_history" : "each") +
         ", interval_from: " + (spp.from_tail ? "tail" : "head") +
         ", round_trip_from: " + (spp.from_start ? "start" : "injection");
}

std::uint32_t largest_delay(const Spp& spp, const Reports& reports) {
  std::uint32_t largest = 0;
  for (const std::vector<Reported>& of : reports) largest = std::max(largest, follow(spp, of, true));
  return largest;
}

}  // namespace

TEST_CASE("on both engines ASW(4, 3) is SW(4), step by step", "[window]") {
  CHECK(on_both("alternating_window", "high: 4, low: 3") == on_fabric("static_window", "window: 4"));
}

TEST_CASE("on both engines SW(3) has three requests outstanding, and never more", "[window]") {
  for (const std::vector<Reported>& of : on_both("static_window", "window: 3")) {
    const std::vector<std::uint32_t> seen = outstanding_of(of);
    CHECK(*std::max_element(seen.begin(), seen.end()) == 3);
  }
}

TEST_CASE("on both engines ASW stops at its high mark and goes on at its low mark", "[window]") {
  for (const std::vector<Reported>& of : on_both("alternating_window", "high: 4, low: 1")) {
    const std::vector<std::uint32_t> seen = outstanding_of(of);
    CHECK(*std::max_element(seen.begin(), seen.end()) == 4);
    CHECK(keeps_marks(seen, 4, 1) > 5);
    CHECK(*std::min_element(seen.begin() + 4, seen.end()) == 1);  // it does not wait for fewer
  }
}

TEST_CASE("on both engines absolute SPP with delta 0 never shortens I", "[window]") {
  Spp spp;
  spp.delta = 0;
  spp.absolute = true;
  for (const std::vector<Reported>& of : on_both("simplified_packet_pair", parameters_of(spp)))
    CHECK(never_shortened(of) > 100);
}

TEST_CASE("on both engines SPP's I moves as its wins dictate, signed, of the source", "[window]") {
  Spp spp;
  spp.delta = 5;
  CHECK(largest_delay(spp, on_both("simplified_packet_pair", parameters_of(spp))) > 0);
}

TEST_CASE("on both engines SPP's I moves as its wins dictate, absolute, of each destination", "[window]") {
  Spp spp;
  spp.delta = 5;
  spp.absolute = spp.of_destination = true;
  CHECK(largest_delay(spp, on_both("simplified_packet_pair", parameters_of(spp))) > 0);
}

TEST_CASE("on a real network SPP's I moves as its wins dictate, in every reading of the paper", "[window]") {
  for (unsigned reading = 0; reading < 64; ++reading) {
    INFO("reading " << reading);
    const Spp spp = spp_in_reading(reading);
    CHECK(largest_delay(spp, on_fabric("simplified_packet_pair", parameters_of(spp))) > 0);
  }
}

TEST_CASE("on both engines a lost request or response is tried a bounded number of times, and answered once",
          "[window]") {
  const std::string lossy =
      ", timeout: 2000, tries: 3 }\n"
      "faults: [{ kind: drop, link: link_switch1_p1_to_switch0_p0, from: 3000, count: 1000000 }]\n";
  CHECK(bounds_tries(on_both("static_window", "window: 4", lossy), 3) > 0);
}
