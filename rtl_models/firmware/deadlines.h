/* deadlines: any number of times at which something is due, in a list in order of time, on timer 0 alone. Each belongs
 * to an owner, a number below the count of owners, and an owner has one at most.
 *
 *   deadline_set() ... event TIMER: deadline_passed(); NO_DEADLINE: deadlines_end() ... deadlines_arm()
 *
 * Setting a deadline later than all others of its list takes constant time. Firmware whose deadlines are of two kinds, at different
 * distances, has a second list: two words of NIC memory, 0 at the start, of which functions get the address. An owner is of one list, always
 * the same. At equal ticks the list that all have goes first. */
#pragma once

#include "rtl_models/firmware/firmware.h"

#ifdef __cplusplus
extern "C" {
#endif

#define NO_DEADLINE 0xffffffffu

/* The words of a list. */
enum { DEADLINES_OF_LIST_FIRST = 0, DEADLINES_OF_LIST_LAST = 4, DEADLINES_LIST_BYTES = 8 };

void deadlines_start(struct nic_device* n, uint32_t owners);
/* At a tick less than 2^31 ticks away; an earlier deadline of the owner no longer counts. */
void deadline_set(struct nic_device* n, uint32_t owner, uint32_t tick);
void deadline_clear(struct nic_device* n, uint32_t owner);
void deadline_set_in(struct nic_device* n, uint32_t list, uint32_t owner, uint32_t tick);
void deadline_clear_in(struct nic_device* n, uint32_t list, uint32_t owner);
/* The owner of the first deadline that has passed; NO_DEADLINE: none has. It counts until it is cleared or set anew. */
uint32_t deadline_passed(struct nic_device* n);
uint32_t deadline_passed_of_both(struct nic_device* n, uint32_t other_list);
/* All that have passed have been dealt with: ends event TIMER. */
void deadlines_end(struct nic_device* n);
/* At the end of a handler that has changed deadlines: the timer runs to the first one. */
void deadlines_arm(struct nic_device* n);
void deadlines_arm_both(struct nic_device* n, uint32_t other_list);

#ifdef __cplusplus
}
#endif
