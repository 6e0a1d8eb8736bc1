#include "testbench/features/nic/build.hpp"

#include <algorithm>

#include "rtl_models/common/random_stream.hpp"
#include "testbench/features/link/settings.hpp"
#include "testbench/features/nic/firmware_keys.hpp"

namespace slackline::features {

nic::Params nic_params(const Values& e) {
  const NicSettings& s = e.get<NicSettings>();
  const auto u32 = [](std::uint64_t value) { return static_cast<std::uint32_t>(value); };
  nic::Params p;
  p.firmware = firmware::find_firmware(s.firmware)->firmware;
  p.parameters[NIC_PARAMETER_PACKET_WORDS] = u32(s.packet_words);
  p.parameters[NIC_PARAMETER_WINDOW] = u32(s.window);
  p.parameters[NIC_PARAMETER_TIMEOUT_TICKS] = u32(s.timeout);
  p.parameters[NIC_PARAMETER_TRIES] = u32(s.tries);
  p.parameters[NIC_PARAMETER_REPLY_WORDS] = u32(s.reply_words);
  p.parameters[NIC_PARAMETER_BUFFERS] = u32(s.buffers);
  p.own_parameters = own_parameter_registers(e);
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

bool has_nics(const Values& experiment) {
  const NicSettings& s = experiment.get<NicSettings>();
  return s.endpoint_of_all.value_or(s.endpoint) == EndpointKind::nic;
}

bool is_nic(const Values& host) { return host.get<NicSettings>().endpoint == EndpointKind::nic; }

bool synchronizes(const Values& experiment) {
  return has_nics(experiment) && experiment.get<NicSettings>().firmware == "fbs";
}

bool hands_out_tokens(const Values& experiment) {
  return has_nics(experiment) && experiment.get<NicSettings>().firmware == "isotach";
}

bool has_messages(const Values& experiment) { return !synchronizes(experiment) && !hands_out_tokens(experiment); }

firmware::Delivery delivery(const Values& experiment) {
  const std::array<std::uint32_t, NIC_OWN_PARAMETERS> own = own_parameter_registers(experiment);
  return firmware::find_firmware(experiment.get<NicSettings>().firmware)->delivery_with(own.data());
}

std::uint64_t most_packet_words(const Values& experiment) {
  const NicSettings& s = experiment.get<NicSettings>();
  const firmware::Delivery where = delivery(experiment);
  if (where == firmware::Delivery::none)  // length from its table
    return std::min(nic::Params().most_packet_words, port::most_words(experiment.get<PacketSettings>().format));
  const std::uint64_t packet =
      firmware::header_words + std::max(s.packet_words, where == firmware::Delivery::reply ? s.reply_words : 0);
  const firmware::Entry& entry = *firmware::find_firmware(s.firmware);
  if (entry.payload < 0) return packet;
  return std::max<std::uint64_t>(
      packet, firmware::worm_header_words + own_parameter_registers(experiment)[static_cast<unsigned>(entry.payload)]);
}

bool hosts_stop(const NicSettings& s) { return s.when_full == nic::WhenFull::stop; }

HostClock clock_of(const NicSettings& s, std::uint32_t node) {
  HostClock clock;
  clock.drift = s.drift;
  if (s.drift_spread != 0) {
    RandomStream stream(s.clock_seed, node, RandomPurpose::drift);
    clock.drift += static_cast<std::int64_t>(stream.below(static_cast<std::uint32_t>(2 * s.drift_spread + 1)));
    clock.drift -= s.drift_spread;
    clock.hardware.phase = stream.bits();
  }
  std::uint64_t offset = s.offset;
  if (const auto below = static_cast<std::uint32_t>(s.offset_spread * static_cast<double>(s.slot_ticks)); below != 0)
    offset += RandomStream(s.clock_seed, node, RandomPurpose::clock_offset).below(below);
  clock.offset = static_cast<std::uint32_t>(offset % s.slot_ticks);
  return clock;
}

void set_hardware(std::vector<HostClock>& clocks, std::uint64_t slot_ticks) {
  std::int64_t fastest = 0;
  for (const HostClock& clock : clocks) fastest = std::max(fastest, clock.drift);
  for (HostClock& clock : clocks) {
    clock.hardware.lag = local_clock::lag_of(clock.drift, fastest);
    clock.hardware.slot_ticks = static_cast<std::uint32_t>(slot_ticks);
    clock.hardware.position = clock.offset;
  }
}

}  // namespace slackline::features
