#include "rtl_models/firmware/reliable.h"

#include "rtl_models/firmware/events.h"
#include "rtl_models/firmware/memory.h"
#include "rtl_models/firmware/notes.h"
#include "rtl_models/firmware/sender.h"

/* What is known of another host. */
enum {
  PEER_NEXT = 0,     /* number of the next packet to it */
  PEER_EXPECTED = 4, /* number of the next packet from it */
  PEER_GIVEN_UP = 8, /* 1: it does not answer */
  PEER_BYTES = 12
};

enum { SLOT_IS_FETCHED = 0, SLOT_IS_QUEUED, SLOT_IS_SENT, SLOT_IS_ACKNOWLEDGED };

void reliable_start(nic* n) {
  const uint32_t timeout = nic_read(n, NIC_PARAMETER + 4 * NIC_PARAMETER_TIMEOUT_TICKS);
  nic_store(n, RELIABLE_TIMEOUT, timeout);
  if (timeout == 0) return;
  nic_store(n, RELIABLE_TRIES, nic_read(n, NIC_PARAMETER + 4 * NIC_PARAMETER_TRIES));
  nic_store(n, RELIABLE_PEERS, reserve(n, nic_read(n, NIC_NODES) * PEER_BYTES));
  notes_start(n, RELIABLE_NOTES);
}

bool reliable_is_on(nic* n) { return nic_load(n, RELIABLE_TIMEOUT) != 0; }

static uint32_t peer_record(nic* n, uint32_t peer) { return nic_load(n, RELIABLE_PEERS) + peer * PEER_BYTES; }

bool reliable_has_given_up(nic* n, uint32_t peer) { return nic_load(n, peer_record(n, peer) + PEER_GIVEN_UP) != 0; }

void reliable_number(nic* n, uint32_t slot) {
  const uint32_t record = peer_record(n, nic_load(n, slot + SLOT_PEER)), number = nic_load(n, record + PEER_NEXT);
  nic_store(n, slot + SLOT_HEADER + PACKET_SEQUENCE, number);
  nic_store(n, record + PEER_NEXT, number + 1);
  nic_store(n, slot + SLOT_STATE, SLOT_IS_FETCHED);
  nic_store(n, slot + SLOT_TRIES, 0);
}

static void queue(nic* n, uint32_t slot) {
  nic_store(n, slot + SLOT_STATE, SLOT_IS_QUEUED);
  nic_store(n, slot + SLOT_TRIES, nic_load(n, slot + SLOT_TRIES) + 1);
  sender_push(n, slot);
}

bool reliable_fetched(nic* n, uint32_t slot) {
  if (reliable_has_given_up(n, nic_load(n, slot + SLOT_PEER))) return sender_finish(n, slot, NIC_DONE_FAILED);
  queue(n, slot);
  return true;
}

void reliable_sent(nic* n, uint32_t slot) {
  if (nic_load(n, slot + SLOT_STATE) == SLOT_IS_ACKNOWLEDGED) {
    sender_release(n, slot);
    return;
  }
  nic_store(n, slot + SLOT_STATE, SLOT_IS_SENT);
  nic_write(n, NIC_TIMER + 4 * sender_index(n, slot), nic_load(n, RELIABLE_TIMEOUT));
}

static void stop_timer(nic* n, uint32_t index) {
  nic_write(n, NIC_TIMER + 4 * index, 0);
  nic_write(n, NIC_TIMER_EXPIRED, 1u << index);
}

/* The slots in a state in which their packets are under way to a host. */
static uint32_t slots_under_way(nic* n, uint32_t peer, bool queued_too) {
  const uint32_t count = nic_load(n, SENDER_SLOT_COUNT), free = nic_load(n, SENDER_FREE);
  uint32_t found = 0;
  for (uint32_t i = 0; i < count; ++i) {
    const uint32_t slot = sender_slot(n, i);
    if ((free >> i & 1) != 0 || nic_load(n, slot + SLOT_PEER) != peer) continue;
    const uint32_t state = nic_load(n, slot + SLOT_STATE);
    if (state == SLOT_IS_SENT || (queued_too && state == SLOT_IS_QUEUED)) found |= 1u << i;
  }
  return found;
}

static uint32_t number_of(nic* n, uint32_t slot) { return nic_load(n, slot + SLOT_HEADER + PACKET_SEQUENCE); }

/* Numbers go round: a comes before b. */
static bool comes_before(uint32_t a, uint32_t b) { return a - b > 0x7fffffff; }

/* Of the slots in a mask, the one whose packet comes first. */
static uint32_t first_of(nic* n, uint32_t slots) {
  uint32_t first = (uint32_t)__builtin_ctz(slots);
  for (uint32_t rest = slots & (slots - 1); rest != 0; rest &= rest - 1) {
    const uint32_t other = (uint32_t)__builtin_ctz(rest);
    if (comes_before(number_of(n, sender_slot(n, other)), number_of(n, sender_slot(n, first)))) first = other;
  }
  return first;
}

static void go_back(nic* n, uint32_t peer) {
  uint32_t again = slots_under_way(n, peer, false);
  while (again != 0) {
    const uint32_t index = first_of(n, again);
    again &= ~(1u << index);
    stop_timer(n, index);
    queue(n, sender_slot(n, index));
  }
}

void reliable_timer(nic* n) {
  const uint32_t index = (uint32_t)__builtin_ctz(nic_read(n, NIC_TIMER_EXPIRED));
  const uint32_t slot = sender_slot(n, index), peer = nic_load(n, slot + SLOT_PEER);
  if (nic_load(n, slot + SLOT_TRIES) >= nic_load(n, RELIABLE_TRIES))
    nic_store(n, peer_record(n, peer) + PEER_GIVEN_UP, 1);
  if (!reliable_has_given_up(n, peer))
    go_back(n, peer);
  else if (sender_finish(n, slot, NIC_DONE_FAILED))
    stop_timer(n, index);
}

static uint32_t sender_record(nic* n, uint32_t buffer) {
  return peer_record(n, source_of(nic_load(n, buffer + PACKET_FIRST)));
}

bool reliable_is_next(nic* n, uint32_t buffer) {
  return nic_load(n, buffer + PACKET_SEQUENCE) == nic_load(n, sender_record(n, buffer) + PEER_EXPECTED);
}

void reliable_take(nic* n, uint32_t buffer) {
  nic_store(n, sender_record(n, buffer) + PEER_EXPECTED, nic_load(n, buffer + PACKET_SEQUENCE) + 1);
}

void reliable_acknowledge(nic* n, uint32_t buffer) {
  const uint32_t note = note_take(n), peer = source_of(nic_load(n, buffer + PACKET_FIRST));
  nic_store(n, note + PACKET_FIRST, first_word(1, 0, nic_read(n, NIC_NODE)));
  nic_store(n, note + 4, nic_load(n, peer_record(n, peer) + PEER_EXPECTED));
  note_push(n, note, peer, ACKNOWLEDGEMENT_WORDS, 0, 0, 0);
}

bool reliable_acknowledged(nic* n, uint32_t buffer) {
  if (nic_read(n, NIC_DONE_SPACE) < nic_load(n, SENDER_SLOT_COUNT)) return false;
  const uint32_t peer = source_of(nic_load(n, buffer + PACKET_FIRST)), expected = nic_load(n, buffer + 4);
  uint32_t under_way = slots_under_way(n, peer, true);
  while (under_way != 0) {
    const uint32_t index = first_of(n, under_way), slot = sender_slot(n, index);
    if (!comes_before(number_of(n, slot), expected)) break;
    under_way &= ~(1u << index);
    if (sender_is_last(n, slot)) sender_tell(n, slot, NIC_DONE_SENT);
    if (nic_load(n, slot + SLOT_STATE) == SLOT_IS_QUEUED) {
      nic_store(n, slot + SLOT_STATE, SLOT_IS_ACKNOWLEDGED);
    } else {
      stop_timer(n, index);
      sender_release(n, slot);
    }
  }
  return true;
}
