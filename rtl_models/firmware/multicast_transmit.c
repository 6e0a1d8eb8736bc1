#include "rtl_models/firmware/multicast_parts.h"
#include "rtl_models/firmware/sender.h"

/* Packets of unicast that are ready are linked in their slots. */
enum { SLOT_LINK = SLOT_STATE };

void transmit_unicast(nic* n, uint32_t slot) {
  nic_store(n, slot + SLOT_LINK, 0);
  if (nic_load(n, TRANSMIT_FIRST_SLOT) == 0)
    nic_store(n, TRANSMIT_FIRST_SLOT, slot);
  else
    nic_store(n, nic_load(n, TRANSMIT_LAST_SLOT) + SLOT_LINK, slot);
  nic_store(n, TRANSMIT_LAST_SLOT, slot);
}

/* A packet of a worm: so many words of TRANSMIT_HEADER, and then `rest`. */
static void push(nic* n, uint32_t worm, uint32_t host, uint32_t header_words, uint32_t rest, uint32_t rest_words) {
  const bool is_whole = (nic_load(n, worm + WORM_STATE) & WORM_IS_WHOLE) != 0;
  nic_store(n, TRANSMIT_COOKIE, worm | COOKIE_WORM);
  nic_write(n, NIC_TX_DESTINATION, host);
  nic_write(n, NIC_TX_HEADER, TRANSMIT_HEADER);
  nic_write(n, NIC_TX_HEADER_WORDS, header_words);
  nic_write(n, NIC_TX_PAYLOAD, rest);
  nic_write(n, NIC_TX_PAYLOAD_WORDS, rest_words);
  nic_write(n, NIC_TX_FLAGS, is_whole ? NIC_TX_NOTIFY : NIC_TX_NOTIFY | NIC_TX_FOLLOW);
  nic_write(n, NIC_TX_COOKIE, worm | COOKIE_WORM);
  nic_write(n, NIC_TX_PUSH, 1);
}

/* All copies of multiple unicasts are packets of unicast, from one place. */
static void push_unicast(nic* n, uint32_t worm, uint32_t copy) {
  nic_store(n, worm + WORM_TRIED, copy + 1);
  nic_store(n, TRANSMIT_HEADER + PACKET_FIRST, nic_load(n, worm + WORM_FIRST));
  nic_store(n, TRANSMIT_HEADER + PACKET_MESSAGE, nic_load(n, worm + WORM_MESSAGE));
  nic_store(n, TRANSMIT_HEADER + PACKET_TOTAL, nic_load(n, worm + WORM_TOTAL));
  nic_store(n, TRANSMIT_HEADER + PACKET_OFFSET, nic_load(n, worm + WORM_OFFSET));
  nic_store(n, TRANSMIT_HEADER + PACKET_SEQUENCE, 0);
  push(n, worm, source_of(routes_successor(n, worm, copy)), HEADER_WORDS, worm + WORM_HEADER_BYTES,
       nic_load(n, worm + WORM_LENGTH));
}

/* What differs from copy to copy: the header up to WORM_HOP_WORDS. */
static void write_hop(nic* n, uint32_t worm, uint32_t first, uint32_t pair) {
  nic_store(n, TRANSMIT_HEADER + WORM_FIRST, first);
  nic_store(n, TRANSMIT_HEADER + WORM_HOP, nic_load(n, worm + WORM_HOPS) << 24 | nic_read(n, NIC_NODE));
  nic_store(n, TRANSMIT_HEADER + WORM_COPY, nic_load(n, pair + PAIR_NUMBER));
}

/* After the hop's part of the header, the rest and the words from their buffer. */
static void push_buffered(nic* n, uint32_t worm, uint32_t successor) {
  push(n, worm, source_of(successor), WORM_HOP_WORDS, worm + 4 * WORM_HOP_WORDS,
       WORM_HEADER_WORDS - WORM_HOP_WORDS + nic_load(n, worm + WORM_LENGTH));
}

static void push_copy(nic* n, uint32_t worm, uint32_t copy) {
  const uint32_t successor = routes_successor(n, worm, copy), originator = source_of(nic_load(n, worm + WORM_FIRST));
  const uint32_t claims = copies_begin(n, worm, copy);
  write_hop(n, worm, first_word(successor >> 30, 0, originator) | claims, copies_pair(n, pair_of_successor(successor)));
  push_buffered(n, worm, successor);
}

/* The words of a worm in host memory have been read back to another place than its header. */
static void push_permitted(nic* n, uint32_t worm, uint32_t copy, bool is_spilled) {
  const uint32_t successor = routes_successor(n, worm, copy), originator = source_of(nic_load(n, worm + WORM_FIRST));
  const uint32_t pair = copies_pair(n, pair_of_successor(successor));
  copies_permit(n, worm, copy);
  if (multicast_setting(n, SETTING_SCHEME) == SCHEME_CREDITS) {
    permits_got(n, worm);
    credits_spend(n, pair);
  }
  write_hop(n, worm, first_word(successor >> 30, WORM_PERMITTED, originator), pair);
  if (!is_spilled) {
    push_buffered(n, worm, successor);
    return;
  }
  for (uint32_t i = WORM_LENGTH; i < WORM_HEADER_BYTES; i += 4)
    nic_store(n, TRANSMIT_HEADER + i, nic_load(n, worm + i));
  push(n, worm, source_of(successor), WORM_HEADER_WORDS, nic_load(n, SPILL_WORDS), nic_load(n, worm + WORM_LENGTH));
}

/* While it comes in, only the first copy may be sent. */
static bool may_be_sent(nic* n, uint32_t worm, uint32_t queue) {
  if ((nic_load(n, worm + WORM_STATE) & WORM_IS_WHOLE) != 0) return true;
  return queue != QUEUE_OWN && multicast_setting(n, SETTING_CUT_THROUGH) != 0 && nic_load(n, worm + WORM_TRIED) == 0;
}

/* FIFO forwards the first worm only. Plain ACK/NACK forwards worms in the order in which they have come, so that they stay
 * in it: a worm overtakes another only if that waits for another host.
 *
 * Where worms of other hosts may be in a circle, own ones go after them. Otherwise they would take the credits for which the
 * circle waits, and a worm that is moved to host memory would bring the others one hop only. */
static bool push_from(nic* n, uint32_t queue) {
  const bool only_first = queue != QUEUE_OWN && multicast_setting(n, SETTING_SCHEME) == SCHEME_FIFO;
  uint32_t worm = nic_load(n, queue_record(queue) + QUEUE_FIRST);
  for (; worm != 0 && may_be_sent(n, worm, queue); worm = only_first ? 0 : nic_load(n, worm + WORM_LINK)) {
    const uint32_t copy = copies_next(n, worm);
    if (copy == nic_load(n, worm + WORM_COPIES)) continue;
    const uint32_t flags = routes_flags(n, worm);
    const bool is_permitted = (flags & MULTICAST_PERMITTED) != 0;
    if (is_permitted && queue == QUEUE_OWN && search_suspects(n)) {
      if (push_from(n, QUEUE_LOWER)) return true;
      if (copies_next(n, worm) != copy) continue; /* one of them has the credit, and its words are read back */
    }
    const uint32_t state = is_permitted ? nic_load(n, worm + WORM_STATE) : 0;
    if (is_permitted && !spill_ask_for(n, worm, state)) continue;
    nic_store(n, TRANSMIT_COPY, copy);
    if ((flags & MULTICAST_UNICASTS) != 0) {
      push_unicast(n, worm, copy);
      nic_measure(n, MEASURE_REPEATED, 0);
    } else if (is_permitted) {
      push_permitted(n, worm, copy, (state & WORM_IS_SPILLED) != 0);
    } else {
      push_copy(n, worm, copy);
    }
    return true;
  }
  return false;
}

static bool push_first_slot(nic* n) {
  const uint32_t slot = nic_load(n, TRANSMIT_FIRST_SLOT);
  if (slot == 0) return false;
  nic_store(n, TRANSMIT_FIRST_SLOT, nic_load(n, slot + SLOT_LINK));
  nic_store(n, TRANSMIT_COOKIE, slot | COOKIE_SLOT);
  sender_push(n, slot);
  return true;
}

void transmit_pump(nic* n) {
  if (nic_load(n, TRANSMIT_COOKIE) != 0) return;
  const uint32_t last = nic_load(n, TRANSMIT_TURN);
  for (uint32_t i = 1; i <= TURNS; ++i) {
    const uint32_t turn = (last + i) % TURNS;
    if (turn == TURN_UNICAST ? !push_first_slot(n) : !push_from(n, turn)) continue;
    if (turn != last) nic_store(n, TRANSMIT_TURN, turn);
    return;
  }
}

static void worm_left(nic* n, uint32_t worm) {
  const uint32_t flags = routes_flags(n, worm);
  if ((flags & MULTICAST_PERMITTED) != 0) spill_left(n, worm);
  if ((flags & MULTICAST_UNICASTS) == 0) {
    copies_event(n, worm, nic_load(n, TRANSMIT_COPY), COPY_TAIL);
    return;
  }
  nic_store(n, worm + WORM_LEFT, nic_load(n, worm + WORM_LEFT) - 1);
  queues_settle(n, worm);
}

static void measure_end(nic* n, uint32_t worm) {
  nic_instrument(n, 1);
  if (!routes_has(n, worm, MULTICAST_UNICASTS))
    nic_measure(n, MEASURE_ABORTED, (nic_read(n, NIC_TX_DONE_STATUS) & (NIC_TX_ABORTED | NIC_TX_REMOVED)) != 0);
  nic_instrument(n, 0);
}

/* A tail that has left before TX_ABORT came is as good as an abort: its receiver has discarded the worm. */
void transmit_done(nic* n) {
  const uint32_t cookie = nic_read(n, NIC_TX_DONE_COOKIE), address = cookie & ~(uint32_t)COOKIE_KIND;
  if ((cookie & COOKIE_KIND) == COOKIE_WORM) measure_end(n, address);
  nic_write(n, NIC_TX_DONE_POP, 1);
  if ((cookie & COOKIE_KIND) == COOKIE_CONTROL) return;
  nic_store(n, TRANSMIT_COOKIE, 0);
  if ((cookie & COOKIE_KIND) == COOKIE_WORM)
    worm_left(n, address);
  else
    sender_finish(n, address, NIC_DONE_SENT);
}
