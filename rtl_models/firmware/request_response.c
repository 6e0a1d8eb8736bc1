/* request_response: a command is a request; the interface that it goes to answers it from its own memory, with
 * REPLY_WORDS words, without its host. DONE_SENT reports that the reply has come; with TIMEOUT_TICKS, DONE_FAILED
 * that it has not come in time, as when the request or the reply has been dropped. */
#include "rtl_models/firmware/catalogue.h"
#include "rtl_models/firmware/events.h"
#include "rtl_models/firmware/memory.h"
#include "rtl_models/firmware/notes.h"
#include "rtl_models/firmware/receiver.h"
#include "rtl_models/firmware/requests.h"
#include "rtl_models/firmware/sender.h"

enum { REQUEST = 0, REPLY = 1 }; /* classes of packets */
enum { REPLIES = 4 };            /* being sent at once */

static void start(nic* n) {
  memory_start(n);
  sender_start(n, REPLIES);
  notes_start(n, REPLIES);
  receiver_start(n, false);
  const uint32_t words = nic_read(n, NIC_PARAMETER + 4 * NIC_PARAMETER_REPLY_WORDS);
  const uint32_t window = nic_load(n, SENDER_SLOT_COUNT);
  nic_store(n, REPLY_ADDRESS, reserve(n, 4 * words));
  nic_store(n, REPLY_WORDS, words);
  requests_start(n);
  receiver_buffers(n, REPLY, HEADER_WORDS + words, 0, window);
  receiver_buffers(n, REQUEST, HEADER_WORDS + nic_load(n, SENDER_PACKET_WORDS), 0,
                   nic_read(n, NIC_PARAMETER + 4 * NIC_PARAMETER_BUFFERS));
  events_allow(n, EVENT_BIT(TIMER) | EVENT_BIT(RX_DONE) | EVENT_BIT(TX_DONE) | EVENT_BIT(DMA_DONE) | EVENT_BIT(HOST));
}

/* The first packet of a request waits until there will be a buffer for the reply. */
static void host(nic* n) {
  const bool first = nic_load(n, SENDER_OFFSET) == 0;
  if (first && !requests_any_place(n)) {
    events_hold(n, EVENT_BIT(HOST));
    return;
  }
  const uint32_t slot = sender_next(n, 0);
  if (slot != 0 && first) requests_open(n, slot);
}

static void answer(nic* n, uint32_t buffer) {
  const uint32_t note = note_take(n), words = nic_load(n, REPLY_WORDS);
  nic_store(n, note + PACKET_FIRST, first_word(REPLY, 0, nic_read(n, NIC_NODE)));
  nic_store(n, note + PACKET_MESSAGE, nic_load(n, buffer + PACKET_MESSAGE));
  nic_store(n, note + PACKET_TOTAL, nic_load(n, buffer + PACKET_TOTAL));
  nic_store(n, note + PACKET_OFFSET, 0);
  nic_store(n, note + PACKET_SEQUENCE, 0);
  note_push(n, note, source_of(nic_load(n, buffer + PACKET_FIRST)), HEADER_WORDS, nic_load(n, REPLY_ADDRESS), words, 0);
}

static void rx_done(nic* n) {
  const uint32_t buffer = nic_read(n, NIC_RX_DONE_BUFFER), words = nic_read(n, NIC_RX_DONE_WORDS);
  const uint32_t status = nic_read(n, NIC_RX_DONE_STATUS), class = status >> 8 & 3;
  if ((status & 255) == 0 && class == REPLY) {
    if (!requests_answered(n, source_of(nic_load(n, buffer + PACKET_FIRST)), nic_load(n, buffer + PACKET_MESSAGE)))
      return;
  } else if ((status & 255) == 0 && words > HEADER_WORDS &&
             source_of(nic_load(n, buffer + PACKET_FIRST)) < nic_read(n, NIC_NODES)) {
    if (!notes_any_free(n)) {
      events_hold(n, EVENT_BIT(RX_DONE));
      return;
    }
    if (receiver_add(n, buffer, words - HEADER_WORDS) == PART_LAST) answer(n, buffer);
  }
  receiver_recycle(n, class, buffer);
  nic_write(n, NIC_RX_DONE_POP, 1);
}

static void tx_done(nic* n) {
  const uint32_t cookie = nic_read(n, NIC_TX_DONE_COOKIE), address = cookie & ~(uint32_t)COOKIE_KIND;
  if ((cookie & COOKIE_KIND) == COOKIE_NOTE) {
    note_release(n, address);
    events_allow(n, EVENT_BIT(RX_DONE));
  } else {
    requests_left(n, address);
    sender_release(n, address);
  }
  nic_write(n, NIC_TX_DONE_POP, 1);
}

static void dma_done(nic* n) {
  sender_push(n, nic_read(n, NIC_DMA_DONE_COOKIE));
  nic_write(n, NIC_DMA_DONE_POP, 1);
  events_allow(n, EVENT_BIT(HOST));
}

static void handle(nic* n, uint32_t event) {
  switch (event) {
    case NIC_EVENT_TIMER: requests_timer(n); break;
    case NIC_EVENT_RX_DONE: rx_done(n); break;
    case NIC_EVENT_TX_DONE: tx_done(n); break;
    case NIC_EVENT_DMA_DONE: dma_done(n); break;
    case NIC_EVENT_HOST: host(n); break;
    default: break;
  }
}

const struct nic_firmware firmware_request_response = {.name = "request_response", .start = start, .handle = handle};
