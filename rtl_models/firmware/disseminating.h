/* disseminating: a barrier by packets, in as many steps as it takes to double 1 up to the members: in step k each
 * notifies the one 2^k ranks on, and waits for the one 2^k ranks back. */
#pragma once

#include <stdbool.h>

#include "rtl_models/firmware/barriers.h"

/* The variables of a group. */
uint32_t disseminating_steps(nic* n, uint32_t group);
/* There is room for all packets that one of the handlers below may send. */
bool disseminating_has_room(nic* n, uint32_t group);
/* The host has entered. */
void disseminating_begin(nic* n, uint32_t group);
/* The packet of a step has come, early or not. */
void disseminating_came(nic* n, uint32_t group, uint32_t step, uint32_t parity);
