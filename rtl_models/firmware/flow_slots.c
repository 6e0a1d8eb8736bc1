#include "rtl_models/firmware/flow_slots.h"

#include "rtl_models/firmware/events.h"
#include "rtl_models/firmware/flow_packets.h"
#include "rtl_models/firmware/memory.h"

uint32_t flow_slot_at(nic* n, uint32_t index) { return nic_load(n, FLOW_SLOTS) + index * nic_load(n, FLOW_SLOT_BYTES); }
uint32_t flow_slot_index(nic* n, uint32_t slot) {
  return (slot - nic_load(n, FLOW_SLOTS)) / nic_load(n, FLOW_SLOT_BYTES);
}

void flow_slots_start(nic* n, uint32_t slots) {
  const uint32_t bytes = SLOT_PAYLOAD + (nic_load(n, FLOW_READS) ? 0 : 4 * nic_load(n, FLOW_PACKET_WORDS));
  nic_store(n, FLOW_SLOT_COUNT, slots);
  nic_store(n, FLOW_SLOT_BYTES, bytes);
  nic_store(n, FLOW_SLOTS, reserve(n, slots * bytes));
  if (nic_load(n, FLOW_TIMEOUT) != 0)
    nic_store(n, FLOW_SENT_TABLE, reserve(n, flow_table_bytes(nic_read(n, NIC_NODES), slots)));
  for (uint32_t i = slots; i > 0; --i) {
    nic_store(n, flow_slot_at(n, i - 1) + SLOT_LINK, nic_load(n, FLOW_FREE));
    nic_store(n, FLOW_FREE, flow_slot_at(n, i - 1));
  }
}

/* The generation of the next request of a slot to a host. */
static uint32_t next_generation(nic* n, uint32_t peer, uint32_t index) {
  if (nic_load(n, FLOW_TIMEOUT) == 0) return 0;
  const uint32_t table = nic_load(n, FLOW_SENT_TABLE), entry = peer * nic_load(n, FLOW_SLOT_COUNT) + index;
  const uint32_t generation = (flow_table_get(n, table, entry) + 1) % FLOW_GENERATIONS;
  flow_table_set(n, table, entry, generation);
  return generation;
}

uint32_t flow_slot_fill(nic* n, uint32_t words) {
  const uint32_t slot = nic_load(n, FLOW_FREE), index = flow_slot_index(n, slot), peer = nic_read(n, NIC_HOST_PEER);
  const uint32_t total = nic_read(n, NIC_HOST_WORDS);
  const bool is_whole = words == total && (nic_load(n, FLOW_READS) == 0 || words == nic_load(n, FLOW_PACKET_WORDS));
  nic_store(n, FLOW_FREE, nic_load(n, slot + SLOT_LINK));
  nic_store(n, slot + SLOT_PEER, peer);
  nic_store(n, slot + SLOT_STATE, IS_FETCHED);
  nic_store(n, slot + SLOT_WORDS, words);
  nic_store(n, slot + SLOT_TRIES, nic_load(n, FLOW_TRIES));
  nic_store(n, slot + SLOT_BEGAN, nic_read(n, NIC_TICK));
  nic_store(n, slot + SLOT_FAILED, nic_load(n, FLOW_CUT_FAILED));
  nic_store(n, slot + HEADER_FIRST,
            flow_word(FLOW_REQUEST, !is_whole, next_generation(n, peer, index), index, nic_read(n, NIC_NODE)));
  nic_store(n, slot + HEADER_MESSAGE, nic_read(n, NIC_HOST_MESSAGE));
  nic_store(n, slot + HEADER_TOTAL, total);
  nic_store(n, slot + HEADER_OFFSET, nic_load(n, FLOW_OFFSET));
  nic_store(n, FLOW_CUT_FAILED, 0);
  return slot;
}

void flow_slot_ready(nic* n, uint32_t slot) {
  const uint32_t last = nic_load(n, FLOW_READY_LAST);
  nic_store(n, slot + SLOT_STATE, IS_READY);
  nic_store(n, slot + SLOT_LINK, 0);
  nic_store(n, last == 0 ? FLOW_READY : last + SLOT_LINK, slot);
  nic_store(n, FLOW_READY_LAST, slot);
}

void flow_slot_take(nic* n, uint32_t slot) {
  nic_store(n, FLOW_READY, nic_load(n, slot + SLOT_LINK));
  if (nic_load(n, FLOW_READY) == 0) nic_store(n, FLOW_READY_LAST, 0);
  nic_store(n, slot + SLOT_STATE, IS_QUEUED);
  nic_store(n, slot + SLOT_TRIES, nic_load(n, slot + SLOT_TRIES) - 1);
}

void flow_slot_call_off(nic* n, uint32_t slot) {
  uint32_t before = 0;
  for (uint32_t at = nic_load(n, FLOW_READY); at != slot; at = nic_load(n, at + SLOT_LINK)) before = at;
  nic_store(n, before == 0 ? FLOW_READY : before + SLOT_LINK, nic_load(n, slot + SLOT_LINK));
  if (nic_load(n, FLOW_READY_LAST) == slot) nic_store(n, FLOW_READY_LAST, before);
  nic_store(n, slot + SLOT_STATE, IS_SENT);
}

void flow_slot_release(nic* n, uint32_t slot) {
  nic_store(n, slot + SLOT_STATE, IS_FREE);
  nic_store(n, slot + SLOT_LINK, nic_load(n, FLOW_FREE));
  nic_store(n, FLOW_FREE, slot);
  events_allow(n, EVENT_BIT(HOST));
}

uint32_t flow_slot_other_part(nic* n, uint32_t slot) {
  const uint32_t count = nic_load(n, FLOW_SLOT_COUNT), message = nic_load(n, slot + HEADER_MESSAGE);
  for (uint32_t i = 0; i < count; ++i) {
    const uint32_t other = flow_slot_at(n, i), state = nic_load(n, other + SLOT_STATE);
    if (other != slot && state != IS_FREE && state <= IS_SENT && nic_load(n, other + HEADER_MESSAGE) == message)
      return other;
  }
  return 0;
}
