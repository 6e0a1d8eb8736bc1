/* multicast_spill: worms in host memory. One that keeps others waiting in a circle is moved there, so that its buffer is free;
 * what is left here is its record, with its header, which keeps its place in the queue. For each of its copies its words are
 * read back, once there is a credit.
 *
 *   order -> [DMA to the host] -> record takes the worm's place, buffer is free
 *   credit -> copies to that host wait -> [DMA from the host] -> copy
 *
 * One worm is moved at a time, and one is read back. Words lie in the part of host memory that is the interface's own, by
 * the number of the record. */
#include "rtl_models/firmware/multicast_parts.h"
#include "rtl_models/firmware/transfer.h"

enum spill_load { SPILL_WANTED, SPILL_LOADING, SPILL_IS_LOADED };

/* Records are of no use where no worms come. */
void spill_start(nic* n, uint32_t bytes_before) {
  if (multicast_setting(n, SETTING_DETECTION) == 0 || routes_word(n, MULTICAST_PREDECESSOR_PAIRS) == 0) return;
  const uint32_t records = multicast_setting(n, SETTING_SPILLS), bytes = bytes_before + WORM_HEADER_BYTES;
  nic_store(n, SPILL_WORDS, reserve(n, 4 * multicast_setting(n, SETTING_BUFFER_WORDS)));
  nic_store(n, SPILL_RECORDS, reserve(n, records * bytes) + bytes_before);
  nic_store(n, SPILL_RECORD_BYTES, bytes);
  nic_store(n, SPILL_LEFT, records);
}

bool spill_has_room(nic* n) { return nic_load(n, SPILL_FREE) != 0 || nic_load(n, SPILL_LEFT) != 0; }

/* A record that has been free before, or the next one that has never been used. */
static uint32_t take_record(nic* n) {
  const uint32_t record = nic_load(n, SPILL_FREE), left = nic_load(n, SPILL_LEFT);
  if (record != 0) {
    nic_store(n, SPILL_FREE, nic_load(n, record + WORM_LINK));
    return record;
  }
  nic_store(n, SPILL_LEFT, left - 1);
  return nic_load(n, SPILL_RECORDS) + (left - 1) * nic_load(n, SPILL_RECORD_BYTES);
}

void spill_release(nic* n, uint32_t worm) {
  nic_store(n, worm + WORM_LINK, nic_load(n, SPILL_FREE));
  nic_store(n, SPILL_FREE, worm);
}

static void move(nic* n, enum transfer_direction direction, uint32_t record, uint32_t address, uint32_t words,
                 uint32_t worm) {
  const uint32_t index = (record - nic_load(n, SPILL_RECORDS)) / nic_load(n, SPILL_RECORD_BYTES);
  transfer(n, direction, nic_read(n, NIC_NODE), NIC_OWN_WORDS, index * multicast_setting(n, SETTING_BUFFER_WORDS),
           address, words, worm | COOKIE_WORM);
}

/* A worm that is not yet in the memory of its own host, or for which there is no room, is left to another search. */
bool spill_begin(nic* n, uint32_t from, uint32_t next) {
  const uint32_t worm = credits_held_up(n, from);
  if (worm == 0 || credits_next_host(n, worm) != next || nic_load(n, SPILL_STORING) != 0) return false;
  const uint32_t there = WORM_IS_WHOLE | WORM_IS_DELIVERED;
  if ((nic_load(n, worm + WORM_STATE) & there) != there || nic_read(n, NIC_DMA_SPACE) == 0 || !spill_has_room(n))
    return false;
  const uint32_t record = take_record(n);
  nic_store(n, SPILL_STORING, worm);
  nic_store(n, SPILL_RECORD, record);
  queues_add_state(n, worm, WORM_IS_SPILLING);
  move(n, TO_HOST, record, worm + WORM_HEADER_BYTES, nic_load(n, worm + WORM_LENGTH), worm);
  return true;
}

static uint32_t pair_of_next(nic* n, uint32_t worm) {
  return copies_pair(n, pair_of(credits_next_host(n, worm), CLASS_LOWER));
}

static void stored(nic* n, uint32_t worm) {
  const uint32_t record = nic_load(n, SPILL_RECORD), pair = pair_of_next(n, worm);
  const uint32_t bytes = nic_load(n, SPILL_RECORD_BYTES), before = bytes - WORM_HEADER_BYTES;
  for (uint32_t i = 0; i < bytes; i += 4) nic_store(n, record - before + i, nic_load(n, worm - before + i));
  queues_drop_state(n, record, WORM_IS_SPILLING | WORM_HAS_PERMIT);
  queues_add_state(n, record, WORM_IS_SPILLED);
  if (nic_load(n, pair + PAIR_WORM) == worm) nic_store(n, pair + PAIR_WORM, record);
  nic_store(n, SPILL_STORING, 0);
  nic_measure(n, MEASURE_SPILLED, 1);
  queues_replace(n, worm, record);
}

void spill_moved(nic* n, uint32_t worm) {
  if ((nic_load(n, worm + WORM_STATE) & WORM_IS_SPILLING) != 0)
    stored(n, worm);
  else
    nic_store(n, SPILL_LOADED, SPILL_IS_LOADED);
}

bool spill_ask_for(nic* n, uint32_t worm, uint32_t state) {
  if ((state & (WORM_IS_SPILLING | WORM_IS_SPILLED)) == 0) return true;
  const uint32_t fetched = nic_load(n, SPILL_FETCHED);
  if (fetched == worm && nic_load(n, SPILL_LOADED) == SPILL_IS_LOADED) return true;
  nic_store(n, pair_of_next(n, worm) + PAIR_WORM, worm);
  if (fetched != 0 || (state & WORM_IS_SPILLED) == 0) return false;
  nic_store(n, SPILL_FETCHED, worm);
  nic_store(n, SPILL_LOADED, SPILL_WANTED);
  search_hurry(n);
  return false;
}

bool spill_is_due(nic* n) { return nic_load(n, SPILL_FETCHED) != 0 && nic_load(n, SPILL_LOADED) == SPILL_WANTED; }

void spill_fetch(nic* n) {
  if (nic_read(n, NIC_DMA_SPACE) == 0) {
    search_hurry(n);
    return;
  }
  const uint32_t worm = nic_load(n, SPILL_FETCHED);
  nic_store(n, SPILL_LOADED, SPILL_LOADING);
  move(n, FROM_HOST, worm, nic_load(n, SPILL_WORDS), nic_load(n, worm + WORM_LENGTH), worm);
}

void spill_left(nic* n, uint32_t worm) {
  if (nic_load(n, SPILL_FETCHED) == worm) nic_store(n, SPILL_FETCHED, 0);
}
