// Runs in which nothing completes any more, though no worm is stuck: firmware that forgets.
#include <catch2/catch.hpp>
#include <memory>

#include "rtl_models/firmware/catalogue.hpp"
#include "rtl_models/firmware/firmware.h"
#include "rtl_models/network/fabric.hpp"
#include "testbench/report/result_json.hpp"
#include "testbench/run/experiment.hpp"
#include "testbench/run/network.hpp"
#include "testbench/simulation/simulation.hpp"

using namespace slackline;

namespace {

const nic_firmware& skeleton() { return *firmware::find_firmware("skeleton")->firmware; }

void start(nic_device* n) { skeleton().start(n); }

/// It never looks at the host again after its 20th message.
void forget_the_host(nic_device* n, std::uint32_t event) {
  const bool last = event == NIC_EVENT_TX_DONE && nic_read(n, NIC_HOST_MESSAGE) == 20;
  skeleton().handle(n, event);
  if (last)
    nic_write(n, NIC_EVENT_ENABLE, 1u << NIC_EVENT_RX_DONE | 1u << NIC_EVENT_TX_DONE | 1u << NIC_EVENT_DMA_DONE);
}

/// It does not give buffers back.
void keep_buffers(nic_device* n, std::uint32_t event) {
  if (event == NIC_EVENT_RX_DONE)
    nic_write(n, NIC_RX_DONE_POP, 1);
  else
    skeleton().handle(n, event);
}

/// It gives the host the words of its first message again and again.
void give_again(nic_device* n, std::uint32_t event) {
  const std::uint32_t buffer = event == NIC_EVENT_DMA_DONE ? nic_read(n, NIC_DMA_DONE_COOKIE) : 0;
  if (buffer == 0) {
    skeleton().handle(n, event);
    return;
  }
  nic_write(n, NIC_DMA_DIRECTION, 1);
  nic_write(n, NIC_DMA_PEER, nic_load(n, buffer) & 0xffffff);
  nic_write(n, NIC_DMA_MESSAGE, nic_load(n, buffer + 4));
  nic_write(n, NIC_DMA_OFFSET, 0);
  nic_write(n, NIC_DMA_ADDRESS, buffer + 12);
  nic_write(n, NIC_DMA_WORDS, nic_load(n, buffer + 8));
  nic_write(n, NIC_DMA_COOKIE, buffer);
  nic_write(n, NIC_DMA_PUSH, 1);
  nic_write(n, NIC_DMA_DONE_POP, 1);
}

const nic_firmware forgetful = {"forgetful", start, forget_the_host};
const nic_firmware leaking = {"leaking", start, keep_buffers};
const nic_firmware repeating = {"repeating", start, give_again};

struct Ran {
  simulation::Outcome outcome;
  report::Result result;
  Cycle last_completion;  ///< of the first 20,000 cycles, looked for in each of them
};

/// The edge at which the last message of these cycles was done; 0: none was.
Cycle last_completion(const network::Netlist& netlist, Cycle end) {
  network::Fabric fabric(network::elaborate(netlist));
  Cycle last;
  for (std::uint64_t before = 0; fabric.now() < end;) {
    const Cycle edge = fabric.now();
    fabric.run_until(edge + 1);
    std::uint64_t done = 0;
    for (std::size_t i = 0; i < netlist.endpoints.size(); ++i) done += fabric.interface_state(i).host.packets_received;
    if (done != before) last = edge;
    before = done;
  }
  return last;
}

Ran run(const nic_firmware& firmware, const std::string& more, double load = 0.2) {
  settings::InputErrors errors;
  const auto text = std::make_shared<const settings::Source>(
      "forgets.yaml",
      "schema_version: 1\ntopology: { kind: mesh, size: [2, 2] }\nendpoint: nic\n"
      "nic: { firmware: skeleton, costs: free, packet_words: 16 }\ntraffic: { packet: { flits: 16 }, load: " +
          std::to_string(load) + " }\n" + more);
  const features::ExperimentReading reading = features::read_experiment(text, {});
  INFO((reading.errors.empty() ? std::string() : settings::to_string(reading.errors[0])));
  REQUIRE(reading.errors.empty());
  network::Netlist netlist = features::network_of(reading.experiment);
  auto interfaces = std::make_shared<network::HostInterfaces>(*netlist.interfaces);
  interfaces->nics[0].firmware = &firmware;
  netlist.interfaces = interfaces;
  simulation::Outcome outcome = simulation::simulate(reading.experiment, netlist);
  return {outcome, simulation::result_of(reading.experiment, netlist, outcome),
          last_completion(netlist, Cycle(20'000))};
}

}  // namespace

TEST_CASE("a run whose interfaces rest though messages are open ends at the watchdog's second look at them") {
  const Ran ran = run(forgetful, "run: { max_cycles: 1000000 }\n");
  REQUIRE(ran.outcome.nothing_since);
  CHECK(*ran.outcome.nothing_since == ran.last_completion);
  CHECK(ran.last_completion < Cycle(10'000));  // the first look
  CHECK(ran.outcome.totals.cycles == 20'000);
  CHECK_FALSE(ran.outcome.finished);
  CHECK_FALSE(ran.outcome.interrupted());
  CHECK(ran.result.status == report::Status::failed);
  CHECK_FALSE(ran.result.is_measured());
  REQUIRE(ran.outcome.totals.errors.size() == 1);
  const std::string cycle = std::to_string(ran.last_completion.value);
  CHECK(ran.outcome.totals.errors[0].error == "nothing completed since cycle " + cycle + "; messages open");
  CHECK_THAT(report::result_json(ran.result), Catch::Contains("\"nothing_completed_since\": " + cycle));
  CHECK(ran.outcome.totals.errors[0].count == ran.outcome.totals.nic->open());
}

TEST_CASE("a run that goes on in vain ends after a hundred looks") {
  const Ran ran = run(leaking, "run: { max_cycles: 3000000 }\n");
  REQUIRE(ran.outcome.nothing_since);
  CHECK(*ran.outcome.nothing_since == Cycle(0));  // there was none
  CHECK(ran.last_completion == Cycle(0));
  CHECK(ran.outcome.totals.cycles >= 1'000'000);
  CHECK(ran.outcome.totals.cycles < 3'000'000);
}

TEST_CASE("words that come to a host again and again do not count as progress") {
  const Ran ran = run(repeating, "run: { max_cycles: 3000000 }\n");
  REQUIRE(ran.outcome.nothing_since);
  CHECK(ran.outcome.totals.cycles < 3'000'000);
}

TEST_CASE("a run in which messages complete, however few, goes on") {
  CHECK_FALSE(run(skeleton(), "run: { max_cycles: 200000 }\n").outcome.nothing_since);
  const Ran seldom = run(skeleton(), "run: { max_cycles: 30000000 }\n", 1e-5);
  CHECK_FALSE(seldom.outcome.nothing_since);
  CHECK(seldom.outcome.finished);
}
