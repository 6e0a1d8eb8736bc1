#include "rtl_models/firmware/sender.h"

#include "rtl_models/firmware/completion.h"
#include "rtl_models/firmware/events.h"
#include "rtl_models/firmware/memory.h"
#include "rtl_models/firmware/transfer.h"

enum { MOST_SLOTS = 8 }; /* a timer each */

void sender_start(nic* n, uint32_t others) {
  const uint32_t packet_words = nic_read(n, NIC_PARAMETER + 4 * NIC_PARAMETER_PACKET_WORDS);
  uint32_t slots = least(nic_read(n, NIC_PARAMETER + 4 * NIC_PARAMETER_WINDOW), MOST_SLOTS);
  if (slots == 0) slots = 1;
  if (nic_read(n, NIC_TX_SPACE) < slots + others || nic_read(n, NIC_DONE_SPACE) < slots) {
    nic_log(n, "a window of %u and %u other packets need longer queues", slots, others);
    nic_write(n, NIC_ERROR, ERROR_QUEUES);
    return;
  }
  const uint32_t slot_bytes = SLOT_PAYLOAD + 4 * packet_words;
  nic_store(n, SENDER_SLOTS, reserve(n, slots * slot_bytes));
  nic_store(n, SENDER_SLOT_BYTES, slot_bytes);
  nic_store(n, SENDER_SLOT_COUNT, slots);
  nic_store(n, SENDER_FREE, (1u << slots) - 1);
  nic_store(n, SENDER_PACKET_WORDS, packet_words);
}

uint32_t sender_slot(nic* n, uint32_t index) {
  return nic_load(n, SENDER_SLOTS) + index * nic_load(n, SENDER_SLOT_BYTES);
}

uint32_t sender_index(nic* n, uint32_t slot) {
  return (slot - nic_load(n, SENDER_SLOTS)) / nic_load(n, SENDER_SLOT_BYTES);
}

static uint32_t take_slot(nic* n) {
  const uint32_t free = nic_load(n, SENDER_FREE);
  nic_store(n, SENDER_FREE, free & (free - 1));
  return sender_slot(n, (uint32_t)__builtin_ctz(free));
}

uint32_t sender_fetch(nic* n, uint32_t peer, uint32_t message, uint32_t total, uint32_t offset, uint32_t words,
                      uint32_t sequence) {
  const uint32_t slot = take_slot(n), header = slot + SLOT_HEADER;
  nic_store(n, slot + SLOT_PEER, peer);
  nic_store(n, slot + SLOT_WORDS, words);
  nic_store(n, header + PACKET_MESSAGE, message);
  nic_store(n, header + PACKET_TOTAL, total);
  nic_store(n, header + PACKET_OFFSET, offset);
  nic_store(n, header + PACKET_SEQUENCE, sequence);
  transfer(n, FROM_HOST, nic_read(n, NIC_NODE), message, offset, slot + SLOT_PAYLOAD, words, slot | COOKIE_SLOT);
  return slot;
}

uint32_t sender_next(nic* n, uint32_t type) {
  const uint32_t total = nic_read(n, NIC_HOST_WORDS);
  if (nic_read(n, NIC_HOST_KIND) != NIC_COMMAND_SEND || total == 0) {
    nic_write(n, NIC_ERROR, ERROR_COMMAND);
    return 0;
  }
  if (nic_load(n, SENDER_FREE) == 0 || nic_read(n, NIC_DMA_SPACE) == 0) {
    events_hold(n, EVENT_BIT(HOST));
    return 0;
  }
  const uint32_t offset = nic_load(n, SENDER_OFFSET);
  const uint32_t words = least(total - offset, nic_load(n, SENDER_PACKET_WORDS));
  const uint32_t slot =
      sender_fetch(n, nic_read(n, NIC_HOST_PEER), nic_read(n, NIC_HOST_MESSAGE), total, offset, words, 0);
  nic_store(n, slot + SLOT_HEADER + PACKET_FIRST, first_word(0, type, nic_read(n, NIC_NODE)));
  if (offset + words == total) {
    nic_store(n, SENDER_OFFSET, 0);
    nic_write(n, NIC_HOST_POP, 1);
  } else {
    nic_store(n, SENDER_OFFSET, offset + words);
  }
  return slot;
}

void sender_push(nic* n, uint32_t slot) {
  nic_write(n, NIC_TX_DESTINATION, nic_load(n, slot + SLOT_PEER));
  nic_write(n, NIC_TX_HEADER, slot + SLOT_HEADER);
  nic_write(n, NIC_TX_HEADER_WORDS, HEADER_WORDS);
  nic_write(n, NIC_TX_PAYLOAD, slot + SLOT_PAYLOAD);
  nic_write(n, NIC_TX_PAYLOAD_WORDS, nic_load(n, slot + SLOT_WORDS));
  nic_write(n, NIC_TX_FLAGS, NIC_TX_NOTIFY);
  nic_write(n, NIC_TX_COOKIE, slot | COOKIE_SLOT);
  nic_write(n, NIC_TX_PUSH, 1);
}

void sender_free(nic* n, uint32_t slot) {
  nic_store(n, SENDER_FREE, nic_load(n, SENDER_FREE) | 1u << sender_index(n, slot));
}

void sender_release(nic* n, uint32_t slot) {
  sender_free(n, slot);
  events_allow(n, EVENT_BIT(HOST));
}

bool sender_is_last(nic* n, uint32_t slot) {
  const uint32_t header = slot + SLOT_HEADER;
  return nic_load(n, header + PACKET_OFFSET) + nic_load(n, slot + SLOT_WORDS) == nic_load(n, header + PACKET_TOTAL);
}

void sender_tell(nic* n, uint32_t slot, uint32_t kind) {
  const uint32_t header = slot + SLOT_HEADER;
  tell_host(n, kind, nic_load(n, slot + SLOT_PEER), nic_load(n, header + PACKET_MESSAGE),
            nic_load(n, header + PACKET_TOTAL));
}

bool sender_finish(nic* n, uint32_t slot, uint32_t kind) {
  const bool last = sender_is_last(n, slot);
  if (last && nic_read(n, NIC_DONE_SPACE) == 0) return false;
  if (last) sender_tell(n, slot, kind);
  sender_release(n, slot);
  return true;
}

void sender_refuse(nic* n) {
  tell_host(n, NIC_DONE_FAILED, nic_read(n, NIC_HOST_PEER), nic_read(n, NIC_HOST_MESSAGE), nic_read(n, NIC_HOST_WORDS));
  nic_store(n, SENDER_OFFSET, 0);
  nic_write(n, NIC_HOST_POP, 1);
}
