/* echo: the interface that a message goes to sends it back, packet by packet, while it still comes in: the send engine
 * follows the receive engine through the buffer (cut-through). The sender's host gets its own message. */
#include "rtl_models/firmware/catalogue.h"
#include "rtl_models/firmware/events.h"
#include "rtl_models/firmware/memory.h"
#include "rtl_models/firmware/notes.h"
#include "rtl_models/firmware/receiver.h"
#include "rtl_models/firmware/sender.h"

enum { CALL, ECHO };      /* types of packets */
enum { REFLECTIONS = 4 }; /* packets on their way back at once */

/* Two words before the buffer of a call, which no packet can forge. CALL_STATE: nothing yet; it has come whole, or
 * damaged, before it was sent back; or the note it is sent back with. CALL_NEXT: the next call that waits for a note.
 *
 * Calls that wait do so here, and not in the queue of headers: a header that stayed there until its packet had been
 * delivered, and its buffer filled with another, would be taken for that one's. So RX_HEADER is never held back, and comes
 * before the packet's RX_DONE. */
enum { CALL_STATE = -8, CALL_NEXT = -4, CALL_WORDS = 2 };
enum { CALL_ARRIVES = 0, CALL_IS_WHOLE = 1, CALL_IS_DAMAGED = 2 };
/* NOTE_STATE: what a reflection still waits for. */
enum { NOTE_WAITS_FOR_BOTH = 0, NOTE_WAITS_FOR_ONE = 1 };

static void start(nic* n) {
  memory_start(n);
  sender_start(n, REFLECTIONS);
  notes_start(n, REFLECTIONS);
  receiver_start(n, false);
  nic_write(n, NIC_RX_HEADER_WORDS, HEADER_WORDS);
  receiver_buffers(n, 0, HEADER_WORDS + nic_load(n, SENDER_PACKET_WORDS), CALL_WORDS,
                   nic_read(n, NIC_PARAMETER + 4 * NIC_PARAMETER_BUFFERS));
  events_allow(n,
               EVENT_BIT(RX_HEADER) | EVENT_BIT(RX_DONE) | EVENT_BIT(TX_DONE) | EVENT_BIT(DMA_DONE) | EVENT_BIT(HOST));
}

/* A packet with this beginning is to be sent back, to an existing host. */
static bool is_call(nic* n, uint32_t first) {
  return type_of(first) == CALL && source_of(first) < nic_read(n, NIC_NODES);
}

static void free_call(nic* n, uint32_t buffer) {
  nic_store(n, buffer + CALL_STATE, CALL_ARRIVES);
  receiver_recycle(n, 0, buffer);
}

/* A call is sent back; whether it is damaged is known only when all of it has come. */
static void reflect(nic* n, uint32_t buffer, uint32_t source) {
  const bool whole = nic_load(n, buffer + CALL_STATE) == CALL_IS_WHOLE;
  const uint32_t total = nic_load(n, buffer + PACKET_TOTAL), offset = nic_load(n, buffer + PACKET_OFFSET);
  const uint32_t note = note_take(n);
  nic_store(n, buffer + CALL_STATE, note);
  nic_store(n, note + NOTE_BUFFER, buffer);
  nic_store(n, note + NOTE_STATE, whole ? NOTE_WAITS_FOR_ONE : NOTE_WAITS_FOR_BOTH);
  nic_store(n, note + PACKET_FIRST, first_word(0, ECHO, nic_read(n, NIC_NODE)));
  nic_store(n, note + PACKET_MESSAGE, nic_load(n, buffer + PACKET_MESSAGE));
  nic_store(n, note + PACKET_TOTAL, total);
  nic_store(n, note + PACKET_OFFSET, offset);
  nic_store(n, note + PACKET_SEQUENCE, 0);
  note_push(n, note, source, HEADER_WORDS, buffer + HEADER_BYTES,
            least(total - offset, nic_load(n, SENDER_PACKET_WORDS)), whole ? 0 : NIC_TX_FOLLOW);
}

static void wait_for_note(nic* n, uint32_t buffer) {
  nic_store(n, buffer + CALL_NEXT, 0);
  if (nic_load(n, ECHO_FIRST) == 0)
    nic_store(n, ECHO_FIRST, buffer);
  else
    nic_store(n, nic_load(n, ECHO_LAST) + CALL_NEXT, buffer);
  nic_store(n, ECHO_LAST, buffer);
}

/* A note is free: for the call that has waited longest, if it has not come damaged meanwhile. */
static void reflect_next(nic* n) {
  uint32_t buffer;
  while ((buffer = nic_load(n, ECHO_FIRST)) != 0) {
    nic_store(n, ECHO_FIRST, nic_load(n, buffer + CALL_NEXT));
    if (nic_load(n, buffer + CALL_STATE) != CALL_IS_DAMAGED) {
      reflect(n, buffer, source_of(nic_load(n, buffer + PACKET_FIRST)));
      return;
    }
    free_call(n, buffer);
  }
}

static void rx_header(nic* n) {
  const uint32_t buffer = nic_read(n, NIC_RX_HEADER_BUFFER), first = nic_load(n, buffer + PACKET_FIRST);
  if (is_call(n, first)) {
    if (notes_any_free(n))
      reflect(n, buffer, source_of(first));
    else
      wait_for_note(n, buffer);
  }
  nic_write(n, NIC_RX_HEADER_POP, 1);
}

/* All of a call has come, or its reflection has left: after the second of the two its buffer is free. */
static void one_less(nic* n, uint32_t note) {
  if (nic_load(n, note + NOTE_STATE) == NOTE_WAITS_FOR_BOTH) {
    nic_store(n, note + NOTE_STATE, NOTE_WAITS_FOR_ONE);
    return;
  }
  free_call(n, nic_load(n, note + NOTE_BUFFER));
  note_release(n, note);
  reflect_next(n);
}

static bool is_damaged(nic* n, uint32_t words) {
  return (nic_read(n, NIC_RX_DONE_STATUS) & 255) != 0 || words <= HEADER_WORDS;
}

/* Calls that are being sent back while they come in are cut short where they are. */
static void call_came(nic* n, uint32_t buffer, uint32_t words) {
  const uint32_t note = nic_load(n, buffer + CALL_STATE);
  if (note == CALL_ARRIVES)
    nic_store(n, buffer + CALL_STATE, is_damaged(n, words) ? CALL_IS_DAMAGED : CALL_IS_WHOLE);
  else
    one_less(n, note);
}

static void rx_done(nic* n) {
  const uint32_t buffer = nic_read(n, NIC_RX_DONE_BUFFER), words = nic_read(n, NIC_RX_DONE_WORDS);
  const uint32_t first = nic_load(n, buffer + PACKET_FIRST);
  if (is_call(n, first)) {
    call_came(n, buffer, words);
  } else if (type_of(first) == CALL || is_damaged(n, words)) {
    receiver_recycle(n, 0, buffer);
  } else if (nic_read(n, NIC_DMA_SPACE) == 0) {
    events_hold(n, EVENT_BIT(RX_DONE));
    return;
  } else {
    const enum receiver_part part = receiver_add(n, buffer, words - HEADER_WORDS);
    if (part == PART_REFUSED)
      receiver_recycle(n, 0, buffer);
    else
      receiver_deliver(n, buffer, words - HEADER_WORDS, nic_read(n, NIC_NODE), part);
  }
  nic_write(n, NIC_RX_DONE_POP, 1);
}

static void tx_done(nic* n) {
  const uint32_t cookie = nic_read(n, NIC_TX_DONE_COOKIE), address = cookie & ~(uint32_t)COOKIE_KIND;
  if ((cookie & COOKIE_KIND) == COOKIE_NOTE) {
    one_less(n, address);
  } else if (!sender_finish(n, address, NIC_DONE_SENT)) {
    return;
  }
  nic_write(n, NIC_TX_DONE_POP, 1);
}

static void dma_done(nic* n) {
  const uint32_t cookie = nic_read(n, NIC_DMA_DONE_COOKIE);
  if ((cookie & COOKIE_KIND) == COOKIE_SLOT)
    sender_push(n, cookie & ~(uint32_t)COOKIE_KIND);
  else if (!receiver_delivered(n, cookie, nic_read(n, NIC_NODE)))
    return;
  nic_write(n, NIC_DMA_DONE_POP, 1);
  events_allow(n, EVENT_BIT(HOST) | EVENT_BIT(RX_DONE));
}

static void handle(nic* n, uint32_t event) {
  switch (event) {
    case NIC_EVENT_RX_HEADER: rx_header(n); break;
    case NIC_EVENT_RX_DONE: rx_done(n); break;
    case NIC_EVENT_TX_DONE: tx_done(n); break;
    case NIC_EVENT_DMA_DONE: dma_done(n); break;
    case NIC_EVENT_HOST: sender_next(n, CALL); break;
    default: break;
  }
}

const struct nic_firmware firmware_echo = {.name = "echo", .start = start, .handle = handle};
