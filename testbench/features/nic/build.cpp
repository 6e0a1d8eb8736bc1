#include "testbench/features/nic/build.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>

#include "rtl_models/common/random_stream.hpp"
#include "testbench/features/link/settings.hpp"
#include "testbench/features/nic/firmware_keys.hpp"
#include "testbench/firmware_file/shipped.hpp"

namespace slackline::features {

std::optional<nic::CoreClock> core_clock_of(const Values& e) {
  const Time& core = e.get<NicSettings>().core_period;
  if (core.numerator == 0) return nic::CoreClock();
  const Time& base = e.clock_period;
  // Both are reduced, and so is their quotient.
  constexpr std::uint64_t most = 1000;
  const std::uint64_t of_numerators = std::gcd(base.numerator, core.numerator);
  const std::uint64_t of_denominators = std::gcd(base.denominator, core.denominator);
  const std::uint64_t factors[] = {base.numerator / of_numerators, core.denominator / of_denominators,
                                   core.numerator / of_numerators, base.denominator / of_denominators};
  if (std::any_of(std::begin(factors), std::end(factors), [](std::uint64_t factor) { return factor > most; }))
    return std::nullopt;
  const std::uint64_t cycles = factors[0] * factors[1], of = factors[2] * factors[3];
  if (cycles > most || of > most) return std::nullopt;
  return nic::CoreClock{static_cast<std::uint32_t>(cycles), static_cast<std::uint32_t>(of)};
}

namespace {

std::uint32_t u32(std::uint64_t value) { return static_cast<std::uint32_t>(value); }

std::shared_ptr<const nic::Rv32> rv32_of(const Values& e) {
  const auto image = firmware_file::shipped_image(e.get<NicSettings>().firmware);
  if (image == nullptr) return nullptr;
  nic::Rv32 rv32(image);
  for (const rv32::InstructionClass& one : rv32::instruction_classes)
    rv32.timing.*one.cycles =
        u32(std::get<std::uint64_t>(value_of(*e.keys().find(std::string("nic.core.") + one.name), e)));
  rv32.clock = core_clock_of(e).value_or(nic::CoreClock());
  return std::make_shared<const nic::Rv32>(std::move(rv32));
}

nic::Costs costs_of(const Values& e) {
  nic::Costs costs;
  costs.event.fill(u32(cycles_of("nic.cost.event", e)));
  costs.start = u32(cycles_of("nic.cost.start", e));
  costs.register_read = u32(cycles_of("nic.cost.register_read", e));
  costs.register_write = u32(cycles_of("nic.cost.register_write", e));
  costs.load = u32(cycles_of("nic.cost.load", e));
  costs.store = u32(cycles_of("nic.cost.store", e));
  return costs;
}

}  // namespace

nic::Params nic_params(const Values& e) {
  const NicSettings& s = e.get<NicSettings>();
  nic::Params p;
  p.firmware = firmware::find_firmware(s.firmware)->firmware;
  if (s.processor == ProcessorKind::rv32) p.rv32 = rv32_of(e);
  p.parameters[NIC_PARAMETER_PACKET_WORDS] = u32(s.packet_words);
  p.parameters[NIC_PARAMETER_WINDOW] = u32(s.window);
  p.parameters[NIC_PARAMETER_TIMEOUT_TICKS] = u32(s.timeout);
  p.parameters[NIC_PARAMETER_TRIES] = u32(s.tries);
  p.parameters[NIC_PARAMETER_REPLY_WORDS] = u32(s.reply_words);
  p.parameters[NIC_PARAMETER_BUFFERS] = u32(s.buffers);
  p.own_parameters = own_parameter_registers(e);
  if (p.rv32 == nullptr) p.costs = costs_of(e);
  p.watchdog_cycles = u32(s.watchdog);
  p.memory_bytes = u32(s.memory);
  p.memory_ports = static_cast<std::uint8_t>(s.memory_ports);
  p.dma_latency = u32(cycles_of("nic.dma.latency", e));
  p.dma_cycles_per_word = u32(s.dma_cycles_per_word);
  p.host_queue = u32(s.host_queue);
  p.when_full = s.when_full;
  p.most_packet_words = u32(longest_nic_packet(e).words());
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

LongestPacket longest_nic_packet(const Values& experiment) {
  const NicSettings& s = experiment.get<NicSettings>();
  const firmware::Delivery where = delivery(experiment);
  if (where == firmware::Delivery::none)  // length from its table
    return {0, std::min(nic::Params().most_packet_words, port::most_words(experiment.get<PacketSettings>().format)),
            "nic.firmware"};
  LongestPacket longest{firmware::header_words, s.packet_words, "nic.packet_words"};
  if (where == firmware::Delivery::reply && s.reply_words > s.packet_words)
    longest = {firmware::header_words, s.reply_words, "nic.reply_words"};
  const firmware::Entry& entry = *firmware::find_firmware(s.firmware);
  if (entry.payload < 0) return longest;
  const OwnParameter& payload = own_parameter(*entry.firmware, static_cast<std::uint32_t>(entry.payload));
  const LongestPacket worm{firmware::worm_header_words, register_value(payload, experiment), payload.path};
  return worm.words() > longest.words() ? worm : longest;
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
