/* reliable: packets between two hosts are numbered. The receiver takes them in order only and says after each which
 * number it waits for; the sender keeps a packet in its slot until then. If that takes too long, it sends the packet and
 * those behind it again (go-back). A host that does not answer is given up, for good.
 *
 * Each packet bears a check of its header, of its length and of whom it is for: one that has changed on the way or come
 * to another host is dropped, and comes again. What is in the payload only the CRC of the link can tell.
 *
 * Numbers belong to a connection, which begins with the sender's first packet behind its reset. That bears connection 0,
 * which nobody takes; the answer says which connection was the last, and the sender begins the next one. So packets and
 * acknowledgements from before the restart of an interface are not taken for new ones.
 *
 * State of a slot:  fetched -> queued -> sent -> released
 *                              ^  |        |
 *                    time-out -'  '-> acknowledged, when that comes before TX_DONE -> released */
#pragma once

#include <stdbool.h>

#include "rtl_models/firmware/firmware.h"

enum { RELIABLE_NOTES = 4, ACKNOWLEDGEMENT_WORDS = 2, ACKNOWLEDGEMENT_SEQUENCE = 4 };

/* With time-out 0 nothing is reserved, and reliable_is_on() says no. */
void reliable_start(nic* n);
bool reliable_is_on(nic* n);

/* The host has been given up. */
bool reliable_has_given_up(nic* n, uint32_t peer);
/* Gives the packet in a slot its number. */
void reliable_number(nic* n, uint32_t slot);
/* DMA_DONE: the packet in a slot is there; TX_SPACE is not 0. False: no completion can be told now; nothing has been done. */
bool reliable_fetched(nic* n, uint32_t slot);
/* TX_DONE: it has left. */
void reliable_sent(nic* n, uint32_t slot);
/* Event TIMER. */
void reliable_timer(nic* n);

/* A packet of so many payload words, or an acknowledgement, of none, has come as it was sent, and to whom. */
bool reliable_is_sound(nic* n, uint32_t buffer, uint32_t payload_words);
/* A sound packet has come: it is the one that is waited for. Where it begins a connection, of the last one nothing is left. */
bool reliable_is_next(nic* n, uint32_t buffer);
/* It has been taken. */
void reliable_take(nic* n, uint32_t buffer);
/* Tells its sender which one is waited for; a note is free. */
void reliable_acknowledge(nic* n, uint32_t buffer);
/* An acknowledgement has come. False: its completions cannot be told now; nothing has been done. */
bool reliable_acknowledged(nic* n, uint32_t buffer);
