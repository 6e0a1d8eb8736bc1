/* requests: own requests whose replies have not come. Each holds a place of the window until then, or until its time-out:
 * then it is reported to its host as given up, and a late reply is ignored.
 *
 *   begins: requests_open() ... its last packet has left: requests_left(), timer ... requests_answered(), or TIMER */
#pragma once

#include <stdbool.h>

#include "rtl_models/firmware/firmware.h"

/* As many places as the sender has slots; with time-out 0 a request waits for ever. */
void requests_start(nic* n);
bool requests_any_place(nic* n);
/* The request that the packet in a slot begins takes a place; there is one. */
void requests_open(nic* n, uint32_t slot);
/* The packet in a slot has left: after the last one the time-out begins. */
void requests_left(nic* n, uint32_t slot);
/* A reply to a message has come from a host: notifies the own host. False: DONE_SPACE is 0; no effect. */
bool requests_answered(nic* n, uint32_t peer, uint32_t message);
/* Event TIMER. */
void requests_timer(nic* n);
