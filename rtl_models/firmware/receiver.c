#include "rtl_models/firmware/receiver.h"

#include "rtl_models/firmware/completion.h"
#include "rtl_models/firmware/memory.h"
#include "rtl_models/firmware/packet.h"
#include "rtl_models/firmware/sender.h"
#include "rtl_models/firmware/transfer.h"

/* The table: sets of four entries; the source selects the set. */
enum {
  ENTRY_SOURCE = 0, /* and one more: 0 is an entry that is free */
  ENTRY_MESSAGE = 4,
  ENTRY_LEFT = 8, /* words to come */
  ENTRY_BYTES = 12,
  WAYS = 4,
  MOST_SETS = 1024
};

void receiver_start(nic* n, bool patient) {
  const uint32_t nodes = nic_read(n, NIC_NODES);
  uint32_t sets = 1;
  while (sets < nodes && sets < MOST_SETS) sets *= 2;
  nic_store(n, RECEIVER_SETS, reserve(n, sets * WAYS * ENTRY_BYTES));
  nic_store(n, RECEIVER_SET_MASK, sets - 1);
  nic_store(n, RECEIVER_PATIENT, patient);
}

void receiver_buffers(nic* n, uint32_t class, uint32_t words, uint32_t own, uint32_t count) {
  const uint32_t bytes = 4 * (own + words), fit = least(memory_left(n) / bytes, FREE_LIST);
  const uint32_t most = class == 1 ? FREE_LIST_1 : FREE_LIST;
  const uint32_t buffers = count != 0 ? least(count, most) : fit != 0 ? fit : 1;
  const uint32_t first = reserve(n, buffers * bytes);
  if (first == 0) return;
  nic_write(n, NIC_RX_BUFFER_WORDS + 4 * class, words);
  for (uint32_t i = 0; i < buffers; ++i) receiver_recycle(n, class, first + bytes * i + 4 * own);
}

void receiver_recycle(nic* n, uint32_t class, uint32_t buffer) { nic_write(n, NIC_RX_FREE + 4 * class, buffer); }

static uint32_t set_of(nic* n, uint32_t source) {
  return nic_load(n, RECEIVER_SETS) + (source & nic_load(n, RECEIVER_SET_MASK)) * (WAYS * ENTRY_BYTES);
}

void receiver_forget(nic* n, uint32_t source) {
  const uint32_t set = set_of(n, source);
  for (uint32_t way = 0; way < WAYS; ++way)
    if (nic_load(n, set + way * ENTRY_BYTES + ENTRY_SOURCE) == source + 1)
      nic_store(n, set + way * ENTRY_BYTES + ENTRY_SOURCE, 0);
}

/* The entry of a message, or one for it; 0: there is none. */
static uint32_t entry_of(nic* n, uint32_t source, uint32_t message, uint32_t total) {
  const uint32_t set = set_of(n, source);
  uint32_t entry = 0;
  for (uint32_t way = 0; way < WAYS; ++way) {
    const uint32_t candidate = set + way * ENTRY_BYTES, owner = nic_load(n, candidate + ENTRY_SOURCE);
    if (owner == source + 1 && nic_load(n, candidate + ENTRY_MESSAGE) == message) return candidate;
    if (owner == 0 && entry == 0) entry = candidate;
  }
  if (entry == 0) {
    if (nic_load(n, RECEIVER_PATIENT)) return 0;
    entry = set + message % WAYS * ENTRY_BYTES;
    nic_log(n, "message %u of host %u has come in part and is given up", nic_load(n, entry + ENTRY_MESSAGE),
            nic_load(n, entry + ENTRY_SOURCE) - 1);
  }
  nic_store(n, entry + ENTRY_SOURCE, source + 1);
  nic_store(n, entry + ENTRY_MESSAGE, message);
  nic_store(n, entry + ENTRY_LEFT, total);
  return entry;
}

enum receiver_part receiver_add(nic* n, uint32_t buffer, uint32_t words) {
  const uint32_t total = nic_load(n, buffer + PACKET_TOTAL);
  if (words == total) return PART_LAST; /* a message of one packet */
  const uint32_t source = source_of(nic_load(n, buffer + PACKET_FIRST));
  const uint32_t entry = entry_of(n, source, nic_load(n, buffer + PACKET_MESSAGE), total);
  if (entry == 0) return PART_REFUSED;
  const uint32_t left = nic_load(n, entry + ENTRY_LEFT);
  if (words > left) return PART_REFUSED;
  nic_store(n, entry + ENTRY_LEFT, left - words);
  if (words < left) return PART_SOME;
  nic_store(n, entry + ENTRY_SOURCE, 0);
  return PART_LAST;
}

void receiver_deliver(nic* n, uint32_t buffer, uint32_t words, uint32_t owner, enum receiver_part part) {
  transfer(n, TO_HOST, owner, nic_load(n, buffer + PACKET_MESSAGE), nic_load(n, buffer + PACKET_OFFSET),
           buffer + HEADER_BYTES, words, buffer | (part == PART_LAST ? COOKIE_LAST_BUFFER : COOKIE_BUFFER));
}

bool receiver_delivered(nic* n, uint32_t cookie, uint32_t owner) {
  const uint32_t buffer = cookie & ~(uint32_t)COOKIE_KIND;
  if ((cookie & COOKIE_KIND) == COOKIE_LAST_BUFFER) {
    if (nic_read(n, NIC_DONE_SPACE) == 0) return false;
    tell_host(n, NIC_DONE_RECEIVED, owner, nic_load(n, buffer + PACKET_MESSAGE), nic_load(n, buffer + PACKET_TOTAL));
  }
  receiver_recycle(n, 0, buffer);
  return true;
}
