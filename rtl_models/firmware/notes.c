#include "rtl_models/firmware/notes.h"

#include "rtl_models/firmware/memory.h"
#include "rtl_models/firmware/sender.h"

void notes_start(nic* n, uint32_t count) {
  nic_store(n, NOTES, reserve(n, count * NOTE_BYTES));
  nic_store(n, NOTES_FREE, (1u << count) - 1);
}

bool notes_any_free(nic* n) { return nic_load(n, NOTES_FREE) != 0; }

uint32_t note_take(nic* n) {
  const uint32_t free = nic_load(n, NOTES_FREE);
  nic_store(n, NOTES_FREE, free & (free - 1));
  return nic_load(n, NOTES) + (uint32_t)__builtin_ctz(free) * NOTE_BYTES;
}

void note_release(nic* n, uint32_t note) {
  nic_store(n, NOTES_FREE, nic_load(n, NOTES_FREE) | 1u << (note - nic_load(n, NOTES)) / NOTE_BYTES);
}

void note_push(nic* n, uint32_t note, uint32_t destination, uint32_t header_words, uint32_t payload,
               uint32_t payload_words, uint32_t flags) {
  nic_write(n, NIC_TX_DESTINATION, destination);
  nic_write(n, NIC_TX_HEADER, note + NOTE_HEADER);
  nic_write(n, NIC_TX_HEADER_WORDS, header_words);
  nic_write(n, NIC_TX_PAYLOAD, payload);
  nic_write(n, NIC_TX_PAYLOAD_WORDS, payload_words);
  nic_write(n, NIC_TX_FLAGS, flags | NIC_TX_NOTIFY);
  nic_write(n, NIC_TX_COOKIE, note | COOKIE_NOTE);
  nic_write(n, NIC_TX_PUSH, 1);
}
