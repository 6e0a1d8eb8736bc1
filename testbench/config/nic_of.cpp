#include "testbench/config/nic_of.hpp"

#include <algorithm>

#include "rtl_models/common/random_stream.hpp"
#include "testbench/config/key.hpp"

namespace slackline::config {

namespace {

nic::Params params_of(const Experiment& e) {
  const NicSettings& s = e.nic;
  const auto u32 = [](std::uint64_t value) { return static_cast<std::uint32_t>(value); };
  nic::Params p;
  p.firmware = firmware::find_firmware(s.firmware)->firmware;
  p.parameters[NIC_PARAMETER_PACKET_WORDS] = u32(s.packet_words);
  p.parameters[NIC_PARAMETER_WINDOW] = u32(s.window);
  p.parameters[NIC_PARAMETER_TIMEOUT_TICKS] = u32(s.timeout);
  p.parameters[NIC_PARAMETER_TRIES] = u32(s.tries);
  p.parameters[NIC_PARAMETER_REPLY_WORDS] = u32(s.reply_words);
  p.parameters[NIC_PARAMETER_BUFFERS] = u32(s.buffers);
  p.costs = *nic::find_costs(s.costs);
  p.watchdog_cycles = u32(s.watchdog);
  p.memory_bytes = u32(s.memory);
  p.memory_ports = static_cast<std::uint8_t>(s.memory_ports);
  p.dma_latency = u32(cycles_of("nic.dma.latency", e));
  p.dma_cycles_per_word = u32(s.dma_cycles_per_word);
  p.host_queue = u32(s.host_queue);
  return p;
}

/// The clocks of all hosts; the fastest of those drawn ticks once a cycle.
std::vector<local_clock::Params> clocks_of(const Experiment& e, std::size_t hosts) {
  const auto most = static_cast<std::int64_t>(e.nic.drift * 1000);  // in 10^-9
  std::vector<std::int64_t> drift(hosts);
  std::vector<local_clock::Params> clocks(hosts);
  for (std::size_t i = 0; i < hosts; ++i) {
    clocks[i].slot_ticks = static_cast<std::uint32_t>(e.nic.slot_ticks);
    if (most == 0) continue;
    RandomStream stream(e.run.seed, static_cast<std::uint32_t>(i), RandomPurpose::drift);
    drift[i] = static_cast<std::int64_t>(stream.below(static_cast<std::uint32_t>(2 * most + 1))) - most;
    clocks[i].phase = stream.bits();
  }
  const std::int64_t fastest = *std::max_element(drift.begin(), drift.end());
  for (std::size_t i = 0; i < hosts; ++i) clocks[i].lag = local_clock::lag_of(drift[i], fastest);
  return clocks;
}

}  // namespace

bool has_nics(const Experiment& experiment) { return experiment.endpoint == EndpointKind::nic; }

std::shared_ptr<const network::HostInterfaces> nics_of(const Experiment& experiment, std::size_t hosts) {
  auto interfaces = std::make_shared<network::HostInterfaces>();
  interfaces->nic = params_of(experiment);
  interfaces->delivery = firmware::find_firmware(experiment.nic.firmware)->delivery;
  interfaces->clocks = clocks_of(experiment, hosts);
  return interfaces;
}

}  // namespace slackline::config
