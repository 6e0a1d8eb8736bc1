#include "rtl_models/firmware/deadlines.h"

#include <stdbool.h>

#include "rtl_models/firmware/memory.h"

/* The record of an owner. Links are numbers of owners and one more; 0: there is none. */
enum { DEADLINE_TICK = 0, DEADLINE_NEXT = 4, DEADLINE_BEFORE = 8, DEADLINE_IS_SET = 12, DEADLINE_BYTES = 16 };

void deadlines_start(nic* n, uint32_t owners) { nic_store(n, DEADLINES, reserve(n, owners * DEADLINE_BYTES)); }

static uint32_t record_of(nic* n, uint32_t link) { return nic_load(n, DEADLINES) + (link - 1) * DEADLINE_BYTES; }

/* Stores `link` as the next after `before`; 0: as the first of the list. */
static void link_after(nic* n, uint32_t list, uint32_t before, uint32_t link) {
  nic_store(n, before == 0 ? list + DEADLINES_OF_LIST_FIRST : record_of(n, before) + DEADLINE_NEXT, link);
}

static void link_before(nic* n, uint32_t list, uint32_t next, uint32_t link) {
  nic_store(n, next == 0 ? list + DEADLINES_OF_LIST_LAST : record_of(n, next) + DEADLINE_BEFORE, link);
}

static bool is_later(uint32_t tick, uint32_t other) { return (int32_t)(tick - other) > 0; }

void deadline_clear_in(nic* n, uint32_t list, uint32_t owner) {
  const uint32_t record = record_of(n, owner + 1);
  if (nic_load(n, record + DEADLINE_IS_SET) == 0) return;
  const uint32_t before = nic_load(n, record + DEADLINE_BEFORE), next = nic_load(n, record + DEADLINE_NEXT);
  nic_store(n, record + DEADLINE_IS_SET, 0);
  link_after(n, list, before, next);
  link_before(n, list, next, before);
}

/* Most deadlines are later than all others of their list: the search begins at the last one. */
void deadline_set_in(nic* n, uint32_t list, uint32_t owner, uint32_t tick) {
  deadline_clear_in(n, list, owner);
  uint32_t before = nic_load(n, list + DEADLINES_OF_LIST_LAST);
  while (before != 0 && is_later(nic_load(n, record_of(n, before) + DEADLINE_TICK), tick))
    before = nic_load(n, record_of(n, before) + DEADLINE_BEFORE);
  const uint32_t record = record_of(n, owner + 1);
  const uint32_t next =
      nic_load(n, before == 0 ? list + DEADLINES_OF_LIST_FIRST : record_of(n, before) + DEADLINE_NEXT);
  nic_store(n, record + DEADLINE_TICK, tick);
  nic_store(n, record + DEADLINE_IS_SET, 1);
  nic_store(n, record + DEADLINE_BEFORE, before);
  nic_store(n, record + DEADLINE_NEXT, next);
  link_after(n, list, before, owner + 1);
  link_before(n, list, next, owner + 1);
}

void deadline_set(nic* n, uint32_t owner, uint32_t tick) { deadline_set_in(n, DEADLINES_LIST, owner, tick); }
void deadline_clear(nic* n, uint32_t owner) { deadline_clear_in(n, DEADLINES_LIST, owner); }

/* The first deadline of two lists. */
static uint32_t first_of_both(nic* n, uint32_t other) {
  const uint32_t first = nic_load(n, DEADLINES_LIST + DEADLINES_OF_LIST_FIRST);
  const uint32_t first_of_other = nic_load(n, other + DEADLINES_OF_LIST_FIRST);
  if (first == 0 || first_of_other == 0) return first + first_of_other;
  const uint32_t tick = nic_load(n, record_of(n, first) + DEADLINE_TICK);
  return is_later(tick, nic_load(n, record_of(n, first_of_other) + DEADLINE_TICK)) ? first_of_other : first;
}

/* The owner of a deadline, if it has passed. */
static uint32_t owner_if_passed(nic* n, uint32_t first) {
  if (first == 0 || is_later(nic_load(n, record_of(n, first) + DEADLINE_TICK), nic_read(n, NIC_TICK)))
    return NO_DEADLINE;
  return first - 1;
}

uint32_t deadline_passed(nic* n) { return owner_if_passed(n, nic_load(n, DEADLINES_LIST + DEADLINES_OF_LIST_FIRST)); }
uint32_t deadline_passed_of_both(nic* n, uint32_t other) { return owner_if_passed(n, first_of_both(n, other)); }

void deadlines_end(nic* n) {
  nic_store(n, DEADLINES_IS_ARMED, 0);
  nic_write(n, NIC_TIMER_EXPIRED, 1);
}

/* A timer that has been started for a deadline that no longer counts expires for nothing. */
static void arm_for(nic* n, uint32_t first) {
  if (first == 0) return;
  const uint32_t tick = nic_load(n, record_of(n, first) + DEADLINE_TICK), now = nic_read(n, NIC_TICK);
  if (nic_load(n, DEADLINES_ARMED_FOR) == tick && nic_load(n, DEADLINES_IS_ARMED) != 0) return;
  nic_store(n, DEADLINES_ARMED_FOR, tick);
  nic_store(n, DEADLINES_IS_ARMED, 1);
  nic_write(n, NIC_TIMER, is_later(tick, now) ? tick - now : 1);
}

void deadlines_arm(nic* n) { arm_for(n, nic_load(n, DEADLINES_LIST + DEADLINES_OF_LIST_FIRST)); }
void deadlines_arm_both(nic* n, uint32_t other) { arm_for(n, first_of_both(n, other)); }
