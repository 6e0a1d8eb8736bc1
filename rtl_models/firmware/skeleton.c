/* skeleton: a minimal firmware for messages, to begin a protocol of your own with. It sends one message at a time, of
 * one packet; messages that come go to the host; nothing is acknowledged. See "A new protocol" in docs/nic.md.
 *
 *   HOST -> DMA from the host -> DMA_DONE -> send queue -> TX_DONE -> completion: sent
 *   RX_DONE -> DMA to the host -> DMA_DONE -> completion: received; the buffer is free again */
#include "rtl_models/firmware/catalogue.h"
#include "rtl_models/firmware/completion.h"
#include "rtl_models/firmware/firmware.h"
#include "rtl_models/firmware/transfer.h"

/* The only variables are those in NIC memory. Here: the header of the packet that is sent, its payload, and after
 * it the receive buffers. */
enum { HEADER = 0, PAYLOAD = 16, HEADER_WORDS = 3, BUFFERS = 8 };

/* The header of a packet, word by word. The first word's class and source are for the receive engine and for us. */
enum { FIRST = 0, MESSAGE = 4, WORDS = 8 };

/* The cookie of the transfer from the host. Those of transfers to it are addresses of buffers. */
enum { OWN_MESSAGE = 0 };

static uint32_t most_words(nic* n) { return nic_read(n, NIC_PARAMETER + 4 * NIC_PARAMETER_PACKET_WORDS); }

static void enable(nic* n, uint32_t more) {
  const uint32_t always = 1u << NIC_EVENT_RX_DONE | 1u << NIC_EVENT_TX_DONE | 1u << NIC_EVENT_DMA_DONE;
  nic_write(n, NIC_EVENT_ENABLE, always | more);
}

/* After reset: gives buffers to the receive engine, and enables events. */
static void start(nic* n) {
  const uint32_t buffer_words = HEADER_WORDS + most_words(n), first = PAYLOAD + 4 * most_words(n);
  if (first + 4 * BUFFERS * buffer_words > nic_read(n, NIC_TABLE_ADDRESS)) {
    nic_log(n, "packets of %u words and %u buffers do not fit into the NIC memory", most_words(n), BUFFERS);
    nic_write(n, NIC_ERROR, 1);
    return;
  }
  nic_write(n, NIC_RX_BUFFER_WORDS, buffer_words);
  for (uint32_t i = 0; i < BUFFERS; ++i) nic_write(n, NIC_RX_FREE, first + 4 * i * buffer_words);
  enable(n, 1u << NIC_EVENT_HOST);
}

/* A command waits. It is removed when its message has left, and no other one is handled until then. */
static void host(nic* n) {
  const uint32_t words = nic_read(n, NIC_HOST_WORDS), message = nic_read(n, NIC_HOST_MESSAGE);
  if (words == 0 || words > most_words(n)) {
    nic_log(n, "a message of %u words does not fit into a packet of %u: it is not sent", words, most_words(n));
    tell_host(n, NIC_DONE_FAILED, nic_read(n, NIC_HOST_PEER), message, words);
    nic_write(n, NIC_HOST_POP, 1);
    return;
  }
  nic_store(n, HEADER + FIRST, nic_read(n, NIC_NODE)); /* class 0 */
  nic_store(n, HEADER + MESSAGE, message);
  nic_store(n, HEADER + WORDS, words);
  transfer(n, FROM_HOST, nic_read(n, NIC_NODE), message, 0, PAYLOAD, words, OWN_MESSAGE);
  enable(n, 0);
}

static void dma_done(nic* n) {
  const uint32_t cookie = nic_read(n, NIC_DMA_DONE_COOKIE);
  if (cookie == OWN_MESSAGE) {
    nic_write(n, NIC_TX_DESTINATION, nic_read(n, NIC_HOST_PEER));
    nic_write(n, NIC_TX_HEADER, HEADER);
    nic_write(n, NIC_TX_HEADER_WORDS, HEADER_WORDS);
    nic_write(n, NIC_TX_PAYLOAD, PAYLOAD);
    nic_write(n, NIC_TX_PAYLOAD_WORDS, nic_read(n, NIC_HOST_WORDS));
    nic_write(n, NIC_TX_FLAGS, NIC_TX_NOTIFY);
    nic_write(n, NIC_TX_PUSH, 1);
  } else {
    tell_host(n, NIC_DONE_RECEIVED, nic_load(n, cookie + FIRST) & 0xffffff, nic_load(n, cookie + MESSAGE),
              nic_load(n, cookie + WORDS));
    nic_write(n, NIC_RX_FREE, cookie);
  }
  nic_write(n, NIC_DMA_DONE_POP, 1);
}

static void tx_done(nic* n) {
  tell_host(n, NIC_DONE_SENT, nic_read(n, NIC_HOST_PEER), nic_read(n, NIC_HOST_MESSAGE), nic_read(n, NIC_HOST_WORDS));
  nic_write(n, NIC_HOST_POP, 1);
  nic_write(n, NIC_TX_DONE_POP, 1);
  enable(n, 1u << NIC_EVENT_HOST);
}

static void rx_done(nic* n) {
  const uint32_t buffer = nic_read(n, NIC_RX_DONE_BUFFER), words = nic_read(n, NIC_RX_DONE_WORDS);
  const uint32_t status = nic_read(n, NIC_RX_DONE_STATUS);
  nic_write(n, NIC_RX_DONE_POP, 1);                   /* then the registers show the next packet */
  if ((status & 255) != 0 || words <= HEADER_WORDS) { /* damaged: dropped */
    nic_write(n, NIC_RX_FREE, buffer);
    return;
  }
  transfer(n, TO_HOST, nic_load(n, buffer + FIRST) & 0xffffff, nic_load(n, buffer + MESSAGE), 0,
           buffer + 4 * HEADER_WORDS, words - HEADER_WORDS, buffer);
}

static void handle(nic* n, uint32_t event) {
  switch (event) {
    case NIC_EVENT_HOST: host(n); break;
    case NIC_EVENT_DMA_DONE: dma_done(n); break;
    case NIC_EVENT_TX_DONE: tx_done(n); break;
    case NIC_EVENT_RX_DONE: rx_done(n); break;
    default: break;
  }
}

const struct nic_firmware firmware_skeleton = {.name = "skeleton", .start = start, .handle = handle};
