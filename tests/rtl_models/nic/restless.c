/* restless: sends, copies, sets timers and alarms as random numbers direct, and frees buffers; messages of barriers, where there are
 * some, go back. For both processors. */
#include "tests/rtl_models/nic/restless.h"

static void start(nic* n) {
  nic_write(n, NIC_RX_BUFFER_WORDS, 8);
  for (uint32_t i = 0; i < 4; ++i) nic_write(n, NIC_RX_FREE, 0x800 + 64 * i);
  nic_write(n, NIC_RX_HEADER_WORDS, 2);
  nic_write(n, NIC_TIMER, 40);
  nic_write(n, NIC_CLOCK_PAUSE, 1);
  nic_write(n, NIC_TX_STOP_EVENT, 1);
  nic_write(n, NIC_EVENT_ENABLE, ~0u);
}

static void handle(nic* n, uint32_t event) {
  const uint32_t random = nic_load(n, 0) * 1664525u + 1013904223u;
  nic_store(n, 0, random);
  switch (event) {
    case NIC_EVENT_TIMER:
      nic_write(n, NIC_TIMER_EXPIRED, 255);
      nic_write(n, NIC_CLOCK_PAUSE, random >> 30 & 1);
      nic_write(n, NIC_TX_STOP_EVENT, random >> 29 & 1);
      nic_write(n, NIC_TIMER, 1 + (random >> 8) % 300);
      if (nic_read(n, NIC_TX_SPACE) != 0) {
        nic_write(n, NIC_TX_DESTINATION, 1);
        nic_write(n, NIC_TX_HEADER_WORDS, 1 + (random >> 16) % 4);
        nic_write(n, NIC_TX_PAYLOAD_WORDS, (random >> 18) % 8);
        nic_write(n, NIC_TX_FLAGS, (random >> 20) & (NIC_TX_AT_SLOT | NIC_TX_NOTIFY | NIC_TX_PAUSE));
        nic_write(n, NIC_TX_SLOT, nic_read(n, NIC_SLOT_LOW) + (random >> 24) % 3);
        nic_write(n, NIC_TX_PUSH, 1);
      }
      nic_write(n, NIC_SLOT_ALARM, nic_read(n, NIC_SLOT_LOW) + (random >> 26) % 4);
      nic_write(n, NIC_SLOT_ALARM_ON, 1);
      break;
    case NIC_EVENT_RX_HEADER:
      if (nic_read(n, NIC_TX_SPACE) != 0) {
        nic_write(n, NIC_TX_HEADER_WORDS, 1);
        nic_write(n, NIC_TX_PAYLOAD, nic_read(n, NIC_RX_HEADER_BUFFER));
        nic_write(n, NIC_TX_PAYLOAD_WORDS, 4);
        nic_write(n, NIC_TX_FLAGS, NIC_TX_FOLLOW);
        nic_write(n, NIC_TX_PUSH, 1);
      }
      nic_write(n, NIC_RX_HEADER_POP, 1);
      break;
    case NIC_EVENT_RX_DONE:
      nic_write(n, NIC_RX_FREE, nic_read(n, NIC_RX_DONE_BUFFER));
      nic_write(n, NIC_RX_DONE_POP, 1);
      break;
    case NIC_EVENT_TX_DONE: nic_write(n, NIC_TX_DONE_POP, 1); break;
    case NIC_EVENT_DMA_DONE: nic_write(n, NIC_DMA_DONE_POP, 1); break;
    case NIC_EVENT_SLOT:
      if (nic_read(n, NIC_DMA_SPACE) != 0) {
        nic_write(n, NIC_DMA_ADDRESS, 0x400);
        nic_write(n, NIC_DMA_WORDS, 1 + (random >> 16) % 9);
        nic_write(n, NIC_DMA_PUSH, 1);
      }
      break;
    case NIC_EVENT_HOST:
      nic_write(n, NIC_HOST_POP, 1);
      if (nic_read(n, NIC_DONE_SPACE) != 0) nic_write(n, NIC_DONE_PUSH, 1);
      break;
    case NIC_EVENT_BARRIER:
      if (nic_read(n, NIC_BARRIER_TX_SPACE) != 0) {
        nic_write(n, NIC_BARRIER_TX_FIRST, nic_read(n, NIC_BARRIER_RX_FIRST));
        nic_write(n, NIC_BARRIER_TX_SECOND, nic_read(n, NIC_BARRIER_RX_SECOND));
        nic_write(n, NIC_BARRIER_TX_PUSH, 1);
      }
      nic_write(n, NIC_BARRIER_RX_POP, 1);
      break;
    case NIC_EVENT_TX_STOPPED: {
      const uint32_t stopped = nic_read(n, NIC_TX_STOPPED);
      nic_write(n, NIC_CLOCK_STOP, stopped);
      nic_write(n, NIC_TX_STOPPED_SEEN, stopped);
      break;
    }
    default: break;
  }
}

const struct nic_firmware firmware_restless = {.name = "restless", .start = start, .handle = handle};
