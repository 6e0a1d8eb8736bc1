#include "tests/testbench/tracing/restless_nics.hpp"

#include <memory>

#include "tests/support/line_network.hpp"

namespace slackline::test {

namespace {

// NIC memory.
constexpr std::uint32_t count_at = 0, headers_at = 0x100, payload_at = 0x400, buffers_at = 0x1000;
constexpr std::uint32_t payload_words = 20, buffer_words = 32, buffers = 6;
constexpr std::uint32_t timer_ticks = 3000;

std::uint32_t next_count(nic_device* n) {
  const std::uint32_t count = nic_load(n, count_at) + 1;
  nic_store(n, count_at, count);
  return count;
}

void push(nic_device* n, std::uint32_t count, std::uint32_t to, std::uint32_t payload, std::uint32_t flags) {
  const std::uint32_t header = headers_at + count % 32 * 8;
  nic_store(n, header, count % 3 << 30);                           // class 2 has no buffers
  nic_store(n, header + 4, (flags & NIC_TX_FOLLOW) != 0 ? 0 : 1);  // 1: to be sent on
  nic_write(n, NIC_TX_DESTINATION, to);
  nic_write(n, NIC_TX_HEADER, header);
  nic_write(n, NIC_TX_HEADER_WORDS, 2);
  nic_write(n, NIC_TX_PAYLOAD, payload);
  nic_write(n, NIC_TX_PAYLOAD_WORDS, payload_words);
  nic_write(n, NIC_TX_FLAGS, flags);
  nic_write(n, NIC_TX_SLOT, nic_read(n, NIC_SLOT_LOW) + 1);
  nic_write(n, NIC_TX_PUSH, 1);
}

void start(nic_device* n) {
  for (std::uint32_t i = 0; i < 4; ++i) nic_write(n, NIC_RX_BUFFER_WORDS + 4 * i, buffer_words);
  for (std::uint32_t i = 0; i < buffers; ++i)
    nic_write(n, NIC_RX_FREE + 4 * (i % 3 == 2), buffers_at + i * 4 * buffer_words);
  nic_write(n, NIC_RX_HEADER_WORDS, 2);
  nic_write(n, NIC_CLOCK_PAUSE, nic_read(n, NIC_NODE) != 3);
  nic_write(n, NIC_TIMER, timer_ticks);
  nic_write(n, NIC_EVENT_ENABLE, ~(1u << NIC_EVENT_TX_DONE));
}

/// To host 0, most of the time, which makes for stops.
void host(nic_device* n) {
  const std::uint32_t count = next_count(n), halts_at = nic_read(n, NIC_PARAMETER);
  if (halts_at != 0 && count >= halts_at && nic_read(n, NIC_NODE) == 0) {
    nic_work(n, 10);  // long enough to be seen
    nic_write(n, NIC_ERROR, count);
  }
  const std::uint32_t to = nic_read(n, NIC_NODE) == 0 || count % 4 == 0 ? nic_read(n, NIC_HOST_PEER) : 0;
  if (nic_read(n, NIC_TX_SPACE) != 0)
    push(n, count, to, payload_at, NIC_TX_NOTIFY | (count % 3 == 0) * NIC_TX_AT_SLOT | (count % 5 == 0) * NIC_TX_PAUSE);
  nic_write(n, NIC_HOST_POP, 1);
  if (halts_at != 0) return;  // what follows counts as errors of its own
  if (nic_read(n, NIC_DONE_SPACE) != 0) nic_write(n, NIC_DONE_PUSH, 1);
  if (count % 2 == 0 && nic_read(n, NIC_DMA_SPACE) != 0) {
    nic_write(n, NIC_DMA_DIRECTION, count / 2 % 2);
    nic_write(n, NIC_DMA_ADDRESS, payload_at);
    nic_write(n, NIC_DMA_WORDS, payload_words);
    nic_write(n, NIC_DMA_PUSH, 1);
  }
}

void rx_header(nic_device* n) {
  const std::uint32_t buffer = nic_read(n, NIC_RX_HEADER_BUFFER);
  if (nic_load(n, buffer + 4) == 1 && nic_read(n, NIC_TX_SPACE) != 0)
    push(n, next_count(n), nic_read(n, NIC_NODE) ^ 1u, buffer + 8, NIC_TX_FOLLOW);
  nic_write(n, NIC_RX_HEADER_POP, 1);
}

void rx_done(nic_device* n) {
  nic_write(n, NIC_RX_FREE + 4 * (nic_read(n, NIC_RX_DONE_STATUS) >> 8 & 3), nic_read(n, NIC_RX_DONE_BUFFER));
  nic_write(n, NIC_RX_DONE_POP, 1);
}

void handle(nic_device* n, std::uint32_t event) {
  switch (event) {
    case NIC_EVENT_TIMER:
      for (unsigned i = 0; i < 32; ++i) nic_write(n, NIC_TX_DONE_POP, 1);
      nic_write(n, NIC_TIMER_EXPIRED, ~0u);
      nic_write(n, NIC_TIMER, timer_ticks);
      break;
    case NIC_EVENT_RX_HEADER: rx_header(n); break;
    case NIC_EVENT_RX_DONE: rx_done(n); break;
    case NIC_EVENT_DMA_DONE: nic_write(n, NIC_DMA_DONE_POP, 1); break;
    case NIC_EVENT_HOST: host(n); break;
    default: break;
  }
}

constexpr nic_firmware restless{"restless", start, handle};

}  // namespace

network::Netlist restless_nics(const RestlessSettings& restless_settings) {
  Settings settings;
  settings.size = {2, 2};
  settings.packet_flits = 4;
  settings.packets_per_cycle = 0.02;
  settings.virtual_channels = restless_settings.virtual_channels;
  settings.flow_control = restless_settings.flow_control;
  network::Netlist netlist = mesh_network(settings);
  netlist.workloads[0].traffic.pattern = generator::Pattern::uniform;
  auto interfaces = std::make_shared<network::HostInterfaces>();
  interfaces->nics[0].firmware = &restless;
  interfaces->nics[0].parameters[0] = restless_settings.halts_at;
  interfaces->nics[0].memory_bytes = 8 * 1024;
  interfaces->nics[0].memory_ports = 2;
  interfaces->nics[0].dma_latency = 6;
  interfaces->nics[0].host_queue = 5;
  interfaces->nics[0].costs.register_read = interfaces->nics[0].costs.load = 1;
  for (std::size_t i = 0; i < netlist.endpoints.size(); ++i) {
    local_clock::Params clock;
    clock.lag = local_clock::lag_of(-30'000'000 * static_cast<std::int64_t>(i), 0);
    clock.slot_ticks = 150;
    clock.position = static_cast<std::uint32_t>(10 * i);
    interfaces->clocks.push_back(clock);
  }
  netlist.interfaces = interfaces;
  for (const char* link : {"link_switch1_p4_to_host1", "link_switch0_p4_to_host0"}) {
    LinkFault losses = fault_of(LinkFaultKind::drop, 100, 0);  // tails too: worms are cut short
    losses.probability = restless_settings.losses;
    add_fault(netlist, link, losses);
  }
  return netlist;
}

}  // namespace slackline::test
