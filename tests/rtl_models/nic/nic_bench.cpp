#include "tests/rtl_models/nic/nic_bench.hpp"

namespace slackline::test {

const nic_firmware idle_firmware = {"idle", [](nic_device*) {}, [](nic_device*, std::uint32_t) {}};

nic::Params nic_params(const nic_firmware& firmware) {
  nic::Params params;
  params.firmware = &firmware;
  params.memory_bytes = 4096;
  return params;
}

NicBench::NicBench(const nic::Params& params, std::uint64_t lag, std::uint32_t slot_ticks,
                   std::uint8_t virtual_channels, bool barriers) {
  nic::Params own = params;
  own.virtual_channels = virtual_channels;
  nic::Place place;
  place.clock.lag = lag;
  place.clock.slot_ticks = slot_ticks;
  port::Params port;
  port.links.virtual_channels = virtual_channels;
  port.links.barriers = barriers;
  port.links.host_stops = params.when_full == nic::WhenFull::stop;
  port.links.stop_at = 4;
  port.links.go_at = 2;
  nic_ = std::make_unique<nic::Instance>(own, place, port, packets_, latencies_);
}

Flit NicBench::step(Flit in, VcMask stop) {
  const nic::Result result = nic_->step(now, {{in, stop}, command_.words != 0 ? &command_ : nullptr});
  command_ = firmware::Command();
  now = now + 1;
  wake = result.wake;
  return result.flit_out;
}

void NicBench::idle(unsigned edges) {
  for (unsigned i = 0; i < edges; ++i) step();
}

nic::FirmwareErrorKind NicBench::write(std::uint32_t reg, std::uint32_t value) {
  nic::State& s = nic_->state;
  const nic::FirmwareErrorKind error =
      nic::write_register(nic_->params, nic_->place, s, Cycle(now.value - 1), reg, value);
  nic::offer_next(nic_->params, s.send, nic_->port, s.time, now);
  return error;
}

std::uint32_t NicBench::read(std::uint32_t reg) {
  return nic::read_register(nic_->params, nic_->place, nic_->state, now, reg);
}

nic::FirmwareErrorKind NicBench::push_packet(std::uint32_t header_words, std::uint32_t payload_words,
                                             std::uint32_t flags, std::uint32_t slot, bool control) {
  write(NIC_TX_DESTINATION, 1);
  write(NIC_TX_HEADER, 0x100);
  write(NIC_TX_HEADER_WORDS, header_words);
  write(NIC_TX_PAYLOAD, 0x200);
  write(NIC_TX_PAYLOAD_WORDS, payload_words);
  write(NIC_TX_FLAGS, flags);
  write(NIC_TX_SLOT, slot);
  return write(control ? NIC_TX_PUSH_CONTROL : NIC_TX_PUSH, 1);
}

void NicBench::give_buffer(std::uint32_t buffer_class, std::uint32_t words, std::uint32_t address) {
  write(NIC_RX_BUFFER_WORDS + 4 * buffer_class, words);
  write(NIC_RX_FREE + 4 * buffer_class, address);
}

std::vector<Flit> NicBench::packet(unsigned words, std::uint32_t first, unsigned vc) {
  const VcId on(static_cast<std::uint8_t>(vc));
  std::vector<Flit> flits{Flit(FlitKind::head, on, 0, 0)};
  for (unsigned i = 0; i < words; ++i)
    flits.emplace_back(i + 1 == words ? FlitKind::tail : FlitKind::body, on, first + i, 0);
  return flits;
}

void take(NicBench& bench, const std::vector<Flit>& flits) {
  for (const Flit flit : flits) bench.step(flit);
}

}  // namespace slackline::test
