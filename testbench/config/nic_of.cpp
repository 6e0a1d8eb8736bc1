#include "testbench/config/nic_of.hpp"

#include <algorithm>

#include "testbench/config/clock_settings.hpp"
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
  p.costs.event.fill(u32(cycles_of("nic.cost.event", e)));
  p.costs.start = u32(cycles_of("nic.cost.start", e));
  p.costs.register_read = u32(cycles_of("nic.cost.register_read", e));
  p.costs.register_write = u32(cycles_of("nic.cost.register_write", e));
  p.costs.load = u32(cycles_of("nic.cost.load", e));
  p.costs.store = u32(cycles_of("nic.cost.store", e));
  p.watchdog_cycles = u32(s.watchdog);
  p.memory_bytes = u32(s.memory);
  p.memory_ports = static_cast<std::uint8_t>(s.memory_ports);
  p.dma_latency = u32(cycles_of("nic.dma.latency", e));
  p.dma_cycles_per_word = u32(s.dma_cycles_per_word);
  p.host_queue = u32(s.host_queue);
  p.when_full = s.when_full;
  p.most_packet_words = u32(most_packet_words(e));
  return p;
}

}  // namespace

bool has_nics(const Experiment& experiment) { return experiment.endpoint == EndpointKind::nic; }

std::uint64_t most_packet_words(const Experiment& experiment) {
  const NicSettings& s = experiment.nic;
  const firmware::Delivery delivery = firmware::find_firmware(s.firmware)->delivery;
  if (delivery == firmware::Delivery::none)  // length from its table
    return std::min(nic::Params().most_packet_words, endpoint::most_words(experiment.traffic.format));
  return firmware::header_words + std::max(s.packet_words, delivery == firmware::Delivery::reply ? s.reply_words : 0);
}

bool hosts_stop(const Experiment& experiment) {
  return has_nics(experiment) && experiment.nic.when_full == nic::WhenFull::stop;
}

std::shared_ptr<const network::HostInterfaces> nics_of(const Experiment& experiment, const network::Netlist& netlist) {
  auto interfaces = std::make_shared<network::HostInterfaces>();
  interfaces->nic = params_of(experiment);
  interfaces->delivery = firmware::find_firmware(experiment.nic.firmware)->delivery;
  for (const HostClock& clock : clocks_of(experiment, netlist)) interfaces->clocks.push_back(clock.hardware);
  return interfaces;
}

}  // namespace slackline::config
