/* unicast: messages from host to host, in packets of PACKET_WORDS words, several under way at once. With TIMEOUT_TICKS
 * they are acknowledged, and sent again when they get lost (reliable.h); without, a message that loses a packet is lost. */
#include "rtl_models/firmware/unicast.h"

#include "rtl_models/firmware/catalogue.h"
#include "rtl_models/firmware/events.h"
#include "rtl_models/firmware/memory.h"
#include "rtl_models/firmware/notes.h"
#include "rtl_models/firmware/receiver.h"
#include "rtl_models/firmware/reliable.h"
#include "rtl_models/firmware/sender.h"

enum { DATA = 0, ACKNOWLEDGEMENT = 1 }; /* classes of packets */
enum { ACKNOWLEDGEMENT_BUFFERS = 32 };

void unicast_start(nic* n) {
  reliable_start(n);
  const bool reliable = reliable_is_on(n);
  sender_start(n, reliable ? RELIABLE_NOTES : 0);
  receiver_start(n, reliable);
  if (reliable) receiver_buffers(n, ACKNOWLEDGEMENT, ACKNOWLEDGEMENT_WORDS, 0, ACKNOWLEDGEMENT_BUFFERS);
  receiver_buffers(n, DATA, HEADER_WORDS + nic_load(n, SENDER_PACKET_WORDS), 0,
                   nic_read(n, NIC_PARAMETER + 4 * NIC_PARAMETER_BUFFERS));
  events_allow(n, EVENT_BIT(TIMER) | EVENT_BIT(RX_DONE) | EVENT_BIT(TX_DONE) | EVENT_BIT(DMA_DONE) | EVENT_BIT(HOST));
}

static void host(nic* n) {
  const bool reliable = reliable_is_on(n);
  if (reliable && reliable_has_given_up(n, nic_read(n, NIC_HOST_PEER))) {
    if (nic_read(n, NIC_DONE_SPACE) != 0) sender_refuse(n);
    return;
  }
  const uint32_t slot = sender_next(n, DATA);
  if (slot != 0 && reliable) reliable_number(n, slot);
}

static void dma_done(nic* n) {
  const uint32_t cookie = nic_read(n, NIC_DMA_DONE_COOKIE), address = cookie & ~(uint32_t)COOKIE_KIND;
  if ((cookie & COOKIE_KIND) != COOKIE_SLOT) {
    if (!receiver_delivered(n, cookie, source_of(nic_load(n, address + PACKET_FIRST)))) return;
  } else if (reliable_is_on(n)) {
    if (!reliable_fetched(n, address)) return;
  } else {
    sender_push(n, address);
  }
  nic_write(n, NIC_DMA_DONE_POP, 1);
  events_allow(n, EVENT_BIT(HOST) | EVENT_BIT(RX_DONE));
}

static void tx_done(nic* n) {
  const uint32_t cookie = nic_read(n, NIC_TX_DONE_COOKIE), address = cookie & ~(uint32_t)COOKIE_KIND;
  if ((cookie & COOKIE_KIND) == COOKIE_NOTE) {
    note_release(n, address);
    events_allow(n, EVENT_BIT(RX_DONE));
  } else if (reliable_is_on(n)) {
    reliable_sent(n, address);
  } else if (!sender_finish(n, address, NIC_DONE_SENT)) {
    return;
  }
  nic_write(n, NIC_TX_DONE_POP, 1);
}

/* The packet is to be dropped, or has been taken care of. */
static void drop(nic* n, uint32_t class, uint32_t buffer) {
  receiver_recycle(n, class, buffer);
  nic_write(n, NIC_RX_DONE_POP, 1);
}

static void data_came(nic* n, uint32_t buffer, uint32_t words) {
  const bool reliable = reliable_is_on(n);
  if (nic_read(n, NIC_DMA_SPACE) == 0 || (reliable && !notes_any_free(n))) {
    events_hold(n, EVENT_BIT(RX_DONE));
    return;
  }
  if (reliable && !reliable_is_sound(n, buffer, words)) {
    drop(n, DATA, buffer);
    return;
  }
  if (reliable && !reliable_is_next(n, buffer)) {
    reliable_acknowledge(n, buffer);
    drop(n, DATA, buffer);
    return;
  }
  const enum receiver_part part = receiver_add(n, buffer, words);
  if (part == PART_REFUSED) {
    drop(n, DATA, buffer);
    return;
  }
  if (reliable) {
    reliable_take(n, buffer);
    reliable_acknowledge(n, buffer);
  }
  receiver_deliver(n, buffer, words, source_of(nic_load(n, buffer + PACKET_FIRST)), part);
  nic_write(n, NIC_RX_DONE_POP, 1);
}

static void rx_done(nic* n) {
  const uint32_t buffer = nic_read(n, NIC_RX_DONE_BUFFER), words = nic_read(n, NIC_RX_DONE_WORDS);
  const uint32_t status = nic_read(n, NIC_RX_DONE_STATUS), class = status >> 8 & 3;
  if ((status & 255) != 0 || words < ACKNOWLEDGEMENT_WORDS) {
    drop(n, class, buffer);
  } else if (class == ACKNOWLEDGEMENT) {
    if (words != ACKNOWLEDGEMENT_WORDS || !reliable_is_sound(n, buffer, 0) || reliable_acknowledged(n, buffer))
      drop(n, class, buffer);
  } else if (words <= HEADER_WORDS) {
    drop(n, class, buffer);
  } else {
    data_came(n, buffer, words - HEADER_WORDS);
  }
}

bool unicast_has_room(nic* n, uint32_t event) {
  const bool is_own = event == NIC_EVENT_DMA_DONE && (nic_read(n, NIC_DMA_DONE_COOKIE) & COOKIE_KIND) == COOKIE_SLOT;
  const bool is_acknowledged = event == NIC_EVENT_RX_DONE && reliable_is_on(n);
  return !(is_own || is_acknowledged) || nic_read(n, NIC_TX_SPACE) != 0;
}

void unicast_handle(nic* n, uint32_t event) {
  switch (event) {
    case NIC_EVENT_TIMER: reliable_timer(n); break;
    case NIC_EVENT_RX_DONE: rx_done(n); break;
    case NIC_EVENT_TX_DONE: tx_done(n); break;
    case NIC_EVENT_DMA_DONE: dma_done(n); break;
    case NIC_EVENT_HOST: host(n); break;
    default: break;
  }
}

static void start(nic* n) {
  memory_start(n);
  unicast_start(n);
}

const struct nic_firmware firmware_unicast = {.name = "unicast", .start = start, .handle = unicast_handle};
