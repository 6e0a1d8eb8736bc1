#include "rtl_models/firmware/completion.h"
#include "rtl_models/firmware/events.h"
#include "rtl_models/firmware/multicast_parts.h"
#include "rtl_models/firmware/transfer.h"

void own_start(nic* n, uint32_t record_bytes) {
  const uint32_t slots = multicast_own_slots(n);
  const uint32_t bytes = record_bytes + WORM_HEADER_BYTES + 4 * multicast_setting(n, SETTING_BUFFER_WORDS);
  nic_store(n, OWN_SLOTS, reserve(n, slots * bytes) + record_bytes);
  nic_store(n, OWN_SLOT_BYTES, bytes);
  nic_store(n, OWN_FREE, (1u << slots) - 1);
}

static uint32_t take_slot(nic* n) {
  const uint32_t free = nic_load(n, OWN_FREE);
  nic_store(n, OWN_FREE, free & (free - 1));
  return nic_load(n, OWN_SLOTS) + (uint32_t)__builtin_ctz(free) * nic_load(n, OWN_SLOT_BYTES);
}

static void release_slot(nic* n, uint32_t worm) {
  const uint32_t index = (worm - nic_load(n, OWN_SLOTS)) / nic_load(n, OWN_SLOT_BYTES);
  nic_store(n, OWN_FREE, nic_load(n, OWN_FREE) | 1u << index);
  events_allow(n, EVENT_BIT(HOST));
}

/* Fills the record and the header of the next own worm. One that is put in order joins its queue when it is whole, so that
 * others do not wait for its transfer. */
static void open_worm(nic* n, uint32_t worm, uint32_t entry, uint32_t words) {
  const uint32_t flags = nic_load(n, entry + 4 * MULTICAST_FLAGS), hops = nic_load(n, entry + 4 * MULTICAST_HOPS);
  const bool is_ordered = (flags & MULTICAST_ORDERED) != 0;
  const uint32_t delivered = (flags & MULTICAST_DELIVERS) != 0 ? 0 : WORM_IS_DELIVERED | WORM_IS_DELIVERING;
  queues_open(n, worm, is_ordered ? QUEUE_LOWER : QUEUE_OWN, entry, hops == 0 ? 0 : hops + 1,
              WORM_IS_ACKNOWLEDGED | delivered | ((flags & MULTICAST_RETURNS) != 0 ? WORM_RETURNS : 0));
  nic_store(n, worm + WORM_FIRST, first_word(CLASS_UNICAST, 0, nic_read(n, NIC_NODE)));
  nic_store(n, worm + WORM_LENGTH, words);
  nic_store(n, worm + WORM_GROUP, nic_read(n, NIC_HOST_PEER));
  nic_store(n, worm + WORM_MESSAGE, nic_read(n, NIC_HOST_MESSAGE));
  nic_store(n, worm + WORM_TOTAL, nic_read(n, NIC_HOST_WORDS));
  nic_store(n, worm + WORM_OFFSET, nic_load(n, OWN_OFFSET));
  if ((flags & MULTICAST_PERMITTED) != 0)
    permits_own(n, worm);
  else if (!is_ordered)
    queues_append(n, worm);
}

void own_next(nic* n) {
  const uint32_t group = nic_read(n, NIC_HOST_PEER), total = nic_read(n, NIC_HOST_WORDS), entry = routes_own(n, group);
  if (total == 0 || entry == 0) {
    nic_log(n, "a message of %u words to group %u, to which this host has no path", total, group);
    nic_write(n, NIC_ERROR, ERROR_COMMAND);
    return;
  }
  if (nic_load(n, OWN_FREE) == 0 || nic_read(n, NIC_DMA_SPACE) == 0) {
    events_hold(n, EVENT_BIT(HOST));
    return;
  }
  const bool is_unicast = (nic_load(n, entry + 4 * MULTICAST_FLAGS) & MULTICAST_UNICASTS) != 0;
  const uint32_t buffer_words = multicast_setting(n, SETTING_BUFFER_WORDS);
  const uint32_t longest = is_unicast ? least(buffer_words, nic_load(n, SENDER_PACKET_WORDS)) : buffer_words;
  const uint32_t offset = nic_load(n, OWN_OFFSET), words = least(total - offset, longest), worm = take_slot(n);
  open_worm(n, worm, entry, words);
  transfer(n, FROM_HOST, nic_read(n, NIC_NODE), nic_read(n, NIC_HOST_MESSAGE), offset, worm + WORM_HEADER_BYTES, words,
           worm | COOKIE_WORM);
  nic_store(n, OWN_OFFSET, offset + words == total ? 0 : offset + words);
  if (offset + words == total) nic_write(n, NIC_HOST_POP, 1);
}

/* Windows keep the worms of a message in order, so that its last one is the last that is done, and that comes back. */
void own_confirm(nic* n, uint32_t worm) {
  const uint32_t total = nic_load(n, worm + WORM_TOTAL);
  if (nic_load(n, worm + WORM_OFFSET) + nic_load(n, worm + WORM_LENGTH) == total)
    tell_host(n, NIC_DONE_SENT, nic_load(n, worm + WORM_GROUP), nic_load(n, worm + WORM_MESSAGE), total);
}

void own_finish(nic* n, uint32_t worm, bool returns) {
  if (!returns) own_confirm(n, worm);
  release_slot(n, worm);
}
