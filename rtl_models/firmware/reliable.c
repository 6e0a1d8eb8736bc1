#include "rtl_models/firmware/reliable.h"

#include "rtl_models/firmware/events.h"
#include "rtl_models/firmware/memory.h"
#include "rtl_models/firmware/notes.h"
#include "rtl_models/firmware/receiver.h"
#include "rtl_models/firmware/sender.h"

/* The record of another host. */
enum {
  PEER_NEXT = 0,        /* number of the next packet to it */
  PEER_EXPECTED = 4,    /* number of the next packet from it */
  PEER_GIVEN_UP = 8,    /* 1: it does not answer */
  PEER_CONNECTION = 12, /* of the packets to it; 0: its answer to the first of them has not come */
  PEER_TAKEN = 16,      /* connection of the packets from it; 0: none has been taken */
  PEER_BYTES = 20
};
enum { MOST_CONNECTION = 63, NUMBERS = 0xffff };

static uint32_t connection_behind(uint32_t connection) { return connection == MOST_CONNECTION ? 1 : connection + 1; }

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

static uint32_t mix(uint32_t hash, uint32_t word) {
  hash = (hash ^ word) * 0x85ebca6b;
  return hash ^ hash >> 13;
}

/* The check of the header at an address, over all but the check itself; `sequence`: its number. */
static uint32_t check_of(nic* n, uint32_t header, uint32_t sequence, uint32_t destination, uint32_t payload_words) {
  uint32_t hash = mix(mix(sequence, destination), payload_words);
  hash = mix(hash, nic_load(n, header + PACKET_FIRST));
  if (payload_words == 0) return hash >> 16; /* an acknowledgement */
  hash = mix(hash, nic_load(n, header + PACKET_MESSAGE));
  hash = mix(hash, nic_load(n, header + PACKET_TOTAL));
  return mix(hash, nic_load(n, header + PACKET_OFFSET)) >> 16;
}

static uint32_t sequence_at(uint32_t header, uint32_t payload_words) {
  return header + (payload_words == 0 ? ACKNOWLEDGEMENT_SEQUENCE : PACKET_SEQUENCE);
}

void reliable_sign(nic* n, uint32_t header, uint32_t sequence, uint32_t destination, uint32_t payload_words) {
  nic_store(n, sequence_at(header, payload_words),
            check_of(n, header, sequence, destination, payload_words) << 16 | sequence);
}

bool reliable_is_sound(nic* n, uint32_t buffer, uint32_t payload_words) {
  if (source_of(nic_load(n, buffer + PACKET_FIRST)) >= nic_read(n, NIC_NODES)) return false;
  const uint32_t sequence = nic_load(n, sequence_at(buffer, payload_words));
  return check_of(n, buffer, sequence & NUMBERS, nic_read(n, NIC_NODE), payload_words) == sequence >> 16;
}

static uint32_t number_of(nic* n, uint32_t slot) { return nic_load(n, slot + SLOT_HEADER + PACKET_SEQUENCE) & NUMBERS; }

static void queue(nic* n, uint32_t slot) {
  const uint32_t header = slot + SLOT_HEADER, peer = nic_load(n, slot + SLOT_PEER);
  const uint32_t connection = nic_load(n, peer_record(n, peer) + PEER_CONNECTION);
  nic_store(n, header + PACKET_FIRST, first_word(0, connection, nic_read(n, NIC_NODE)));
  reliable_sign(n, header, number_of(n, slot), peer, nic_load(n, slot + SLOT_WORDS));
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

/* Numbers go round: a comes before b. */
static bool comes_before(uint32_t a, uint32_t b) { return ((a - b) & NUMBERS) > NUMBERS / 2; }

/* The slot in a mask whose packet comes first. */
static uint32_t first_of(nic* n, uint32_t slots) {
  uint32_t first = (uint32_t)__builtin_ctz(slots);
  for (uint32_t rest = slots & (slots - 1); rest != 0; rest &= rest - 1) {
    const uint32_t other = (uint32_t)__builtin_ctz(rest);
    if (comes_before(number_of(n, sender_slot(n, other)), number_of(n, sender_slot(n, first)))) first = other;
  }
  return first;
}

/* Resends as far as the send queue has room: other timers run on, or have expired and call this again. */
static void go_back(nic* n, uint32_t peer) {
  uint32_t again = slots_under_way(n, peer, false), room = nic_read(n, NIC_TX_SPACE);
  for (; again != 0 && room != 0; --room) {
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
  const uint32_t record = sender_record(n, buffer), first = nic_load(n, buffer + PACKET_FIRST);
  const uint32_t number = nic_load(n, buffer + PACKET_SEQUENCE) & NUMBERS, connection = type_of(first);
  uint32_t taken = nic_load(n, record + PEER_TAKEN);
  if (connection == connection_behind(taken)) {
    taken = connection;
    nic_store(n, record + PEER_TAKEN, taken);
    nic_store(n, record + PEER_EXPECTED, 0);
    receiver_forget(n, source_of(first));
  }
  return connection != 0 && connection == taken && number == nic_load(n, record + PEER_EXPECTED);
}

void reliable_take(nic* n, uint32_t buffer) {
  nic_store(n, sender_record(n, buffer) + PEER_EXPECTED, (nic_load(n, buffer + PACKET_SEQUENCE) + 1) & NUMBERS);
}

void reliable_acknowledge(nic* n, uint32_t buffer) {
  const uint32_t note = note_take(n), peer = source_of(nic_load(n, buffer + PACKET_FIRST));
  const uint32_t record = peer_record(n, peer);
  nic_store(n, note + PACKET_FIRST, first_word(1, nic_load(n, record + PEER_TAKEN), nic_read(n, NIC_NODE)));
  reliable_sign(n, note, nic_load(n, record + PEER_EXPECTED), peer, 0);
  note_push(n, note, peer, ACKNOWLEDGEMENT_WORDS, 0, 0, 0);
}

bool reliable_acknowledged(nic* n, uint32_t buffer) {
  if (nic_read(n, NIC_DONE_SPACE) < nic_load(n, SENDER_SLOT_COUNT)) return false;
  const uint32_t first = nic_load(n, buffer + PACKET_FIRST), peer = source_of(first), connection = type_of(first);
  const uint32_t record = peer_record(n, peer), expected = nic_load(n, buffer + ACKNOWLEDGEMENT_SEQUENCE) & NUMBERS;
  const uint32_t own = nic_load(n, record + PEER_CONNECTION);
  if (own == 0) {
    nic_store(n, record + PEER_CONNECTION, connection_behind(connection));
    go_back(n, peer);
    return true;
  }
  if (connection != own) return true; /* an earlier one */
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
