/* reliable: packets between two hosts are numbered. The receiver takes them in order only and says after each which
 * number it waits for; the sender keeps a packet in its slot until then. If that takes too long, it sends the packet and
 * those behind it again (go-back). A host that does not answer is given up, for good.
 *
 * State of a slot:  fetched -> queued -> sent -> released
 *                              ^  |        |
 *                    time-out -'  '-> acknowledged, when that comes before TX_DONE -> released */
#pragma once

#include <stdbool.h>

#include "rtl_models/firmware/firmware.h"

enum { RELIABLE_NOTES = 4, ACKNOWLEDGEMENT_WORDS = 2 };

/* With time-out 0 nothing is reserved, and reliable_is_on() says no. */
void reliable_start(nic* n);
bool reliable_is_on(nic* n);

/* The host has been given up. */
bool reliable_has_given_up(nic* n, uint32_t peer);
/* Gives the packet in a slot its number. */
void reliable_number(nic* n, uint32_t slot);
/* DMA_DONE: the packet in a slot is there. False: no completion can be told now; nothing has been done. */
bool reliable_fetched(nic* n, uint32_t slot);
/* TX_DONE: it has left. */
void reliable_sent(nic* n, uint32_t slot);
/* Event TIMER. */
void reliable_timer(nic* n);

/* A packet has come: it is the one that is waited for. */
bool reliable_is_next(nic* n, uint32_t buffer);
/* It has been taken. */
void reliable_take(nic* n, uint32_t buffer);
/* Tells its sender which one is waited for; a note is free. */
void reliable_acknowledge(nic* n, uint32_t buffer);
/* An acknowledgement has come. False: its completions cannot be told now; nothing has been done. */
bool reliable_acknowledged(nic* n, uint32_t buffer);
