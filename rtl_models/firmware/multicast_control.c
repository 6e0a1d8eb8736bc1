#include "rtl_models/firmware/multicast_parts.h"
#include "rtl_models/firmware/receiver.h"

/* A control worm to be sent: its two words, and the host that it goes to. */
enum { RING_FIRST = 0, RING_SECOND = 4, RING_HOST = 8, RING_BYTES = 12 };
/* The most that a handler pushes: it may write 512 words and registers, seven of them for each. */
enum { MOST_PUSHED = 24 };

/* How many control worms of one pair there can be that their receiver has not handled. A host has one copy to another, and
 * class, without ACK, and sends it again only when it has handled NACK. So those are NACK and READY. With time-outs the
 * copy may come again before READY has been handled: READY, NACK, and the next READY. */
static uint32_t kinds(nic* n) { return multicast_setting(n, SETTING_TIMEOUT) == 0 ? 2 : 3; }

/* The pairs from which control worms can come at once: those to which copies go, but no more than copies without ACK. Each
 * buffer and own slot has one worm. */
static uint32_t pairs_without_ack(nic* n) {
  const uint32_t worms = 2 * multicast_setting(n, SETTING_BUFFERS) + multicast_own_slots(n);
  return least(routes_word(n, MULTICAST_SUCCESSOR_PAIRS), worms * routes_word(n, MULTICAST_FAN_OUT));
}

struct control_room {
  uint32_t places, buffers; /* of worms that are to be sent, and of those that can come at once */
};

/* With a manager: a host has a request, or its grant, and a report, or its receipt, under way. With credits no more come back
 * at once than there are buffers; and a host has one question or order under way, or its answer. */
static struct control_room control_room(nic* n) {
  const uint32_t nodes = nic_read(n, NIC_NODES), all = multicast_setting(n, SETTING_BUFFERS) + nodes;
  struct control_room room = {kinds(n) * routes_word(n, MULTICAST_PREDECESSOR_PAIRS), kinds(n) * pairs_without_ack(n)};
  switch (multicast_setting(n, SETTING_SCHEME)) {
    case SCHEME_MANAGER:
      room.places = room.buffers = routes_word(n, MULTICAST_MANAGER) == nic_read(n, NIC_NODE) ? 2 * nodes : 2;
      break;
    case SCHEME_CREDITS: room.places = room.buffers = all; break;
    case SCHEME_NONE: room.places = room.buffers = 0; break;
    default: break;
  }
  return room;
}

/* The words of a control worm stay in the ring until it has left, in order. */
void control_start(nic* n) {
  const struct control_room room = control_room(n);
  const uint32_t places = room.places, buffers = room.buffers;
  if (buffers > FREE_LIST_1) {
    nic_log(n, "control worms need %u buffers, so that none is ever dropped; there can be %u", buffers, FREE_LIST_1);
    nic_write(n, NIC_ERROR, ERROR_QUEUES);
    return;
  }
  nic_store(n, CONTROL_RING, reserve(n, places * RING_BYTES));
  nic_store(n, CONTROL_PLACES, places);
  nic_write(n, NIC_RX_CONTROL_CLASSES, 1u << CLASS_CONTROL);
  if (buffers != 0) receiver_buffers(n, CLASS_CONTROL, CONTROL_WORDS, 0, buffers);
}

/* `place`: from the first one of the ring on. */
static uint32_t ring_entry(nic* n, uint32_t place) {
  const uint32_t places = nic_load(n, CONTROL_PLACES);
  return nic_load(n, CONTROL_RING) + RING_BYTES * (place < places ? place : place - places);
}

void control_push(nic* n, enum control_type type, uint32_t host, uint32_t value) {
  const uint32_t count = nic_load(n, CONTROL_COUNT), entry = ring_entry(n, nic_load(n, CONTROL_FIRST) + count);
  nic_store(n, entry + RING_FIRST, first_word(CLASS_CONTROL, type, nic_read(n, NIC_NODE)));
  nic_store(n, entry + RING_SECOND, value);
  nic_store(n, entry + RING_HOST, host);
  nic_store(n, CONTROL_COUNT, count + 1);
}

void control_send(nic* n, enum control_type type, uint32_t host, uint32_t worm_class, uint32_t number) {
  control_push(n, type, host, worm_class << 30 | number);
}

/* The one that takes the last place in the send queue, or is the last of this handler, has a TX_DONE, whose handler goes
 * on. */
void control_pump(nic* n) {
  uint32_t count = nic_load(n, CONTROL_COUNT);
  if (count == 0) return;
  uint32_t first = nic_load(n, CONTROL_FIRST);
  uint32_t space = least(nic_read(n, NIC_TX_CONTROL_SPACE), MOST_PUSHED);
  for (; space != 0 && count != 0; --space, --count) {
    const uint32_t entry = ring_entry(n, first);
    nic_write(n, NIC_TX_DESTINATION, nic_load(n, entry + RING_HOST));
    nic_write(n, NIC_TX_HEADER, entry);
    nic_write(n, NIC_TX_HEADER_WORDS, CONTROL_WORDS);
    nic_write(n, NIC_TX_PAYLOAD_WORDS, 0);
    nic_write(n, NIC_TX_FLAGS, space == 1 ? NIC_TX_NOTIFY : 0);
    nic_write(n, NIC_TX_COOKIE, COOKIE_CONTROL);
    nic_write(n, NIC_TX_PUSH_CONTROL, 1);
    first = first + 1 == nic_load(n, CONTROL_PLACES) ? 0 : first + 1;
  }
  nic_store(n, CONTROL_FIRST, first);
  nic_store(n, CONTROL_COUNT, count);
}

void control_came(nic* n) {
  const uint32_t buffer = nic_read(n, NIC_RX_CONTROL_BUFFER), words = nic_read(n, NIC_RX_CONTROL_WORDS);
  const uint32_t status = nic_read(n, NIC_RX_CONTROL_STATUS);
  const uint32_t first = nic_load(n, buffer), second = nic_load(n, buffer + 4), host = source_of(first);
  receiver_recycle(n, CLASS_CONTROL, buffer);
  nic_write(n, NIC_RX_CONTROL_POP, 1);
  const bool is_whole = (status & 255) == 0 && words == CONTROL_WORDS && host < nic_read(n, NIC_NODES);
  if (is_whole && type_of(first) > CONTROL_READY) {
    permits_came(n, (enum control_type)type_of(first), host, second);
    return;
  }
  const bool is_sound = is_whole && second >> 30 >= CLASS_WORMS;
  const uint32_t record = is_sound ? copies_pair(n, pair_of(host, second >> 30)) : 0;
  const uint32_t worm = is_sound ? nic_load(n, record + PAIR_WORM) : 0;
  const bool is_known = worm != 0 && nic_load(n, record + PAIR_NUMBER) == (second & MOST_COPY_NUMBER);
  if (is_sound && !is_known && type_of(first) == CONTROL_READY) return; /* ACK has overtaken it */
  if (!is_known)
    multicast_protocol_error(n, "a control worm %x of host %u is about no copy that waits for one", first, host);
  else
    copies_event(n, worm, nic_load(n, record + PAIR_COPY), (enum copy_event)type_of(first));
}
